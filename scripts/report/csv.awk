# CSV as the sqlite3 shell prints it: a line "\035TITLE" becomes "# TITLE", and of rows that are one more than the limit, which a line "\033LIMIT" says behind
# them, the last is left out. (Both are followed by a word that the texts of a trace cannot know: mark.) Variable: in the environment ROCPD_MORE, a file that gets a line for each
# such section.
{
  if (!quoted && substr($0, 1, length(mark) + 1) == "\035" mark) { flush(1); title = substr($0, length(mark) + 2); print "# " title; records = 0; next }
  if (!quoted && substr($0, 1, length(mark) + 1) == "\033" mark) {
    most = substr($0, length(mark) + 2) + 0
    more = records > most + 1 # with the names of columns
    flush(!more)
    if (more) printf "%s%sthere are more rows than the %d shown\n", title, title == "" ? "" : ": ", most > ENVIRON["ROCPD_MORE"]
    next
  }
  if (quoted) held = held "\n" $0
  else { flush(1); held = $0; is_held = 1; records++ }
  if (gsub(/"/, "&") % 2) quoted = !quoted
}
END { flush(1) }
function flush(shown) {
  if (is_held && shown) print held
  is_held = 0
}
