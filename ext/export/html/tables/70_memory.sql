-- Title: Memory: how much device memory the programs had over time
-- Needs: No allocation was recorded.
-- The most in each step of time: 400 steps, of several devices fewer each.
WITH change AS (
  SELECT coalesce(device, host || ' agent ' || agent_id, 'agent ' || agent_id, 'no agent') AS device, timestamp, coalesce(device_bytes, total_bytes) AS bytes
  FROM memory_timeline WHERE level IS NOT 'POOL'),
span AS (
  SELECT min(timestamp) AS first, max(1, (max(timestamp) - min(timestamp)) / max(20, 400 / max(1, count(DISTINCT device))) + 1) AS ns FROM change)
SELECT device, min(timestamp) AS start, max(timestamp) AS "end", max(bytes) AS most_bytes, count(*) AS changes
FROM change, span GROUP BY device, (timestamp - first) / ns ORDER BY device, 2
