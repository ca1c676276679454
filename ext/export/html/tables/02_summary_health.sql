-- Title: Health: what was lost, adjusted or damaged, and the cost of recording
-- Needs: Nothing was lost, adjusted or damaged, and the files do not state the cost of recording.
-- Facts with value 0 are left out, and so are `complete` for complete files and the bytes kept in memory.
SELECT name AS fact, value, source AS file, detail FROM health WHERE (value IS NOT 0) = (name IS NOT 'complete') AND name IS NOT 'bytes kept' ORDER BY source, name
