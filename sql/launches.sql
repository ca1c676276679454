-- launches: each kernel with the call that launched it, one row a kernel.
--
--    SELECT * FROM launches ORDER BY latency_ns DESC LIMIT 10;
--    SELECT call, kernel, count(*), avg(latency_ns) FROM launches GROUP BY 1, 2;
--
-- latency_ns  from the beginning of the call to the beginning of the kernel
-- call_ns     duration of the call      kernel_ns  duration of the kernel
-- tid, call, call_start, call_end, call_ns and latency_ns are NULL where the call was not traced.
CREATE TEMP VIEW launches AS
SELECT k.guid, k.pid, r.tid, k.dispatch_id, k.stack_id, r.name AS call, k.name AS kernel,
  k.agent_abs_index, k.queue_id, k.stream_id,
  r.start AS call_start, r."end" AS call_end, k.start AS kernel_start, k."end" AS kernel_end,
  k.start - r.start AS latency_ns, r.duration AS call_ns, k.duration AS kernel_ns
FROM trace_kernels AS k LEFT JOIN trace_regions AS r ON r.guid = k.guid AND r.stack_id = k.stack_id;
