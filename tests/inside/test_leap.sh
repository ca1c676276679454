#!/bin/sh
# A signal handler jumps away, makes a call, jumps out of a call of its own or ends the thread, at each instruction of all ways through the event
# path, slow ones too (leap.c): the thread records on, at once, and each call is a row or is counted.
. tests/inside/common.sh
[ "$(uname -m)" = x86_64 ] || { echo "skip: single-stepping is for x86_64"; exit 77; }
export COLLECT_CHECK=1
few=${SOAK:+3} two=${SOAK:+1} # of the longer ways the short form takes each fifth, eleventh, ... instruction
for COLLECT_ARGS in 0 1; do
  export COLLECT_ARGS
  for how in jump call leave exit; do
    for path in call "nested ${two:-5}" "under ${few:-11}" "region ${two:-5}" "row ${two:-5}" "left ${two:-5}" "again ${two:-5}" "full ${few:-11}" "grow ${few:-211}" "first ${few:-311}" "function ${few:-311}"; do
      case "$how $path" in "exit full"*) continue ;; esac # each thread has a ring of its own
      case "$COLLECT_ARGS $path" in "1 first"*|"1 function"*|"1 grow"*|"1 full"*|"1 row"*) [ -n "${SOAK:-}" ] || continue ;; esac # mostly the same instructions
      case "$COLLECT_ARGS $how" in "1 call" | "1 exit") [ -n "${SOAK:-}" ] || [ "$path" = call ] || continue ;; esac
      what="${path% *}, $how, arguments $COLLECT_ARGS"
      # shellcheck disable=SC2086
      inside "$BUILD/inside/leap" ${path% *} $how $(echo "$path" | cut -s -d" " -f2) >"$work/inside"
      grep -q '^not ok' "$work/inside" && { not_ok "$what: it ends well"; sed 's/^/# /' "$work/inside"; }
      [ "$(said instructions)" -gt 40 ] && is "$what: calls are rows at once, and the thread is as it was ($(stepped))" "$(said bad)" 0 || not_ok "$what: $(said instructions) instructions"
      grep '^# ' "$work/stdout" | head -n 5
      sum=$(($(calls) + $(counted calls_dropped calls_untracked)))
      [ "$sum" -ge "$(said returned)" ] && [ "$sum" -le $(($(said returned) + $(said left))) ] && ok "$what: each call that returned is a row or is counted" ||
        not_ok "$what: $sum rows and counted of $(said returned) that returned and $(said left) that were left"
      is "$what: no check fails" "$(counted checks_failed)" 0
    done
  done
done
finish
