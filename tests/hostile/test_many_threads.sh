#!/bin/sh
# Many threads that record little: the size of a thread's buffer, and its reuse.
. "$(dirname "$0")/common.sh"
hostile many_threads
# threads HOW THREADS CALLS KB: checks that all calls are recorded, in buffers of at most KB
threads() {
  traced many_threads "$1" "$2" "$3"; is "$2 threads $1: exit code" $? 3
  is "... calls, threads" "$(sql "SELECT (SELECT count(*) FROM regions), (SELECT count(*) FROM threads), (SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'calls untracked'))")" "$(($2 * $3)) $2 0"
  kb=$(sql "SELECT buffer_bytes / 1024 FROM overhead")
  [ "$kb" -gt 0 ] && [ "$kb" -le "$4" ] && ok "... in buffers of $kb kB" || not_ok "... in buffers of $kb kB, not at most $4"
}
# 8 kB for each, however late the writer comes, and 600 kB for all together.
threads together 600 5 $((600 * 9 + 1000))
threads turn 1500 5 $((1500 * 9 + 1000))
# A thread that goes on recording gets a larger buffer, and loses nothing.
threads turn 3 30000 20000
# Buffers that no thread has used yet are not reported as damage.
hostile killed_threads
traced killed_threads 2>/dev/null
is "40 threads, killed: calls, threads" "$(sql "SELECT (SELECT count(*) FROM regions), (SELECT count(*) FROM threads)")" "40 40"
finish
