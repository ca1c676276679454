# For tests of programs that contain the collector. Sourced.
. tests/collect/common.sh
unset LD_PRELOAD # these programs are linked to a sanitizer's runtime themselves, and other programs do not need it
# inside PATH CASE ...: runs the program, and takes its checks as ours; the rows are in $work/rows
inside() {
  rm -rf "$work/out"
  # A cancelled thread leaves its stack poisoned, which the sanitizer would report when it removes the signal stack at the thread's end.
  COLLECT_OUTPUT=$work/out ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 timeout 120 "$@" >"$work/stdout" 2>"$work/stderr"
  rc=$?
  what=${1##*/}
  is "$what ${2:-}: exit code" $rc 0
  sed -n -e "s/^ok /ok $what ${2:-}: /p" -e "s/^not ok /not ok $what ${2:-}: /p" "$work/stdout"
  grep -q '^not ok' "$work/stdout" && failed=1
  rows
}
# said NAME: a number that the program printed, or 0
said() { awk -v name="$1" '$1 == name { n = $2 } END { print n == "" ? 0 : n }' "$work/stdout"; }
# stepped: prints how many instructions the program has, and the stride of its stops (step.h)
stepped() { echo "$(said instructions) instructions, stride $(said stride)"; }
# all_of NAME: the rows of this kind
all_of() { grep -c "^$1 " "$work/rows"; }
# lossless WHAT: checks that nothing was dropped, untimed or lost
lossless() {
  is "$1: nothing lost" "$(counted calls_dropped calls_untracked dispatches_dropped dispatches_untimed copies_dropped rows_lost info_rows_dropped write_errors)" 0
}
# times_sane WHAT: threads began, and dispatches without an end were submitted, between the
# process's start and end; and it says when that was
times_sane() {
  is "$1: times lie in the process's life" "$(awk '/^header/ { match($0, /start=[0-9]+/); s = substr($0, RSTART + 6, RLENGTH - 6) + 0 }
    /^process_end/ { match($0, /=[0-9]+/); e = substr($0, RSTART + 1, RLENGTH - 1) + 0; ends++ }
    /^thread/ { match($0, /start_ns=[0-9]+/); t[++n] = substr($0, RSTART + 9, RLENGTH - 9) + 0 }
    /^open_dispatch/ { match($0, /submit=[0-9]+/); t[++n] = substr($0, RSTART + 7, RLENGTH - 7) + 0 }
    END { for (i = 1; i <= n; i++) bad += t[i] < s || t[i] > e; print ends + 0, (n > 0), bad + 0 }' "$work/rows")" "1 1 0"
}
# device_checks WHAT: checks that everything device.c did is recorded once
device_checks() {
  is "$1: dispatches" "$(all_of dispatch)" "$(said dispatches)"
  is "$1: dispatches are their calls' threads'" "$(awk '/^dispatch/ { match($0, /stack_id=[0-9]+/); s = substr($0, RSTART + 9, RLENGTH - 9); match($0, /thread=[0-9]+/); t = substr($0, RSTART + 7, RLENGTH - 7); bad += int(s / 2 ^ 40) != t } END { print bad + 0 }' "$work/rows")" 0
  is "$1: copies" "$(all_of copy) and $(all_of open_copy) open" "$(said copies) and 0 open"
  is "$1: dispatches' calls are there" "$(awk '/^call/ { match($0, /sequence=[0-9]+/); c[sprintf("%.0f", $2 * 2 ^ 40 + substr($0, RSTART + 9, RLENGTH - 9))] = 1 }
    /^dispatch/ { match($0, /stack_id=[0-9]+/); d[++n] = substr($0, RSTART + 9, RLENGTH - 9) }
    END { for (i = 1; i <= n; i++) bad += !(d[i] in c); print n - bad }' "$work/rows")" "$(said dispatches)"
  is "$1: no dispatch is unlinked" "$(counted dispatches_unlinked)" 0
  lossless "$1"
}
