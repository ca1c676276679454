-- diff: what takes longer in one trace than in another
--
--    rocpd diff before after
--    rocpd diff before after --by region
--    rocpd diff before after --fail-over 5% || echo slower
--
-- The longest difference first; p is how likely so different durations are if nothing differs. With --fail-over the exit code is 3 where a kernel, or all
-- together, take more than so much longer in the second trace. --by kernel, region (calls), copy or marker. The table `diff` has it, the function
-- `rocpd_regressed` the decision.
SELECT {name name} AS name, calls_a, calls_b, total_a_ns, total_b_ns, delta_ns AS difference_ns, round(ratio, 3) AS ratio, median_a_ns, median_b_ns, CASE WHEN p_value IS NOT NULL THEN printf('%.2g', p_value) END AS p, only_in
FROM diff({a}, {b}, {by}) ORDER BY abs(delta_ns) DESC LIMIT {limit};
