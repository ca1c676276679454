-- overlap: how much of computing, communication and copies overlapped, and how much was exposed
--
--    rocpd overlap trace
--    rocpd overlap --window 1.2s,1.8s trace
--    rocpd overlap -n 0 --csv -o overlap.csv trace
--
-- Communication means kernels of collective operations (RCCL). Exposed time is time without a computing kernel. The table `overlap` has the same, also by rank, queue,
-- stream and time step.
-- domains: kernels, copies
-- filters: gpu
-- refuses: without the other work, a GPU would look idle
-- keep: gpu, exposed_copy_ns, compute_ns, exposed_communication_ns, idle_ns, of_ns, copy_ns
SELECT gpu, span_ns AS of_ns, compute_ns, communication_ns, copy_ns, exposed_communication_ns, exposed_copy_ns, idle_ns
FROM overlap('device') WHERE type = 'GPU' ORDER BY host, length(gpu), gpu LIMIT {limit};
