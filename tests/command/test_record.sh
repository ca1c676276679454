#!/bin/sh
# rocpd record: a folder for each run, a line at the end that says what was recorded or why nothing was, and a program that does
# not notice: its exit code, signals, input and output are its own.
. tests/command/common.sh
export LD_LIBRARY_PATH="$TEST_TMP/usr/lib:$BUILD/gpusim" GPUSIM_KERNEL_NS=1000
unset COLLECT_OUTPUT COLLECT_PRESET RANK SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PMIX_RANK
TMPDIR=$TEST_TMP/temporary; export TMPDIR
mkdir "$TEST_TMP/work" "$TMPDIR"; cd "$TEST_TMP/work" || exit 1
app=$BUILD/programs/known
# What it says at the end comes on stderr, which stays open for that long: $(...) waits for it.
record() { rocpd record "$@" 2>&1 >/dev/null; }
processes() { rocpd-query -list -noheader "$1" 'SELECT count(*) FROM sources'; }

first=$(record "$app")
contains "the line at the end: what" "$first" " kernels, "
contains "... where, and what next" "$first" "of 1 process in trace; next: rocpd trace"
check "... and its numbers are the trace's" "$(echo "$first" | sed 's/^rocpd record: \([0-9]* kernels\), .*/\1/')" "$(rocpd-query -list -noheader trace "SELECT count(*) || ' kernels' FROM kernels")"
contains "a second run has a folder of its own" "$(record "$app")" "in trace.2; next: rocpd trace.2"
check "... and the first one stays as it was" "$(processes trace) $(processes trace.2)" "1 1"
contains "--append adds" "$(record --append "$app")" "in trace;"
check "... to the first folder" "$(processes trace)" 2
contains "-o FOLDER" "$(record -o out/a "$app")" "in out/a;"
contains "-o FOLDER again" "$(record -o out/a "$app")" "in out/a.2;"
contains "-o with letters" "$(record -o 'by/%h/%p' "$app")" "in by/$(uname -n)/"
contains "COLLECT_OUTPUT" "$(COLLECT_OUTPUT=environment record "$app")" "in environment;"
mkdir made; contains "an empty folder that is named is taken" "$(record -o made "$app")" "in made;"
for i in 1 2 3; do echo "$(record -o together "$app")" >"said.$i" & done; wait
check "three at one time have a folder each" "$(ls -d together* | xargs) $(cat said.* | grep -c 'of 1 process in together')" "together together.2 together.3 3"
for r in 1 0; do echo "$(SLURM_PROCID=$r record "$app")" >"rank.$r"; done
check "ranks of a job share one, and the first says so" "$(cat rank.0 | sed 's/.* in \(.*\); next.*/\1/') $(cat rank.1) $(processes "$(sed 's/.*next: rocpd //' rank.0)")" "trace.1  2"
for odd in -dash 'back\n\slash' 'a[1]' "it's \"one\" \$(x)"; do
  path=$odd; [ "$odd" != -dash ] || path=./-dash
  contains "-o $odd" "$(record -o "$odd" "$app")" "of 1 process in $path; next: rocpd $path"
done
contains "-o with letters that there are not" "$(record -o 'x%q' "$app")" "the letters that are filled in are"
contains "-o with a line feed" "$(record -o 'a
b' "$app")" "line feed"
contains "-o . is no ..2" "$(record -o . "$app"; ls -d ..2 2>&1)" "rocpd-record: .: is not empty; --append adds to it"
rocpd record -q -o ours sh -c 'rm -r ours; mkdir ours; echo 1 >ours/.record'; sleep 1
check "a folder that is another's by then is left to it" "$(cat ours/.record)" 1
check "-q says nothing" "$(record -q -o quiet "$app")" ""
check "rocpd memory adds up what was not freed" "$(rocpd memory --json -n 0 trace | python3 -c 'import json, sys; print(*map(sum, zip(*((r["n"], r["not_freed_bytes"]) for r in json.load(sys.stdin)["leaks"]))))')" \
  "$(rocpd-query -list -noheader trace "SELECT count(*) || ' ' || sum(size_bytes) FROM leaks")"
check "the mode of its folder" "$(stat -c %a trace)" 700
check "... with COLLECT_MODE_BITS" "$(COLLECT_MODE_BITS=0640 record -o open "$app" >/dev/null; stat -c %a open)" "$(COLLECT_MODE_BITS=0640 COLLECT_OUTPUT=open2 LD_PRELOAD=$TEST_TMP/usr/lib/libcollect.so "$app" >/dev/null; stat -c %a open2)"

# ---- nothing recorded, because ...
mkdir none; cd none || exit 1
contains "no traced call" "$(record true)" "nothing was recorded, because no call of HIP"
echo 'int main(void) { return 3; }' >three.c
${CC:-gcc} -o three three.c && cp three setuid && chmod u+s setuid
contains "setuid" "$(record ./setuid)" "because ./setuid runs with rights that its caller lacks"
if ${CC:-gcc} -static -o static three.c 2>/dev/null; then contains "a static program" "$(record ./static)" "because ./static is linked statically"; fi
contains "a rank that is not to be recorded" "$(COLLECT_RANKS=7 SLURM_PROCID=0 record "$app")" "COLLECT_RANKS=7"
: >file
contains "a folder that cannot be" "$(record -o file/sub "$app" | tail -n 1)$(rm -f file)" "nothing was recorded, because file/sub cannot be written"
mv "$TEST_TMP/usr/lib/libcollect.so" "$TEST_TMP/away"
said=$(LD_LIBRARY_PATH='' ROCPD_LIBDIR=$TEST_TMP/nothere record ./three)
mv "$TEST_TMP/away" "$TEST_TMP/usr/lib/libcollect.so"
case $(LD_LIBRARY_PATH='' LD_PRELOAD=libcollect.so /bin/true 2>&1) in # unless the machine has one
  *'cannot be preloaded'*) contains "a library that is not there" "$said" "nothing was recorded, because libcollect.so cannot be loaded" ;;
esac
check "no folder is left" "$(find . -type d | xargs)" "."
cd ..

# ---- while it runs
GPUSIM_KERNEL_NS=1000000 rocpd record -q -o running "$BUILD/programs/demo" >/dev/null 2>&1 &
pid=$!
until rocpd ctl $pid status >status 2>/dev/null || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
contains "live, of a process" "$(rocpd live $pid)" "1 not complete"
contains "live, of its folder" "$(rocpd live running)" "Trace"
wait $pid
contains "of a process that is over" "$(rocpd live $pid 2>&1)" "there is no process $pid"
check "then it is whole" "$(rocpd query --csv running 'SELECT complete FROM sources' | tail -n 1)" 1

# ---- the program does not notice
check "its exit code" "$(rocpd record -q none/three; echo $?)" 3
check "its output, and nothing else on stdout" "$(rocpd record echo word 2>/dev/null)" word
check "its input" "$(echo word | rocpd record -q cat)" word
check "the signal that ends it" "$(rocpd record -q sh -c 'kill -KILL $$'; echo $?)" 137
rocpd record sh -c 'trap "echo got; exit 5" TERM; echo ready; while :; do sleep 0.05; done' >signalled 2>said &
pid=$!
until [ -s signalled ]; do sleep 0.05; done
kill -TERM $pid; wait $pid
check "a signal to it reaches the program" "$? $(tail -n 1 signalled)" "5 got"
rocpd record sleep 100 2>/dev/null &
pid=$!
until grep -qa sleep "/proc/$pid/cmdline"; do sleep 0.02; done
kill -KILL $pid; wait $pid 2>/dev/null
check "a kill is the program's" "$?" 137
check "... nothing of it is left" "$(ls -d /proc/$pid 2>/dev/null)" ""
check "it has no child that it did not make" "$(rocpd record -o kids sh -c 'sleep 0.2; read -r children </proc/$$/task/$$/children; echo $children' 2>/dev/null)" ""
check "who waits for its end and for that of its output first does" "$(timeout 20 python3 -c '
import subprocess
r = subprocess.run(["rocpd", "record", "true"], capture_output=True, text=True)
print(r.returncode, r.stdout, "nothing was recorded" in r.stderr)')" "0  True"
check "an interrupt ends both, and is said after" "$(timeout 20 python3 -c '
import os, signal, subprocess, time
p = subprocess.Popen(["rocpd", "record", "sleep", "100"], stderr=subprocess.PIPE, text=True, start_new_session=True)
while b"sleep" not in open("/proc/%d/cmdline" % p.pid, "rb").read().split(b"\0")[0]: time.sleep(0.02)
os.killpg(p.pid, signal.SIGINT)
print(p.wait(), "nothing was recorded" in p.stderr.read())')" "-2 True"
check "without a temporary folder it runs all the same" "$(TMPDIR=/nothere rocpd record -o unsaid sh -c 'exit 7' 2>/dev/null; echo $?; n=0; while [ -d unsaid ] && [ $n -lt 50 ]; do n=$((n + 1)); sleep 0.1; done; ls -d unsaid 2>/dev/null)" 7
: >plain
check "no program" "$(for p in ./nothere cd say ./plain /; do rocpd record -o unsaid "$p" 2>&1; echo $?; done | xargs)" "rocpd-record: ./nothere: no such program 127 rocpd-record: cd: no such program 127 rocpd-record: say: no such program 127 \
rocpd-record: ./plain: no program, or one that may not be run 126 rocpd-record: /: no program, or one that may not be run 126"
check "an unknown option" "$(rocpd record --nonsense true 2>&1 | head -n 1)" "rocpd-record: --nonsense is no option"
check "what it needs itself is gone" "$(sleep 0.5; ls -A "$TMPDIR")" ""
exit $failed
