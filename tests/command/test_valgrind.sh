#!/bin/sh
# The commands under valgrind: no uninitialized memory is used and none is leaked, also after errors. With SOAK, all reports and formats.
. tests/command/common.sh
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }
cd "$TEST_TMP" || exit 1
"$BUILD/bench/tracegen" one.rocz 300 >/dev/null
rocpd merge one.rocz -o one.db --json >/dev/null
# under CODE COMMAND...: the command exits with CODE, and valgrind reports nothing
under() {
  want=$1; shift
  case $1 in */rocpd) leaks=full ;; *) leaks=no ;; esac # rocpd-record and related commands do not free memory before they exit (collector/command/main.c)
  got=0; valgrind -q --error-exitcode=99 --leak-check=$leaks --errors-for-leak-kinds=definite --show-leak-kinds=definite --log-file=faults.$$ "$@" >said 2>&1 </dev/null || got=$?
  check "$(basename "$1") $(shift; echo "$*")" "$got $(head -n 20 faults.$$)" "$want "
}
bin=$TEST_TMP/usr/bin
under 0 "$bin/rocpd" summary one.rocz one.db
under 1 "$bin/rocpd" query one.rocz 'SELECT nonsense FROM kernels'
under 0 "$bin/rocpd" convert one.rocz -f json -o one.json
under 0 "$bin/rocpd-record" -q -o out true
under 2 "$bin/rocpd-record" --domians hip true
if [ -n "${SOAK:-}" ]; then
  for r in "$root"/ext/command/report/*.sql; do
    r=$(basename "$r" .sql)
    case $r in diff) under 0 "$bin/rocpd" diff one.rocz one.db ;; *) under 0 "$bin/rocpd" "$r" one.rocz ;; esac
  done
  for f in $(rocpd convert --formats | tr , ' '); do under 0 "$bin/rocpd" convert one.rocz -f "$f" -o "one.out.$f" --overwrite; done
  for f in csv json markdown html; do under 0 "$bin/rocpd" top --$f one.rocz; done
  under 0 "$bin/rocpd" help
  under 2 "$bin/rocpd-doctor" --nothing
  under 1 "$bin/rocpd-ctl" 1 status
fi
exit $failed
