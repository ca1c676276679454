# No room for a ring: calls are dropped and counted, and none of them asks for room again within a second.
. "$(dirname "$0")/common.sh"
[ "$(uname -m)" = x86_64 ] || { echo "skip: the program makes system calls of its own"; exit 77; }
hostile refused -rdynamic
traced refused full 100000; is "exit code" $? 3
[ "$(cat "$work/stdout")" -gt 1 ] && [ "$(cat "$work/stdout")" -lt 50 ] && ok "room was asked for $(cat "$work/stdout") times" || not_ok "room was asked for $(cat "$work/stdout") times by 100000 calls"
rows
is "each call is a row or is counted" "$(($(calls) + $(counted calls_dropped calls_untracked)))" 100000

# A file system without fallocate: the pages are written.
traced refused without 100000; is "without fallocate: exit code" $? 3
rows
is "without fallocate: each call is a row" "$(calls) $(counted calls_dropped calls_untracked)" "100000 0"
finish
