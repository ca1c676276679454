-- Title: Markers: by their texts
-- Needs: The programs marked nothing (ROCTx, collect.h), or markers were not recorded.
WITH said AS (
  SELECT 'a' AS trace, CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.message') END AS name, duration, start, "end" FROM regions_and_samples
  WHERE category LIKE 'MARKER%' OR category = 'rocm_marker_api'
  UNION ALL SELECT 'b', CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.message') END, duration, start, "end" FROM regions_and_samples(:other)
  WHERE category LIKE 'MARKER%' OR category = 'rocm_marker_api'),
a AS (SELECT name, max(duration) AS ns, start, "end" FROM said WHERE trace = 'a' GROUP BY name), b AS (SELECT name, max(duration) AS ns, start, "end" FROM said WHERE trace = 'b' GROUP BY name)
SELECT d.name, d.calls_a, d.calls_b, d.total_a_ns, d.total_b_ns, d.delta_ns, d.ratio, d.average_a_ns, d.average_b_ns, d.median_a_ns, d.median_b_ns, d.p_value, d.b_longer, d.only_in,
  a.start AS longest_start, a."end" AS longest_end, b.start AS b_longest_start, b."end" AS b_longest_end
FROM diff('', :other, 'marker') AS d LEFT JOIN a ON a.name = d.name LEFT JOIN b ON b.name = d.name ORDER BY abs(d.delta_ns) DESC, d.name
