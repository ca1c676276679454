-- energy: the joules that GPUs took for each kernel and while they were idle, with the error that the interval of the measurements implies
--
--    rocpd record --metrics ./app
--    rocpd energy
--    rocpd energy --window 1.2s,1.8s trace
--    rocpd energy -n 0 --csv -o energy.csv trace
--    rocpd help energy            how the joules are computed
--
-- Power is shared by the kernels and copies that run at a time; busy is their share of the time, and idle the time in which none runs. error is by how much joules
-- could be wrong, because what the power was between two values is not known. share is of all joules. The table `energy` has the same by rank and for each kernel,
-- `step_energy` by step.
-- domains: kernels, metrics
-- filters: gpu
-- refuses: without the other work, a GPU would look idle
-- section: gpus | GPUs | no work of a GPU in the trace
-- keep: gpu, kind, joules, error_j, time_ns, mean_w, share
SELECT gpu, kind, round(joules, 3) AS joules, round(error_j, 3) AS error_j, round(mean_w, 1) AS mean_w, share, busy_ns AS time_ns, unknown_ns AS power_unknown_ns
FROM energy('device') ORDER BY length(gpu), gpu, kind LIMIT {limit};
-- section: kernels | Kernels and copies | none in the trace
-- keep: name, joules, error_j, share, busy_ns, mean_w, calls
SELECT coalesce({name name}, kind) AS name, calls, round(joules, 3) AS joules, round(error_j, 3) AS error_j, round(mean_w, 1) AS mean_w, share, busy_ns, unknown_ns AS power_unknown_ns
FROM energy LIMIT {limit};
