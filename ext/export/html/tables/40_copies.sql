-- Title: Copies: by direction and size: speed, and how much kernels hid
-- Needs: No copy was recorded.
SELECT direction, src_device, dst_device, size_class, engine, host_memory, copies, total_bytes, total_ns, gb_s, min_ns, median_ns, max_ns, hidden_ns, exposed_ns,
  exposed_share, coalescable, longest_start, longest_end
FROM copy_summary ORDER BY total_ns DESC
