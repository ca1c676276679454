-- Why idle: pauses of the GPUs by cause
-- Needs: kernels, copies
SELECT type, cause, host_call, sum(gaps) AS gaps, sum(idle_ns) AS idle_ns, sum(idle_ns) * 1.0 / nullif(sum(sum(idle_ns)) OVER (), 0) AS share, max(longest_ns) AS longest_ns
FROM idle_summary GROUP BY type, cause, host_call ORDER BY 5 DESC
