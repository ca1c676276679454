# Part of the command rocpd (which reads it): report, which is convert to HTML with a name for the file and a browser to open it.

run_page() {
  open=''
  n=$#
  while [ "$n" -gt 0 ]; do
    case $1 in --open) open=1 ;; *) set -- "$@" "$1" ;; esac
    shift; n=$((n - 1))
  done
  out=report.html to=html
  . "$reports/export.sh"
  run_export "$@"
  [ -z "$open" ] || open_file "$out"
}
# By the program that the system has for it, which may go on for long. What begins with a slash is a path: other names may be options, and '#', '%' and '?' in
# them be taken for parts of an address.
open_file() {
  case $1 in /*) ;; *) set -- "$PWD/$1" ;; esac
  for opener in xdg-open open; do
    command -v $opener >/dev/null || continue
    ( own_language; exec $opener "$1" ) >/dev/null 2>&1 &
    return
  done
  status=1; fail "$1 is written; no program to open it with (xdg-open) is installed: open it in a browser"
}
