-- Title: Late starts: the 500 kernels that began longest after their call
-- Needs: No launch is known: kernels or the calls that launched them were not recorded.
SELECT kernel, call, call_start AS start, kernel_end AS "end", latency_ns, call_ns, queue_ns, kernel_ns, class, queue_id, pid, tid FROM launches WHERE latency_ns IS NOT NULL
ORDER BY latency_ns DESC, call_start LIMIT 500
