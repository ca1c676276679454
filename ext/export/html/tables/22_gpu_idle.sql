-- Title: Why idle: pauses of the GPUs by cause
-- Needs: No GPU had a pause.
-- A pause can have several causes; each counts with its part of the pause. Arrows lead to the pause with the most time of the cause.
SELECT type, cause, host_call, host_range, sum(gaps) AS gaps, sum(idle_ns) AS idle_ns, sum(idle_ns) * 1.0 / nullif(sum(sum(idle_ns)) OVER (), 0) AS share, max(longest_ns) AS longest_ns,
  longest_start, longest_end
FROM idle_summary WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') GROUP BY type, cause, host_call, host_range ORDER BY sum(idle_ns) DESC
