-- Title: Missing: what the trace lacks, by file
-- Needs: Nothing is missing.
-- Unknown data were to be recorded, but a cut file has no rows of them.
SELECT loss, rows, bytes, detail, CASE WHEN loss = 'cut' THEN (SELECT group_concat(domain, ', ') FROM capabilities AS c WHERE c.source = l.source AND reason LIKE 'unknown:%' AND domain <> 'launches') END AS unknown,
  source AS file FROM losses AS l ORDER BY source, loss
