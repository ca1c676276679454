# COLLECT_TOGGLE_SIGNAL: it stops and starts the recording, and the program's own handler is called as without us.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
fake_setup
export COLLECT_TOGGLE_SIGNAL=USR2

# toggled CASE: runs a program, and takes its checks as ours
toggled() {
  victim toggle "$1"; is "$1: exit code" $? 3
  sed -n -e "s/^ok /ok $1: /p" -e "s/^not ok /not ok $1: /p" "$work/stdout"
  grep -q '^not ok' "$work/stdout" && failed=1
  is "$1: nothing is on stderr" "$(cat "$work/stderr")" ""
  rows
}
toggled plain; is "plain: calls" "$(calls)" 15
is "plain: the states" "$(states)" "1 0 1 0 "
toggled own; is "own: calls" "$(calls)" 6
toggled restart; is "restart: calls" "$(calls)" 6
toggled ignored; is "ignored: calls" "$(calls)" 6
toggled once; is "once: calls" "$(calls)" 3
toggled fork; is "fork: calls, files" "$(calls) $(file_count)" "6 2"
toggled storm; is "storm: a row for each" "$(grep -c '^recording ' "$work/rows")" 401
is "storm: nothing is dropped" "$(dropped)" 0

listener COLLECT_TOGGLE_SIGNAL=SIGRTMIN+1 2>/dev/null; dismiss
is "a name that is not known" "$(head -n 1 "$work/stderr")" "libcollect: COLLECT_TOGGLE_SIGNAL='SIGRTMIN+1' is not a signal that may be used, like USR2 or 12; using ''"
for bad in KILL 9 SEGV 11 0 99 CHLD 12x 32; do
  is "COLLECT_TOGGLE_SIGNAL=$bad is refused" "$(COLLECT_TOGGLE_SIGNAL=$bad LD_PRELOAD=$(preload) /bin/true 2>&1 | wc -l)" 1
done
for good in USR2 SIGUSR2 12 34 64 WINCH; do
  is "COLLECT_TOGGLE_SIGNAL=$good is not" "$(COLLECT_TOGGLE_SIGNAL=$good LD_PRELOAD=$(preload) /bin/true 2>&1)" ""
done
# By another process, and with what rocpd ctl says.
listener; tell calls 5; kill -USR2 "$listener"; await stopped; tell calls 100
is "from outside: status" "$(ctl status | cut -d , -f 1)" stopped
is "... started by ctl" "$(ctl start | cut -d ' ' -f 1)" recording
tell calls 2; dismiss; rows
is "from outside: calls" "$(calls)" 7
is "a process that calls nothing survives it" "$(LD_PRELOAD=$(preload) sh -c 'kill -USR2 $$; echo alive')" alive
# Off by default: the signal belongs to the program.
unset COLLECT_TOGGLE_SIGNAL
(victim end exit; LD_PRELOAD=$(preload) sh -c 'kill -USR2 $$; echo alive') >"$work/said" 2>/dev/null
is "off by default" "$(cat "$work/said")" ""
finish
