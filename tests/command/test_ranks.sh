#!/bin/sh
# Reports with more rows than their limit say so, and unusual ranks come first. Ranks by launchers' variables. Machines whose clocks were not
# compared: each has its own times. Merged files.
. tests/command/common.sh
cd "$TEST_TMP" || exit 1
mkdir ranks
for rank in $(seq 0 31); do
  ns=100000; [ "$rank" -lt 21 ] || ns=$((150000 + rank))
  for i in 0 1 2; do echo "HSA: pid:$((100 + rank)) tid:9 dispatch queue:1 agent:5 signal:6 name:'gemm' start:$((1000000 + i * 200000)) stop:$((1000000 + i * 200000 + ns)) id:$i"; done >"ranks/rank$rank.txt"
done
attach='{"rank":"rank%d.txt"}'
rocpd ranks -a "$attach" ranks >shown
check "slow ranks come first, the slowest at the top" "$(sed -n '3,13p' shown | awk '{ print $1 }' | xargs)" "31 30 29 28 27 26 25 24 23 22 21"
check "... and then the others by number" "$(sed -n '14,22p' shown | awk '{ print $1 }' | xargs)" "0 1 2 3 4 5 6 7 8"
check "the report says that there are more" "$(sed -n 23p shown)" "(the first 20; there are more: -n 0 shows all)"
check "all ranks, by number" "$(rocpd ranks -n 0 -a "$attach" ranks | sed -n '3,34p' | awk '{ print $1 }' | xargs)" "$(seq 0 31 | xargs)"
lacks "... which is not said then" "$(rocpd ranks -n 0 -a "$attach" ranks)" "there are more"
lacks "... nor where they fit" "$(rocpd ranks -n 32 -a "$attach" ranks)" "there are more"
for f in csv json markdown html; do
  rocpd ranks --$f -a "$attach" ranks >out 2>err
  contains "--$f says it on stderr" "$(cat err)" "rocpd ranks: $([ $f = json ] && echo ranks || echo Ranks): there are more rows than the 20 shown (-n 0: all)"
done
check "--csv has the same number of rows" "$(rocpd ranks --csv -a "$attach" ranks 2>/dev/null | grep -c '^[0-9]')" 20
check "--json, too" "$(rocpd ranks --json -a "$attach" ranks 2>/dev/null | /usr/bin/python3 -c 'import json, sys; r = json.load(sys.stdin)["ranks"]; print(len(r), r[0]["rank"], r[19]["rank"])')" "20 31 8"
check "--json of one row and of none" "$(rocpd ranks -n 1 --json -a "$attach" ranks 2>/dev/null | /usr/bin/python3 -c 'import json, sys; r = json.load(sys.stdin); print(len(r["ranks"]), len(r["collectives"]))')" "1 0"
printf "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'a\"b,\\\\n' start:%d stop:%d id:%d\n" 1000 1500 0 2000 2400 1 >odd.txt
check "--csv of texts with quotes" "$(rocpd top --csv --names full -n 1 odd.txt 2>&1)" "$(rocpd top --csv --names full -n 0 odd.txt)"

# ---- ranks
if [ -z "${SANITIZER:-}" ]; then
  rank_of() { # VARIABLE=VALUE...: the rank of a process recorded with these variables
    rm -rf one
    env -u RANK "$@" LD_LIBRARY_PATH="$BUILD/gpusim" COLLECT_OUTPUT="$TEST_TMP/one" LD_PRELOAD="$BUILD/libcollect.so" "$BUILD/programs/launch_bench" 5 50 >/dev/null
    rocpd-query -list -noheader one 'SELECT rank FROM sources'
  }
  check "ALPS_APP_PE" "$(rank_of ALPS_APP_PE=3)" 3
  check "PMI_ID" "$(rank_of PMI_ID=4 LOCAL_RANK=0)" 4
  check "MPI_LOCALRANKID" "$(rank_of MPI_LOCALRANKID=2)" 2
  check "... takes precedence over a rank from the path" "$(mv one/*.rocz one/9.rocz; sqlite3 -list -cmd ".load $BUILD/rocpd" '' "SELECT rocpd_attach('one/9.rocz', '{\"rank\":\"%d.rocz\"}')" 'SELECT rank FROM sources' | tail -n 1)" 2
  check "LOCAL_RANK, if no other variable is set" "$(rank_of LOCAL_RANK=1) $(rank_of LOCAL_RANK=1 SLURM_PROCID=9) $(rank_of LOCAL_RANK=1 RANK=5)" "1 9 5"
fi

# ---- machines
make_db() { /usr/bin/python3 "$root/tests/helper/rocpd_gen.py" "$@"; }
mkdir both; make_db both/a.db --host node1 --boot 1000000000000 --seed 1 --launcher; make_db both/b.db --host node2 --boot 1117745000000000 --seed 2 --launcher
sql() { rocpd-query -list -noheader "$@"; }
span() { sql "$1" 'SELECT max("end") - min(start) FROM sources'; }
check "each machine has its own span" "$(rocpd summary --json both 2>/dev/null | /usr/bin/python3 -c 'import json, sys
for r in json.load(sys.stdin)["trace"]: print(r["hosts"], r["span_ns"], r["files"], "not compared" in r["state"])')" "node1 $(span both/a.db) 1 True
node2 $(span both/b.db) 1 True"
check "equal ranks on two machines have two rows" "$(sql both "SELECT count(*), max(span_ns) < 1000000000000 FROM gpu_time('rank')")" "$(sql both "SELECT count(DISTINCT host || ' ' || coalesce(rank, '')) || '|1' FROM kernels")"
check "the run time is that of each machine" "$(sql both "SELECT DISTINCT host, run_ns, clock FROM run_time ORDER BY 1")" "node1|$(sql both/a.db 'SELECT max(run_ns) FROM run_time')|node1
node2|$(sql both/b.db 'SELECT max(run_ns) FROM run_time')|node2"
check "... and shares refer to it" "$(sql both "SELECT count(*) FROM utilisation WHERE start IS NOT NULL AND (share > 1 OR run_ns NOT IN (SELECT run_ns FROM run_time AS t WHERE t.host = utilisation.host))")" 0
fails "time steps over both machines" 1 "clock" rocpd query both 'SELECT * FROM gpu_time(1000000)'
check "files of one machine have one clock" "$(sql both/a.db "SELECT count(*), count(clock) FROM sources")" "1|0"
check "... and so have those of several machines once clocks are compared" "$(rocpd-query -list -noheader both/a.db "SELECT rocpd_attach('both/b.db', '{\"offset_ns\":-1116745000000000}')" "SELECT count(*), count(clock), count(DISTINCT host) FROM sources" | tail -n 1)" "2|0|2"

# ---- a merged file
make_db a1.db --host node1 --boot 1000000000000 --seed 1 --launcher --pid 101; make_db b1.db --host node2 --boot 1117745000000000 --seed 2 --launcher --pid 202
"$BUILD/bench/tracegen" whole.rocz 2000 >/dev/null
head -c $(($(wc -c <whole.rocz) * 7 / 10)) whole.rocz >cut.rocz
rocpd merge a1.db b1.db cut.rocz -o merged.db >/dev/null 2>&1
check "ranks of a merged file" "$(rocpd summary --json merged.db 2>/dev/null | /usr/bin/python3 -c 'import json, sys
for r in json.load(sys.stdin)["trace"]: print(r["hosts"], r["ranks"], r["span_ns"], "not compared" in r["state"])')" "3 machines 2 None True"
check "its processes" "$(rocpd info --json merged.db 2>/dev/null | /usr/bin/python3 -c 'import json, sys
print(*sorted(str(r["rank"]) + r["host"] for r in json.load(sys.stdin)["processes"])[:2])')" "1node1 2node2"
check "it is incomplete, as one of its parts was" "$(sql merged.db 'SELECT complete FROM sources')" 0
check "it keeps the facts of its parts" "$(sql merged.db "SELECT name, value > 0 FROM health WHERE detail LIKE '%cut.rocz: %' AND name IN ('complete', 'bytes cut') ORDER BY 1")" "bytes cut|1
complete|0"
check "... and what was recorded in them" "$(sql merged.db "SELECT domain, recorded FROM capabilities WHERE domain IN ('hip', 'samples') ORDER BY 1")" "$(sql cut.rocz "SELECT domain, recorded FROM capabilities WHERE domain IN ('hip', 'samples') ORDER BY 1")"
check "the run time is that of each machine" "$(sql merged.db "SELECT max(run_ns) < 1000000000000 FROM run_time")" 1
exit $failed
