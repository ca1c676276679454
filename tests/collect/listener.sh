# A program that takes commands (the victim `listener`). Sourced after common.sh.
# listener [VARIABLE=value ...]: starts it in a fresh folder $work/out; $listener is its number
listener() {
  rm -rf "$work/out" "$work/to" "$work/from"
  mkfifo "$work/to" "$work/from"
  (cd "$work" && exec env "$@" COLLECT_OUTPUT="${OUTPUT:-$work/out}" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 LD_PRELOAD="$(preload)" \
    ./victim listen <to >from 2>stderr) &
  listener=$!
  exec 8>"$work/to" 9<"$work/from"
}
# tell WORD [N]: gives a command, and waits until it is done; fails if the program has ended
tell() { echo "$*" >&8; read -r answer <&9 && [ "$answer" = done ]; }
# dismiss: lets the program end by itself; returns its exit code
dismiss() { exec 8>&-; exec 9<&-; wait "$listener"; }
# states: the states in the RECORDING rows, in order
states() { sed -n 's/^recording .*stopped_by=//p' "$work/rows" | tr '\n' ' '; }
# await STATE: waits until rocpd ctl says that the process is recording or stopped
await() {
  for wait in $(seq 3000); do
    case $(ctl status 2>/dev/null) in "$1"*) return ;; esac
    sleep 0.02
  done
  not_ok "it is not $1 after a minute: $(ctl status 2>&1)"
}
ctl() { LD_PRELOAD= "$BUILD/rocpd-ctl" "$listener" "$@"; }
