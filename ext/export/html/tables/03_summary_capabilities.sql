-- Title: Recorded: which data the files have, and why others are missing
-- Needs: There is no file.
SELECT domain, CASE recorded WHEN 1 THEN 'yes' WHEN 0 THEN 'no' ELSE 'not known' END AS recorded, count(*) AS files, sum(rows) AS rows, reason
FROM capabilities GROUP BY domain, recorded, reason ORDER BY sum(rows) DESC, domain, 3 DESC
