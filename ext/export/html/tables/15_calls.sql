-- Title: Calls: what functions cost on the host
-- Needs: No call was recorded.
-- Exclusive is the time in which a call was the innermost one of its thread: these add up, and so do their shares, to 1. Inclusive is with the calls within it.
SELECT t.name, total_calls AS calls, total_ns AS inclusive_ns, exclusive_ns, share AS exclusive_share, average_ns, median_ns, p99_ns, t.min_ns, t.max_ns, unended, longest_start, longest_end
FROM top_by('region') AS t LEFT JOIN api_overhead AS o ON o.name IS t.name ORDER BY exclusive_ns DESC, inclusive_ns DESC, t.name
