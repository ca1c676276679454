-- advice: what could make the program faster, and what the trace cannot tell
--
--    rocpd advice trace
--    rocpd advice --json run1 | jq .found
--    rocpd advice --window 1.2s,1.8s trace
--
-- Each rule says how much shorter the run could be at most; share is of the time of the run (`run_time`). Do not add the times of several rules. The table `advice`
-- has the query behind each finding.
-- With --gpu, the rules judge the whole trace, and findings about other GPUs are left out. Findings about a process, a rank or a file stay.
-- filters: gpu
-- refuses: a rule judges all kernels and streams together
-- section: found | What could be quicker | nothing worth reporting
-- shown: gpu | without findings about other GPUs than
-- keep: rule, at_most_ns, share
SELECT severity, rule, gain_ns AS at_most_ns, share, finding FROM advice WHERE state = 'found' LIMIT {limit};
-- section: remedies | What can be done | none
-- shown: gpu | without findings about other GPUs than
SELECT rule, remedy FROM advice WHERE state = 'found' LIMIT {limit};
-- section: unknown | What the trace cannot tell | none
-- filters:
-- all: it is about files
SELECT rule, reason FROM advice WHERE state = 'unknown' LIMIT {limit};
