# Makes a manual page from Markdown pages (ext/help), or from what a command's --help prints (plain=1). Texts of several commands
# each follow a line "@@ NAME".
# Variables: name, section, summary, version.
BEGIN {
  printf ".TH %s %s \"\" \"rocpd %s\" \"rocpd\"\n.SH NAME\n%s \\- %s\n", toupper(name), section, version, name, text(summary)
}
plain && /^@@ / { print ".fi\n.SS \"" name " " literal(substr($0, 4)) "\"\n.nf"; of_one = 1; next }
plain && of_one { sub(/^usage: /, ""); print literal($0); next }
plain { part(/^usage: / || (shown == "SYNOPSIS" && /^  /) ? "SYNOPSIS" : /^ *-/ ? "OPTIONS" : /^  ( )?rocpd/ ? "EXAMPLES" : /^[^ ]/ && blank ? "DESCRIPTION" : shown); if (shown == "SYNOPSIS") sub(/^(usage: |       )/, ""); print literal($0); blank = $0 == ""; next }
FNR == 1 { end_block(); sub(/^# /, ""); print ".SH \"" text($0) "\""; next }
/^```/ { if (inside) end_block(); else { end_block(); inside = 1; print ".PP\n.nf" } next }
inside == 1 { print literal($0); next }
/^    / { if (inside != 2) { end_block(); inside = 2; print ".PP\n.nf" } print literal($0); next }
/^## / { end_block(); sub(/^#+ /, ""); print ".SS \"" text($0) "\""; next }
/^### / { end_block(); sub(/^#+ /, ""); print ".SS \"" text($0) "\""; next }
/^\|/ {
  end_block()
  n = split($0, cell, /[ ]*\|[ ]*/)
  if (cell[2] ~ /^-+$/ || cell[2] ~ /^(column|argument)$/) next
  print ".TP\n\\fB" text(cell[2]) "\\fR"
  line = ""
  for (i = 3; i < n; i++) if (cell[i] != "") line = line (line == "" ? "" : "; ") cell[i]
  print text(line == "" ? " " : line)
  next
}
/^- / { end_block(); sub(/^- /, ""); print ".IP \\(bu 2"; print text($0); next }
/^ *$/ { end_block(); print ".PP"; next }
{ end_block(); print text($0) }
END { end_block(); if (plain) print ".fi" }

# Begins this section, unless the text is in it already. A second description, such as text behind the options, becomes NOTES.
function part(want) {
  if (want == "DESCRIPTION" && (shown == want || shown == "NOTES")) return
  if (want == "DESCRIPTION" && had[want]) want = "NOTES"
  if (want == "") want = "DESCRIPTION"
  if (want == shown || (had[want] && want != "OPTIONS" && want != "EXAMPLES")) return
  if (had[want]) return
  if (shown != "") print ".fi"
  print ".SH " want "\n.nf"
  shown = want; had[want] = 1
}

function end_block() { if (inside) print ".fi"; inside = 0 }
function literal(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return (s ~ /^[.']/ ? "\\&" : "") s }
function text(s,  out, open, at) {
  s = literal(s)
  while ((at = index(s, "`")) > 0) { out = out substr(s, 1, at - 1) (open ? "\\fR" : "\\fB"); open = !open; s = substr(s, at + 1) }
  gsub(/"/, "\\(dq", s); gsub(/"/, "\\(dq", out)
  return out s (open ? "\\fR" : "")
}
