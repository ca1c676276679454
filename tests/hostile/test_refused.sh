# No room for a ring: calls are dropped and counted, and none of them asks for room again within a second.
. "$(dirname "$0")/common.sh"
hostile refused -rdynamic
traced refused 100000; is "exit code" $? 3
[ "$(cat "$work/stdout")" -gt 1 ] && [ "$(cat "$work/stdout")" -lt 50 ] && ok "room was asked for $(cat "$work/stdout") times" || not_ok "room was asked for $(cat "$work/stdout") times by 100000 calls"
rows
is "each call is a row or is counted" "$(($(calls) + $(counted calls_dropped calls_untracked)))" 100000
finish
