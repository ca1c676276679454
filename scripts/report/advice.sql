-- advice: what could be quicker, and what cannot be told
--
--    rocpd advice trace
--
-- Each rule says by how much the run would be shorter at most; share is of the time of the run (`run_time`). Times of several rules must not be added. The table `advice`
-- has the query that is the evidence of each.
-- section: found | What could be quicker | nothing worth a word
SELECT severity, rule, gain_ns AS at_most_ns, share, finding FROM advice WHERE state = 'found' LIMIT {limit};
-- section: remedies | What can be done | none
SELECT rule, remedy FROM advice WHERE state = 'found' LIMIT {limit};
-- section: unknown | What cannot be told | none
SELECT rule, reason FROM advice WHERE state = 'unknown' LIMIT {limit};
