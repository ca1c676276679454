-- overlap: how much of computing, communication and copies ran side by side, and what was exposed
--
--    rocpd overlap trace
--
-- Communication is kernels of collective operations (RCCL), exposed what no computing kernel ran beside. The table `overlap` has it, also by rank, queue,
-- stream and in steps of time.
-- domains: kernels, copies
SELECT gpu, span_ns AS of_ns, compute_ns, communication_ns, copy_ns, exposed_communication_ns, exposed_copy_ns, idle_ns
FROM overlap('device') WHERE type = 'GPU' ORDER BY host, length(gpu), gpu LIMIT {limit};
