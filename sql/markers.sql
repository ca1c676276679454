-- markers: what programs say of themselves, one row a mark or range, by its text (ext/help/tables/markers.md).
CREATE TEMP VIEW markers AS
SELECT guid, pid, tid, name, operation, category, start, "end", duration, stack_id, parent_stack_id FROM (
  SELECT guid, pid, tid, CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.message') END AS name, name AS operation,
    category, start, "end", duration, stack_id, parent_stack_id
  FROM trace_regions_and_samples WHERE rocpd_domain(category) = 'markers')
WHERE name IS NOT NULL;
