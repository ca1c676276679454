-- diff: what takes longer in one trace than in another
--
--    rocpd diff before after
--    rocpd diff before after --by region
--    rocpd diff before after --by function
--    rocpd diff before after --fail-over 5% || echo slower
--
-- The largest difference comes first; p is the probability of durations at least this different if nothing changed. With --fail-over the exit code is 3 if a kernel, or all
-- kernels together, became slower by more than the percentage. --by takes kernel, region (calls), copy, marker or function. The table `diff` has the same figures; the function
-- `rocpd_regressed` counts the kernels that became slower.
--
-- --by function compares the own times of functions by sampled stacks, as `hotspots` has them: cpu_difference is the part of the difference that is CPU time. The table
-- `hotspot_diff` has the same. Without --by, two traces that have samples and no kernels are compared like this.
-- filters: gpu, kernel, stream
-- keep: name, difference_ns, ratio, total_a_ns, total_b_ns, p, calls_a, calls_b
SELECT {name name} AS name, calls_a, calls_b, total_a_ns, total_b_ns, delta_ns AS difference_ns, round(ratio, 3) AS ratio, median_a_ns, median_b_ns, CASE WHEN p_value IS NOT NULL THEN printf('%.2g', p_value) END AS p, only_in
FROM diff({a}, {b}, {by}) ORDER BY abs(delta_ns) DESC LIMIT {limit};
