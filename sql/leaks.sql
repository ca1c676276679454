-- leaks: memory that was not freed at the end, the largest first.
-- columns: agent_id INTEGER, agent_name TEXT, level TEXT, size_bytes INTEGER, address INTEGER, allocated BIGINT, call TEXT, id INTEGER, guid TEXT,
--   source TEXT, pid INTEGER, tid INTEGER, host TEXT, rank INTEGER, stack_id INTEGER, gpu TEXT,
--   device TEXT
-- arguments: path
-- takes: gpu
-- ignores: kernel, stream
-- takes sums: except of allocations; it needs no kernels, copies and calls
SELECT agent_id, agent_name, level, size_bytes, address, allocated, call, id, guid, source, pid, tid, host, rank, stack_id, gpu, device
FROM trace_allocations(:path) WHERE state = 'live' ORDER BY size_bytes DESC, allocated
