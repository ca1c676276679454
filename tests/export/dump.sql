-- The rows of the event tables, one JSON object a line, for check.py. Names are those that are shown: markers' texts.
SELECT json_object('kind', 'region', 'id', id, 'guid', guid, 'pid', pid, 'tid', tid, 'name', hex(CASE WHEN category GLOB 'MARKER*' AND json_extract(extdata, '$.message') IS NOT NULL
  THEN json_extract(extdata, '$.message') ELSE name END), 'null', name IS NULL, 'category', category, 'start', start, 'end', "end", 'stack_id', stack_id,
  'parent_stack_id', parent_stack_id, 'result', result) FROM regions;
SELECT json_object('kind', 'sample', 'guid', guid, 'pid', pid, 'tid', tid, 'name', hex(CASE WHEN category GLOB 'MARKER*' AND json_extract(extdata, '$.message') IS NOT NULL
  THEN json_extract(extdata, '$.message') ELSE name END), 'null', name IS NULL, 'category', category, 'start', start, 'end', "end", 'stack_id', stack_id) FROM (SELECT *, timestamp AS start, timestamp AS "end" FROM samples);
SELECT json_object('kind', 'kernel', 'guid', guid, 'pid', pid, 'tid', tid, 'name', hex(name), 'null', name IS NULL, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'dispatch_id', dispatch_id, 'queue_id', queue_id, 'stream_id', stream_id, 'grid', json_array(grid_x, grid_y, grid_z),
  'workgroup', json_array(workgroup_x, workgroup_y, workgroup_z), 'lds_size', lds_size, 'scratch_size', scratch_size, 'graph_exec_id', graph_exec_id,
  'agent', agent_abs_index, 'kernel_id', kernel_id, 'vgprs', vgpr_count, 'accum_vgprs', accum_vgpr_count, 'sgprs', sgpr_count) FROM kernels;
SELECT json_object('kind', 'copy', 'guid', guid, 'pid', pid, 'tid', tid, 'name', hex(name), 'null', name IS NULL, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'size', size, 'queue_id', queue_id, 'stream_id', stream_id, 'src_agent', src_agent_abs_index, 'dst_agent', dst_agent_abs_index) FROM memory_copies;
SELECT json_object('kind', 'allocation', 'id', id, 'guid', guid, 'pid', pid, 'tid', tid, 'name', hex(name), 'null', name IS NULL, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'size', size, 'address', address, 'level', hex(level), 'agent', agent_abs_index, 'queue_id', queue_id, 'stream_id', stream_id) FROM (SELECT *, type AS name FROM memory_allocations);
SELECT json_object('kind', 'scratch', 'guid', guid, 'pid', pid, 'tid', tid, 'name', hex(name), 'null', name IS NULL, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'size', size, 'address', address, 'flags', hex(alloc_flags), 'agent', agent_abs_index, 'queue_id', queue_id) FROM (SELECT *, operation AS name FROM scratch_memory);
SELECT json_object('kind', 'argument', 'guid', guid, 'pid', pid, 'id', id, 'position', position, 'name', CASE WHEN name IS NOT NULL THEN hex(name) END, 'value', CASE WHEN value IS NOT NULL THEN hex(value) END) FROM region_args;
