-- memory: the most device memory of each process, and what it did not free
--
--    rocpd memory trace
--    rocpd memory --window 1.2s,1.8s trace
--    rocpd memory -n 0 --csv -o memory.csv trace
--
-- The tables `memory_peak`, `leaks`, `allocations` and `memory_timeline` have the details.
-- domains: allocations
-- filters: gpu
-- refuses: memory belongs to no kernel or stream
-- section: peak | The most at once | no allocation in the trace
-- keep: memory_of, peak_bytes, rank, pid, allocations
SELECT gpu AS memory_of, rank, pid, peak_bytes, live AS allocations_then, allocations, allocated_bytes FROM memory_peak LIMIT {limit};
-- section: leaks | Not freed at the end | nothing in the trace
-- keep: call, not_freed_bytes, memory_of, n, largest_bytes
SELECT call, gpu AS memory_of, level, count(*) AS n, sum(size_bytes) AS not_freed_bytes, max(size_bytes) AS largest_bytes FROM leaks GROUP BY 1, 2, 3 ORDER BY 5 DESC LIMIT {limit};
