-- Title: Ranks: GPU work of each rank compared with the others, and which rank keeps the others waiting
-- Needs: There is only one rank, or none, or nothing ran on their GPUs: there is nothing to compare.
SELECT rank, start, "end", span_ns, busy_share, compute_ns, late_ns, wait_ns, communication_ns, copy_ns, idle_ns, skew, keeps_waiting AS note, run
FROM ranks WHERE ranks > 1 ORDER BY run, rank
