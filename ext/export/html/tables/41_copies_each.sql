-- Title: Exposed copies: the 500 that had most time without a kernel beside them
-- Needs: No copy was recorded.
SELECT direction, start, "end", duration_ns, exposed_ns, size_bytes, gb_s, engine, host_memory, coalescable, call, pid FROM copies ORDER BY exposed_ns DESC, start LIMIT 500
