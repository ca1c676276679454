#!/bin/sh
# A newcomer's first commands, from README alone (newcomer.py), as installed to a private prefix: on a machine with ROCm, and on one without,
# where the same traces are read with the extension alone, and where recording says what is missing.
set -u
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
contains() { case $2 in *"$3"*) echo "ok $1" ;; *) echo "not ok $1: '$2' lacks '$3'"; failed=1 ;; esac; }
unset COLLECT_OUTPUT COLLECT_PRESET COLLECT_DOMAINS LD_PRELOAD
make -s install BUILD="$BUILD" PREFIX="$TEST_TMP/usr" DESTDIR=/ >/dev/null && make -s install-ext BUILD="$BUILD" PREFIX="$TEST_TMP/ext" DESTDIR=/ >/dev/null || { echo "not ok make install"; exit 1; }
mkdir "$TEST_TMP/work" "$TEST_TMP/home"
cp "$BUILD/programs/demo" "$TEST_TMP/work/app"

# fresh PREFIX [NAME=VALUE...] COMMAND...: runs it with an empty environment, except for what README says to set
fresh() {
  prefix=$1; shift
  env -i HOME="$TEST_TMP/home" TERM=dumb PATH="$prefix/bin:/usr/bin:/bin" LD_LIBRARY_PATH="$prefix/lib" "$@"
}
fresh "$TEST_TMP/usr" LD_LIBRARY_PATH="$TEST_TMP/usr/lib:$BUILD/gpusim" /usr/bin/python3 tests/readme/newcomer.py "$TEST_TMP/work" || failed=1

# A machine without ROCm: its libraries are hidden, in a namespace of mounts.
hip=$(ldd "$TEST_TMP/work/app" | sed -n 's/.*libamdhip64.*=> \([^ ]*\) .*/\1/p')
cat >"$TEST_TMP/without_rocm" <<'END'
set -e
folder=$(dirname "$1") work=$2; shift 2
mkdir "$work/real" "$work/seen"
mount --bind "$folder" "$work/real"
ln -s "$work"/real/* "$work/seen"
for n in amdhip64 hsa-runtime64 hsakmt amd_comgr hiprtc rccl roctx64 rocprofiler; do rm -f "$work/seen/lib$n"*; done
mount --bind "$work/seen" "$folder"
[ ! -d /opt ] || mount -t tmpfs none /opt
exec "$@"
END
if [ -z "$hip" ] || ! unshare -m mount -t tmpfs none "$TEST_TMP/home" 2>/dev/null; then
  echo "   (a machine without ROCm: not tested, for mounts are not allowed here)"
  exit $failed
fi
cat >"$TEST_TMP/first" <<'END'
cd "$1" || exit 1
./app; echo "= $?"
rocpd doctor ./app; echo "= $?"
rocpd record -o none ./app; echo "= $?"
rocpd record -o none true; echo "= $?"
END
hidden() { work=$TEST_TMP/hidden.$1; mkdir "$work"; shift; unshare -m sh "$TEST_TMP/without_rocm" "$hip" "$work" "$@"; }
hidden 1 env -i HOME="$TEST_TMP/home" PATH="$TEST_TMP/usr/bin:/usr/bin:/bin" LD_LIBRARY_PATH="$TEST_TMP/usr/lib" sh "$TEST_TMP/first" "$TEST_TMP/work" >"$TEST_TMP/said" 2>&1
check "without ROCm: the program does not start, and record ends as it does" "$(grep -c '^= 127' "$TEST_TMP/said")" 2
contains "... doctor says why" "$(cat "$TEST_TMP/said")" "  FAIL  it needs $(basename "$hip"), which is not found
        -> the program cannot start: install the library, or add its folder to LD_LIBRARY_PATH"
contains "... and that there is no ROCm" "$(cat "$TEST_TMP/said")" "  note  no ROCm in /opt/rocm*, and the loader finds no HIP
        -> install ROCm"
contains "... a line names doctor" "$(cat "$TEST_TMP/said")" "nothing was recorded, because no call of HIP or of another traced library was made (rocpd doctor ./app may say why)"
check "... a program without HIP runs as it is" "$(tail -n 1 "$TEST_TMP/said")" "= 0"
mkdir "$TEST_TMP/other" && cp -r "$TEST_TMP/work/trace" "$TEST_TMP/work/second" "$TEST_TMP/other"
hidden 2 env -i HOME="$TEST_TMP/home" TERM=dumb PATH="$TEST_TMP/ext/bin:/usr/bin:/bin" LD_LIBRARY_PATH="$TEST_TMP/ext/lib" /usr/bin/python3 tests/readme/newcomer.py "$TEST_TMP/other" --none || failed=1
contains "the extension alone: what records is not there" "$(cd "$TEST_TMP/work" && fresh "$TEST_TMP/ext" rocpd record ./app 2>&1)" "rocpd record: it comes with the collector, which is not installed (make install)"
exit $failed
