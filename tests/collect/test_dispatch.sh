# Dispatch tables of HIP 6 and 7, of every step, from a stand-in that gives them as the real
# runtimes do: each call is a row once, in whatever way it is made, and whatever other tools are in the table.
. "$(dirname "$0")/common.sh"
[ -n "${SANITIZER:-}" ] && { echo "skip: the collector's objects are sanitized"; exit 77; }
def=$root/collector/api/hip/hip_table.def
map() { # a version script as the real one: the symbol's version by hip.def
  awk -F '[(,] *' '/^#define HIP_SYMBOL_VERSION/ { split($0, q, "\""); v = q[2] } /^HIP/ && !/^HIP_(CXX\(|ENUM|LEFT_OUT|STRUCT|TABLE|TYPE)/ { sub(/\).*/, "", $3); s[v] = s[v] " " $3 ";" }
    END { for (v in s) print v " { global:" s[v] " };"; print "own { global: fake_*; hipApiName; hipKernelName*; hipGetStreamDeviceId; local: *; };" }' "$root/collector/api/hip/hip.def"
}
# made ENTRIES: builds the runtime with that many entries, in $d
made() {
  entries=$1 major=6
  [ "$1" -gt 474 ] && major=7
  d=$work/$1
  mkdir -p "$d"
  flags="-O0 -w -DENTRIES=$1 -DMAJOR=$major -I$root/collector/api/hip"
  runtime=libamdhip64.so.$major
  $CC $flags -fPIC -shared -Wl,-soname,$runtime -Wl,--version-script="$work/map" -o "$d/$runtime" "$here/fake_rocm.c" -L"$work" -l:librocprofiler-register.so.0 || exit 1
}
# linked: builds programs and a plugin that call it by symbol
linked() {
  $CC $flags -o "$d/user" "$here/dispatch_user.c" -L"$d" -l:$runtime -Wl,-rpath-link,"$work" || exit 1
  $CC $flags -DPLUGIN -fPIC -shared -o "$d/plugin.so" "$here/dispatch_user.c" -L"$d" -l:$runtime -Wl,-rpath-link,"$work" || exit 1
}
# user PROGRAM WAY TIMES [compiler]: under the collector with $first, $second and $with beside, in
# $work/out; what it and the runtime say in $work/said
user() {
  program=$1 way=$2 times=$3; shift 3
  rm -rf "$work/out"
  env $with COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$d:$work" LD_PRELOAD="$first $lib $second" timeout -s KILL 60 "$program" $way $times $runtime $entries "$@" >"$work/said" 2>&1 || not_ok "$program $way: exit code"
  rows
}
# names: of calls, with how many of them: "442x3 1x9": 442 functions three times, one nine times
names() {
  awk '/^function/ { split($0, a, /function=| category=| name=/); name[a[2]] = a[4]; next }
    /^(call|live_call)/ { match($0, /function=[0-9]+/); n[substr($0, RSTART + 9, RLENGTH - 9)]++ }
    END { for (f in n) if (name[f] != "hipGetProcAddress") of[n[f]]++; for (k in of) print of[k] "x" k }' "$work/rows" | sort -n | tr '\n' ' ' | sed 's/ $//'
}
exported() { grep '^HIP_SLOT' "$def" | head -n "$1" | grep -vE 'hipExtHostAlloc|hipExternalMemoryGetMappedMipmappedArray'; }
traced() { exported "$1" | grep -v hipGetProcAddress | grep -c '^HIP_SLOT('; }

with= first= second=
map >"$work/map"
$CC -O1 -w -fPIC -shared -Wl,-soname,librocprofiler-register.so.0 -o "$work/librocprofiler-register.so.0" "$here/fake_register_tool.c" -ldl || exit 1
$CC -O1 -w -fPIC -shared -o "$work/tool.so" "$here/fake_tool.c" || exit 1
$CC -O1 -w -fPIC -shared -DBY_SYMBOL -o "$work/tool_symbol.so" "$here/fake_tool.c" -ldl || exit 1

$CC -O1 -w -DLOADER -DENTRIES=503 -I"$root/collector/api/hip" -o "$work/loader" "$here/dispatch_user.c" -ldl || exit 1
says() { echo "runtime $(($(exported $entries | wc -l) * $1)) $1"; }
# once WHAT TIMES: checks that each function has this number of calls, and that the runtime got the same calls as without us
once() {
  is "$1" "$(names)" "$(traced $entries)x$2"
  is "... the runtime" "$(cat "$work/said")" "$(says $2)"
}

# Every step: the number of entries that HIP's headers and rocprofiler-sdk have for it.
made 503
for entries in 442 443 444 452 461 462 463 464 468 473 474 476 477 496 501 502 503; do
  with=FAKE_ENTRIES=$entries
  user "$work/loader" handle 2
  once "$entries entries" 2
done
with=

for entries in 452 477; do
  made $entries; linked
  user "$d/user" symbol 3; once "$runtime: by symbol" 3
  user "$d/user" default 3; once "$runtime: dlsym(RTLD_DEFAULT)" 3
  user "$work/loader" "local:$d/plugin.so" 3; once "$runtime: a plugin, RTLD_LOCAL" 3
  user "$d/user" "deepbind:$d/plugin.so" 3; once "$runtime: a plugin with RTLD_DEEPBIND, HIP is there" 3
  user "$work/loader" again 3; is "$runtime: dlclose, and dlopen again" "$(names) $(grep -c 'not ok' "$work/said")" "1x3 0"
  user "$work/loader" proc 3
  is "$runtime: hipGetProcAddress" "$(names) $(calls hipGetProcAddress)" "$(traced $entries)x3 $(($(exported $entries | wc -l) * 3))"
  # With other tools, in both orders: theirs over ours, ours over theirs.
  for second in "" "$work/tool.so" "$work/tool_symbol.so"; do for first in "" "$work/tool.so" "$work/tool_symbol.so"; do
    [ "$first$second" = "" ] || { [ -n "$first" ] && [ -n "$second" ]; } && continue
    for way in symbol handle; do
      program=$d/user; [ $way = handle ] && program=$work/loader
      user "$program" $way 3
      is "$runtime: $(basename "$first$second" .so) ${first:+before}${second:+after} us, $way" "$(names)" "$(traced $entries)x3"
      # The tool sees what it would see without us, and the collector's own calls.
      seen=$(sed -n 's/^tool \([0-9]*\) .*/\1/p' "$work/said")
      [ "$seen" -ge $(($(exported $entries | wc -l) * 3)) ] && [ "$seen" -le $(($(exported $entries | wc -l) * 3 + 20)) ] && ok "... the tool sees them" || not_ok "... the tool sees $seen"
    done
  done; done
  first= second=
  with=FAKE_NO_REGISTER=1
  user "$d/user" symbol 3; once "$runtime without tables: by symbol" 3
  user "$work/loader" proc 3
  is "... hipGetProcAddress gives wrappers" "$(names)" "$(traced $entries)x3"
  with=COLLECT_DOMAINS=kernels
  user "$d/user" symbol 3
  is "$runtime: not wanted: no rows" "$(names)" ""
  is "... the runtime" "$(cat "$work/said")" "$(says 3)"
  with=
done

# Functions that compiled code calls have a domain of their own, and HIP's calls inside them are no rows.
user "$d/user" symbol 3 compiler
is "compiler's calls are off: no more rows" "$(names)" "$(traced $entries)x3"
with=COLLECT_DOMAINS=hip,hip_compiler
user "$d/user" symbol 3 compiler
is "on: its 9 functions too" "$(names)" "$(($(traced $entries) + 9))x3"
is "... of a category of their own" "$(grep -c '^function.*category=HIP_COMPILER_API_EXT ' "$work/rows")" 9
with=COLLECT_DOMAINS=hip_compiler
user "$d/user" symbol 3 compiler
is "alone" "$(names)" "9x3"
with="COLLECT_DOMAINS=hip_compiler COLLECT_HIP_COMPILER_FILTER=CallConfiguration"
user "$d/user" symbol 3 compiler
is "... filtered by name" "$(names)" "2x3"
with="COLLECT_DOMAINS=hip_compiler COLLECT_HIP_COMPILER_FILTER_OUT=CallConfiguration"
user "$d/user" symbol 3 compiler
is "... and out" "$(names)" "7x3"
with=
# A program that the runtime is linked into.
$CC $flags -DSTATIC -o "$d/static" "$here/dispatch_user.c" "$here/fake_rocm.c" -L"$work" -l:librocprofiler-register.so.0 -ldl || exit 1
user "$d/static" static 3; once "statically bound" 3
# A release that is not known yet.
$CC $flags -UMAJOR -DMAJOR=8 -fPIC -shared -Wl,-soname,$runtime -Wl,--version-script="$work/map" -o "$d/$runtime" "$here/fake_rocm.c" -L"$work" -l:librocprofiler-register.so.0 || exit 1
user "$d/user" symbol 3
is "version 8: by symbol" "$(names)" "$(traced $entries)x3"
is "... which is said once for each table" "$(grep -c 'libcollect: the dispatch tables of hip, version 80200, are unknown' "$work/said") $(grep -c libcollect "$work/said")" "1 1"
made 477
with=COLLECT_ARGS=1
user "$d/user" shown 1
argument() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT group_concat(a.value) FROM region_args('$work/out') a WHERE a.name = '$1'"; }
is "values have the names of HIP 7" "$(argument attr) $(argument kind)" "hipDeviceAttributeUnused1 hipMemcpyDeviceToDeviceNoCU"
with=
finish
