-- Title: Calls: what functions cost on the host
-- Needs: No call was recorded.
SELECT name, total_calls AS calls, total_ns, percentage / 100 AS share, average_ns, median_ns, p99_ns, min_ns, max_ns, unended, longest_start, longest_end
FROM top_by('region') ORDER BY total_ns DESC, name
