-- Title: Health: what was lost, adjusted or damaged, and what recording took
-- Needs: Nothing was lost, adjusted or damaged, and the files do not tell what recording took.
-- What is 0 is left out, and that a file is complete, which most are.
SELECT name AS fact, value, source AS file, detail FROM health WHERE (value IS NOT 0) = (name IS NOT 'complete') ORDER BY source, name
