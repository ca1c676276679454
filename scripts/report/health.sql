-- health: what is to be known of the trace's quality: rows dropped, times adjusted, damage, files that could not be read
--
--    rocpd health trace
--
-- What is 0 is left out, and that a file is complete, which most are. The table `health` has it all.
SELECT name AS fact, value, source AS file, detail FROM health WHERE (value IS NOT 0) = (name IS NOT 'complete') ORDER BY source, name;
