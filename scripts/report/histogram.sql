-- histogram: how many calls of each kernel took how long
--
--    rocpd histogram -n 0 trace
--
-- Kernels with the most time first; share is of the kernel's calls. The table `histogram` has it with other bins, and of calls, copies and markers.
-- domains: kernels
SELECT {name name} AS kernel, bin_start_ns AS from_ns, bin_end_ns AS to_ns, calls, share, total_ns AS time_ns FROM histogram WHERE by = 'kernel' LIMIT {limit};
