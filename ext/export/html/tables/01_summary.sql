-- Title: Summary: what ran, and how long
-- Needs: There is no file.
SELECT count(*) AS files, count(DISTINCT host) AS hosts, count(DISTINCT pid || ' ' || coalesce(host, '') || ' ' || coalesce(run, '')) AS processes, count(DISTINCT rank) AS ranks,
  sum(rows) + (SELECT count(*) FROM scratch_memory) AS events, (SELECT count(*) FROM gpu_time('device') WHERE type = 'GPU') AS gpus, (SELECT sum(union_ns) FROM gpu_time('device') WHERE type = 'GPU') AS gpu_busy_ns,
  (SELECT sum(busy_ns) * 1.0 / nullif(sum(run_ns), 0) FROM utilisation('device') WHERE type = 'GPU' AND start IS NOT NULL) AS gpu_busy_share,
  min(start) AS start, max("end") AS "end", max("end") - min(start) AS span_ns, rocpd_utc(min(start + wall_offset_ns)) AS began,
  CASE sum(NOT complete) WHEN 0 THEN 'complete' ELSE sum(NOT complete) || ' of ' || count(*) || ' files not complete' END AS state
FROM sources HAVING count(*) > 0
