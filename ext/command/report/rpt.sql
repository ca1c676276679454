-- rpt: the report of rtg_tracer's rpt for any trace: where the time of each GPU went, kernels and gaps together
--
--    rocpd rpt trace
--    rocpd rpt --gaps 10 100 1000 --topn 5 rtg_trace.txt
--    rocpd rpt --range step/3 trace
--
-- Resources are the GPUs (kernels and barriers of all queues) and the copies (DATA). A row counts only time in which nothing that began earlier was still running,
-- so that the rows of a resource add up to its time from first to last. Options: --no_gaps (percentages are then of the busy time),
-- --ignore_barriers, --gaps US... (bounds of the classes of gaps), --topn N (20; 0 or -1: all). Unlike the original, it includes the last record.
-- A region of interest is --window START,END or --range NAME[/N]. With --gpu, these GPUs, and copies from or to them.
-- filters: gpu
-- refuses: without the other work, a GPU would look idle
CREATE TEMP TABLE agent AS SELECT guid, nid, coalesce((SELECT p.pid FROM rocpd_info_process AS p WHERE p.guid = a.guid AND p.id = a.pid), pid) AS pid, absolute_index, gpu, CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.handle') END AS handle FROM rocpd_info_agent AS a;
CREATE TEMP TABLE chosen AS SELECT gpu FROM gpu_time('agent') WHERE type = 'GPU'; -- an error if events are known as sums only: their times are needed
CREATE TEMP TABLE event AS
  SELECT gpu AS resource, 'kernel' AS type, rocpd_demangle(name) AS name, start, "end" AS stop FROM kernels WHERE "end" IS NOT NULL
  UNION ALL SELECT * FROM (SELECT (SELECT gpu FROM agent AS a WHERE a.guid = r.guid AND a.nid IS r.nid AND json_extract(r.extdata, '$.agent') = CASE WHEN a.pid = r.pid AND handle IS NOT NULL THEN handle ELSE absolute_index END) AS of_gpu,
      'barrier', name, start, "end" FROM regions AS r WHERE rocpd_domain(category) = 'barriers' AND "end" IS NOT NULL AND {barriers}) WHERE {all_gpus} OR of_gpu IN (SELECT gpu FROM chosen)
  UNION ALL SELECT gpu, 'barrier', name, start, "end" FROM barriers WHERE "end" IS NOT NULL AND {barriers}
  UNION ALL SELECT 'DATA', 'copy', CASE name WHEN 'MEMORY_COPY_HOST_TO_DEVICE' THEN 'HostToDevice' WHEN 'MEMORY_COPY_DEVICE_TO_HOST' THEN 'DeviceToHost'
      WHEN 'MEMORY_COPY_DEVICE_TO_DEVICE' THEN 'DeviceToDevice' WHEN 'MEMORY_COPY_HOST_TO_HOST' THEN 'HostToHost' ELSE name END || ifnull('_' || size || '_bytes', ''), start, "end"
    FROM memory_copies WHERE "end" IS NOT NULL AND dispatch_id IS NULL;
CREATE TEMP TABLE spent AS
WITH ordered AS (SELECT *, max(stop) OVER (PARTITION BY resource ORDER BY start, stop, name ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM event),
each AS (
  SELECT resource, 0 AS gap, name, max(0, stop - max(start, ifnull(before, start))) AS ns FROM ordered
  UNION ALL SELECT resource, 1, {bucket}, start - before FROM ordered WHERE start > before
)
SELECT resource, gap, name, sum(ns) AS total, count(*) AS calls, avg(ns) AS mean, min(ns) AS least, max(ns) AS most FROM each GROUP BY resource, gap, name;
WITH roi AS (SELECT min(start) AS first, max(stop) - min(start) AS ns FROM event),
resource AS (SELECT resource, count(*) AS records, sum(CASE WHEN NOT gap THEN total END) AS busy, (SELECT min(start) FROM event AS e WHERE e.resource = spent.resource) AS first FROM spent GROUP BY resource),
ranked AS (SELECT *, row_number() OVER (PARTITION BY resource ORDER BY total DESC, name) AS place FROM spent WHERE NOT gap OR {gaps})
SELECT line FROM (
  SELECT -3 AS first, 0 AS part, 0 AS place, printf('ROI_START: %-8s %12.6f: %-7s %s', resource, 0.0, type, name) AS line FROM (SELECT * FROM event ORDER BY start LIMIT 1)
  UNION ALL SELECT -2, 0, 0, printf('ROI_STOP : %-8s %12.6f: %-7s %s', resource, (stop - roi.first) / 1e6, type, name) FROM (SELECT * FROM event ORDER BY stop DESC LIMIT 1), roi
  UNION ALL SELECT -1, 0, 0, printf('ROI_TIME=%8.3f secs', ns / 1e9) FROM roi WHERE ns IS NOT NULL
  UNION ALL SELECT -1, 0, 0, 'no work of a GPU in the trace' FROM roi WHERE ns IS NULL
  UNION ALL SELECT first, 0, 0, printf(char(10) || 'Resource=%s Showing %d/%d records  %6.2f%% busy' || char(10) || '%14s %11s %8s %8s %8s %8s  %-30s', resource,
    CASE WHEN {topn} > 0 THEN min({topn}, records) ELSE records END, records, ifnull(busy, 0) * 100.0 / max(1, roi.ns), 'Total(%)', 'Time(us)', 'Calls', 'Avg(us)', 'Min(us)', 'Max(us)', 'Name') FROM resource, (SELECT ns FROM roi) AS roi
  UNION ALL SELECT resource.first, 1, place, printf('%13.2f%% %10.1f %8d %8.1f %8.1f %8.1f  %-30s', total * 100.0 / max(1, CASE WHEN {gaps} THEN roi.ns ELSE busy END), total / 1e3, calls,
    mean / 1e3, least / 1e3, most / 1e3, name) FROM ranked JOIN resource USING (resource), (SELECT ns FROM roi) AS roi WHERE {topn} <= 0 OR place <= {topn}
) ORDER BY first, part, place;
