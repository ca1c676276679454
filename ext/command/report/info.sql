-- info: the files, processes, machines and GPUs of a trace
--
--    rocpd info trace
--    rocpd info runs/42
--    rocpd info --json trace
-- refuses: it lists what is in the trace
-- section: files | Files
-- keep: file, events, state, span_ns
SELECT source AS file, kind, rows AS events, CASE WHEN clock IS NULL OR clock NOT GLOB '[0-9]* machines' THEN "end" - start END AS span_ns, CASE WHEN same_as IS NOT NULL THEN 'left out' WHEN complete THEN 'complete' WHEN recovered THEN 'recovered' ELSE 'incomplete' END AS state
FROM sources LIMIT {limit};
-- section: processes | Processes
-- keep: rank, pid, command, host, began
SELECT host, rank, pid, coalesce(rocpd_utc(wall_ns), '') AS began, command FROM processes ORDER BY rank IS NULL, rank LIMIT {limit};
-- section: gpus | GPUs
-- keep: gpu, name, host, product, processes
SELECT gpu, min(name) AS name, min(pci_address) AS pci_address, min(coalesce(nullif(product_name, ''), model_name)) AS product, host, count(DISTINCT guid || ' ' || coalesce(pid, '')) AS processes
FROM rocpd_info_agent WHERE type = 'GPU' GROUP BY device ORDER BY host, length(gpu), gpu LIMIT {limit};
