# Of reports with sections one JSON object: their lines "\035KEY" become its keys. One without a section stays an array.
/^\035/ {
  if (key != "" && !filled) printf "[]"
  key = substr($0, 2); filled = 0
  printf "%s\"%s\":", sections++ ? ",\n" : "{", key
  next
}
{ filled = 1; print }
END {
  if (!filled) printf "[]"
  if (sections) print "}"
  else if (!filled) print ""
}
