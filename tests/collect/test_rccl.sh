#!/bin/sh
# RCCL: its calls by symbol and by dispatch table, of each of its layouts, with what they move.
. "$(dirname "$0")/common.sh"
fake_setup
cd "$root" || exit 1
include="-Icollector/core -Iext/format -I$BUILD -Icollector/api/rccl"
library() { # NAME FUNCTIONS
  mkdir -p "$work/$1"
  $CC -O1 -w -fPIC -shared -D_GNU_SOURCE -DFUNCTIONS=$2 $include -Wl,-soname,librccl.so.1 -o "$work/$1/librccl.so.1" tests/collect/fake_rccl.c "$work/fake/libamdhip64.so.5" || exit 1
}
for functions in 0 37 38 40 50; do library "$functions" $functions; done
$CC -O1 -g -w -DLINKED -o "$work/linked" tests/collect/rccl_user.c "$work/50/librccl.so.1" -L"$work/fake" -lamdhip64 -ldl || exit 1
$CC -O1 -g -w -o "$work/dynamic" tests/collect/rccl_user.c -L"$work/fake" -lamdhip64 -ldl || exit 1
# user PROGRAM LIBRARY CASE
user() {
  rm -rf "$work/out"
  COLLECT_CHECK=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/$2:$work/fake ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" timeout -s QUIT 60 "$work/$1" "$3" >"$work/stdout" 2>"$work/stderr"
  is "$*: exit code, stdout and stderr" "$? $(wc -l <"$work/stdout") $(grep -vc Killed "$work/stderr")" "${EXIT:-0} 0 0"
}
query() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2 | tr '\n' ' '; }
names() { query "SELECT group_concat(replace(name, 'nccl', ''), ' ') FROM (SELECT name FROM regions WHERE category = 'RCCL_API' ORDER BY start, id)"; }
worked="CommInitRank CommInitRank GroupStart AllReduce Send GroupEnd AllToAllv CommSplit AllReduce AllReduceWithBias CommInitAll Send CommDestroy AllReduce GetErrorString "
args="SELECT r.name || '(' || group_concat(a.name || '=' || a.value, ' ') || ')' FROM (SELECT * FROM region_args WHERE name IN ('count', 'datatype', 'op', 'peer', 'bytes', 'rank') ORDER BY id, name) a
  JOIN regions r ON r.guid = a.guid AND r.id = a.id WHERE r.name IN ('ncclAllReduce', 'ncclSend', 'ncclAllToAllv', 'ncclAllReduceWithBias') GROUP BY r.id ORDER BY r.start"

for functions in 0 37 38 40 50; do
  user linked $functions work
  is "linked, a table of $functions: every call, once" "$(names)" "$worked"
  RCCL=$work/$functions/librccl.so.1 user dynamic $functions work
  is "by dlopen and dlsym, a table of $functions" "$(names)" "$worked"
done
$CC -O1 -w -fPIC -shared -o "$work/module.so" -x c - -x none "$work/0/librccl.so.1" -Wl,--allow-shlib-undefined <<'C' || exit 1
int ncclGroupStart(void), ncclGroupEnd(void);
int module(void) { return ncclGroupStart() + ncclGroupEnd(); }
C
$CC -O1 -w -o "$work/loader" -x c - -ldl <<'C' || exit 1
#include <dlfcn.h>
int main(int argc, char **argv) { void *m = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL); return m ? ((int (*)(void))dlsym(m, "module"))() : 9; }
C
for functions in 0 50; do
  rm -rf "$work/out"
  COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/$functions:$work/fake LD_PRELOAD="$(preload)" ASAN_OPTIONS=detect_leaks=0 "$work/loader" - "$work/module.so"
  is "a module that is loaded late, and links RCCL ($functions)" "$? $(names)" "0 GroupStart GroupEnd "
done
user linked 0 work
is "what is moved, by whom" "$(query "$args")" \
  "ncclAllReduce(bytes=4000 count=1000 datatype=ncclFloat32 op=ncclSum rank=2) ncclSend(bytes=20 count=10 datatype=ncclFloat16 peer=3 rank=2) ncclAllToAllv(bytes=80 datatype=ncclFloat64 rank=2) ncclAllReduce(bytes=8 count=8 datatype=ncclUint8 op=ncclMax rank=1) ncclAllReduceWithBias(bytes=8 count=4 datatype=ncclBfloat16 op=ncclSum rank=1) ncclSend(bytes=-1 count=1 datatype=99 peer=0 rank=2) ncclAllReduce(bytes=1 count=1 datatype=ncclInt8 op=ncclSum rank=-1) "
is "... what a call makes" "$(query "SELECT group_concat(coalesce(a.value, 'NULL') NOT IN ('NULL', '0x0'), ' ') FROM (SELECT a.value FROM region_args a JOIN regions r ON r.guid = a.guid AND r.id = a.id WHERE a.name = '*newcomm' ORDER BY r.start) a")" "1 0 1 "
is "results" "$(query "SELECT result FROM regions WHERE name = 'ncclCommInitRank' ORDER BY start")" "0 4 "
is "what HIP does for RCCL is in its call" "$(query "SELECT p.name, count(*) FROM regions r LEFT JOIN regions p ON p.guid = r.guid AND p.stack_id = r.parent_stack_id WHERE r.name = 'hipSetDevice' GROUP BY 1 ORDER BY 1")" \
  "|1 ncclAllReduce|3 ncclAllReduceWithBias|1 ncclAllToAllv|1 ncclSend|2 "
is "nothing is lost" "$(query "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'checks failed', 'arguments dropped')")" "0 "
user linked 50 one
is "the table comes within a call: once" "$(names)" "CommInitRank "
COLLECT_DOMAINS=-rccl user linked 50 work
is "without the domain" "$(query "SELECT group_concat(DISTINCT category) FROM regions")" "HIP_RUNTIME_API_EXT "
EXIT=137 user linked 50 kill
is "killed in a group" "$(names)" "CommInitRank CommInitRank GroupStart AllReduce Send "
finish
