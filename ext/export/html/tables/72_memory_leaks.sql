-- Title: Not freed: memory that was still allocated at the end
-- Needs: All memory was freed, or no allocation was recorded.
SELECT call, coalesce(gpu, 'unknown agent') AS memory_of, level, count(*) AS allocations, sum(size_bytes) AS not_freed_bytes, max(size_bytes) AS largest_bytes,
  min(allocated) AS start
FROM leaks GROUP BY 1, 2, 3 ORDER BY 5 DESC, 1, 2, 3
