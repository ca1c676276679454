# Part of the command rocpd (which reads it): convert, report, merge and trim, which write files by the library's functions rocpd_export_FORMAT.

# Formats that are called otherwise than the function, or whose files end otherwise than its name. NAME:ENDING:STEM:OTHER NAME; STEM is what AMD's
# rocpd puts between the name and the ending. All that is not here is NAME:NAME:_results.
known_formats='perfetto:pftrace:_results:pftrace csv:csv: json:json:_results:chrome text:txt:_results:txt'

about_export() {
  case $command in
    convert) cat <<'END'
rocpd convert [OPTION...] PATH... -o OUT: writes a trace in another format
rocpd convert -f FORMAT[,FORMAT...] -i PATH... [-d FOLDER] [-o NAME]: the same, as AMD's rocpd takes it and names files

  -f, --output-format    formats (rocpd convert --formats lists those of the library); may be left out where OUT's ending says it
  -o, --output-file      OUT: the file, or the folder of formats that write several files. With -i or -d, and of several formats,
                         a NAME: files are FOLDER/NAME_results.pftrace, .json, .db, ..., and FOLDER/NAME_kernel_trace.csv, ...
                         - is stdout; what was written is then said on stderr
  -d, --output-path      FOLDER (default: ./rocpd-output-data with -i, else this one). With -i the keys %pid%, %ppid%, %hostname% and %rank%
                         in FOLDER and NAME are filled in
END
      ;;
    report) cat <<'END'
rocpd report [OPTION...] PATH... [-o FILE]: writes a report, one HTML file with the time line and tables of answers (default: report.html)

  --open                 and opens it in a browser
  --no-tables            the time line alone, which is written in less than half the time
  --compare OTHER        with another trace, a file, folder or glob, under it on the time line, and a page of the differences. --window, --range, --start and --end
                         are then looked for in both traces, for the time line and the differences (what overlaps that time); other tables are of all
  --align MARKER         both begin where the marker does (MARKER/N: the N-th), else with their first events, or with the window

END
      ;;
    merge) cat <<'END'
rocpd merge PATH... -o OUT: one file of many, a database (.db) or a chunk file (.rocz)
rocpd merge -i PATH... [-d FOLDER] [-o NAME]: the same, as AMD's rocpd takes it: FOLDER/NAME.db

END
      ;;
    trim) cat <<'END'
rocpd trim PATH... --window START,END -o OUT: a part of a trace; the part is that of --window, --range, --size or --last-run

END
      ;;
  esac
  cat <<'END'
Which events (where the format has that; else it is an error):
  --window START,END, --range NAME[/N], --last-run    with what crosses the edges of that time; with --inclusive true what lies in it as a whole
  --start, --end, --start-marker, --end-marker TIME, --inclusive BOOL    a window as AMD's rocpd has it
  --categories GLOB,...  --name GLOB (again for more)  --agents N,...  --processes PID,...  --ranks N,...
  --min-duration NS      what is shorter is left out
How much:
  --size BYTES           with K, M or G: the last part, in time, that OUT has room for; nearly full. With --from-start the first part.
  --split N              N parts of the same time, NAME-001.json, NAME-002.json, ...; or --split process or rank: a part of each, NAME-process-PID.json
  --max-bytes BYTES      as many parts of time as are needed for each to be no larger
  Each event is in the part in whose time it begins, what never started in the first. --size is found by writing parts beside OUT, several times.
How they are shown (formats that have no such thing are written without, and that is said):
  --kernel-rename        kernels are called as the range of markers in which they were launched
  --names short|full     kernels' names without arguments and scopes, or as they are (default)
  --agent-index-value absolute|relative|type-relative
  --group-by-queue       kernels by queue, not by stream
  --args                 arguments of calls (also --annotate-args)
  --no-flows             no arrows from launches to kernels
  --counters             how many kernels ran, bytes in copies, allocated bytes
  --compress             a compressed file, where the format's readers know that
  --overwrite            replace files that are there (with -i always)
  --options JSON         options of rocpd_export_FORMAT as they are
--automerge-limit, --export-backend, --perfetto-backend, --perfetto-buffer-size, --perfetto-buffer-fill-policy, --perfetto-shmem-size-hint,
--annotate-pmc and --no-annotate-kfd are taken and have no effect: there is neither a limit nor a buffer.
END
}

# ---- formats

# Of a word: to, its function; ending and stem of its files.
find_format() {
  to=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')
  row=$to:$to:_results
  for each in $known_formats; do case $each in "$to":* | *:*:*:"$to") row=$each ;; esac; done
  to=${row%%:*} row=${row#*:}
  ending=${row%%:*} row=${row#*:}
  stem=${row%%:*}
}
# What the library says of itself: its functions, and of the given ones the options that they have (they name these when they are given one that they have not).
ask_formats() {
  { printf '%s\n' ".load '$(library)'" '.mode list' 'SELECT rocpd_help();'
    for each; do printf '%s\n' "SELECT rocpd_export_$each('', '{\"\":0}');"; done; } >"$work/lines"
  sqlite >"$work/help"
  [ -s "$work/help" ] || { rc=1; answered; }
  mv "$work/err" "$work/options"
}
formats() { sed -n 's/^ *rocpd_export_\([a-z0-9]*\) .*/\1/p' "$work/help" | sort | tr '\n' ',' | sed 's/,$//'; }
has_format() { case ",$(formats)," in *,"$1",*) ;; *) false ;; esac; }
# May a word after a format be another one? What is there is a path.
is_format_word() {
  case $1 in *[!A-Za-z0-9]* | '') return 1 ;; esac
  [ ! -e "$1" ] || return 1
  make_work
  [ -s "$work/help" ] || ask_formats
  ( find_format "$1"; has_format "$to" )
}
# FORMAT OPTION. Where its options could not be asked for, all are given to it: it will say what is wrong.
has_option() {
  options=$(sed -n "s/.*rocpd_export_$1: .*(known: \(.*\)).*/\1/p" "$work/options")
  case ", ${options:-$2}, " in *", $2, "*) ;; *) false ;; esac
}

# ---- options

json_text() { printf '"%s"' "$(printf '%s' "$1" | tr '\001-\037' '?' | sed 's/[\\"]/\\&/g')"; }
# KEY, a list of patterns by commas
choose_texts() {
  list=''
  rest=$2,
  while [ -n "$rest" ]; do list="$list${list:+,}$(json_text "${rest%%,*}")" rest=${rest#*,}; done
  choose "$1" "[$list]"
}
choose_numbers() {
  case $2 in '' | *[!0-9,]* | ,* | *, | *,,*) wrong "$option wants numbers, not '$2'" ;; esac
  choose "$1" "[$2]"
}
# With K, M or G.
bytes_of() {
  case $1 in *[Kk]) set -- "${1%?}" "$2" 1024 ;; *[Mm]) set -- "${1%?}" "$2" 1048576 ;; *[Gg]) set -- "${1%?}" "$2" 1073741824 ;; *) set -- "$1" "$2" 1 ;; esac
  case $1 in ??????????????*) wrong "$2: $1 is too much" ;; esac
  number "$1" "$2"
  echo $(($1 * $3))
}
choose() { settings="$settings${settings:+,}\"$1\":$2"; }
# How events are shown: for formats that have that option.
show() { manner="$manner$1 $2
"; }
# An object's members, to stand among others.
choose_object() {
  case $1 in *[![:space:]]*) given=1 ;; *) return ;; esac
  case $1 in *'{'*'}'*) ;; *) wrong "--options wants a JSON object, not '$1'" ;; esac
  members=${1#*\{}
  members=${members%\}*}
  case $members in *[![:space:]]*) settings="$settings${settings:+,}$members" ;; esac
}
# An option of these commands; false: it is none. `taken` is how many words it has.
settings='' manner='' patterns='' given='' split='' size='' most='' from_start='' compared=''
export_option() {
  taken=2
  case $1 in --from-start | --no-flows | --no-tables | --counters | --compress | --kernel-rename | --group-by-queue | --args | --annotate-args | --annotate-pmc | --no-annotate-kfd) taken=1 ;; --*) ;; *) return 1 ;; esac
  case $1 in
    --from-start) from_start=1 ;;
    --no-flows) show flows false ;;
    --kernel-rename) show kernel_names '"range"' ;;
    --group-by-queue) show group_by '"queue"' ;;
    --args | --annotate-args) show args true ;;
    --counters | --compress) show "${1#--}" true ;;
    --annotate-pmc | --no-annotate-kfd) ;;
    --no-tables)
      [ $command = report ] || return 1
      choose tables false ;;
    --compare | --align)
      [ $command = report ] || return 1
      [ $# -gt 1 ] || wrong "$1 wants a value"
      choose "${1#--}" "$(json_text "$2")"
      [ "$1" = --align ] || compared=1 ;;
    --categories | --name | --agents | --processes | --ranks | --min-duration | --agent-index-value | --options | --split | --size | --max-bytes | --export-backend | --perfetto-*)
      [ $# -gt 1 ] || wrong "$1 wants a value"
      case $1 in
        --categories) choose_texts categories "$2" ;;
        --name) patterns="$patterns${patterns:+,}$(json_text "$2")" ;;
        --agents | --processes | --ranks) choose_numbers "${1#--}" "$2" ;;
        --min-duration) number "$2" "$1"; choose min_duration_ns "$2" ;;
        --agent-index-value) case $2 in absolute | relative | type-relative) show agent_index "\"$2\"" ;; *) wrong "$1 wants absolute, relative or type-relative, not '$2'" ;; esac ;;
        --options) choose_object "$2" ;;
        --split)
          split=$2
          case $2 in process | rank) choose split "\"$2\"" ;; *) number "$2" "$1"; [ "$2" -gt 0 ] && [ "$2" -le 10000 ] || wrong "$1 wants process, rank, or a number from 1 to 10000"; choose split "$2" ;; esac ;;
        --size) size=$(bytes_of "$2" "$1") || exit 2 ;;
        --max-bytes) most=$(bytes_of "$2" "$1") || exit 2; choose max_bytes "$most" ;;
        --perfetto-backend | --perfetto-buffer-size | --perfetto-buffer-fill-policy | --perfetto-shmem-size-hint) ;;
        --export-backend) for word; do case $word in auto | pandas | native) taken=$((taken + 1)) ;; --export-backend) taken=1 ;; *) break ;; esac; done ;;
        *) return 1 ;;
      esac ;;
    *) return 1 ;;
  esac
}
# A time as SQL has it (time_of) as JSON. Nothing where there is none.
json_time() { case $1 in '' | NULL) ;; \'*) each=${1#\'}; json_text "$(printf '%s' "${each%\'}" | sed "s/''/'/g")" ;; *) printf '%s' "$1" ;; esac; }
# rocpd_window() would be in the times of one trace; options are looked for in each.
window_as_options() {
  [ -z "$window" ] || start=$window_start end=$window_end
  [ -z "$range" ] || choose marker "$(json_text "$range")"
  for each in start end; do
    case $each in start) at=$(json_time "$start") ;; end) at=$(json_time "$end") ;; esac
    [ -z "$at" ] || choose $each "$at"
  done
  window='' range='' start='' end=''
}
# All options of a format, members of a JSON object.
settings_of() {
  all=$settings
  while read -r key value; do
    if [ -z "$key" ]; then continue; fi
    if has_option "$1" "$key"; then all="$all${all:+,}\"$key\":$value"
    else printf '%s\n' "${ROCPD_AS:-rocpd $command}: $1 has no $key: it is written without" >&2; fi
  done <<END
$manner
END
  printf '%s' "$all"
}

# ---- sizes

# First and last time of what is exported.
bounds() {
  { opening; printf '%s\n' '.mode list' '.separator " "' 'SELECT min(start), max(ifnull("end", start)) FROM (SELECT start, "end" FROM regions_and_samples UNION ALL SELECT start, "end" FROM kernels UNION ALL'
    printf '%s\n' 'SELECT start, "end" FROM memory_copies UNION ALL SELECT start, "end" FROM memory_allocations UNION ALL SELECT start, "end" FROM scratch_memory) WHERE start IS NOT NULL;'; } >"$work/lines"
  sqlite >"$work/bounds"
  answered
  read -r first last <"$work/bounds" || :
  [ -n "$last" ] || { tell_losses; status=1; fail "nothing in it has a time"; }
}
# What happens in a part of the time; ends that are left away have no limit.
from_to() { printf '%s' "${1:+\"start\":$1${2:+,}}${2:+\"end\":$2}"; }
# How many bytes the format takes with these options: written beside the target, and removed.
trial=''
measure() {
  trial=$(dirname -- "$path")/.rocpd-export-trial-$$.tmp
  add_out "$trial"
  { opening; printf '%s\n' '.mode list' "SELECT rocpd_export_$to($(quoted "$trial"), $(quoted "{$all${all:+${1:+,}}$1}"));"; } >"$work/lines"
  sqlite >"$work/text"
  rm -rf -- "$trial"
  answered
  start_progress
  bytes=$(sed -n 's/.*"bytes":\([0-9]*\).*/\1/p' "$work/text")
}
# Of a format: `part`, the options by which it fits, where a size is asked for.
fitting_part() {
  part=''
  [ -n "$size" ] || return 0
  measure ''
  [ "$bytes" -gt "$size" ] || return 0
  largest_part
  if [ -n "$from_start" ]; then part=$(from_to '' "$good"); else part=$(from_to "$good" ''); fi
}
# The time, `good`, from which on (with from_start: until which) the format takes no more than `size`, and hardly less. It is between a time where it
# does and one where it takes more, by turns where a straight line has it and in the middle.
largest_part() {
  if [ -n "$from_start" ]; then good=$first bad=$last; else good=$last bad=$first; fi
  good_bytes=0 bad_bytes=$bytes tries=0 fits=''
  while [ $tries -lt 40 ] && [ $((good - bad)) -ne 1 ] && [ $((bad - good)) -ne 1 ] && { [ -z "$fits" ] || [ "$good_bytes" -lt $((size - size / 25)) ]; }; do
    tries=$((tries + 1))
    next=$(awk -v span=$((bad - good)) -v line=$((tries % 2)) -v size="$size" -v good="$good_bytes" -v bad="$bad_bytes" 'BEGIN {
      by = span * (line && bad > good ? (size * 0.98 - good) / (bad - good) : 0.5)
      least = span < 0 ? -1 : 1
      if (by / least < 1) by = least
      if (by / span > 0.999) by = span / 2
      printf "%.0f", by }')
    at=$((good + next))
    if [ -n "$from_start" ]; then measure "$(from_to '' "$at")"; else measure "$(from_to "$at" '')"; fi
    if [ "$bytes" -le "$size" ]; then good=$at good_bytes=$bytes fits=1; else bad=$at bad_bytes=$bytes; fi
  done
  [ -n "$fits" ] || { status=1; fail "no part of it fits into $size bytes: the least takes $bad_bytes"; }
}

# ---- files

# Where FORMAT goes: path, and name where its files are named by it.
place_of() {
  path=$out name=''
  if [ -z "$named" ]; then :
  elif has_option "$1" name; then
    case $out in */*) path=${out%/*}/ name=${out##*/} ;; *) path=. name=$out ;; esac
    name=$name$stem
  else case $out in *?."$ending") ;; *) path=$out$stem.$ending ;; esac; fi
}
is_free() {
  [ -z "$input$overwrite$given$split" ] && [ -f "$1" ] && [ -s "$1" ] || return 0
  status=1; fail "$1 is there and would be replaced: give another name, or --overwrite"
}
add_out() {
  outs="$outs$1
"
  printf '%s' "$outs" >"$work/outs" # for who tells how far it is
}
# Who reads no more of it ends this, quietly.
sqlite_to_stdout() {
  cat <"$work/stdout" >&4 & reader=$!
  sqlite >"$work/text" 5>"$work/stdout" # which ends what the reader reads, also where nothing was written
  wait_reader || [ $? -ne 141 ] || exit 141
}
# convert, merge and trim write files. FORMAT is OUT's ending where it is not said.
run_export() {
  want_help=''
  case $#:${1:-} in 1:--formats) make_work; ask_formats; formats; echo; return ;; esac
  take_options "$@"
  [ -z "$want_help" ] || { about_export; exit 0; }
  [ "$command" != trim ] || [ -n "$window$range$last_run$start$end$size" ] || wrong "what of it? --window START,END, --range NAME[/N], --size BYTES or --last-run"
  [ -z "$compared" ] || window_as_options
  case ${split:+1}${size:+1}${most:+1} in 1?*) wrong "one of --split, --size and --max-bytes" ;; esac
  [ -z "$from_start" ] || [ -n "$size" ] || wrong "--from-start is of --size"
  [ -z "$patterns" ] || choose names "[$patterns]"
  [ -z "$shown" ] || show kernel_names "\"$shown\""
  # As AMD's rocpd names its files.
  named='' stdout=''
  case $to in *,*) named=1 ;; esac
  case $out in - | /dev/stdout | /dev/fd/1 | /proc/self/fd/1) stdout=1 ;; esac
  case ${open:-}:$stdout$split$most in 1:?*) wrong "--open is of one file" ;; esac
  if [ -n "$stdout" ]; then
    [ -n "$to" ] || wrong "$out: which format? -f FORMAT (rocpd convert --formats lists them)"
    [ -z "$named$split$most" ] || wrong "$out is one file of one format"
    make_work
    out=$work/stdout
    mkfifo "$out"
  elif [ -n "$input$dir" ] || [ -n "$named" ]; then
    case $command in
      merge) out=${out:-${ROCPD_OUTPUT_NAME:-merged}}; case ${to:-$out} in db | rocz) ;; *.db | *.rocz) ;; *) out=$out.db ;; esac ;;
      convert) out=${out:-${ROCPD_OUTPUT_NAME:-out}} named=1 ;;
    esac
    where=$dir
    [ -z "$input" ] || { where=$(output_folder); out=$(filled_name "$out"); }
    case $out in /* | '') ;; *) [ -z "$where" ] || out=$where/$out; case $out in */*) mkdir -p -- "${out%/*}" ;; esac ;; esac
  fi
  [ -n "$out" ] || wrong "-o OUT is missing (rocpd $command --help)"
  if [ -z "$to" ]; then
    to=${out%.gz}
    to=${to##*/}
    case $to in *.*) to=${to##*.} to=${to%-trace} ;; *) wrong "$out: which format? -f FORMAT (rocpd convert --formats lists them)" ;; esac
    case $to in *[!A-Za-z0-9]* | '') wrong "$out: which format? -f FORMAT (rocpd convert --formats lists them)" ;; esac
  fi
  wanted=''
  for word in $(printf '%s' "$to" | tr ',' ' '); do
    case $word in *[!A-Za-z0-9]*) wrong "$word is no format (rocpd convert --formats lists them)" ;; esac
    find_format "$word"
    case " $wanted " in *" $to "*) ;; *) wanted="$wanted${wanted:+ }$to" ;; esac
  done
  make_work
  ask_formats $wanted
  for to in $wanted; do has_format "$to" || wrong "$to is no format that this library has: $(formats | sed 's/,/, /g')"; done
  [ -z "$input$overwrite" ] || choose overwrite true
  make_ready
  start_progress
  [ -z "$size" ] || bounds
  : >"$work/targets"
  for to in $wanted; do
    find_format "$to"
    all=$(settings_of "$to")
    place_of "$to"
    fitting_part
    is_free "$path"
    add_out "$path"
    [ -z "$name" ] || part="\"name\":$(json_text "$name")${part:+,}$part"
    printf '%s\n' "SELECT $([ -n "${ROCPD_AS:-}" ] || echo "$(quoted "$path: ") ||") rocpd_export_$to($(quoted "$path"), $(quoted "{$all${all:+${part:+,}}$part}"));" >>"$work/targets"
  done
  start_progress
  { opening; echo '.mode list'; cat "$work/targets"; losses_lines; } >"$work/lines"
  if [ -z "$stdout" ]; then sqlite >"$work/text"; else sqlite_to_stdout; fi
  stop_progress
  if [ -z "$stdout" ]; then cat "$work/text"; else sed 's/^.*{"path":"[^"]*"/{"path":"-"/' "$work/text" >&2; fi
  answered
  say_losses
}
