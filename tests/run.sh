#!/bin/sh
# Runs tests: unit programs, fuzz corpora and tests/*/test_*.sh, several at a time.
# Usage: run.sh [folder or file ...]. Environment: BUILD, SOAK=1, SANITIZER, JOBS (2), TEST_TIMEOUT (s),
# BEGIN_WITHIN (s): no test begins later than that; those are named.
#
# One that says "Mostly waits." in its head runs beside the others, and takes none of their places.
#
# A test prints "ok WHAT" and "not ok WHAT" lines, or exits 0 for one passed check;
# exit 77 means skipped, its last line says why. Each has TEST_TMP, an empty folder.
# Of each the time is printed, and the processor's: a test may only be waiting.
set -u
cd "$(dirname "$0")/.."
# A version manager's python3 is a script, which takes three times as long to start as the interpreter itself: tests start that.
python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
[ -z "$python" ] || [ "$(command -v python3)" = "$python" ] || PATH=${python%/*}:$PATH
BUILD=${BUILD:-$PWD/build}
export BUILD
# Programs that are not ours (the shell, HIP programs) need the sanitizer's runtime
# before our libraries; leaks of theirs are not our business (unit tests check for ours).
if [ "${SANITIZER:-}" = asan ]; then
  LD_PRELOAD=$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)
  ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:verify_asan_link_order=0:use_sigaltstack=0 UBSAN_OPTIONS=print_stacktrace=1
  export ASAN_OPTIONS UBSAN_OPTIONS
  sanitizer=$LD_PRELOAD
  unset LD_PRELOAD
fi
# The limit for one test on a quiet machine: sanitized ones and the long forms may take longer. If more programs want a processor than there are, a test has
# that many times as long (allowed).
limit=${TEST_TIMEOUT:-300}
[ -z "${SANITIZER:-}" ] || limit=${TEST_TIMEOUT:-1800}
[ -z "${SOAK:-}" ] || limit=${TEST_TIMEOUT:-7200}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

list() {
  if [ $# -gt 0 ]; then
    for a in "$@"; do if [ -d "$a" ]; then ls "$a"/test_*.sh 2>/dev/null; else echo "$a"; fi; done
  else
    # By their sources: a program whose source is gone may still be there.
    for a in tests/unit/test_*.c; do a=${a##*/}; echo "$BUILD/unit/${a%.c}"; done
    # The software GPU is not sanitized, and its own tests use nothing that is; what looks for
    # races has a sanitizer of its own.
    ls tests/*/test_*.sh 2>/dev/null | grep -v -e '^tests/tsan/' ${sanitizer:+-e '^tests/gpusim/' -e '^tests/race/'}
  fi
}

# seconds FILE: of what `times` printed there, those of the processes that the shell began: the program's own, and the system's for it.
seconds() {
  awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); printf "%s%.0f", (i > 1 ? "+" : ""), t[1] * 60 + t[2] } }' "$1"
}

# allowed: the limit at this moment's load.
allowed() {
  awk -v limit="$limit" -v cpus="$(getconf _NPROCESSORS_ONLN)" '{ print int(limit * ($1 > cpus ? $1 / cpus : 1)) }' /proc/loadavg
}

one() {
  name=$(echo "$1" | sed -e "s|^$BUILD/||" -e 's|^tests/||' -e 's|\.sh$||')
  TEST_TMP=$(mktemp -d "${TMPDIR:-/tmp}/rocpd-test.XXXXXX"); export TEST_TMP
  log=$results/$(echo "$name" | tr / _).log
  case $1 in *.sh) set -- env ${sanitizer:+LD_PRELOAD="$sanitizer"} sh "$1" ;; esac
  began=$(date +%s) within=$(allowed)
  (timeout "$within" "$@" >"$log" 2>&1; rc=$?; times >"$log.times"; exit $rc)
  rc=$?
  took="$(($(date +%s) - began)) s, $(seconds "$log.times") s of the processor"
  rm -rf "$TEST_TMP"
  passed=$(grep -c '^ok ' "$log"); failed=$(grep -c '^not ok ' "$log")
  if [ $rc -eq 77 ]; then
    echo "skip  $name: $(tail -n 1 "$log")"
    echo "0 0 1" >"$log.count"
  elif [ $rc -eq 0 ] && [ "$failed" -eq 0 ]; then
    [ "$passed" -gt 0 ] || passed=1
    echo "pass  $name ($passed checks, $took)"
    echo "$passed 0 0" >"$log.count"
  else
    [ "$failed" -gt 0 ] || failed=1
    case $rc in 124) took="stopped after $within s" ;; esac
    # In one piece: another test may print now.
    printf '%s\n' "FAIL  $name (exit $rc, $failed failed, $took)
$(sed 's/^/      /' "$log" | grep -v '^      ok ' | tail -n 60)"
    echo "$passed $failed 0" >"$log.count"
  fi
}

tests=$(list "$@")
waiting=$(for t in $tests; do case $t in *.sh) grep -ls '^# Mostly waits\.$' "$t" ;; esac; done)
jobs=${JOBS:-2}
# worker TEST ...: runs those that no other worker has taken yet. Who makes the folder has the test.
started=$(date +%s)
worker() {
  for t in "$@"; do
    mkdir "$results/$(echo "$t" | tr / _).taken" 2>/dev/null || continue
    if [ -n "${BEGIN_WITHIN:-}" ] && [ $(($(date +%s) - started)) -ge "$BEGIN_WITHIN" ]; then echo "later $t"; else one "$t"; fi
  done
}
[ -z "$waiting" ] || worker $waiting &
tests=$(printf '%s\n' $tests | grep -vxF "${waiting:-none}")
while [ "$jobs" -gt 0 ]; do
  worker $tests &
  jobs=$((jobs - 1))
done
wait
cat "$results"/*.count 2>/dev/null | awk '{p += $1; f += $2; s += $3} END {
  if (s) printf "%d passed, %d failed, %d skipped\n", p, f, s; else printf "%d passed, %d failed\n", p, f; exit f > 0 || p == 0}'
