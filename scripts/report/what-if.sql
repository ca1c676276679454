-- what-if: how much earlier a program would end at most if a kernel were faster
--
--    rocpd what-if trace
--
-- Of the kernels that take the most time what would be saved if they took none, each for itself. What runs beside others, or was not waited for, saves
-- nothing. The table `what_if` has it for any names and factor: rocpd query trace "SELECT * FROM what_if('gemm*', 0.5)".
-- domains: kernels
SELECT {name k.name} AS kernel, sum(w.kernels) AS calls, sum(w.kernel_ns) AS time_ns, sum(w.saved_ns) AS saved_ns, sum(w.saved_ns) * 1.0 / nullif(sum(w.before_ns), 0) AS share
FROM (SELECT name FROM top_kernels ORDER BY total_ns DESC LIMIT {limit:10}) AS k, what_if(replace(replace(replace(k.name, '[', '[[]'), '*', '[*]'), '?', '[?]')) AS w
GROUP BY k.name ORDER BY 4 DESC, 3 DESC;
