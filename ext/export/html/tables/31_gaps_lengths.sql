-- Title: Lengths: number of pauses by length
-- Needs: No GPU had a pause: nothing ran on one, or kernels and copies were not recorded.
SELECT from_ns, to_ns, sum(gaps) AS gaps, sum(idle_ns) AS idle_ns, sum(idle_ns) * 1.0 / nullif(sum(sum(idle_ns)) OVER (), 0) AS share
FROM gap_histogram('1 2 5 10 20 50 100 200 500 1000 2000 5000 10000 20000 50000 100000 1000000')
WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') GROUP BY from_ns, to_ns ORDER BY from_ns
