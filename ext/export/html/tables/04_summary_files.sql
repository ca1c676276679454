-- Title: Files: one for each process, the longest first
-- Needs: There is no file.
SELECT host, rank, pid, command, rows AS events, start, "end", "end" - start AS span_ns,
  CASE WHEN complete THEN 'complete' WHEN recovered THEN 'recovered' ELSE 'incomplete' END AS state, kind, source AS file
FROM sources ORDER BY "end" - start DESC, source
