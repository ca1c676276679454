#!/bin/sh
# Measures a process from start to end, with nothing, an empty library and the collector preloaded in turn:
#   a program that never uses HIP                       must <= 0.3 ms more
#   one that launches a kernel and waits for it         must <= 8 ms more (first use of HIP, file and all)
#   Python, by rocpd-python                             must <= 10 ms more than with the library alone
# STARTS (300) of the first, a tenth as many of the second.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-$PWD/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
starts=${STARTS:-300}
${CC:-gcc} -shared -fPIC -o "$work/empty.so" -x c /dev/null || exit 1
${CC:-gcc} -O1 -o "$work/never" -x c - <<'C' || exit 1
int main(void) { return 0; }
C
loop() { COLLECT_OUTPUT="$work/out" "$BUILD/bench/start_loop" "$1" ",$work/empty.so,$BUILD/libcollect.so" "$2" $3; }
echo "a program that never uses HIP:"
loop "$starts" "$work/never" "" || exit 1
echo "one that launches a kernel and waits for it:"
LD_LIBRARY_PATH=$BUILD/gpusim loop $(((starts + 9) / 10)) "$BUILD/programs/launch_bench" "1 1" || exit 1
# The time before Python's first line, when recorded by the library alone, and by the command, which chooses a folder and reports at the end.
if command -v "${PYTHON:=/usr/bin/python3}" >/dev/null; then
  echo "python -c pass, with the library that records Python's functions, must <= 10 ms more by rocpd-python -q than that:"
  COLLECT_DOMAINS=+python loop $(((starts + 9) / 10)) "$PYTHON" "-c pass" || exit 1
  echo "... by rocpd-python -q:"
  cd "$work" || exit 1
  ROCPD_LIBDIR=$BUILD PYTHON_EXECUTABLE=$PYTHON "$BUILD/bench/start_loop" $(((starts + 9) / 10)) "," "$OLDPWD/scripts/user/rocpd-python" -q -o python -- -c pass || exit 1
fi
