# fork() while other threads start and rings grow: no child is harmed, and each is recorded.
. "$(dirname "$0")/common.sh"
hostile fork_storm
forks=30
[ -n "${SANITIZER:-}" ] && forks=6 # seconds each, and a million calls meanwhile
[ -n "${SOAK:-}" ] && forks=3000
traced fork_storm $forks 4; is "children of a storm of threads" "$?: $(cat "$work/stdout")" "0: 0 of $forks children ended otherwise"
is "each child that called has a file" "$(file_count)" $((1 + forks * 2 / 3))
is "... and its calls" "$(for f in $(files); do "$dump" -s "$f" | sed -n 's/^call rows=\([0-9]*\).*/\1/p'; done | grep -cx -e 5 -e 10)" $((forks * 2 / 3))
finish
