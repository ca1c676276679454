-- collectives: collective operations of RCCL, one row for each rank that takes part. Columns: ext/help/tables/collectives.md
-- columns: communicator, n, name, rank, comm_rank, ranks, matched, size_bytes, start, "end", gpu_start, gpu_end, gpu_ns,
--   wait_ns, transfer_ns, algorithm_gbps, bus_gbps, in_launch, pid, tid, stack_id, guid TEXT, run, host
-- arguments: path
-- ignores: gpu, kernel, stream
WITH RECURSIVE
  -- Calls with their arguments. These and the kernels further down come to their rows by sorting all together: whether SQLite makes an index for a join is a
  -- matter of its estimates, and without one the time would grow with the square.
  part AS (
    SELECT guid, id, run, host, rank, nid, pid, tid, name, start, "end", stack_id, NULL AS argument, NULL AS value FROM trace_regions(:path)
    WHERE rocpd_domain(category) = 'rccl' AND coalesce(result, 0) IN (0, 7)
    UNION ALL
    SELECT guid, id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, name, value FROM trace_region_args(:path)
    WHERE name IN ('comm', 'commId', '*newcomm', '*comm', 'color', 'nranks', 'bytes', 'rank')),
  call AS ( -- whose: the process, of which a merged file has several
    SELECT guid, guid || ' ' || coalesce(max(nid), '') || ' ' || coalesce(max(pid), '') AS whose, id, max(run) AS run, max(host) AS host, max(rank) AS rank, max(pid) AS pid, max(tid) AS tid, max(name) AS name, max(start) AS start, max("end") AS "end",
      max(stack_id) AS stack_id, max(CASE argument WHEN 'comm' THEN value END) AS comm, max(CASE argument WHEN 'commId' THEN value END) AS comm_id,
      max(CASE WHEN argument IN ('*newcomm', '*comm') THEN value END) AS made, max(CASE argument WHEN 'color' THEN value END) AS color,
      max(CASE argument WHEN 'nranks' THEN CAST(value AS INTEGER) END) AS nranks, max(CASE argument WHEN 'bytes' THEN CAST(value AS INTEGER) END) AS bytes,
      max(CASE argument WHEN 'rank' THEN CAST(value AS INTEGER) END) AS comm_rank, count(argument) AS arguments
    FROM part GROUP BY guid, id HAVING max(name) IS NOT NULL),
  -- Groups: what is called between ncclGroupStart and the ncclGroupEnd that closes it is launched by that.
  depth AS (
    SELECT *, sum(CASE name WHEN 'ncclGroupStart' THEN 1 WHEN 'ncclGroupEnd' THEN -1 ELSE 0 END) OVER (PARTITION BY whose, tid ORDER BY start, id) AS depth FROM call),
  placed AS ( -- behind as many groups of its thread; a group that is never closed launches nothing together
    SELECT *, count(CASE WHEN name = 'ncclGroupEnd' AND depth = 0 THEN 1 END) OVER (PARTITION BY whose, tid ORDER BY start, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS behind
    FROM depth),
  launcher AS (
    SELECT *, CAST(coalesce(CASE WHEN depth > 0 THEN max(CASE WHEN name = 'ncclGroupEnd' AND depth = 0 THEN stack_id END) OVER (PARTITION BY whose, tid, behind) END, stack_id) AS INTEGER)
      AS launched_by FROM placed),
  -- Communicators: the same in all processes that gave one id; or what the same split of such a one made, by its color.
  life AS ( -- of a handle: until another one is made under it, or it is destroyed
    SELECT *, lead(start) OVER (PARTITION BY whose, made ORDER BY start) AS until FROM (
      SELECT whose, name, start, comm AS parent, comm_id, made, color, nranks FROM call WHERE made IS NOT NULL
      UNION ALL SELECT whose, NULL, start, NULL, NULL, comm, NULL, NULL FROM call WHERE name IN ('ncclCommDestroy', 'ncclCommAbort'))),
  maker AS (
    SELECT m.*, row_number() OVER (PARTITION BY m.whose, m.name, m.parent, p.start ORDER BY m.start) AS nth
    FROM life AS m LEFT JOIN life AS p ON p.whose = m.whose AND p.made = m.parent AND m.start > p.start AND (p.until IS NULL OR m.start <= p.until)
    WHERE m.name IS NOT NULL),
  known(whose, handle, since, until, text, nranks) AS (
    SELECT whose, made, start, until, comm_id, nranks FROM maker WHERE comm_id IS NOT NULL
    UNION ALL
    SELECT m.whose, m.made, m.start, m.until, k.text || ' ' || m.name || ' ' || m.nth || ' ' || coalesce(m.color, ''), m.nranks
    FROM known AS k JOIN maker AS m ON m.whose = k.whose AND m.parent = k.handle AND m.start > k.since AND (k.until IS NULL OR m.start <= k.until) WHERE m.comm_id IS NULL),
  operation AS (
    SELECT l.guid, l.whose, l.run, l.host, l.rank, l.pid, l.tid, l.id, l.name, l.start, l."end", l.stack_id, l.launched_by, l.bytes, nullif(l.comm_rank, -1) AS comm_rank, k.nranks,
      coalesce(k.text, l.whose || ' ' || l.comm) AS communicator
    FROM launcher AS l LEFT JOIN known AS k ON k.whose = l.whose AND k.handle = l.comm AND l.start >= k.since AND (k.until IS NULL OR l.start < k.until)
    WHERE l.arguments AND l.name IN ('ncclAllGather', 'ncclAllReduce', 'ncclAllReduceWithBias', 'ncclAllToAll', 'ncclAlltoAll', 'ncclAllToAllv', 'ncclAlltoAllv', 'ncclBroadcast', 'ncclBcast',
      'ncclGather', 'ncclReduce', 'ncclReduceScatter', 'ncclScatter')),
  numbered AS (
    SELECT *, row_number() OVER (PARTITION BY whose, communicator, comm_rank ORDER BY start, id) AS n, count(*) OVER (PARTITION BY guid, launched_by) AS in_launch FROM operation),
  -- Kernels by the call that launched them, or the one around that: HIP's.
  kernel AS (
    SELECT o.guid AS of_guid, o.launched_by AS by, min(k.start) AS gpu_start, max(k."end") AS gpu_end
    FROM (SELECT DISTINCT guid, launched_by FROM numbered) AS o CROSS JOIN trace_kernels(:path) AS k ON k.guid = o.guid AND k.parent_stack_id = o.launched_by GROUP BY 1, 2
    UNION ALL
    SELECT o.guid, o.launched_by, min(k.start), max(k."end")
    FROM (SELECT DISTINCT guid, launched_by FROM numbered) AS o CROSS JOIN trace_kernels(:path) AS k ON k.guid = o.guid AND k.stack_id = o.launched_by GROUP BY 1, 2),
  timed AS (
    SELECT * FROM (
      SELECT *, min(of_start) OVER (PARTITION BY guid, launched_by) AS gpu_start, max(of_end) OVER (PARTITION BY guid, launched_by) AS gpu_end FROM (
        SELECT *, NULL AS of_start, NULL AS of_end FROM numbered
        UNION ALL
        SELECT of_guid, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, by, NULL, NULL, NULL, NULL, NULL, NULL, gpu_start, gpu_end FROM kernel))
    WHERE n IS NOT NULL),
  together AS (
    SELECT *, count(*) OVER (PARTITION BY communicator, n, name) AS matched, max(gpu_start) OVER (PARTITION BY communicator, n, name) AS all_in,
      max(gpu_end) OVER (PARTITION BY communicator, n, name) AS all_out FROM timed),
  apart AS (SELECT count(clock) > 0 AS yes FROM (SELECT clock FROM trace_sources(:path))),
  moved AS (
    SELECT *, coalesce(nranks, matched) AS ranks, (SELECT yes FROM apart) AS clocks_apart, CASE WHEN in_launch = 1 AND NOT (SELECT yes FROM apart) AND all_out > all_in THEN all_out - all_in END AS transfer_ns,
      CASE WHEN bytes >= 0 THEN bytes * CASE WHEN name IN ('ncclAllGather', 'ncclReduceScatter', 'ncclGather', 'ncclScatter', 'ncclAllToAll', 'ncclAlltoAll')
        THEN coalesce(nranks, matched) ELSE 1 END END AS size
    FROM together)
SELECT dense_rank() OVER (ORDER BY communicator) AS communicator, n, name, rank, comm_rank, ranks, matched, nullif(bytes, -1) AS size_bytes, start, "end", gpu_start, gpu_end,
  gpu_end - gpu_start AS gpu_ns, CASE WHEN matched > 1 AND NOT clocks_apart THEN all_in - gpu_start END AS wait_ns, transfer_ns, 1.0 * size / transfer_ns AS algorithm_gbps,
  1.0 * size / transfer_ns * CASE WHEN name LIKE 'ncclAllReduce%' THEN 2.0 * (ranks - 1) / ranks
    WHEN name IN ('ncclBroadcast', 'ncclBcast', 'ncclReduce') THEN 1 ELSE 1.0 * (ranks - 1) / ranks END AS bus_gbps,
  in_launch, pid, tid, stack_id, guid, run, host
FROM moved ORDER BY 1, n, comm_rank
