# Ways to reach a runtime that the program is not linked to: every call is recorded once. By dlopen and dlsym (as ctypes,
# Triton and JAX do), by libraries that are linked to it, with RTLD_LOCAL, with RTLD_DEEPBIND, with versions.
. "$(dirname "$0")/common.sh"
fake_setup
mkdir -p "$work/no_versions"
$CC -O2 -fPIC -shared -w -Wl,-soname,libamdhip64.so.5 -o "$work/no_versions/libamdhip64.so.5" "$root/tests/collect/fake_hip.c" || exit 1
$CC -O1 -g -w -D_GNU_SOURCE -o "$work/ways" "$here/ways.c" -ldl || exit 1
for how in lazy now; do
  $CC -O1 -g -w -D_GNU_SOURCE -fPIC -shared -Wl,-z,$how,-z,relro -o "$work/plugin_$how.so" "$here/ways_plugin.c" -L"$work/fake" -lamdhip64 || exit 1
  $CC -O1 -g -w -D_GNU_SOURCE -fPIC -shared -Wl,-z,$how,-z,relro -o "$work/plugin_bare_$how.so" "$here/ways_plugin.c" -L"$work/no_versions" -l:libamdhip64.so.5 || exit 1
done
# way RUNTIME_FOLDERS WAY [PLUGIN]
way() {
  local path=$1; shift
  case ${SANITIZER:-}$1 in asan*deepbind*) return ;; esac # ASan ends programs that use RTLD_DEEPBIND
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL 60 env COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$path" $variables \
    ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:use_sigaltstack=0 LD_PRELOAD="$(preload)" ./ways "$@" >"$work/said" 2>"$work/stderr")
  is "$what: exit code" "$? $(grep 'not so' "$work/stderr")" "3 "
  grep -v kernels "$work/said" | tail -n 1 >"$work/last"
  grep expect "$work/said" | awk '{ n[$2] = $3 } END { for (f in n) print "expect", f, n[f] }' >"$work/stdout"
  rows; check_expected "$what"
  is "$what: kernels" "$(grep -c '^dispatch' "$work/rows")" "$(sed -n 's/^kernels //p' "$work/said" | grep . || echo 0)"
}
variables=
for w in local default deepbind version absent namespace; do
  what="$w, HIP 5.2"; way "$BUILD/gpusim" $w
  what="$w"; way "$work/fake" $w
done
for w in plugin plugin_global plugin_deepbind plugin_default plugin_default_deepbind plugin_deepbind_again; do
  for how in lazy now; do
    what="$w, $how, HIP 5.2"; way "$BUILD/gpusim" $w ./plugin_$how.so
    what="$w, $how"; way "$work/fake" $w ./plugin_$how.so
    what="$w, $how, no versions"; way "$work/no_versions" $w ./plugin_bare_$how.so
  done
done
# Python's way.
cat >"$work/ways.py" <<'END'
import ctypes, sys
hip = ctypes.CDLL("libamdhip64.so.5", mode=int(sys.argv[1], 0))
device = ctypes.c_int()
for i in range(100):
    hip.hipGetDevice(ctypes.byref(device))
p = ctypes.c_void_p()
assert not hip.hipMalloc(ctypes.byref(p), 1 << 20) and not hip.hipMemset(p, 1, 1 << 20) and not hip.hipDeviceSynchronize()
assert not hasattr(hip, "hipNoSuchFunction")
END
python=$(python3 -c 'import sys; print(sys.executable)')
for mode in 0x2 0x102 $([ -n "${SANITIZER:-}" ] || echo 0xa); do # RTLD_NOW, with RTLD_GLOBAL, with RTLD_DEEPBIND
  rm -rf "$work/out"
  # Some interpreters (Debian's) crash with RTLD_DEEPBIND, whoever is preloaded.
  LD_LIBRARY_PATH=$BUILD/gpusim timeout -s KILL 60 "$python" "$work/ways.py" $mode 2>"$work/stderr" || { echo "$python crashes with mode $mode by itself"; continue; }
  LD_LIBRARY_PATH=$BUILD/gpusim COLLECT_OUTPUT=$work/out ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:use_sigaltstack=0 LD_PRELOAD=$(preload) timeout -s KILL 60 "$python" "$work/ways.py" $mode
  is "ctypes, mode $mode: exit code" $? 0
  rows; is "ctypes, mode $mode: calls and kernels" "$(calls hipGetDevice) $(calls hipMalloc) $(calls hipMemset) $(grep -c '^dispatch' "$work/rows")" "100 1 1 1"
done
variables=COLLECT_DOMAINS=hsa
for w in hsa hsa_deepbind; do what="$w"; way "$BUILD/gpusim" $w; done
# Programs with a sanitizer, which looks up functions before anything is set up.
variables=TSAN_OPTIONS=report_bugs=0
if [ -z "${SANITIZER:-}" ]; then
  for how in address thread undefined; do
    $CC -O1 -g -w -D_GNU_SOURCE -fsanitize=$how -o "$work/ways" "$here/ways.c" -ldl || exit 1
    for w in local default version absent; do what="$w, -fsanitize=$how"; way "$work/fake" $w; done
  done
fi
finish
