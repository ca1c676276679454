-- Title: Call tree: which functions were called in which, threads of a process together
-- Needs: No call was recorded.
-- Inclusive is the time in which a call of the row was open, with what it called: these do not add up. Exclusive is the time in which one was the innermost: these do. Of a long tree what took less than a 20000th of its process's time is left out, and nodes of more than 60 levels.
SELECT name, depth, calls, inclusive_ns, exclusive_ns, mean_ns, max_ns, share, node, parent_node, pid
FROM calls('', 'process') WHERE depth < 60 AND (share >= 0.00005 OR share IS NULL) AND (calls > 0 OR (calls IS NULL AND EXISTS (SELECT 1 FROM regions)))
