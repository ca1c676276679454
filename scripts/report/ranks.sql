-- ranks: what the GPUs of each rank did, beside the others of its run, and which rank keeps the others waiting
--
--    rocpd ranks runs/42
--
-- off is by how much a rank computes longer than the median rank, late by how much its steps between collective operations are longer than they need be, without what it computes, and wait
-- the time in which it waits in these operations for the last rank to come. The note names who keeps the others waiting, and why. busy share is of the time of the run. The tables
-- `ranks`, `rank_steps`, `collectives` and `iterations` have more.
-- domains: kernels
-- section: ranks | Ranks | no kernel
SELECT rank, compute_ns, late_ns, wait_ns, communication_ns, copy_ns, idle_ns, busy_share, skew AS off_share, keeps_waiting AS note
FROM ranks ORDER BY run, rank LIMIT {limit};
-- section: collectives | Collective operations | none
SELECT name, rank, count(*) AS n, max(ranks) AS ranks, sum(size_bytes) AS bytes, sum(gpu_ns) AS gpu_ns, sum(wait_ns) AS wait_ns, printf('%.1f', avg(bus_gbps)) AS 'bus GB/s'
FROM collectives GROUP BY name, rank ORDER BY name, rank LIMIT {limit};
