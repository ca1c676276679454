# Part of the command rocpd (which reads it): rpt, with the options of rtg_tracer's.

run_rpt() {
  barriers=1 gaps=1 topn=20 bounds='10 20 50 100 1000 10000 100000' rest=''
  n=$#
  while [ "$n" -gt 0 ]; do
    case $1 in
      --no_gaps | --no-gaps) gaps=0 ;;
      --ignore_barriers | --ignore-barriers) barriers=0 ;;
      --topn) value "$1" "$n"; case $2 in -1) topn=0 ;; *) number "$2" --topn; topn=$2 ;; esac; shift; n=$((n - 1)) ;;
      --gaps)
        bounds=''
        while [ "$n" -gt 1 ] && case $2 in '' | *[!0-9]*) false ;; esac; do bounds="$bounds $2"; shift; n=$((n - 1)); done
        [ -n "$bounds" ] || wrong "--gaps wants bounds in us" ;;
      *) set -- "$@" "$1" ;;
    esac
    shift
    n=$((n - 1))
  done
  want_help=''
  take_options "$@"
  [ -z "$want_help" ] || { about "$reports/rpt.sql"; exit 0; }
  [ "$format" = table ] || wrong "rpt prints text; rocpd top, busy and gaps have other formats"
  make_ready
  bucket='CASE' below=''
  for b in $(printf '%s\n' $bounds | sort -n); do
    bucket="$bucket WHEN start - before < $b * 1000 THEN 'gap ${below:+${below}us-}${below:-<}"
    [ -z "$below" ] && bucket="${bucket}${b}us'" || bucket="${bucket%"$below"}${b}us'"
    below=$b
  done
  start_progress
  { opening; printf '%s\n' '.mode list' '.headers off'
    sed "s/{bucket}/$bucket ELSE 'gap >=${below}us' END/; s/{barriers}/$barriers/g; s/{gaps}/$gaps/g; s/{topn}/$topn/g" "$reports/rpt.sql"; losses_lines; } >"$work/lines"
  sqlite_through cat
  answered
  say_losses
}
