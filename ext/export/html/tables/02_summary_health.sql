-- Title: Health: what was lost, adjusted or damaged
-- Needs: Nothing was lost, adjusted or damaged.
-- What is 0 is left out, and that a file is complete, which most are.
SELECT name AS fact, value, source AS file, detail FROM health WHERE (value IS NOT 0) = (name IS NOT 'complete') ORDER BY source, name
