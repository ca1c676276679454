#!/bin/sh
# rocpd record: a folder for each run, a closing line that says what was recorded or why nothing was, and a program that runs
# as without it: with its own exit code, signals, input and output.
. tests/command/common.sh
export LD_LIBRARY_PATH="$TEST_TMP/usr/lib:$BUILD/gpusim" GPUSIM_KERNEL_NS=1000
unset COLLECT_OUTPUT COLLECT_PRESET RANK SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PMIX_RANK
TMPDIR=$TEST_TMP/temporary; export TMPDIR
mkdir "$TEST_TMP/work" "$TMPDIR"; cd "$TEST_TMP/work" || exit 1
app=$BUILD/programs/copies # kernels, copies, calls, and memory that is not freed
# The closing line is on stderr, which stays open until then: $(...) waits for it.
record() { rocpd record "$@" 2>&1 >/dev/null; }
processes() { rocpd-query -list -noheader "$1" 'SELECT count(*) FROM sources'; }

first=$(record "$app")
contains "the line at the end: what" "$first" " kernels, "
contains "... where, and what next" "$first" "of 1 process in trace; next: rocpd trace"
check "... and its numbers match the trace" "$(echo "$first" | sed 's/^rocpd record: \([0-9]* kernels\), .*/\1/')" "$(rocpd-query -list -noheader trace "SELECT count(*) || ' kernels' FROM kernels")"
contains "a second run has a folder of its own" "$(record "$app")" "in trace.2; next: rocpd trace.2"
check "... and the first folder is unchanged" "$(processes trace) $(processes trace.2)" "1 1"
contains "--append adds" "$(record --append "$app")" " of 1 process (everything in the folder) in trace;"
check "... adds to the first folder" "$(processes trace)" 2
contains "-o FOLDER" "$(record -o out/a "$app")" "in out/a;"
contains "-o FOLDER again" "$(record -o out/a "$app")" "in out/a.2;"
contains "-o with letters" "$(record -o 'by/%h/%p' "$app")" "in by/$(uname -n)/"
contains "COLLECT_OUTPUT" "$(COLLECT_OUTPUT=environment record "$app")" "in environment;"
mkdir made; contains "an empty folder that is named is taken" "$(record -o made "$app")" "in made;"
for i in 1 2 3; do echo "$(record -o together "$app")" >"said.$i" & done; wait
check "three runs at the same time have a folder each" "$(ls -d together* | xargs) $(cat said.* | grep -c 'of 1 process in together')" "together together.2 together.3 3"
for r in 1 0; do echo "$(SLURM_PROCID=$r record "$app")" >"rank.$r"; done
check "ranks of a job share a folder, and only the first prints a line, at the start" "$(cat rank.0 rank.1)$(processes trace.1)" "rocpd record: recording to trace.%n; after its end: rocpd2"
for odd in -dash 'back\n\slash' 'a[1]' "it's \"one\" \$(x)"; do
  path=$odd; [ "$odd" != -dash ] || path=./-dash
  contains "-o $odd" "$(record -o "$odd" "$app")" "of 1 process in $path; next: rocpd $path"
done
contains "-o with letters that there are not" "$(record -o 'x%q' "$app")" "only these letters are known"
contains "-o with a line feed" "$(record -o 'a
b' "$app")" "line feed"
contains "-o . is no ..2" "$(record -o . "$app"; ls -d ..2 2>&1)" "rocpd-record: . is not empty; --append adds to it"
rocpd record -q -o ours sh -c 'rm -r ours; mkdir ours; echo 1 >ours/.record'
check "a folder that another run took meanwhile is left to it" "$(cat ours/.record)" 1
check "-q prints nothing" "$(record -q -o quiet "$app")" ""
check "rocpd memory adds up what was not freed" "$(rocpd memory --json -n 0 trace | /usr/bin/python3 -c 'import json, sys; print(*map(sum, zip(*((r["n"], r["not_freed_bytes"]) for r in json.load(sys.stdin)["leaks"]))))')" \
  "$(rocpd-query -list -noheader trace "SELECT count(*) || ' ' || sum(size_bytes) FROM leaks")"
check "the mode of its folder" "$(stat -c %a trace)" 700
check "... with COLLECT_MODE_BITS" "$(COLLECT_MODE_BITS=0640 record -o open "$app" >/dev/null; stat -c %a open)" "$(COLLECT_MODE_BITS=0640 COLLECT_OUTPUT=open2 LD_PRELOAD=$TEST_TMP/usr/lib/libcollect.so "$app" >/dev/null; stat -c %a open2)"

rocpd record -o said true 2>err; check "the closing line is printed before it ends" "$(cut -c 1-34 err)" "rocpd record: nothing was recorded"
mkdir left; printf '999999999\n%s\n' "$(uname -n)" >left/.record; check "a folder that a dead process had taken is free" "$(record -o left sh -c 'head -n 1 left/.record >&2' | grep '^[0-9]*$' | grep -cv 999999999)" 1
mkdir far; printf '999999999\nx%s\n' "$(uname -n)" >far/.record; contains "... not that of another machine's" "$(record -o far "$app")" "in far.2;"

# ---- options
contains "--domains" "$(record --domains kernels -o few "$app")" " kernels, 0 copies, 0 calls of 1 process in few;"
contains "--preset" "$(record --preset=api -o api "$app")" "0 kernels, 0 copies, "
check "sums count, too" "$(COLLECT_MODE=profile record -o summed "$app" | sed 's/ in .*//')" "$(record -o rows "$app" | sed 's/ in .*//')"
check "options set the collector's variables" "$(rocpd record -q -o set --domains +hsa --preset torch --counters SQ_WAVES --args --ranks 0,2-3 --delay 1.5s sh -c 'echo "$COLLECT_DOMAINS $COLLECT_PRESET $COLLECT_COUNTERS $COLLECT_ARGS $COLLECT_RANKS $COLLECT_START ${COLLECT_PERIODS-none}"')" \
  "+hsa torch SQ_WAVES 1 0,2-3 1.500000000 none"
contains "--metrics, beside a preset" "$(record --metrics --preset kernels -o measured "$app")" " 0 calls, "
contains "... and rocpd metrics shows them" "$(rocpd metrics --csv -n 0 measured | tr -d '"')" "CPU Memory Usage (S),MB,process,"
check "--delay and --duration" "$(rocpd record -q -o set --delay 2m --duration 500ms sh -c 'echo "${COLLECT_START-none} $COLLECT_PERIODS"')" "none 120.000000000:0.500000000:1"
check "--duration alone" "$(rocpd record -q -o set --duration=3 sh -c 'echo "$COLLECT_PERIODS"')" "0.000000000:3.000000000:1"
contains "--delay off" "$(record --delay off -o off "$app")" "0 kernels, 0 copies, 0 calls of 1 process (COLLECT_START=off) in off;"
wrong() { what=$1 text=$2; shift 2; fails "$what" 2 "$text" rocpd record "$@" touch started; check "$what: nothing was run, no folder made" "$(ls -d started wrong* 2>/dev/null)" ""; }
set_by() { rocpd record -q -o set "$@" sh -c 'echo "${COLLECT_DOMAINS-none} ${COLLECT_MODE-none}"'; }
check "--sample adds a domain" "$(set_by --sample)" "+samples none"
check "... to those that are named" "$(set_by --sample -d hip,kernels)" "hip,kernels,+samples none"
check "... to those of the environment" "$(COLLECT_DOMAINS=-hip set_by --profile --sample)" "-hip,+samples profile"
check "... to those of a preset" "$(COLLECT_HELP=1 rocpd record -q -o set --preset kernels --sample true 2>&1 | awk '/^    / && $2 == "on" { printf "%s ", $1 }')" "kernels copies samples "
fails "--sample has no value" 2 "rocpd-record: --sample takes no value" rocpd record --sample=5 true
wrong "a wrong domain" "rocpd-record: there is no domain 'kernles'; did you mean kernels? (the domains: all none standard api hip " -o wrong --domains hip,kernles
wrong "... after + and -" "there is no domain 'hsaa'; did you mean hsa?" -o wrong -d +hsaa
wrong "... similar to none" "there is no domain 'zzzzzz' (the domains:" -o wrong -dzzzzzz
wrong "a wrong preset" "rocpd-record: there is no preset 'kernel'; did you mean kernels? (kernels, api, all, hpc or torch)" -o wrong --preset kernel
wrong "a wrong counter" "counter 'SQ_WAVESS'; did you mean SQ_WAVES? (rocpd help counters; any event can be named as BLOCK:EVENT)" -o wrong --counters 'GRBM_COUNT,TCC_HIT_sum;SQ:4,SQ_WAVESS'
contains "... where there is no GPU" "$(ROCPD_ROOT=/nowhere record --counters SQ_WAVESS "$app")" "rocpd-record: no known GPU has a counter 'SQ_WAVESS'; did you mean SQ_WAVES?"
wrong "a wrong list of ranks" "rocpd-record: COLLECT_RANKS='0-x' is not a list of ranks and ranges of them, like 0,8-11" -o wrong --ranks 0-x
wrong "a wrong time" "rocpd-record: --duration expects a time (10, 1.5s, 500ms, 2m), not '5 apples'" --duration '5 apples'
wrong "... of length 0" "--duration expects a time" --duration 0
wrong "a wrong delay" "rocpd-record: --delay expects a time (10, 1.5s, 500ms, 2m) or off, not 'on'" --delay on
wrong "a duration that never begins" "rocpd record -p PID --duration TIME" --delay off --duration 3
wrong "an option with a letter too many" "rocpd-record: --domainss is not an option; did you mean --domains?" --domainss=hip
wrong "a process and a program" "rocpd-record: give either -p 1 or a program, not both" -p 1
COLLECT_ARGS=yes; export COLLECT_ARGS; wrong "a wrong setting of the environment" "rocpd-record: COLLECT_ARGS='yes' is not 0 or 1" -o wrong; unset COLLECT_ARGS
fails "an option without its value" 2 "rocpd-record: --domains expects a value" rocpd record --domains
fails "no process" 2 "rocpd-record: -p expects a process number, not 'x'" rocpd record -p x
fails "... but only the beginning of one" 2 "rocpd-record: -p expects a process number, not '$$x'" rocpd record -p $$x
check "the list of domains is the collector's" "$(rocpd record -d nodomain true 2>&1 | sed 's/.*standard api //; s/)$//')" "$(COLLECT_HELP=1 LD_PRELOAD=$TEST_TMP/usr/lib/libcollect.so /bin/true 2>&1 | sed -n 's/^    \([a-z][a-z_]*\) .*/\1/p' | xargs)"
rocpd record --exec -o exec sh -c 'echo $$' >pid 2>err &
wait $!; check "--exec: the program has its process id, and the line is printed at the start" "$(cat pid) $(cat err)" "$! rocpd record: recording to exec; after its end: rocpd exec"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  mkdir shut; chmod 755 "$TEST_TMP" . shut
  check "another user's folder" "$(setpriv --reuid=65534 --regid=65534 --clear-groups "$TEST_TMP/usr/bin/rocpd-record" -o shut touch started 2>&1; echo $?; ls started 2>/dev/null)" \
    "rocpd-record: shut cannot be written (shut: Permission denied); name another folder with -o
2"
  mkdir free; chmod 777 free
  other() { (cd free && setpriv --reuid=65534 --regid=65534 --clear-groups "$@"); }
  check "the program runs even if no process can be created for it" "$(other prlimit --nproc=0 "$TEST_TMP/usr/bin/rocpd-record" -q sh -c 'exit 7' 2>&1; echo $?)" 7
  check "another user's process" "$(other "$TEST_TMP/usr/bin/rocpd-record" -p $$ 2>&1; echo $?)" "rocpd-record: process $$ is not yours (it runs as user 0, you are 65534)
1"
fi

# ---- a launcher of MPI's
if command -v mpirun >/dev/null && mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
  mpirun --oversubscribe -n 2 rocpd record -o ranks "$app" >printed 2>err; check "under mpirun: one folder, and a line at the start" "$? $(processes ranks) $(cat err)" "0 2 rocpd record: recording to ranks; after its end: rocpd ranks"
  contains "... and mpirun itself" "$(record -o launched mpirun --oversubscribe -n 2 "$app")" "of 2 processes in launched;"
  mpirun --oversubscribe -n 2 rocpd record -q -o ranks sh -c 'exit 3' >printed 2>&1; check "... the exit code" "$?" 3
fi

# ---- a process that runs
# (It runs until it is killed, however slow the machine is.)
rocpd record --delay off -q -o later "$BUILD/programs/paced" 1000000 10 >/dev/null 2>&1 &
pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TEST_TMP/usr/bin/rocpd-record" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
rocpd record -p $pid --duration 300ms >printed 2>err; check "-p: exit code" "$? $(cat printed)" "0 "
contains "... says what it does" "$(grep -v 'waiting for its first' err | head -n 1)" " to $PWD/later/$(uname -n)-"
case $(tail -n 1 err) in
  *", recorded for 0."*" s in $PWD/later/"*"; next: rocpd $PWD/later") echo "ok ... and what it has done" ;;
  *) echo "not ok ... and what it has done: '$(tail -n 1 err)'"; failed=1 ;;
esac
contains "... the process is stopped then" "$(rocpd ctl $pid status)" "stopped, by COLLECT_START, a signal or rocpd ctl"
rocpd ctl $pid start >/dev/null; fails "a process that is already recorded" 1 "is recorded already, to $PWD/later/" rocpd record -p $pid
kill $pid; wait $pid
check "... and there are rows" "$(rocpd-query -list -noheader later 'SELECT count(*) > 0 FROM regions')" 1
fails "a missing process" 1 "rocpd-record: there is no process 999999999" rocpd record -p 999999999
fails "a process without the collector" 1 "rocpd-record: process $$ records nothing: it was started without the collector, which cannot be added later" rocpd record -p $$
/usr/bin/python3 -c 'import struct
for name, code in ("of32", "b81d000000cd80ebf7"), ("exits32", "b80100000031dbcd80"): # pause() in a loop; exit(0)
    code = bytes.fromhex(code)
    head = b"\x7fELF\1\1\1" + bytes(9) + struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, 0x8048054, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    open(name, "wb").write(head + struct.pack("<8I", 1, 0, 0x8048000, 0, 84 + len(code), 84 + len(code), 5, 4096) + code)'
chmod +x of32 exits32
./of32 2>/dev/null & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$PWD/of32" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
if kill -0 $pid 2>/dev/null; then # the kernel can run 32-bit programs
  fails "a 32-bit process" 1 "rocpd-record: process $pid records nothing: it is a 32-bit program, and the collector is a 64-bit library" rocpd record -p $pid
  kill $pid
  contains "a program of 32 bits" "$(record -o exec32 ./exits32)" "nothing was recorded, because ./exits32 is a 32-bit program"
fi
fails "a wrong command of ctl" 2 "rocpd-ctl: there is no command 'strat'; did you mean start?" rocpd ctl $$ strat

# ---- nothing recorded, because ...
mkdir none; cd none || exit 1
contains "no traced call" "$(record true)" "nothing was recorded, because no call of HIP"
echo 'int main(void) { return 3; }' >three.c
${CC:-gcc} -o three three.c && cp three setuid && chmod u+s setuid
contains "setuid" "$(record ./setuid)" "because ./setuid runs with rights that its caller lacks"
if ${CC:-gcc} -static -o static three.c 2>/dev/null; then contains "a static program" "$(record ./static)" "because ./static is linked statically"; fi
contains "a rank that is not to be recorded" "$(record --ranks 7 env SLURM_PROCID=0 "$app")" "nothing was recorded, because no process of COLLECT_RANKS=7 made a traced call"
: >file
fails "an impossible folder" 2 "rocpd-record: file/sub cannot be written (file is a file, not a folder); name another folder with -o" rocpd record -o file/sub touch started
rm -f file
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
check "afterwards the trace is complete" "$(rocpd query --csv running 'SELECT complete FROM sources' | tail -n 1)" 1

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
rocpd record sh -c 'echo $$ >its.pid; exec sleep 100' 2>/dev/null &
pid=$!
until [ -s its.pid ]; do sleep 0.02; done
kill -KILL $pid; wait $pid 2>/dev/null
check "the program's death by SIGKILL is passed on" "$?" 137
until [ ! -d "/proc/$(cat its.pid)" ] || grep -q '^State:.Z' "/proc/$(cat its.pid)/status"; do sleep 0.02; done
echo "ok ... which dies, too"
check "the program has no extra child" "$(rocpd record -o kids sh -c 'sleep 0.2; read -r children </proc/$$/task/$$/children; echo $children' 2>/dev/null)" ""
check "waiting for its end, or first for the end of its output, works" "$(timeout 20 /usr/bin/python3 -c '
import subprocess
r = subprocess.run(["rocpd", "record", "true"], capture_output=True, text=True)
print(r.returncode, r.stdout, "nothing was recorded" in r.stderr)')" "0  True"
check "an interrupt ends both, and the closing line follows" "$(timeout 20 /usr/bin/python3 -c '
import os, signal, subprocess, time
p = subprocess.Popen(["rocpd", "record", "sleep", "100"], stderr=subprocess.PIPE, text=True, start_new_session=True)
def sleeps():
    try: return any(open("/proc/%s/cmdline" % child, "rb").read().startswith(b"sleep") for child in open("/proc/%d/task/%d/children" % (p.pid, p.pid)).read().split())
    except OSError: return False
while not sleeps(): time.sleep(0.02)
os.killpg(p.pid, signal.SIGINT)
print(p.wait(), "nothing was recorded" in p.stderr.read())')" "-2 True"
check "the folder of a run that recorded nothing is gone at its end" "$(rocpd record -o unsaid sh -c 'ls -d unsaid; exit 7' 2>/dev/null; echo $?; ls -d unsaid 2>/dev/null)" "unsaid
7"
: >plain
check "no program" "$(for p in ./nothere cd say ./plain /; do rocpd record -o unsaid "$p" 2>&1; echo $?; done | xargs)" "rocpd-record: ./nothere: no such program 127 rocpd-record: cd: no such program 127 rocpd-record: say: no such program 127 \
rocpd-record: ./plain: the file is not executable (chmod +x) 126 rocpd-record: /: not a file, so not a program 126"
check "an unknown option" "$(rocpd record --nonsense true 2>&1 | cat)" "rocpd-record: --nonsense is not an option (rocpd record --help)"
check "it leaves nothing in the temporary folder" "$(ls -A "$TMPDIR")" ""
exit $failed
