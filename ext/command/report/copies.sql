-- copies: copies by direction and size: number, bytes, speed, and how much kernels hid
--
--    rocpd copies trace
--    rocpd copies --window 1.2s,1.8s trace
--    rocpd copies -n 0 --csv -o copies.csv trace
--
-- Directions are H2D, D2H, D2D (within a GPU) and P2P (between two GPUs). exposed is the time in which no computing kernel ran. The tables `copy_summary` and `copies` have the details.
-- domains: copies
-- filters: gpu, stream
-- refuses: copies have no kernel name
-- keep: direction, size, time_ns, bytes, n, GB/s, exposed_share, way, exposed_ns, memory
SELECT direction, coalesce(src_device, '?') || ' to ' || coalesce(dst_device, '?') AS way, size_class AS size, host_memory AS memory, copies AS n, total_bytes AS bytes, total_ns AS time_ns, printf('%.1f', gb_s) AS 'GB/s', median_ns, exposed_ns, exposed_share, nullif(coalescable, 0) AS could_be_one
FROM copy_summary LIMIT {limit};
