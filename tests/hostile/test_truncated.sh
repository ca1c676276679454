# The live file is truncated: the program goes on, and its own faults reach it as without us.
. "$(dirname "$0")/common.sh"
hostile truncated
alone() { (cd "$work" && ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0:handle_sigbus=0 COLLECT_OUTPUT="$work/none" LD_LIBRARY_PATH="$work/fake" ./truncated "$@" 2>/dev/null); }
export TMPDIR="$work"
for case in plain longer handler later dies async; do
  wanted=$( (alone $case) 2>/dev/null; echo "exit code $?")
  got=$( (traced truncated $case; rc=$?; cat "$work/stdout"; echo "exit code $rc") 2>/dev/null)
  is "the live file is truncated ($case)" "$(echo $got)" "$(echo $wanted)"
  is "... it is said" "$(grep -c 'nothing more is recorded' "$work/stderr")" 1
  for f in $(files); do rm -f "$f.live"; done
  rows
  is "... what was written before can be read" "$([ "$(calls)" -ge 0 ] && echo yes)" yes
done
# Repeats it to find races, and to have the fault in different places of the writer.
bad=0
n=1
[ -n "${SOAK:-}" ] && n=200
for i in $(seq $n); do
  for how in plain longer; do COLLECT_ARGS=1 traced truncated $how || [ $? = 3 ] || bad=$((bad + 1)); done
done
is "truncated $n times" $bad 0
finish
