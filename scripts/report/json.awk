# Of reports with sections one JSON object: their lines "\035KEY" become its keys. One without a section stays an array. Of rows that are one more than the limit,
# which a line "\033LIMIT" says behind them, the last is left out; a file that the environment's ROCPD_MORE names gets a line for each such section.
/^\033/ {
  if (rows > substr($0, 2) + 0) {
    held = last; is_held = held != ""; last = ""
    if (is_held) sub(/,$/, "]", held)
    printf "%s%sthere are more rows than the %d shown\n", key, key == "" ? "" : ": ", substr($0, 2) > ENVIRON["ROCPD_MORE"]
  }
  flush()
  next
}
/^\035/ {
  flush()
  if (key != "" && !filled) printf "[]"
  key = substr($0, 2); filled = 0
  printf "%s\"%s\":", sections++ ? ",\n" : "{", key
  next
}
{
  if (is_held && last != "") print last
  if (is_held) last = held
  held = /[\200-\377]/ ? valid($0) : $0
  is_held = filled = 1; rows++
}
END {
  flush()
  if (!filled) printf "[]"
  if (sections) print "}"
  else if (!filled) print ""
}
# The two last rows wait for what comes behind them.
function flush() {
  if (last != "") print last
  if (is_held) print held
  last = held = ""; is_held = rows = 0
}
# Names in a trace are bytes, JSON is UTF-8: what is none becomes U+FFFD.
function valid(text,  out) {
  while (text != "") {
    if (match(text, /^([\001-\177]|[\302-\337][\200-\277]|\340[\240-\277][\200-\277]|[\341-\354\356\357][\200-\277][\200-\277]|\355[\200-\237][\200-\277]|\360[\220-\277][\200-\277][\200-\277]|[\361-\363][\200-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277])+/)) {
      out = out substr(text, 1, RLENGTH); text = substr(text, RLENGTH + 1)
    } else { out = out "\357\277\275"; text = substr(text, 2) }
  }
  return out
}
