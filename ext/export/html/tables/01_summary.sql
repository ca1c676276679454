-- Title: Summary: what ran, and how long
-- Needs: There is no file.
-- Where the clocks of several machines were not compared times are of each machine.
WITH process AS (SELECT pid, host, run, rank FROM processes)
SELECT count(*) AS files, coalesce(clock, (SELECT count(DISTINCT host) FROM process)) AS hosts,
  (SELECT count(DISTINCT pid || ' ' || coalesce(host, '') || ' ' || coalesce(run, '')) FROM process AS p WHERE clock IS NULL OR p.host = clock) AS processes,
  (SELECT count(DISTINCT rank) FROM process AS p WHERE clock IS NULL OR p.host = clock) AS ranks,
  sum(rows) + (SELECT count(*) FROM scratch_memory AS m WHERE clock IS NULL OR m.host = clock) AS events, (SELECT count(*) FROM gpu_time('device') AS g WHERE type = 'GPU' AND (clock IS NULL OR g.host = clock)) AS gpus, (SELECT sum(union_ns) FROM gpu_time('device') AS g WHERE type = 'GPU' AND (clock IS NULL OR g.host = clock)) AS gpu_busy_ns,
  (SELECT sum(busy_ns) * 1.0 / nullif(sum(run_ns), 0) FROM utilisation('device') AS g WHERE type = 'GPU' AND g.start IS NOT NULL AND (clock IS NULL OR g.host = clock)) AS gpu_busy_share,
  min(start) AS start, max("end") AS "end", max("end") - min(start) AS span_ns, rocpd_utc(min(start + wall_offset_ns)) AS began,
  CASE sum(NOT complete) WHEN 0 THEN 'complete' ELSE sum(NOT complete) || ' of ' || count(*) || ' files not complete' END || CASE WHEN clock IS NULL THEN '' ELSE ', its clock was not compared with the others' END AS state
FROM sources GROUP BY clock ORDER BY clock
