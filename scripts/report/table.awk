# What reports print, as people read it. Reads the sqlite3 shell's -ascii output (fields end in \037, records in \036, first the names of
# columns), where a line "\035TITLE\037NOTE" begins a section and NOTE stands for one without rows, and a line "\034" is the end: without it
# something failed, and no rows mean nothing. All four (in a section the first) are followed by a word that the texts of a trace cannot know: mark.
# Variables: format table, markdown or html; width of the terminal (0: nothing is cut); color 1: bold titles, bars for shares;
# raw 1: values as they are; in the environment ROCPD_EMPTY: a file that gets a line for each section without rows, ROCPD_MORE: one for each with more rows than
# their limit, which a line "\033LIMIT" behind them says (a table says it itself). Else *_ns is shown as a time,
# *_bytes as a size, share and *_share in percent.
BEGIN { RS = "\036" mark; FS = "\037" mark; OFS = ""; section = "\035" mark; limit = "\033" mark; empty = ENVIRON["ROCPD_EMPTY"] }

{
  while (substr($0, 1, length(section)) == section || substr($0, 1, length(limit)) == limit) {
    if (substr($0, 1, length(limit)) == limit) {
      at = index($0, "\n")
      most = substr($0, length(limit) + 1, at - length(limit) - 1) + 0
      if (rows > most) { rows = most; more = 1 }
      $0 = substr($0, at + 1)
      continue
    }
    flush_section()
    at = index($0, "\n")
    split(substr($0, length(section) + 1, at - length(section) - 1), head, "\037")
    title = head[1]; note = head[2]; open = 1
    $0 = substr($0, at + 1)
  }
  if ($0 == "\034" mark "\n") { whole = 1; next }
  if ($0 == "" && columns != 1) next
  if (!columns) begin_columns()
  else add_row()
}
END {
  if (whole && !sections && !open) { open = 1; note = "no rows" }
  if (whole || rows) flush_section()
}

function begin_columns(  i) {
  columns = NF; open = 1
  for (i = 1; i <= NF; i++) {
    kind[i] = raw ? "" : $i ~ /_ns$/ ? "ns" : $i ~ /_bytes$|^bytes$/ ? "bytes" : $i ~ /(^|_)share$/ ? "share" : ""
    name[i] = $i
    if (!raw) { sub(/_(ns|bytes)$/, "", name[i]); gsub(/_/, " ", name[i]) }
    wide[i] = chars(name[i]); left[i] = 0
  }
}
function add_row(  i, text) {
  rows++
  for (i = 1; i <= columns; i++) {
    text = shown($i, kind[i])
    gsub(/[\001-\037\177]|\302[\200-\237]/, "?", text)
    cell[rows, i] = text
    if (kind[i] == "share") part[rows, i] = $i
    if (chars(text) > wide[i]) wide[i] = chars(text)
    if (text !~ /^[-+]?[0-9.]*([eE][-+]?[0-9]+)?( (ns|us|ms|s|B|KiB|MiB|GiB|TiB|%))?$/) left[i] = 1
  }
}
function shown(value, as,  unit, n, i) {
  if (as == "" || value !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/) return value
  n = value < 0 ? -value : value + 0
  if (as == "share") return sprintf("%.1f %%", 100 * value)
  if (as == "ns") {
    if (n < 1000) return (n == int(n) ? int(value) : sprintf("%.1f", value)) " ns"
    if (n < 999995) return sprintf("%.2f us", value / 1e3)
    return n < 999995e3 ? sprintf("%.2f ms", value / 1e6) : sprintf("%.3f s", value / 1e9)
  }
  split("B KiB MiB GiB TiB", unit, " ")
  for (i = 1; n >= 1024 && i < 5; i++) { n /= 1024; value /= 1024 }
  return (i == 1 ? value : sprintf("%.1f", value)) " " unit[i]
}

function flush_section(  i, r, line) {
  if (!open) return
  if (format == "html") flush_html()
  else if (format == "markdown") flush_markdown()
  else {
    if (sections++) print ""
    if (title != "") print(color ? "\033[1m" title "\033[0m" : title)
    if (!rows && empty != "") print title >empty
    if (!rows) { print("  " (note == "" ? "none" : note)) }
    else { fit(); print_rows() }
  }
  if (more && format == "table") print("(the first " rows "; there are more: -n 0 shows all)")
  else if (more) printf "%s%sthere are more rows than the %d shown\n", title, title == "" ? "" : ": ", rows > ENVIRON["ROCPD_MORE"]
  open = columns = rows = more = 0; title = note = ""
}
function print_rows(  i, r, line, rest, before) {
  for (r = 0; r <= rows; r++) {
    line = rest = ""
    for (i = 1; i <= shown_columns; i++) {
      if (wraps && i == columns && r) {
        before = chars(line) + 2
        if (bars) { rest = line; gsub(/\033\[[0-9]*m/, "", rest); before = chars(rest) + 2 }
        rest = cell[r, i]
        line = line "  " piece(rest, wide[i])
        rest = substr(rest, piece_end + 1)
        continue
      }
      line = line (i > 1 ? "  " : "") pad(r ? cell[r, i] : name[i], wide[i], left[i])
      if (bars && kind[i] == "share") line = line " " (r ? bar(part[r, i]) : pad("", 10, 1))
    }
    line = trimmed(line)
    print(r || !color ? line : "\033[2m" line "\033[0m")
    while (rest != "") { print(blanks(before) piece(rest, wide[columns])); rest = substr(rest, piece_end + 1) }
  }
  if (shown_columns < columns) print("(too narrow for " missing() ")")
}
# So that a line fits: columns of text give way, the widest first, then bars, then the last columns.
function total(  i, sum) {
  sum = -2
  for (i = 1; i <= shown_columns; i++) sum += wide[i] + 2 + (bars && kind[i] == "share" ? 11 : 0)
  return sum
}
function narrow(least,  i, widest, over) {
  for (over = total() - width; over > 0; over = total() - width) {
    widest = 0
    for (i = 1; i <= shown_columns; i++) if (left[i] && wide[i] > least && (!widest || wide[i] > wide[widest])) widest = i
    if (!widest) return
    wide[widest]--
  }
}
function fit(  i, rest) {
  bars = color; shown_columns = columns; wraps = 0
  if (!width) return
  # A sentence at the end goes on in the next line.
  if (left[columns] && name[columns] ~ /^(finding|remedy|reason|detail|meaning)$/) {
    rest = width - total() + wide[columns]
    if (rest >= 30 && rest < wide[columns]) { wide[columns] = rest; wraps = 1 }
  }
  for (i = 1; i <= columns; i++) if (left[i] && wide[i] > width && wide[i] > 24) wide[i] = width > 24 ? width : 24
  narrow(24)
  if (total() > width) bars = 0
  narrow(12)
  while (total() > width && shown_columns > 1) shown_columns--
}
# The words of a text that fit; piece_end is where they end in it.
function piece(text, n,  at) {
  if (chars(text) <= n) { piece_end = length(text); return text }
  for (at = n + 1; at > 1 && substr(text, at, 1) != " "; at--) { }
  if (at <= 1) at = n
  piece_end = at
  return trimmed(substr(text, 1, at))
}
function trimmed(text,  n) {
  for (n = length(text); n && substr(text, n, 1) == " "; n--) { }
  return substr(text, 1, n)
}
function missing(  i, list) {
  for (i = shown_columns + 1; i <= columns; i++) list = list (list == "" ? "" : ", ") name[i]
  return list
}
function pad(text, n, is_left) {
  if (chars(text) > n) text = cut(text, n)
  n -= chars(text)
  return is_left ? text blanks(n) : blanks(n) text
}
# (Where sprintf makes them there is an end to it: mawk's is 8192.)
function blanks(n) {
  while (length(blank) < n) blank = blank blank " "
  return substr(blank, 1, n)
}
# In the middle: what tells names apart is at their ends.
function cut(text, n,  i, c, list, m, out) {
  m = 0
  if (length(text) > 16 * n) text = substr(text, 1, 8 * n) substr(text, length(text) - 8 * n + 1)
  for (i = 1; i <= length(text); i++) { # characters of UTF-8
    c = substr(text, i, 1)
    if (c ~ /[\200-\277]/ && m) list[m] = list[m] c
    else list[++m] = c
  }
  out = ""
  for (i = 1; i <= int(n / 2) - 1; i++) out = out list[i]
  out = out ".."
  for (i = m - (n - int(n / 2) - 1) + 1; i <= m; i++) out = out list[i]
  return out
}
function chars(text) { gsub(/[\200-\277]/, "", text); return length(text) }
function bar(share,  i, out) {
  for (i = 1; i <= 10; i++) out = out (share * 10 >= i - 0.5 ? "#" : ".")
  return "\033[36m" out "\033[0m"
}

function flush_markdown(  i, r, line) {
  if (sections++) print ""
  if (title != "") print("## " title "\n")
  if (!rows) { print(note == "" ? "none" : note); return }
  for (r = -1; r <= rows; r++) {
    line = "|"
    for (i = 1; i <= columns; i++) line = line (r < 0 ? " " escaped(name[i]) " |" : !r ? (left[i] ? "---|" : "---:|") : " " escaped(cell[r, i]) " |")
    print line
  }
}
function escaped(text) { gsub(/[|\\`*_<]/, "\\\\&", text); return text }
function flush_html(  i, r, line) {
  sections++
  if (title != "") print("<h2>" tagged(title) "</h2>")
  if (!rows) { print("<p>" tagged(note == "" ? "none" : note) "</p>"); return }
  print "<table>"
  for (r = 0; r <= rows; r++) {
    line = "<tr>"
    for (i = 1; i <= columns; i++) line = line (r ? "<td" : "<th") (left[i] ? "" : " style=\"text-align:right\"") ">" tagged(r ? cell[r, i] : name[i]) (r ? "</td>" : "</th>")
    print line "</tr>"
  }
  print "</table>"
}
function tagged(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); gsub(/"/, "\\&quot;", text); return text }
