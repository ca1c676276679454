-- Title: Summary: what ran, and how long
-- Needs: There is no file.
-- If the clocks of several machines were not compared, times are those of each machine.
WITH process AS (SELECT pid, host, run, rank FROM processes)
SELECT count(*) AS files, coalesce(clock, (SELECT count(DISTINCT host) FROM process)) AS hosts,
  (SELECT count(DISTINCT pid || ' ' || coalesce(host, '') || ' ' || coalesce(run, '')) FROM process AS p WHERE clock IS NULL OR p.host = clock OR clock GLOB '[0-9]* machines') AS processes,
  (SELECT count(DISTINCT rank) FROM process AS p WHERE clock IS NULL OR p.host = clock OR clock GLOB '[0-9]* machines') AS ranks,
  sum(rows) + (SELECT count(*) FROM scratch_memory AS m WHERE clock IS NULL OR m.host = clock OR clock GLOB '[0-9]* machines') AS events, (SELECT count(*) FROM gpu_time('device') AS g WHERE type = 'GPU' AND (clock IS NULL OR g.host = clock OR clock GLOB '[0-9]* machines')) AS gpus, (SELECT sum(union_ns) FROM gpu_time('device') AS g WHERE type = 'GPU' AND (clock IS NULL OR g.host = clock OR clock GLOB '[0-9]* machines')) AS gpu_busy_ns,
  (SELECT sum(busy_ns) * 1.0 / nullif(sum(run_ns), 0) FROM utilisation('device') AS g WHERE type = 'GPU' AND g.start IS NOT NULL AND (clock IS NULL OR g.host = clock OR clock GLOB '[0-9]* machines')) AS gpu_busy_share,
  min(start) AS start, max("end") AS "end", CASE WHEN clock IS NULL OR clock NOT GLOB '[0-9]* machines' THEN max("end") - min(start) END AS span_ns, rocpd_utc(min(start + wall_offset_ns)) AS began,
  CASE sum(NOT complete) WHEN 0 THEN 'complete' ELSE sum(NOT complete) || ' of ' || count(*) || ' files not complete' END || CASE WHEN clock IS NULL THEN '' WHEN clock GLOB '[0-9]* machines' THEN ', their clocks were not compared' ELSE ', its clock was not compared with the others' END AS state
FROM sources WHERE same_as IS NULL GROUP BY clock ORDER BY clock
