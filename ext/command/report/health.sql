-- health: the quality of the trace: rows dropped, times adjusted, damage, files that could not be read
--
--    rocpd health trace
--    rocpd health 'runs/*'
--    rocpd health --json trace
--
-- Facts with value 0 are left out, and so is `complete` for complete files. The table `health` has all facts. All rows are printed unless -n limits them.
-- refuses: it is about whole files
-- keep: fact, value
SELECT name AS fact, value, source AS file, detail FROM health WHERE (value IS NOT 0) = (name IS NOT 'complete') ORDER BY source, name LIMIT {limit:0};
