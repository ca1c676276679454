# Arguments: structures field by field, what pointers point to before and after the call; pointers that cannot be read.
. "$(dirname "$0")/common.sh"
fake_setup
query() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2; }
cd "$root" || exit 1

# ---- the real runtime: arguments are as the program has them
rm -rf "$work/out"
ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 COLLECT_ARGS=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$BUILD/gpusim LD_PRELOAD=$(preload) "$BUILD/programs/arguments" >"$work/said" 2>"$work/stderr"
is "the program" "$? $(wc -l <"$work/stderr")" "0 0"
query "SELECT r.name || ' ' || a.name || ' ' || coalesce(a.value, 'NULL') FROM regions r JOIN region_args a ON a.guid = r.guid AND a.id = r.id
       WHERE a.name LIKE '*%' OR a.value LIKE '{%' ORDER BY r.start, r.id, a.position" >"$work/rows_of_args"
# Of the long text only the beginning is compared. hipMalloc3D's extent comes before the value that it sets.
sed 's/\(maxGridSize\[0\]=[0-9]*\).*/\1/' "$work/rows_of_args" | sort >"$work/got"
sort "$work/said" >"$work/wanted"
[ -s "$work/wanted" ] || not_ok "the program says nothing"
diff "$work/wanted" "$work/got" >"$work/diff" && ok "$(wc -l <"$work/wanted") values are what the program has" || not_ok "values: $(head -n 6 "$work/diff")"
is "of a large structure all fields" "$(query "SELECT value FROM region_args WHERE name = '*prop'" | tr ',' '\n' | grep -c =)" \
  "$(sed -n '/^HIP_FIELDS(hipDeviceProp_t,/,/)$/p' collector/api/hip/hip_fields.def | grep -o '[,"][^,":]*:' | wc -l)"
is "types" "$(query "SELECT group_concat(a.type || ' ' || a.name, ', ') FROM (SELECT a.* FROM region_args a JOIN regions r ON r.guid = a.guid AND r.id = a.id WHERE r.name = 'hipMallocPitch' ORDER BY position) a")" \
  "void** ptr, size_t* pitch, size_t width, size_t height, void* *ptr, size_t *pitch"
is "nothing is lost" "$(query "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'arguments dropped', 'arguments cut', 'checks failed', 'info rows dropped')")" 0
rm -rf "$work/out"
ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$BUILD/gpusim LD_PRELOAD=$(preload) "$BUILD/programs/arguments" >/dev/null
is "without COLLECT_ARGS only those that say which work waits for which" "$(query "SELECT count(*) > 0, sum(r.name NOT IN ('hipEventRecord', 'hipStreamWaitEvent', 'hipEventSynchronize', 'hipStreamSynchronize')) FROM region_args a JOIN regions r USING (guid, id)")" "1|0"

# ---- pointers that cannot be read, passed to functions that do not read them
$CC -O1 -g -w -o "$work/args_user" tests/collect/args_user.c -L"$work/fake" -lamdhip64 -pthread -ldl || exit 1
hostile() { # CASE
  rm -rf "$work/out"
  COLLECT_CHECK=1 COLLECT_ARGS=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/fake ASAN_OPTIONS=detect_leaks=0:handle_segv=0 LD_PRELOAD=$(preload) timeout -s QUIT 60 "$work/args_user" "$1" >"$work/stdout" 2>"$work/stderr"
  is "$1: exit code and stderr" "$? $(grep -vc Killed "$work/stderr")" "${EXIT:-0} 0"
}
values() { query "SELECT coalesce(a.value, 'NULL') FROM regions r JOIN region_args a ON a.guid = r.guid AND a.id = r.id WHERE a.name LIKE '$1' ORDER BY r.start, r.id" | tr '\n' ' '; }
hostile unreadable
is "unreadable: what is made" "$(values '*pCaptureStatus')$(values '*prop')" "NULL NULL NULL NULL NULL NULL NULL NULL "
is "... given" "$(values '*p')" "NULL NULL NULL NULL "
is "... and the calls are there" "$(query "SELECT count(*) || ' ' || sum(result) FROM regions")" "12 0"
hostile edge
is "at the edge of what can be read: the fields that are there" "$(values '*p')" "{srcArray=0x0, srcPos.x=1, srcPos.y=2, srcPos.z=3} NULL "
is "... half a number is none" "$(values '*pCaptureStatus')" "hipStreamCaptureStatusNone NULL "
is "... of a large structure" "$(values '*prop' | cut -c 1-30)" "{name=edge, totalGlobalMem=7} "
is "... a text without an end" "$(query "SELECT group_concat(CASE WHEN length(a.value) > 100 THEN length(a.value) ELSE a.value END, ' ') FROM regions r JOIN region_args a ON a.guid = r.guid AND a.id = r.id WHERE a.name = 'fname'")" "abc nullptr 4096 4096 nullptr"
is "... longer ones are counted" "$(query "SELECT value FROM health WHERE name = 'arguments cut'")" 1
hostile failed
is "of a call that fails: what it was given, not what it left" "$(values '*ptr')$(query "SELECT group_concat(result, ' ') FROM regions")" "0x1234 NULL 0 2"
hostile signals
is "signals within: each value is its call's" "$(query "SELECT count(*) > 1000, sum(a.value IS NOT NULL AND a.value <> printf('0x%x', s.value)) FROM region_args a JOIN region_args s ON s.guid = a.guid AND s.id = a.id AND s.name = 'size' WHERE a.name = '*ptr'")" "1|0"
is "... few are without" "$(query "SELECT count(*) * 20 < (SELECT count(*) FROM regions) FROM region_args WHERE name = '*ptr' AND value IS NULL")" 1
hostile within
is "a call with calls of another layer in it" "$(values '*ptr')$(query "SELECT count(*) FROM regions_and_samples WHERE name = 'roctxMarkA'")" "0x3 0x4 2"
hostile fork
is "forked within a call" "$(query "SELECT count(DISTINCT guid) FROM region_args WHERE value = '0x1234'")" 2
EXIT=137; hostile kill
is "killed: what had returned" "$(values '*ptr')$(query "SELECT name FROM regions WHERE end IS NULL")" "0x1234 hipMemcpy3D"
finish
