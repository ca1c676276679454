-- Title: Missing: what the trace lacks, and of which files
-- Needs: Nothing is missing.
-- What is not known is what was to be recorded, and of which a file that is cut has no row.
SELECT loss, rows, bytes, detail, CASE WHEN loss = 'cut' THEN (SELECT group_concat(domain, ', ') FROM capabilities AS c WHERE c.source = l.source AND reason LIKE 'unknown:%' AND domain <> 'launches') END AS unknown,
  source AS file FROM losses AS l ORDER BY source, loss
