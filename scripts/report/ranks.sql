-- ranks: what the GPUs of each rank did, beside the others of its run, and which rank keeps the others waiting
--
--    rocpd ranks runs/42
--
-- off is by how much it computes longer than the median rank. The tables `ranks`, `collectives` and `iterations` have more.
-- domains: kernels
SELECT rank, compute_ns, communication_ns, copy_ns, idle_ns, utilisation AS busy_share, skew AS off_share, CASE WHEN straggler THEN 'straggler' END AS note
FROM ranks ORDER BY run, rank LIMIT {limit};
