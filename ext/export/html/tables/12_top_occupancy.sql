-- Title: Occupancy: how many waves a SIMD has room for, and what limits it
-- Needs: No kernel was recorded.
-- Agents of one kind are combined.
SELECT name, rocpd_sum(calls) AS calls, rocpd_sum(total_ns) AS total_ns, occupancy AS occupancy_share, limited_by, waves_per_simd, most_waves_per_simd, workgroup_size, vgpr_count,
  accum_vgpr_count, sgpr_count, lds_bytes, gfx
FROM occupancy GROUP BY name, gfx, workgroup_size, vgpr_count, accum_vgpr_count, sgpr_count, lds_bytes, occupancy, limited_by, waves_per_simd, most_waves_per_simd
ORDER BY 3 DESC, name, workgroup_size, lds_bytes
