-- busy: which share of the time each GPU had something to do
--
--    rocpd busy trace
--
-- One row for each GPU and file: what overlaps counts once; share is of the time from the file's first kernel or copy to its last.
-- The table `busy` has it, CPUs too.
SELECT coalesce(a.type || ' ' || a.type_index || ' ' || coalesce(a.name, ''), b.agent_id) AS gpu, b.rank, b.GpuTime AS busy_ns, b.WallTime AS of_ns, b.Busy AS share,
  b.kernel_ns, b.copy_ns, b.intervals, b.source AS file
FROM busy AS b LEFT JOIN rocpd_info_agent AS a ON a.id = b.agent_id AND a.guid = b.guid
WHERE b.type = 'GPU' ORDER BY b.rank, b.source, b.agent_id LIMIT {limit};
