-- Title: Occupancy: how many waves a SIMD has room for, and what limits it
-- Needs: No kernel was recorded.
SELECT name, calls, total_ns, occupancy AS occupancy_share, limited_by, waves_per_simd, most_waves_per_simd, workgroup_size, vgpr_count, accum_vgpr_count, sgpr_count, lds_bytes, gfx
FROM occupancy ORDER BY total_ns DESC, name
