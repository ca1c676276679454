-- api_overhead: what functions cost on the host.
-- arguments: path
WITH traced AS (
  SELECT o.guid, max(o.wrapper_ns - 100 * (SELECT count(*) FROM trace_kernels(:path) AS k WHERE k.guid = o.guid), 0) * 1.0
    / (SELECT count(*) FROM trace_regions(:path) AS r WHERE r.guid = o.guid) AS call_ns
  FROM trace_overhead(:path) AS o WHERE o.wrapper_ns IS NOT NULL),
of_function AS (
  SELECT c.name, sum(c.calls) AS calls, sum(c.inclusive_ns) AS inclusive_ns, sum(c.exclusive_ns) AS exclusive_ns, sum(c.calls - c.unended) AS ended,
    min(c.min_ns) AS min_ns, max(c.max_ns) AS max_ns, CAST(sum(c.calls * t.call_ns) AS INTEGER) AS tracing_ns
  FROM trace_calls(:path) AS c LEFT JOIN traced AS t ON t.guid = c.guid WHERE c.depth > 0 GROUP BY c.name)
SELECT name, calls, inclusive_ns, exclusive_ns, exclusive_ns * 1.0 / (SELECT sum(exclusive_ns) FROM of_function) AS share,
  inclusive_ns * 1.0 / ended AS mean_ns, min_ns, max_ns, tracing_ns
FROM of_function ORDER BY exclusive_ns DESC, name
