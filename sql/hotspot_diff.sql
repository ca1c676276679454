-- hotspot_diff: functions in which threads spent more time in one trace than in another. Columns: ext/help/tables/hotspot_diff.md
-- columns: function TEXT, module TEXT, samples_a, samples_b, self_a_ns, self_b_ns, delta_ns, ratio, running_a_ns, running_b_ns, running_delta_ns,
--   total_a_ns, total_b_ns, only_in
-- arguments: a, b
-- ignores: gpu, kernel, stream
-- takes sums: it is made of hotspots, which includes them
WITH
  side AS (
    SELECT 0 AS b, function, module, samples, self_ns, running_ns, total_ns FROM trace_hotspots('function', coalesce(:a, ''))
    UNION ALL SELECT 1, function, module, samples, self_ns, running_ns, total_ns FROM trace_hotspots('function', coalesce(:b, ''))),
  pair AS (
    SELECT function, module, max(b) AS in_b, min(b) = 0 AS in_a,
      rocpd_sum(CASE b WHEN 0 THEN samples ELSE 0 END) AS samples_a, rocpd_sum(CASE b WHEN 1 THEN samples ELSE 0 END) AS samples_b,
      rocpd_sum(CASE b WHEN 0 THEN self_ns ELSE 0 END) AS self_a_ns, rocpd_sum(CASE b WHEN 1 THEN self_ns ELSE 0 END) AS self_b_ns,
      rocpd_sum(CASE b WHEN 0 THEN running_ns ELSE 0 END) AS running_a_ns, rocpd_sum(CASE b WHEN 1 THEN running_ns ELSE 0 END) AS running_b_ns,
      rocpd_sum(CASE b WHEN 0 THEN total_ns ELSE 0 END) AS total_a_ns, rocpd_sum(CASE b WHEN 1 THEN total_ns ELSE 0 END) AS total_b_ns
    FROM side GROUP BY function, module)
SELECT function, module, samples_a, samples_b, self_a_ns, self_b_ns, self_b_ns - self_a_ns AS delta_ns, CASE WHEN self_a_ns > 0 THEN self_b_ns * 1.0 / self_a_ns END AS ratio,
  running_a_ns, running_b_ns, running_b_ns - running_a_ns AS running_delta_ns, total_a_ns, total_b_ns, CASE WHEN NOT in_b THEN 'a' WHEN NOT in_a THEN 'b' END AS only_in
FROM pair ORDER BY abs(self_b_ns - self_a_ns) DESC, abs(total_b_ns - total_a_ns) DESC, function, module
