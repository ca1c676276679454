-- ranks: what the GPUs of each rank did, beside the others of its run, and which rank keeps the others waiting
--
--    rocpd ranks runs/42
--
-- off is by how much it computes longer than the median rank; wait is from when its part of a collective operation ran to when the last rank's did. The
-- tables `ranks`, `collectives` and `iterations` have more.
-- domains: kernels
-- section: ranks | Ranks | no kernel
SELECT rank, compute_ns, communication_ns, copy_ns, idle_ns, utilisation AS busy_share, skew AS off_share, CASE WHEN straggler THEN 'straggler' END AS note
FROM ranks ORDER BY run, rank LIMIT {limit};
-- section: collectives | Collective operations | none
SELECT name, rank, count(*) AS n, max(ranks) AS ranks, sum(size_bytes) AS bytes, sum(gpu_ns) AS gpu_ns, sum(wait_ns) AS wait_ns, printf('%.1f', avg(bus_gbps)) AS 'bus GB/s'
FROM collectives GROUP BY name, rank ORDER BY name, rank LIMIT {limit};
