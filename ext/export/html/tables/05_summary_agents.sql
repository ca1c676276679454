-- Title: Devices: GPUs and CPUs of the machines
-- Needs: The files do not tell of devices.
SELECT DISTINCT s.host, a.type, a.type_index AS number, a.name, coalesce(nullif(a.product_name, ''), a.model_name) AS product,
  CASE WHEN json_valid(a.extdata) THEN json_extract(a.extdata, '$.cu_count') END AS cu_count
FROM rocpd_info_agent AS a LEFT JOIN sources AS s ON s.guid = a.guid ORDER BY 1, a.type DESC, 3
