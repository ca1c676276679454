-- Title: Collectives: operations of RCCL, and which ranks wait in them
-- Needs: No collective operation of RCCL was recorded.
SELECT name, rank, count(*) AS operations, max(ranks) AS ranks, sum(size_bytes) AS total_bytes, sum(gpu_ns) AS gpu_ns, sum(wait_ns) AS wait_ns, avg(bus_gbps) AS bus_gb_s
FROM collectives GROUP BY name, rank ORDER BY name, rank
