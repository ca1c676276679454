-- Title: How many: what both traces contain
-- Needs: Both traces are empty.
WITH part AS (
  SELECT 1 AS place, 'files' AS what, 'a' AS trace, count(*) AS n FROM sources UNION ALL SELECT 1, 'files', 'b', count(*) FROM sources(:other)
  UNION ALL SELECT 2, 'processes', 'a', count(DISTINCT pid || ' ' || coalesce(host, '') || ' ' || coalesce(run, '')) FROM sources
  UNION ALL SELECT 2, 'processes', 'b', count(DISTINCT pid || ' ' || coalesce(host, '') || ' ' || coalesce(run, '')) FROM sources(:other)
  UNION ALL SELECT 3, 'ranks', 'a', count(DISTINCT rank) FROM sources UNION ALL SELECT 3, 'ranks', 'b', count(DISTINCT rank) FROM sources(:other)
  UNION ALL SELECT 4, 'GPUs that did something', 'a', count(*) FROM gpu_time('device') WHERE type = 'GPU' AND start IS NOT NULL
  UNION ALL SELECT 4, 'GPUs that did something', 'b', count(*) FROM gpu_time('device', :other) WHERE type = 'GPU' AND start IS NOT NULL
  UNION ALL SELECT 5, domain, 'a', rows FROM capabilities UNION ALL SELECT 5, domain, 'b', rows FROM capabilities(:other)),
both AS (SELECT place, what, coalesce(sum(CASE trace WHEN 'a' THEN n END), 0) AS a, coalesce(sum(CASE trace WHEN 'b' THEN n END), 0) AS b FROM part GROUP BY place, what)
SELECT what, a, b, b - a AS difference, b * 1.0 / nullif(a, 0) AS ratio FROM both WHERE a <> 0 OR b <> 0 ORDER BY place, max(a, b) DESC, what
