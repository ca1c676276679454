-- utilisation: how busy each GPU was, of the time of the run. Columns: ext/help/tables/utilisation.md
-- columns: device TEXT, agent_id INTEGER, type TEXT, queue_id INTEGER, stream_id INTEGER, pid INTEGER, rank INTEGER, busy_ns INTEGER, run_ns, share,
--   start BIGINT, "end" BIGINT, span_ns INTEGER, kernel_ns INTEGER, copy_ns INTEGER, overlap_ns INTEGER, idle_ns INTEGER, mean_concurrency REAL, compute_ns INTEGER,
--   communication_ns INTEGER, guid TEXT, run TEXT, host TEXT, gpu TEXT, source TEXT
-- arguments: by, path
-- takes: gpu
WITH stretch AS (SELECT min(start) AS first, max("end") AS last, max(stretch_ns) AS ns, clock FROM trace_run_time(:path) GROUP BY stretch),
use AS (
  SELECT *, guid, run, host, source, gpu, compute_ns,
    coalesce((SELECT rocpd_sum(ns) FROM stretch WHERE first <= g."end" AND last >= g.start AND (clock IS NULL OR clock IN (g.host, g.source))),
      (SELECT rocpd_sum(ns) FROM stretch WHERE clock IS NULL OR clock IN (g.host, g.source))) AS run_ns
  FROM trace_gpu_time(coalesce(:by, 'device'), :path) AS g)
SELECT device, agent_id, type, queue_id, stream_id, pid, rank, union_ns AS busy_ns, run_ns, union_ns * 1.0 / nullif(run_ns, 0) AS share,
  start, "end", span_ns, kernel_ns, copy_ns, overlap_ns, idle_ns, mean_concurrency, compute_ns, communication_ns, guid, run, host, gpu, source
FROM use
