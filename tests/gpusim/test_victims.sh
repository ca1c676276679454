#!/bin/sh
# The victim programs, without the collector: output and exit code are what the other
# tests compare with, so they must be right and always the same.
LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
runs=2
[ -n "${SOAK:-}" ] && runs=50
cd "$TEST_TMP" || exit 1
ulimit -c 0

# run WHAT EXIT OUTPUT COMMAND...
run() {
  what=$1 want=$2 output=$3
  shift 3
  for i in $(seq $runs); do
    timeout 60 "$@" >out 2>err
    code=$?
    if [ $code != "$want" ] || [ "$(cat out)" != "$output" ]; then
      echo "not ok $what: exit $code, expected $want; output:"
      cat out err
      return
    fi
  done
  echo "ok $what"
}

p=$BUILD/programs
children='before: 100 kernels
child: exit 0
parent: 100 kernels'
run "return" 0 "return: 100 kernels" "$p/exit_paths" return
run "exit" 3 "exit: 100 kernels" "$p/exit_paths" exit
run "_exit" 4 "_exit: 100 kernels" "$p/exit_paths" _exit
run "quick_exit" 5 "quick_exit: 100 kernels" "$p/exit_paths" quick_exit
run "abort" 134 "abort: 100 kernels" "$p/exit_paths" abort
run "exec" 0 "before: 100 kernels
return: 100 kernels" "$p/exit_paths" exec
for mode in fork raw_fork; do
  run "$mode" 0 "before: 100 kernels
child: hipSuccess, 1, hipErrorInvalidValue
child: exit 7
parent: hipSuccess, 1, hipErrorInvalidValue
parent: 100 kernels" "$p/exit_paths" $mode
done
run "vfork" 0 "before: 100 kernels
return: 100 kernels
${children#*
}" "$p/exit_paths" vfork
run "spawn" 0 "before: 100 kernels
return: 100 kernels
${children#*
}" "$p/exit_paths" spawn
run "system" 0 "before: 100 kernels
shell: exit 3
parent: 100 kernels" "$p/exit_paths" system
run "signal" 0 "signals: 4000 kernels" "$p/exit_paths" signal
run "longjmp" 0 "1000 jumps
after: 100 kernels" "$p/exit_paths" longjmp
run "threads" 0 "threads: 800 kernels, 80 destructors" "$p/exit_paths" threads
run "callback" 0 "callbacks: 50
after: 100 kernels" "$p/exit_paths" callback

# kill_after LINE COMMAND...: start it, wait until it has printed the line, let it go on
# for a moment, which may be any, and kill it.
kill_after() {
  line=$1
  shift
  "$@" >out 2>err &
  pid=$!
  for i in $(seq 600); do
    grep -q "^$line$" out && break
    sleep 0.1
  done
  sleep 0.3
  kill -KILL $pid
  wait $pid 2>/dev/null
}
kill_after "still working" "$p/exit_paths" pthread_exit
if [ "$(cat out)" = "main: 100 kernels
main has ended
thread: 100 kernels
still working" ]; then echo "ok pthread_exit"; else echo "not ok pthread_exit"; cat out err; fi
for mode in daemon close_fds; do
  rm -f result
  run "$mode" 0 "" "$p/exit_paths" $mode result
  for i in $(seq 1200); do [ -e result ] && break; sleep 0.05; done
  if [ "$(cat result)" = "100 kernels" ]; then echo "ok $mode result"; else echo "not ok $mode result"; fi
done
for mode in plugin deepbind; do run "dlopen_local $mode" 0 "plugin: 0" "$p/dlopen_local" $mode; done
run "dlopen_local dlsym" 0 "dlsym: 0 0 0 0, GPUs 1" "$p/dlopen_local" dlsym
run "dlopen_local close" 0 "plugin: 0
closed: 0" "$p/dlopen_local" close
good='hipSuccess 0, hipSuccess, hipSuccess, hipSuccess'
run "static_ctor" 0 "constructor: $good
static constructor: $good
main: $good
static destructor: $good
atexit: $good" "$p/static_ctor"
run "nothing" 0 "499500 5" "$p/nothing"

"$p/errno_check" >first 2>err
run "errno_check" 0 "$(cat first)" "$p/errno_check"

# killed: counts survive, and the call that hangs is under way.
kill_after running "$p/killed" loop counts 2
"$p/killed" print counts >print
if [ "$(cat out)" = running ] && awk '$4 < 1 || $3 < $4 || $3 > $4 + 1 {bad = 1} END {exit bad || NR != 14}' print; then
  echo "ok killed loop"
else
  echo "not ok killed loop"
  cat out err print
fi
kill_after hanging "$p/killed" hang counts
"$p/killed" print counts >print
if [ "$(cat out)" = hanging ] && grep -q 'hipStreamSynchronize [0-9]* 65 64' print; then
  echo "ok killed hang"
else
  echo "not ok killed hang"
  cat out err print
fi
