-- kernel_args: what kernels were given, one row a kernel (ext/help/tables/kernel_args.md).
CREATE TEMP VIEW kernel_args AS
SELECT s.guid, s.pid, s.tid, CAST(d.value AS INTEGER) AS dispatch_id, k.name AS kernel, k.start, s.parent_stack_id AS stack_id, a.value AS args
FROM trace_samples AS s
JOIN trace_region_args AS d ON d.guid = s.guid AND d.id = s.stack_id AND d.name = 'dispatch_id'
JOIN trace_region_args AS a ON a.guid = s.guid AND a.id = s.stack_id AND a.name = 'args'
LEFT JOIN trace_kernels AS k ON k.guid = s.guid AND k.dispatch_id = CAST(d.value AS INTEGER) AND k.nid IS s.nid AND k.pid IS s.pid
WHERE rocpd_domain(s.category) = 'kernel arguments';
