-- Title: Call tree: which function called which, with the threads of a process combined
-- Needs: No call was recorded.
-- Inclusive is the time in which a call of the row was open, including the calls in it; these times do not add up. Exclusive is the time in which one was the innermost; these times do. A long tree leaves out nodes with less than 1/20000 of their process's time, except calls that have not ended, and nodes below level 60.
SELECT name, depth, calls, inclusive_ns, exclusive_ns, mean_ns, max_ns, share, node, parent_node, pid
FROM calls('', 'process') WHERE depth < 60 AND (share >= 0.00005 OR share IS NULL OR unended > 0 OR calls = 0)
