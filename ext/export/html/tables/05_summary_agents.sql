-- Title: Devices: GPUs and CPUs of the machines
-- Needs: The files do not describe devices.
SELECT gpu AS device, type, min(name) AS name, min(pci_address) AS pci_address, min(coalesce(nullif(product_name, ''), model_name)) AS product,
  max(CASE WHEN json_valid(extdata) THEN json_extract(extdata, '$.cu_count') END) AS cu_count, host, count(DISTINCT guid || ' ' || pid) AS processes
FROM rocpd_info_agent GROUP BY rocpd_info_agent.device ORDER BY host, type DESC, length(gpu), gpu
