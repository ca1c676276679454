#!/bin/sh
# Many threads that record little: what a thread's buffer takes, and that it is used again.
. "$(dirname "$0")/common.sh"
hostile many_threads
# threads HOW THREADS CALLS KB: all is there, in buffers of at most so much
threads() {
  traced many_threads "$1" "$2" "$3"; is "$2 threads $1: exit code" $? 3
  is "... calls, threads" "$(sql "SELECT (SELECT count(*) FROM regions), (SELECT count(*) FROM threads), (SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'calls untracked'))")" "$(($2 * $3)) $2 0"
  kb=$(sql "SELECT buffer_bytes / 1024 FROM overhead")
  [ "$kb" -gt 0 ] && [ "$kb" -le "$4" ] && ok "... in buffers of $kb kB" || not_ok "... in buffers of $kb kB, not at most $4"
}
# 8 kB each, however late the writer comes, and 600 for all.
threads together 600 5 $((600 * 9 + 1000))
threads turn 1500 5 $((1500 * 9 + 1000))
# Who records on has a larger one, and all.
threads turn 3 30000 20000
# Buffers that nobody has yet are no damage.
hostile killed_threads
traced killed_threads 2>/dev/null
is "40 threads, killed: calls, threads" "$(sql "SELECT (SELECT count(*) FROM regions), (SELECT count(*) FROM threads)")" "40 40"
finish
