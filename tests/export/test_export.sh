#!/bin/sh
# Exports of real files: one made by the generator, several at once, and what a HIP program on the
# software GPU left. check.py decodes them and compares with the tables; node parses the JSON.
set -u
failed=0
export_and_check() { # NAME ATTACH OPTIONS
  dir=$TEST_TMP/$1; mkdir -p "$dir"
  sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" :memory: >"$dir/log" 2>&1 <<END || { echo "not ok $1: $(tail -n 1 "$dir/log")"; failed=1; return; }
SELECT rocpd_attach('$2');
SELECT rocpd_export_perfetto('$dir/out.pftrace', '$3');
SELECT rocpd_export_json('$dir/out.json', '$3');
.output $dir/rows.json
.read tests/export/dump.sql
END
  case $3 in *args*) ;; *) grep -v '"kind":"argument"' "$dir/rows.json" >"$dir/rows"; mv "$dir/rows" "$dir/rows.json" ;; esac
  events=$(sed -n 's/.*"events":\([0-9]*\).*/\1/p' "$dir/log" | sort -u)
  rows=$(grep -c '"kind":"\(region\|kernel\|copy\)"' "$dir/rows.json")
  hidden=$(sed -n 's/.*"without_start":\([0-9]*\).*/\1/p' "$dir/log" | head -n 1)
  if [ "$events" -gt 0 ] && [ "$rows" -eq $((events + hidden)) ]; then echo "ok $1: $events events of $rows rows"; else echo "not ok $1: $events events, $hidden without start, $rows rows"; failed=1; fi
  python3 tests/export/check.py "$dir/rows.json" "$dir/out.pftrace" "$dir/out.json" "$events" >"$dir/report" || failed=1
  cut -c 1-300 "$dir/report" | sed -e "s/^ok /ok $1: /" -e "s/^not ok /not ok $1: /"
  if command -v node >/dev/null; then
    n=$(node -e 'let e = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).traceEvents; console.log(e.filter(x => "XB".includes(x.ph)).length)' "$dir/out.json")
    if [ "$n" = "$events" ]; then echo "ok $1: node reads the JSON"; else echo "not ok $1: node reads $n events"; failed=1; fi
  fi
}

"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 3000 >/dev/null
export_and_check generated "$TEST_TMP/one.rocz" '{}'

mkdir "$TEST_TMP/many"
for i in 1 2 3 4 5; do "$BUILD/bench/tracegen" "$TEST_TMP/many/$i.rocz" 1000 seed=$i pid=$((500 + i / 2)) nested=200 graph=100 arguments=1 open=$((i % 2)) killed=$((i / 5)) >/dev/null; done
export_and_check five-files "$TEST_TMP/many" '{"args":true}'

if [ -x "$BUILD/programs/demo" ]; then
  COLLECT_ARGS=1 COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; failed=1; }
  export_and_check demo "$TEST_TMP/trace" '{"args":true}'
fi
exit $failed
