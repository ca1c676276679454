-- Title: Files: one for each process, the longest first
-- Needs: There is no file.
WITH scratch AS (SELECT guid, count(*) AS n FROM scratch_memory GROUP BY guid)
SELECT host, rank, pid, command, rows + CASE WHEN same_as IS NULL THEN coalesce(n, 0) ELSE 0 END AS events, start, "end", "end" - start AS span_ns,
  CASE WHEN same_as IS NOT NULL THEN 'left out: its rows are in other files' WHEN complete THEN 'complete' WHEN recovered THEN 'recovered' ELSE 'incomplete' END AS state, kind, source AS file
FROM sources AS s LEFT JOIN scratch AS m ON m.guid = s.guid ORDER BY "end" - start DESC, source
