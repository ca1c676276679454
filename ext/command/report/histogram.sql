-- histogram: number of calls of each kernel by duration
--
--    rocpd histogram -n 0 trace
--    rocpd histogram trace
--    rocpd histogram --csv -o histogram.csv trace
--
-- Kernels with the most time come first; share is of the kernel's calls. The table `histogram` takes other bins, and also has calls, copies and markers.
-- domains: kernels
-- keep: kernel, from_ns, calls, to_ns, share
SELECT {name name} AS kernel, bin_start_ns AS from_ns, bin_end_ns AS to_ns, calls, share, total_ns AS time_ns FROM histogram WHERE by = 'kernel' LIMIT {limit};
