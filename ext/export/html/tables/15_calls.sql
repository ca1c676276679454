-- Title: Calls: what functions cost on the host
-- Needs: No call was recorded.
-- Exclusive is the time in which a call was the innermost one of its thread; these times add up, and their shares add up to 1. Inclusive is the time in which the function was open, including the calls in it; these times do not add up. Ranges that the program marks
-- are rows by their text.
SELECT o.name, o.calls, o.inclusive_ns, o.exclusive_ns, o.share AS exclusive_share, o.mean_ns AS average_ns, coalesce(t.median_ns, m.median_ns) AS median_ns, coalesce(t.p99_ns, m.p99_ns) AS p99_ns,
  o.min_ns, o.max_ns, coalesce(t.unended, m.unended) AS unended, coalesce(t.longest_start, m.longest_start) AS longest_start, coalesce(t.longest_end, m.longest_end) AS longest_end
FROM api_overhead AS o LEFT JOIN top_by('region') AS t ON t.name IS o.name LEFT JOIN top_by('marker') AS m ON m.name IS o.name ORDER BY o.exclusive_ns DESC, o.inclusive_ns DESC, o.name
