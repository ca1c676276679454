-- markers: what programs say of themselves, one row a mark or range, by its text.
--
--    SELECT name, count(*), sum(duration) FROM markers GROUP BY 1 ORDER BY 3 DESC;
--    SELECT m.name, count(*), sum(k.duration) FROM markers m JOIN kernels k
--      ON k.guid = m.guid AND k.tid = m.tid AND k.start BETWEEN m.start AND m."end" GROUP BY 1;
--
-- name       the message               operation  how it was stated: roctxThreadRangeA, roctxMarkA, ...
-- "end"      NULL while it is open; a mark's is its start
CREATE TEMP VIEW markers AS
SELECT guid, pid, tid, name, operation, category, start, "end", duration, stack_id, parent_stack_id FROM (
  SELECT guid, pid, tid, CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.message') END AS name, name AS operation,
    category, start, "end", duration, stack_id, parent_stack_id
  FROM trace_regions_and_samples WHERE category LIKE 'MARKER%' OR category = 'rocm_marker_api')
WHERE name IS NOT NULL;
