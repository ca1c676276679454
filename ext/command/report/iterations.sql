-- iterations: the steps of a program: how long they take, and which are unusual
--
--    rocpd iterations trace
--    rocpd iterations --window 1.2s,1.8s trace
--    rocpd iterations -n 0 --csv -o iterations.csv trace
--
-- A step begins with something that recurs: a range, call or kernel, which is found automatically. To choose it, use `iterations('NAME')` in `rocpd query`.
-- from counts from the beginning of the trace; with --absolute it is in ns, as in the tables.
-- With --gpu, --kernel or --stream, steps that begin with a kernel begin with such a kernel. Ranges and calls belong to none, and stay.
-- domains: markers, kernels
-- filters: gpu, kernel, stream
-- section: steps | Steps | nothing recurs
-- keep: step, rank, n, median_period_ns, off, longest_ns, shortest_ns, pid
SELECT name AS step, kind, host, rank, pid, count(*) AS n, median_period_ns, min(period_ns) AS shortest_ns, max(period_ns) AS longest_ns, sum(outlier) AS off FROM iterations
GROUP BY name, kind, host, rank, guid, nid, pid
ORDER BY coalesce({limit} BETWEEN 0 AND count(*) OVER () - 1 AND abs(median_period_ns / avg(median_period_ns) OVER (PARTITION BY name) - 1) > 0.05, 0) DESC, host, rank, pid LIMIT {limit};
-- section: outliers | Unusual steps | none
-- keep: step, period_ns, rank, times_the_usual, from
SELECT rank, pid, n AS step, period_ns, round(pace, 2) AS times_the_usual, {time start from} FROM iterations WHERE outlier ORDER BY period_ns DESC LIMIT {limit};
