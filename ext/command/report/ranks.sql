-- ranks: GPU work of each rank compared with the others, and which rank keeps the others waiting
--
--    rocpd ranks runs/42
--    rocpd ranks -n 0 runs/42
--    rocpd ranks --sort wait runs/42
--
-- off share is by how much a rank computes longer than the median rank, as a share of the median. late is the time by which its pauses and copies between collective
-- operations exceed those of the quickest rank. wait is the time for which it waits in these operations for the last rank. The note says which rank keeps the others
-- waiting, and why. busy share is of the time of the run. The tables `ranks`, `rank_steps`, `collectives` and `iterations` have more. If there are more ranks than rows,
-- unusual ranks come first: computing or late time off by 5 % of the median computing time, or a wait that differs from the mean by 20 %.
-- With --gpu, the work and the waits of these GPUs are shown; late and wait still compare them with all ranks.
-- domains: kernels
-- filters: gpu
-- refuses: ranks are compared by all their work
-- section: ranks | Ranks | no kernel in the trace
-- shown: gpu | shown: work and waits of
-- keep: rank, wait_ns, compute_ns, late_ns, note, off_share, busy_share
SELECT rank, compute_ns, late_ns, wait_ns, communication_ns, copy_ns, idle_ns, busy_share, skew AS off_share, keeps_waiting AS note
FROM ranks ORDER BY coalesce({limit} BETWEEN 0 AND count(*) OVER () - 1 AND max(abs(skew), coalesce((late_ns - late_rest_ns) * 1.0 / nullif(compute_median_ns, 0), 0)) > 0.05, 0) DESC,
  CASE WHEN {limit} BETWEEN 0 AND count(*) OVER () - 1 AND abs(skew) > 0.05 THEN -abs(skew) END, run, rank LIMIT {limit};
-- section: collectives | Collective operations | none
-- filters:
-- all: an operation is of all its GPUs
-- keep: name, rank, wait_ns, gpu_ns, n, bytes, bus GB/s
SELECT name, rank, count(*) AS n, max(ranks) AS ranks, sum(size_bytes) AS bytes, sum(gpu_ns) AS gpu_ns, sum(wait_ns) AS wait_ns, printf('%.1f', avg(bus_gbps)) AS 'bus GB/s'
FROM collectives GROUP BY name, rank
ORDER BY coalesce({limit} BETWEEN 0 AND count(*) OVER () - 1 AND abs(sum(wait_ns) - avg(sum(wait_ns)) OVER (PARTITION BY name)) > 0.2 * avg(sum(wait_ns)) OVER (PARTITION BY name), 0) DESC, name, rank LIMIT {limit};
