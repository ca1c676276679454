# Part of the command rocpd (which reads it): shell, the sqlite3 shell with the extension loaded and a trace attached; rocpd-query is the same.

shell_options='-ascii -batch -box -column -csv -echo -header -html -interactive -json -line -list -markdown -noheader -quote -stats -table -tabs'

about_shell() {
  cat <<END
usage: $as [-OPTION...] [-a ATTACH] PATH [SQL...]

Queries the trace at PATH with SQL, or opens a prompt. PATH is a .rocz file, a
database of rocprofv3, an RPD file, a text of rtg_tracer, a folder of them, a
quoted glob, or an index.yaml. NAME.db that is empty or absent stands for the
folder NAME.

  -a ATTACH   JSON object, the options of rocpd_attach: {"damaged":"skip"},
              {"offset_ns":N}, {"rank":"rank%d/*.db"}
  -OPTION     how the sqlite3 shell prints and reads:
END
  echo "$shell_options" | fold -s -w 60 | sed 's/^/              /; s/ *$//'
  cat <<END

  $as trace 'SELECT * FROM top LIMIT 10'
  $as -csv -header trace 'SELECT * FROM kernels' > kernels.csv
  $as -a '{"damaged":"skip"}' 'dbs/*.db' 'SELECT * FROM health'
  $as trace
END
}
run_shell() {
  as=${ROCPD_AS:-rocpd $command} how=''
  while [ $# -gt 0 ]; do
    case $1 in
      -h | -help | --help) about_shell; exit 0 ;;
      -a) [ $# -gt 1 ] || wrong "-a wants a JSON object"; attach=$2; shift 2 ;;
      --) shift; break ;;
      -?*)
        case $1 in --*) option=${1#-} ;; *) option=$1 ;; esac # as sqlite3 takes them
        case " $shell_options " in *" $option "*) ;; *) wrong "$1 is not an option; known: -a $shell_options" ;; esac
        how="$how $option"; shift ;;
      *) break ;;
    esac
  done
  [ $# -gt 0 ] || { about_shell >&2; exit 2; }
  add_path "$1"; shift
  for query; do [ ! -e "$query" ] || wrong "only one PATH, and $query is a second one; quote the glob"; done
  make_work
  check_paths
  # On a terminal a table is easier to read. The shell draws one since 3.33.
  if [ -z "$how" ]; then
    if [ ! -t 1 ]; then how=-header
    elif sqlite3 -box -version >/dev/null 2>&1; then how=-box
    else how='-header -column'; fi
  fi
  # What the user wrote into a .sqliterc is for a prompt.
  rc='-init /dev/null'
  [ $# -gt 0 ] || [ ! -t 0 ] || rc=
  set -- -cmd .output :memory: "$@"
  # The last one first, as each is put before the others.
  attach_lines | awk '{ line[NR] = $0 } END { for (i = NR; i > 0; i--) print line[i] }' >"$work/attach"
  while IFS= read -r line; do set -- -cmd "$line" "$@"; done <"$work/attach"
  set -- -cmd ".load '$(library)'" -cmd '.output /dev/null' "$@"
  rm -rf "$work"
  own_language
  exec sqlite3 $rc -bail $how "$@"
}
