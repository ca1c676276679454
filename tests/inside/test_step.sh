#!/bin/sh
# Signal handlers at each instruction of a traced call (step.c).
. tests/inside/common.sh
for args in 0 1; do
  for pair in "hip hip" "hip hsa" "hsa hip" "hsa hsa" "hip hsa grow"; do
    what="$pair, arguments $args"
    # shellcheck disable=SC2086
    COLLECT_ARGS=$args inside "$BUILD/inside/step" $pair
    [ "$(said instructions)" -gt 40 ] || [ "$(uname -m)" != x86_64 ] && ok "$what: $(stepped)" || not_ok "$what: $(said instructions) instructions"
    # A handler's call of the same layer counts as a call of the runtime to itself: it is only forwarded.
    case $pair in
      "hip hip"|"hsa hsa") [ $(($(calls outer) + $(dropped))) -ge "$(said outer)" ] && ok "$what: the outer calls" || not_ok "$what: $(calls outer) outer calls and $(dropped) of $(said outer)" ;;
      *) is "$what: each call is a row or is counted" "$(($(calls) + $(dropped)))" $(($(said outer) + $(said inner))) ;;
    esac
    is "$what: most are rows" "$(($(calls) * 10 > 4 * ($(said outer) + $(said inner))))" 1
    is "$what: no row is of another's time" "$(awk '/^(live_)?call/ { match($0, /sequence=[0-9]+/); n = substr($0, RSTART + 9, RLENGTH - 9) + 1000 * ($2 - 1); match($0, /start(_ns)?=[0-9]+/); split(substr($0, RSTART, RLENGTH), s, "="); start[n] = s[2]; match($0, /duration(_ns)?=-?[0-9]+/); split(substr($0, RSTART, RLENGTH), d, "="); bad += d[2] < 0; rows++; if (n > last) last = n }
      END { for (n = 1; n <= last; n++) if (n in start) { bad += length(start[n]) < length(before) || (length(start[n]) == length(before) && start[n] "" < before ""); before = start[n] } print bad + 0, (rows > 0) }' "$work/rows")" "0 1"
    # Words 0 and 1 of a call, and word 4 (the value that word 2 points to), are a number that no other call has; word 3 is the size of that value.
    [ $args = 0 ] || is "$what: arguments are their calls', and what they point to" "$(awk '/^(live_)?(call|argument) / { split("", v); for (i = 2; i <= NF; i++) { split($i, a, "="); v[a[1]] = a[2] } }
      /^(live_)?call / { call[$2, v["sequence"]] = 1 } /^(live_)?argument / { at = $2 SUBSEP v["sequence"]; w[at, v["key"] % 64] = v["value"]; of[at] = 1 }
      END { for (i in of) { n++; bad += !(i in call) || w[i, 0] in had || w[i, 0] != w[i, 1] || w[i, 0] != w[i, 4] || w[i, 3] != 4; had[w[i, 0]] = 1 } print bad + 0, (n > 100) }' "$work/rows")" "0 1"
  done
done
finish
