#!/bin/sh
# The command lines of the README as they stand after make install, with PREFIX=/usr/local and with /usr, on this
# machine; then uninstall. Needs root, and that nothing of ours is installed.
set -u
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
[ "$(id -u)" -eq 0 ] || { echo "only root can install"; exit 77; }
exec 9>/tmp/rocpd-install-test.lock
flock -w 200 9 || { echo "another test of this kind is running"; exit 77; }
ours="lib/libcollect.so lib/librocpd.so lib/rocpd.so bin/rocpd-record bin/rocpd-query bin/rocpd-export"
for prefix in /usr/local /usr; do for f in $ours; do [ -e $prefix/$f ] && { echo "$prefix/$f is installed on this machine"; exit 77; }; done; done
prefix=
remove() { [ -z "$prefix" ] || make -s uninstall BUILD="$BUILD" PREFIX=$prefix >/dev/null 2>&1; }
trap remove EXIT
trap 'exit 1' INT TERM HUP
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
unset LD_PRELOAD COLLECT_OUTPUT COLLECT_ARGS COLLECT_DOMAINS
. tests/load/node.sh
node_library_path=$LD_LIBRARY_PATH
LD_LIBRARY_PATH=$BUILD/gpusim; export LD_LIBRARY_PATH
repository=$PWD
cp "$BUILD/programs/demo" "$TEST_TMP/app"
if node_ready better-sqlite3 >"$TEST_TMP/node"; then node=yes; else node=; fi

for p in /usr/local /usr; do
  prefix=$p
  make -s install BUILD="$BUILD" PREFIX=$p >"$TEST_TMP/log" 2>&1 || { echo "not ok install to $p: $(tail -n 1 "$TEST_TMP/log")"; failed=1; continue; }
  check "$p: in the linker's cache, and nothing to be set" "$(cat "$TEST_TMP/log")" ""
  dir=$TEST_TMP/$(basename $p); mkdir "$dir"; cd "$dir"
  cp ../app app
  LD_PRELOAD=libcollect.so ./app >out 2>err; check "$p: LD_PRELOAD=libcollect.so ./app" "$? $(tail -n 1 out) $(cat err)" "0 240 steps, trained "
  n=$(sqlite3 -cmd ".load rocpd" trace.db "SELECT count(*) FROM kernels")
  check "$p: sqlite3 -cmd '.load rocpd' trace.db sees trace/*.rocz" "$((n > 1000))" 1
  check "$p: rows of top" "$(sqlite3 -cmd '.load rocpd' trace.db 'SELECT count(*) FROM (SELECT * FROM top LIMIT 10)')" 10
  sqlite3 -cmd ".load rocpd" trace.db "SELECT rocpd_export_perfetto('out.pftrace')" >/dev/null; check "$p: the export" "$([ -s out.pftrace ] && echo there)" there
  rocpd-record -q -o recorded ./app >out2 2>err; check "$p: rocpd-record" "$? $(ls recorded/*.rocz | wc -l) $(cat err)" "0 1 "
  check "$p: rocpd-query" "$(rocpd-query -list recorded 'SELECT count(*) FROM kernels')" "$n"
  if command -v babeltrace2 >/dev/null && [ -e "$BUILD/babeltrace-plugin-rocpd.so" ]; then
    check "$p: babeltrace2 finds its plugin" "$(babeltrace2 recorded | grep -c kernel_dispatch_event_start)" "$n"
  fi
  rocpd-export json recorded out.json >/dev/null; check "$p: rocpd-export" "$? $([ -s out.json ] && echo there)" "0 there"
  if [ -n "$node" ]; then
    got=$(LD_LIBRARY_PATH=$node_library_path node -e '
      const db = new (require("better-sqlite3"))("trace.db"); db.loadExtension("rocpd");
      console.log(db.prepare("SELECT count(*) AS n FROM kernels").get().n)' 2>&1)
    check "$p: better-sqlite3 loadExtension('rocpd')" "$got" "$n"
  fi
  cd "$repository"
  make -s uninstall BUILD="$BUILD" PREFIX=$p >"$TEST_TMP/log" 2>&1; check "$p: uninstall" "$?" 0
  prefix=
  left=; for f in $ours; do [ -e "$p/$f" ] && left="$left $p/$f"; done
  ! babeltrace2 list-plugins 2>/dev/null | grep -q '^rocpd' || left="$left the plugin"
  check "$p: nothing is left" "$left" ""
  check "$p: nothing is left in the linker's cache" "$(ldconfig -p | grep -c 'rocpd\|libcollect')" 0
done
[ -n "$node" ] || echo "   (better-sqlite3 not tested: $(cat "$TEST_TMP/node"))"
exit $failed
