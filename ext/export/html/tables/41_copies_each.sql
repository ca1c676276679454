-- Title: Exposed copies: the 500 with the most time in which no kernel computed
-- Needs: No copy was recorded.
SELECT direction, start, "end", duration_ns, exposed_ns, size_bytes, gb_s, engine, host_memory, coalescable, call, pid FROM copies ORDER BY exposed_ns DESC, start LIMIT 500
