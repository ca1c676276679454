-- Title: Copies: by direction
-- Needs: No copy was recorded in either trace.
SELECT name, calls_a, calls_b, total_a_ns, total_b_ns, delta_ns, ratio, average_a_ns, average_b_ns, median_a_ns, median_b_ns, p_value, b_longer, only_in,
  longest_a_start AS longest_start, longest_a_end AS longest_end, longest_b_start AS b_longest_start, longest_b_end AS b_longest_end
FROM diff('', :other, 'copy') ORDER BY abs(delta_ns) DESC, name
