-- copy_summary: copies by way and size, those with the most time first.
-- columns: direction TEXT, src_device TEXT, dst_device TEXT, size_class TEXT, engine TEXT, host_memory TEXT, copies, total_bytes, total_ns, gb_s,
--   min_ns, median_ns, max_ns, hidden_ns, exposed_ns, exposed_share, coalescable
-- arguments: path
SELECT direction, src_device, dst_device, size_class, engine, host_memory, count(*) AS copies, rocpd_sum(size_bytes) AS total_bytes, rocpd_sum(duration_ns) AS total_ns,
  CAST(rocpd_sum(CASE WHEN duration_ns > 0 AND size_bytes IS NOT NULL THEN size_bytes END) AS REAL)
    / rocpd_sum(CASE WHEN duration_ns > 0 AND size_bytes IS NOT NULL THEN duration_ns END) AS gb_s,
  min(duration_ns) AS min_ns, median(duration_ns) AS median_ns, max(duration_ns) AS max_ns,
  rocpd_sum(hidden_ns) AS hidden_ns, rocpd_sum(exposed_ns) AS exposed_ns, CAST(rocpd_sum(exposed_ns) AS REAL) / nullif(rocpd_sum(hidden_ns + exposed_ns), 0) AS exposed_share,
  sum(coalescable > 0) AS coalescable
FROM trace_copies(:path) GROUP BY direction, src_device, dst_device, size_class, engine, host_memory ORDER BY total_ns DESC, copies DESC
