-- leaks: memory that was not freed at the end, the largest first.
-- arguments: path
SELECT agent_id, agent_name, level, size_bytes, address, allocated, call, id, guid, source, pid, tid, host, rank, stack_id
FROM trace_allocations(:path) WHERE state = 'live' ORDER BY size_bytes DESC, allocated
