# A filter that ends the process at system calls it does not name: those of the collector are the ones that the page of settings lists.
# Mostly waits.
. "$(dirname "$0")/common.sh"
[ -n "${SANITIZER:-}" ] && { echo "a sanitizer has system calls of its own"; exit 77; }
hostile sandboxed
ask() { sqlite3 -cmd ".load $BUILD/rocpd" '' "$@"; }
listed=$(sed -n 's/^After a process.s first traced call the collector makes these system calls, and no others: \(.*\)\.$/\1/p' "$root/ext/help/topics/settings.md" | tr -d '`,')
[ -n "$listed" ] && ok "listed are $(echo $listed | wc -w)" || not_ok "listed are none"
# Without one of them the process is ended, so the filter works.
traced sandboxed $(echo $listed | sed 's/ openat / /') 2>/dev/null; is "without openat: exit code" $? 159
for args in 0 1; do
  COLLECT_ARGS=$args COLLECT_SUMMARY=1 traced sandboxed $listed; is "arguments $args: exit code" $? 3
  is "arguments $args: calls, recorded or counted" "$(ask "SELECT (SELECT count(*) FROM regions('$work/out') WHERE name = 'hipSetDevice') + (SELECT coalesce(sum(value), 0) FROM health('$work/out') WHERE name IN ('calls dropped', 'calls untracked', 'rows lost'))")" "$(cat "$work/stdout")"
  is "arguments $args: complete" "$(ask "SELECT sum(value) FROM health('$work/out') WHERE name IN ('complete', 'rows lost', 'write errors')")" 1
done
# With samples, which take more of them.
more=$(sed -n 's/^With the domain `samples` it also makes these: \(.*\)\.$/\1/p' "$root/ext/help/topics/settings.md" | tr -d '`,')
export COLLECT_SAMPLE_HZ=997
COLLECT_DOMAINS=+samples traced sandboxed $listed $(echo " $more" | sed 's/ rt_tgsigqueueinfo / /') 2>/dev/null; is "samples without rt_tgsigqueueinfo: exit code" $? 159
COLLECT_DOMAINS=+samples traced sandboxed $listed $more; is "samples: exit code" $? 3
is "samples: stacks are recorded" "$(ask "SELECT count(*) > 10 FROM stacks('$work/out') WHERE frame_id IS NOT NULL")" 1
COLLECT_DOMAINS=+samples COLLECT_SAMPLE_SOURCE=perf traced sandboxed $listed $more; is "samples by perf: exit code" $? 3
COLLECT_DOMAINS=+samples traced sandboxed refuse; is "samples, all is refused: exit code" $? 3
unset COLLECT_SAMPLE_HZ
# If the system calls fail instead, rows are dropped and counted, and the program goes on.
for without in openat fallocate 'openat fallocate unlinkat ftruncate' 'getpid gettid prctl clock_gettime' 'rt_sigpending rt_sigtimedwait rt_sigprocmask' "$listed"; do
  traced sandboxed refuse $(echo $listed | tr ' ' '\n' | grep -vxF "$(echo $without | tr ' ' '\n')"); is "refused $(echo $without | cut -c1-40): exit code" $? 3
  is "... calls, recorded or counted" "$(ask "SELECT (SELECT count(*) FROM regions('$work/out') WHERE name = 'hipSetDevice') + (SELECT coalesce(sum(value), 0) FROM health('$work/out') WHERE name IN ('calls dropped', 'calls untracked', 'rows lost'))")" "$(cat "$work/stdout")"
done
finish
