-- metrics: memory, CPU time, power, clocks and other values over time: minimum, mean, maximum, last of each track
--
--    rocpd record --metrics ./app
--    rocpd metrics
--    rocpd metrics --window 1.2s,1.8s trace
--    rocpd metrics -n 0 --csv -o metrics.csv trace
--    rocpd help metrics           what each track is
--
-- One row for each track of a process: of is what it measures, a GPU, the process or its host; pid is the process that read it. mean is over time: a value counts until the next
-- one; a single value is its own mean. last is the last value, and change is what it is above the first one: what a total, such as CPU time, grew by. With --window, all of these
-- are of the values in the window. The table `metrics` has each value.
-- domains: metrics
-- refuses: the metrics of processes and hosts belong to no GPU, kernel or stream
-- keep: track, mean, max, unit, of, last, min, change, pid, rank
WITH valued AS (
  SELECT track, unit, owner, CASE owner WHEN 'agent' THEN gpu WHEN 'host' THEN coalesce(host, 'host') WHEN 'thread' THEN 'thread ' || owner_id ELSE 'process' END AS of,
    guid, pid, rank, value, lead(timestamp) OVER after - timestamp AS lasts, row_number() OVER after AS number, lead(timestamp) OVER after IS NULL AS is_last
  FROM metrics WHERE value IS NOT NULL WINDOW after AS (PARTITION BY source, guid, nid, pid, owner, owner_id, track, unit ORDER BY timestamp, id))
SELECT track, unit, of, rank, pid, count(*) AS n, round(min(value), 3) AS min, round(coalesce(sum(value * lasts) / nullif(sum(lasts), 0), avg(value)), 3) AS mean, round(max(value), 3) AS max,
  round(max(CASE WHEN is_last THEN value END), 3) AS last, round(max(CASE WHEN is_last THEN value END) - max(CASE WHEN number = 1 THEN value END), 3) AS change
FROM valued GROUP BY guid, pid, rank, owner, of, track, unit
ORDER BY CASE owner WHEN 'agent' THEN 0 WHEN 'process' THEN 1 WHEN 'thread' THEN 2 ELSE 3 END, rank, pid, length(of), of, track LIMIT {limit:100};
