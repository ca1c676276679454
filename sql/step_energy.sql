-- step_energy: joules of GPUs in each step of a program. Columns: ext/help/tables/step_energy.md
-- columns: name, rank INTEGER, pid INTEGER, n, start BIGINT, period_ns, calls, busy_ns, joules, error_j, unknown_ns, guid TEXT, run TEXT, host TEXT
-- arguments: anchor, path
-- takes: gpu
WITH
  step AS ( -- NULL as an anchor would be none, so it is left away
    SELECT name, rank, pid, n, start, period_ns, guid, run, host FROM trace_iterations(:anchor, :path) WHERE :anchor IS NOT NULL
    UNION ALL SELECT name, rank, pid, n, start, period_ns, guid, run, host FROM trace_iterations WHERE path = coalesce(:path, '') AND :anchor IS NULL),
  moment AS ( -- steps before what starts at the same time
    SELECT guid, pid, start, 0 AS calls, n, 0 AS busy_ns, NULL AS joules, NULL AS error_j, 0 AS unknown_ns FROM step
    UNION ALL SELECT guid, pid, start, calls, NULL, busy_ns, joules, error_j, unknown_ns FROM (SELECT *, guid, pid, start FROM trace_energy('event', :path)) WHERE kind <> 'idle' AND start IS NOT NULL),
  placed AS (SELECT *, max(n) OVER (PARTITION BY guid, pid ORDER BY start, calls ROWS UNBOUNDED PRECEDING) AS step FROM moment),
  added AS (
    SELECT guid, pid, step, sum(calls) AS calls, sum(busy_ns) AS busy_ns, sum(joules) AS joules, sum(error_j) AS error_j, sum(unknown_ns) AS unknown_ns
    FROM placed WHERE step IS NOT NULL GROUP BY guid, pid, step)
SELECT name, rank, pid, n, start, period_ns, calls, busy_ns, joules, error_j, unknown_ns, guid, run, host
FROM step JOIN added USING (guid, pid) WHERE added.step = step.n ORDER BY rank, guid, pid, n
