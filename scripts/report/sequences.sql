-- sequences: kernels that follow each other again and again, which a HIP graph or a fused kernel could join
--
--    rocpd sequences trace
--
-- gap is the pauses within all of them, saved an estimate of what joining them saves. Rows overlap each other, so times must not be added. The table
-- `kernel_sequences` has longer ones, too, and those of streams.
-- domains: kernels
SELECT count AS n, length AS kernels, kernel_ns, gap_ns, saved_ns, sequence FROM kernel_sequences LIMIT {limit};
