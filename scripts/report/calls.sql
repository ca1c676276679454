-- calls: the call tree: which function called which, and how long each took
--
--    rocpd calls trace
--    rocpd calls -n 0 trace       all of it
--    rocpd calls --timemory [--by thread|process] trace    as timemory's trip_count and wall_clock have it
--
-- exclusive is the time in which a call was the innermost one. Threads of a process are combined. The table `calls` has the same, also by thread; `api_overhead`
-- has it by function, and `regions` has each call.
-- domains: hip, hsa
SELECT printf('%.*c%s', 2 * depth + 1, ' ', name) AS call, calls, inclusive_ns, share, exclusive_ns, mean_ns, min_ns, max_ns, stddev_ns FROM calls('', 'process') LIMIT {limit};
