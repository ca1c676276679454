-- Title: Copies: by way and size, how fast, and what was hidden behind kernels
-- Needs: No copy was recorded.
WITH longest AS (
  SELECT direction, src_device, dst_device, size_class, engine, host_memory, max(duration_ns) AS ns, start AS longest_start, "end" AS longest_end FROM copies
  GROUP BY direction, src_device, dst_device, size_class, engine, host_memory)
SELECT s.direction, s.src_device, s.dst_device, s.size_class, s.engine, s.host_memory, copies, total_bytes, total_ns, gb_s, min_ns, median_ns, max_ns, hidden_ns, exposed_ns,
  exposed_share, coalescable, longest_start, longest_end
FROM copy_summary AS s LEFT JOIN longest AS l ON l.direction IS s.direction AND l.src_device IS s.src_device AND l.dst_device IS s.dst_device AND l.size_class IS s.size_class
  AND l.engine IS s.engine AND l.host_memory IS s.host_memory
ORDER BY total_ns DESC
