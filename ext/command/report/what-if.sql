-- what-if: how much earlier a program would end at most if a kernel were faster
--
--    rocpd what-if trace
--    rocpd what-if --kernel 'gemm*' trace
--    rocpd what-if -n 0 --csv -o what-if.csv trace
--
-- For each of the kernels with the most time: what would be saved if that kernel alone took no time. Faster work saves nothing if it runs beside longer work, or if
-- nothing waited for it. If processes run side by side, as ranks do, the largest saving counts. share is of the time from their first event to the last. The table `what_if` takes any name and factor: rocpd query trace "SELECT * FROM what_if('gemm*', 0.5)".
-- With --gpu, --kernel or --stream, only such kernels take no time; all other work moves with them.
-- domains: kernels
-- filters: gpu, kernel, stream
-- shown: gpu, kernel, stream | faster:
-- keep: kernel, saved_ns, share, time_ns
WITH saved AS (
  SELECT k.name, coalesce((SELECT min(stretch) FROM run_time AS t WHERE t.guid = w.guid AND t.host IS w.host AND (w.pid IS NULL OR t.pid = w.pid)), (SELECT min(stretch) FROM run_time)) AS stretch, sum(w.kernels) AS calls, sum(w.kernel_ns) AS kernel_ns, max(w.saved_ns) AS saved_ns, max(w.before_ns) AS before_ns
  FROM (SELECT name FROM top_kernels ORDER BY total_ns DESC LIMIT {limit:10}) AS k, what_if(replace(replace(replace(k.name, '[', '[[]'), '*', '[*]'), '?', '[?]')) AS w
    GROUP BY k.name, 2)
SELECT {name name} AS kernel, sum(calls) AS calls, sum(kernel_ns) AS time_ns, sum(saved_ns) AS saved_ns, sum(saved_ns) * 1.0 / nullif(sum(before_ns), 0) AS share
FROM saved GROUP BY name ORDER BY 4 DESC, 3 DESC;
