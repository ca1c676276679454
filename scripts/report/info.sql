-- info: what the trace is: its files, processes, machines and GPUs
--
--    rocpd info trace
-- section: files | Files
SELECT source AS file, kind, rows AS events, "end" - start AS span_ns, CASE WHEN complete THEN 'complete' WHEN recovered THEN 'recovered' ELSE 'incomplete' END AS state
FROM sources LIMIT {limit};
-- section: processes | Processes
SELECT host, rank, pid, coalesce(rocpd_utc(start + wall_offset_ns), '') AS began, command FROM sources LIMIT {limit};
-- section: gpus | GPUs
SELECT DISTINCT host, type_index AS gpu, name, coalesce(nullif(product_name, ''), model_name) AS product FROM rocpd_info_agent WHERE type = 'GPU' ORDER BY 1, 2 LIMIT {limit};
