-- Title: Calls: what functions cost on the host
-- Needs: No call was recorded.
WITH longest AS (SELECT name, max(duration) AS ns, start AS longest_start, "end" AS longest_end FROM regions GROUP BY name)
SELECT t.name, total_calls AS calls, total_ns, percentage / 100 AS share, average_ns, median_ns, p99_ns, min_ns, max_ns, unended, longest_start, longest_end
FROM top_by('region') AS t LEFT JOIN longest AS l ON l.name = t.name ORDER BY total_ns DESC, t.name
