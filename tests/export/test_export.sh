#!/bin/sh
# Exports of complete traces: one made by the generator, several at once, and the trace of a HIP program on the
# software GPU. check.py decodes them and compares with the tables; node parses the JSON.
set -u
failed=0
export_and_check() { # NAME ATTACH OPTIONS [OPTIONS OF PERFETTO]
  dir=$TEST_TMP/$1; mkdir -p "$dir"
  sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" :memory: >"$dir/log" 2>&1 <<END || { echo "not ok $1: $(tail -n 1 "$dir/log")"; failed=1; return; }
SELECT rocpd_attach('$2');
SELECT rocpd_export_perfetto('$dir/out.pftrace', '${4:-$3}');
SELECT rocpd_export_json('$dir/out.json', '$3');
SELECT rocpd_export_json('$dir/out.json.gz', '$3');
.output $dir/rows.json
.read tests/export/dump.sql
END
  case $3 in *args*) ;; *) grep -v '"kind":"argument"' "$dir/rows.json" >"$dir/rows"; mv "$dir/rows" "$dir/rows.json" ;; esac
  events=$(sed -n 's/.*"events":\([0-9]*\).*/\1/p' "$dir/log" | sort -u)
  rows=$(grep -cv '"kind":"argument"' "$dir/rows.json")
  if [ "$events" -gt 0 ] && [ "$rows" -eq "$events" ]; then echo "ok $1: $events events"; else echo "not ok $1: $events events, $rows rows"; failed=1; fi
  python3 tests/export/check.py "$dir/rows.json" "$dir/out.pftrace" "$dir/out.json" "$events" >"$dir/report" || failed=1
  cut -c 1-300 "$dir/report" | sed -e "s/^ok /ok $1: /" -e "s/^not ok /not ok $1: /"
  if command -v node >/dev/null; then
    n=$(node -e 'let e = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).traceEvents; console.log(e.filter(x => "XBi".includes(x.ph)).length)' "$dir/out.json")
    if [ "$n" = "$events" ]; then echo "ok $1: node reads the JSON"; else echo "not ok $1: node reads $n events"; failed=1; fi
    # Decompressed as in a browser, where a second gzip member would be an error.
    n=$(node -e 'new Response(new Blob([require("fs").readFileSync(process.argv[1])]).stream().pipeThrough(new DecompressionStream("gzip"))).text()
      .then(t => console.log(JSON.parse(t).traceEvents.filter(x => "XBi".includes(x.ph)).length))' "$dir/out.json.gz")
    if [ "$n" = "$events" ]; then echo "ok $1: node reads it compressed"; else echo "not ok $1: node reads $n events of the compressed file"; failed=1; fi
  fi
}

"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 3000 >/dev/null
export_and_check generated "$TEST_TMP/one.rocz" '{}'

mkdir "$TEST_TMP/many"
for i in 1 2 3 4 5; do "$BUILD/bench/tracegen" "$TEST_TMP/many/$i.rocz" 1000 seed=$i pid=$((500 + i / 2)) nested=200 graph=100 arguments=1 open=$((i % 2)) killed=$((i / 5)) >/dev/null; done
export_and_check five-files "$TEST_TMP/many" '{"args":true}'
# Arguments belong to a region, whatever its stack_id.
sqlite3 -batch -bail -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$TEST_TMP/many/1.rocz'); SELECT rocpd_export_db('$TEST_TMP/other.db')" >/dev/null || { echo "not ok a database of one"; failed=1; }
events=$(sqlite3 "$TEST_TMP/other.db" "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'rocpd_event*'")
sqlite3 "$TEST_TMP/other.db" "UPDATE \"$events\" SET stack_id = stack_id + 7000, parent_stack_id = parent_stack_id + 7000 * (parent_stack_id > 0) WHERE stack_id > 0"
export_and_check other-numbers "$TEST_TMP/other.db" '{"args":true}'
export_and_check counters "$TEST_TMP/many" '{"counters":true}'
export_and_check compressed "$TEST_TMP/many" '{"counters":true}' '{"counters":true,"compress":true}'

if [ -x "$BUILD/programs/demo" ]; then
  COLLECT_ARGS=1 COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; failed=1; }
  export_and_check demo "$TEST_TMP/trace" '{"args":true}'
  export_and_check demo-counters "$TEST_TMP/trace" '{"counters":true}'
fi
exit $failed
