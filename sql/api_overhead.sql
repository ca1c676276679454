-- api_overhead: what functions cost on the host.
-- columns: name TEXT, calls, inclusive_ns, exclusive_ns, share, mean_ns, min_ns, max_ns, tracing_ns
-- arguments: path
-- ignores: gpu, kernel, stream
-- takes sums: it is made of calls, which includes them
SELECT name, rocpd_sum(calls) AS calls, rocpd_sum(outermost_ns) AS inclusive_ns, rocpd_sum(exclusive_ns) AS exclusive_ns,
  rocpd_sum(exclusive_ns) * 1.0 / sum(rocpd_sum(exclusive_ns) * 1.0) OVER () AS share, rocpd_sum(inclusive_ns) * 1.0 / rocpd_sum(calls - unended) AS mean_ns,
  min(min_ns) AS min_ns, max(max_ns) AS max_ns, CAST(sum(tracing_ns) AS INTEGER) AS tracing_ns
FROM trace_calls(:path) WHERE depth > 0 GROUP BY name HAVING rocpd_sum(calls) > 0 ORDER BY 4 DESC, 1
