-- sequences: kernels that repeatedly follow each other: candidates for a HIP graph or a fused kernel
--
--    rocpd sequences trace
--    rocpd sequences --window 1.2s,1.8s trace
--    rocpd sequences -n 0 --csv -o sequences.csv trace
--
-- gap is the sum of the pauses in all occurrences; saved is an estimate of what joining the kernels saves. Rows overlap, so do not add their times. The table
-- `kernel_sequences` also finds longer sequences, and sequences of streams.
-- domains: kernels
SELECT count AS n, length AS kernels, kernel_ns, gap_ns, saved_ns, sequence FROM kernel_sequences LIMIT {limit};
