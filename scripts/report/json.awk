# Of reports with sections one JSON object: their lines "\035KEY" become its keys. One without a section stays an array.
/^\035/ {
  if (key != "" && !filled) printf "[]"
  key = substr($0, 2); filled = 0
  printf "%s\"%s\":", sections++ ? ",\n" : "{", key
  next
}
{ filled = 1; print(/[\200-\377]/ ? valid($0) : $0) }
END {
  if (!filled) printf "[]"
  if (sections) print "}"
  else if (!filled) print ""
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
