-- iterations: the steps of a program, by something that happens once in each. Columns: ext/help/tables/iterations.md
-- columns: name, kind, rank INTEGER, pid INTEGER, n, start BIGINT, "end" BIGINT, duration_ns, period_ns, median_period_ns, pace, outlier,
--   behind_ns, guid TEXT, run TEXT, host TEXT, nid INTEGER
-- arguments: anchor, path
-- takes: gpu, kernel, stream
WITH
  found AS ( -- a text that the program states and comes back, the one with the most time; else a kernel: as often as most kernels of the trace are
    SELECT coalesce(:anchor,
      (SELECT name FROM trace_top_by('marker', :path) WHERE total_calls > 2 AND total_ns > 0 ORDER BY total_ns DESC, name LIMIT 1),
      (SELECT k.name FROM trace_top_kernels(:path) AS k WHERE k.total_calls = (
        SELECT total_calls FROM trace_top_kernels(:path) WHERE total_calls > 2 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)
       ORDER BY total_ns DESC, k.name LIMIT 1)) AS anchor),
  happens AS (
    SELECT 1 AS kind, guid, run, host, rank, nid, pid, start, "end" FROM trace_regions_and_samples(:path), found
    WHERE rocpd_domain(category) = 'markers' AND CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.message') END = anchor
    UNION ALL SELECT 2, guid, run, host, rank, nid, pid, start, "end" FROM trace_regions(:path) WHERE name = (SELECT anchor FROM found)
    UNION ALL SELECT 3, guid, run, host, rank, nid, pid, start, "end" FROM trace_kernels(:path)
      WHERE name IN (SELECT name FROM trace_top_kernels(:path), found WHERE name = anchor OR rocpd_short_name(name) = anchor)),
  one_kind AS (SELECT * FROM happens WHERE kind = (SELECT min(kind) FROM happens) AND start IS NOT NULL),
  step AS (
    SELECT *, row_number() OVER in_time AS n, lead(start) OVER in_time - start AS period_ns FROM one_kind
    WINDOW in_time AS (PARTITION BY guid, nid, pid ORDER BY start, "end")),
  typical AS (SELECT guid AS of_guid, nid AS of_nid, pid AS of_pid, median(period_ns) AS median_ns FROM step GROUP BY guid, nid, pid),
  spread AS (
    SELECT of_guid, of_nid, of_pid, median_ns, median(abs(period_ns - median_ns)) AS deviation_ns FROM step JOIN typical ON of_guid IS guid AND of_nid IS nid AND of_pid IS pid GROUP BY of_guid, of_nid, of_pid)
SELECT (SELECT anchor FROM found) AS name, CASE kind WHEN 1 THEN 'marker' WHEN 2 THEN 'call' ELSE 'kernel' END AS kind, rank, pid, n, start, "end",
  "end" - start AS duration_ns, period_ns, median_ns AS median_period_ns, CASE WHEN median_ns > 0 THEN period_ns / median_ns END AS pace,
  abs(period_ns - median_ns) > 5 * 1.4826 * max(deviation_ns, 0.01 * median_ns) AS outlier,
  CASE WHEN NOT EXISTS (SELECT 1 FROM trace_sources(:path) WHERE clock IS NOT NULL) THEN start - min(start) OVER (PARTITION BY run, n) END AS behind_ns, guid, run, host, nid
FROM step JOIN spread ON of_guid IS guid AND of_nid IS nid AND of_pid IS pid ORDER BY rank, guid, nid, pid, n
