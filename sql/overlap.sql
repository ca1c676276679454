-- overlap: what ran at the same time: computing kernels, communicating kernels, copies.
--
-- columns: device TEXT, agent_id INTEGER, type TEXT, queue_id INTEGER, stream_id INTEGER, pid INTEGER, rank INTEGER, start BIGINT, "end" BIGINT,
--   span_ns INTEGER, compute_ns INTEGER, communication_ns INTEGER, copy_ns INTEGER, compute_only_ns, communication_only_ns, copy_only_ns,
--   compute_communication_ns, compute_copy_ns, communication_copy_ns, all_three_ns, idle_ns INTEGER, exposed_communication_ns, exposed_copy_ns,
--   communication_hidden_share, copy_hidden_share, guid TEXT, gpu TEXT, host TEXT
-- arguments: by, path
-- takes: gpu
--
-- gpu_time has the unions of the three in every combination: the time in which exactly some of them ran is what
-- the others leave of the whole.
WITH alone AS (
  SELECT *, guid, gpu, host, compute_ns, union_ns - communication_or_copy_ns AS a, union_ns - compute_or_copy_ns AS b, union_ns - kernel_ns AS c
  FROM trace_gpu_time(coalesce(:by, 'device'), :path)),
pairs AS (SELECT *, union_ns - copy_ns - a - b AS ab, union_ns - communication_ns - a - c AS ac, union_ns - compute_ns - b - c AS bc FROM alone)
SELECT device, agent_id, type, queue_id, stream_id, pid, rank, start, "end", span_ns, compute_ns, communication_ns, copy_ns,
  a AS compute_only_ns, b AS communication_only_ns, c AS copy_only_ns, ab AS compute_communication_ns, ac AS compute_copy_ns, bc AS communication_copy_ns,
  union_ns - a - b - c - ab - ac - bc AS all_three_ns, idle_ns, b + bc AS exposed_communication_ns, c + bc AS exposed_copy_ns,
  1 - (b + bc) * 1.0 / nullif(communication_ns, 0) AS communication_hidden_share, 1 - (c + bc) * 1.0 / nullif(copy_ns, 0) AS copy_hidden_share, guid, gpu, host
FROM pairs
