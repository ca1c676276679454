-- Title: Why idle: pauses of the GPUs by cause
-- Needs: No GPU had a pause.
WITH longest AS (SELECT type, cause, host_call, max(duration_ns) AS ns, start AS longest_start, "end" AS longest_end FROM gaps GROUP BY type, cause, host_call)
SELECT s.type, s.cause, s.host_call, sum(gaps) AS gaps, sum(idle_ns) AS idle_ns, sum(idle_ns) * 1.0 / nullif(sum(sum(idle_ns)) OVER (), 0) AS share, max(longest_ns) AS longest_ns,
  longest_start, longest_end
FROM idle_summary AS s LEFT JOIN longest AS l ON l.type = s.type AND l.cause = s.cause AND l.host_call IS s.host_call GROUP BY s.type, s.cause, s.host_call ORDER BY 5 DESC
