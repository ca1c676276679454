-- Title: Durations: number of runs of each kernel by duration
-- Needs: No kernel was recorded.
SELECT name, bin_start_ns, bin_end_ns, calls, share, total_ns FROM histogram('', 'log2') WHERE by = 'kernel'
