-- rank_steps: what ranks did up to each collective operation, beside each other. Columns: ext/help/tables/rank_steps.md
-- columns: run TEXT, rank INTEGER, agent_id INTEGER, communicator, n, name TEXT, matched, since, start BIGINT, "end" BIGINT, compute_ns INTEGER, other_ns INTEGER,
--   late_ns INTEGER, wait_ns INTEGER, fresh_wait_ns INTEGER, guid TEXT, host TEXT
-- arguments: path
WITH
  -- Kernels and RCCL's operations come to each other by sorting all together: whether SQLite makes an index for a join is a matter of its estimates.
  operation AS ( -- where there are no kernels of theirs, they are not looked for
    SELECT guid, gpu_start, min(communicator) AS communicator, min(n) AS n FROM (SELECT 1 FROM trace_arrivals(:path) LIMIT 1) CROSS JOIN trace_collectives(:path)
    WHERE matched > 1 AND gpu_start IS NOT NULL GROUP BY guid, gpu_start),
  named AS (
    SELECT *, max(of_communicator) OVER (PARTITION BY guid, start) AS communicator, max(of_n) OVER (PARTITION BY guid, start) AS in_communicator FROM (
      SELECT run, rank, host, guid, agent_id, n, name, since, start, "end", compute_ns, other_ns, NULL AS of_communicator, NULL AS of_n, start AS same_start FROM
        (SELECT *, run, rank, host, guid FROM trace_arrivals(:path))
      UNION ALL SELECT NULL, NULL, NULL, guid, NULL, NULL, NULL, NULL, gpu_start, NULL, NULL, NULL, communicator, n, NULL FROM operation)),
  first AS (SELECT run AS of_run, min(start) AS first FROM trace_gpu_time('rank', :path) GROUP BY run),
  arrival AS ( -- of a GPU's first operation the step is from the first kernel or copy of the run on
    SELECT named.*, coalesce(since, first) AS from_, coalesce(other_ns, start - first - compute_ns) AS other FROM named JOIN first ON of_run IS run WHERE same_start IS NOT NULL),
  -- Without RCCL's calls the n-th operations of all GPUs belong together, if they have as many.
  counted AS (
    SELECT *, count(*) OVER (PARTITION BY run, guid, agent_id) AS of_gpu, count(communicator) OVER (PARTITION BY run) AS known,
      sum(compute_ns * 1.0) OVER in_time AS compute_until, sum(other * 1.0) OVER in_time AS other_until
    FROM arrival WINDOW in_time AS (PARTITION BY run, guid, agent_id ORDER BY n)),
  same AS (SELECT *, min(of_gpu) OVER (PARTITION BY run) = max(of_gpu) OVER (PARTITION BY run) AS as_many FROM counted),
  step AS ( -- what is no operation of several ranks is part of the step
    SELECT *, CAST(compute_until - coalesce(lag(compute_until) OVER in_time, 0) AS INTEGER) AS compute,
      CAST(other_until - coalesce(lag(other_until) OVER in_time, 0) AS INTEGER) AS rest,
      CASE WHEN known THEN in_communicator ELSE n END AS number
    FROM same WHERE CASE WHEN known THEN communicator IS NOT NULL ELSE as_many END WINDOW in_time AS (PARTITION BY run, guid, agent_id ORDER BY n)),
  together AS (
    SELECT *, count(*) OVER operation AS matched, max(start) OVER operation AS all_in, min(rest) OVER operation AS least FROM step
    WINDOW operation AS (PARTITION BY run, communicator, number)),
  waiting AS (
    SELECT *, all_in - start AS wait, coalesce(max(all_in) OVER (PARTITION BY run, guid, agent_id ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), start) AS waited_until
    FROM together WHERE matched > 1)
SELECT run, rank, agent_id, communicator, number AS n, name, matched, from_ AS since, start, "end", compute AS compute_ns, rest AS other_ns, rest - least AS late_ns, wait AS wait_ns,
  max(0, all_in - max(start, waited_until)) AS fresh_wait_ns, guid, host
FROM waiting ORDER BY run, communicator, number, rank, guid, agent_id
