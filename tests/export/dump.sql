-- The rows of the event tables, one JSON object a line, for check.py.
SELECT json_object('kind', 'region', 'guid', guid, 'pid', pid, 'tid', tid, 'name', CASE WHEN name IS NOT NULL THEN hex(name) END, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'result', result) FROM regions;
SELECT json_object('kind', 'kernel', 'guid', guid, 'pid', pid, 'tid', tid, 'name', CASE WHEN name IS NOT NULL THEN hex(name) END, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'dispatch_id', dispatch_id, 'queue_id', queue_id, 'stream_id', stream_id, 'grid', json_array(grid_x, grid_y, grid_z),
  'workgroup', json_array(workgroup_x, workgroup_y, workgroup_z), 'lds_size', lds_size, 'scratch_size', scratch_size, 'graph_exec_id', graph_exec_id) FROM kernels;
SELECT json_object('kind', 'copy', 'guid', guid, 'pid', pid, 'tid', tid, 'name', CASE WHEN name IS NOT NULL THEN hex(name) END, 'category', category, 'start', start, 'end', "end",
  'stack_id', stack_id, 'size', size, 'stream_id', stream_id, 'src_agent', src_agent_abs_index, 'dst_agent', dst_agent_abs_index) FROM memory_copies;
SELECT json_object('kind', 'argument', 'guid', guid, 'pid', pid, 'id', id, 'position', position, 'name', CASE WHEN name IS NOT NULL THEN hex(name) END, 'value', CASE WHEN value IS NOT NULL THEN hex(value) END) FROM region_args;
