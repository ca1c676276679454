-- Title: Memory: how much device memory the programs had over time
-- Needs: No allocation was recorded.
-- Each time step shows its maximum. There are 400 steps, fewer for each of several devices. Memory that a process had not freed when it ended counts until the end.
WITH {processes},
change AS (
  SELECT guid, gpu, device, coalesce(device, guid || ' ' || agent_id, guid) AS whose, timestamp, coalesce(device_bytes, total_bytes) AS bytes
  FROM memory_timeline WHERE level IS NOT 'POOL'),
span AS (
  SELECT min(timestamp) AS first, max(1, (max(timestamp) - min(timestamp)) / max(20, 400 / max(1, count(DISTINCT whose))) + 1) AS ns FROM change),
step AS (
  SELECT guid, gpu, device, whose, (timestamp - first) / ns AS step, min(timestamp) AS start, max(timestamp) AS "end", max(bytes) AS bytes, count(*) AS changes
  FROM change, span GROUP BY 1, 2, 3, 4, 5)
SELECT min(coalesce(gpu, 'unknown agent') || CASE WHEN device IS NULL THEN coalesce(' (process ' || p.pid || coalesce(' on ' || p.host, '') || ')', '') ELSE '' END) AS device,
  min(start) AS start, max("end") AS "end", max(bytes) AS most_bytes, sum(changes) AS changes
FROM step AS s LEFT JOIN process AS p ON p.guid = s.guid GROUP BY whose, step ORDER BY 1, 2
