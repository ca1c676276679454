#!/bin/sh
# The collector's exported names, by the list collector/exports.list:
#   exports.sh map LIST             prints the linker's version script
#   exports.sh check LIST LIBRARY   says what the library exports that is not in the list, and what it does not export; exit code 1 then
set -u
case ${1:-} in
  map)
    echo "/* Made by scripts/exports.sh from $2 */"
    # What the linker makes, and the first names of functions that have a version.
    awk '$1 == "version" { print $2 (n++ ? " { };" : " { local: __start_*; __stop_*; collect_export_*; };") }' "$2" ;;
  check)
    nm -D --defined-only "$3" | awk '$2 != "A" { print $3 }' | sed 's/@@*/ /' | awk -v list="$2" -v library="$3" '
      function pattern(glob) { gsub(/\./, "\\.", glob); gsub(/\*/, ".*", glob); return "^" glob "$" }
      BEGIN {
        while ((getline line <list) > 0) {
          if (line ~ /^(#|version |$)/) continue
          split(line, part, " ")
          name[++n] = part[1]
          version[n] = part[2]
        }
      }
      {
        found = 0
        for (i = 1; i <= n && !found; i++)
          if ($1 ~ pattern(name[i]) && ($2 == "" ? version[i] == "-" : $2 ~ pattern(version[i]))) found = i
        if (found) has[found] = 1
        else { print library " exports " $1 ($2 == "" ? "" : ", version " $2) ": make it static, or add it to " list; wrong = 1 }
      }
      END {
        for (i = 1; i <= n; i++) if (!(i in has)) { print library " exports no " name[i] ", version " version[i] ", of " list; wrong = 1 }
        exit !n || wrong
      }' ;;
  *) echo "usage: exports.sh map LIST | check LIST LIBRARY" >&2; exit 2 ;;
esac
