#!/bin/sh
# Kernels, copies and HSA's calls on the software GPU, while the recording is stopped, started and filtered.
# Mostly waits.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
[ -n "${SANITIZER:-}" ] && { echo "skip: the HIP program is not sanitized"; exit 77; }
# told [VARIABLE=value ...]: told.hip as the listener
told() {
  rm -rf "$work/out" "$work/to" "$work/from"
  mkfifo "$work/to" "$work/from"
  (cd "$work" && exec env "$@" COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$lib" GPUSIM_KERNELS=first=300000000,second=1000 "$BUILD/programs/told" <to >from 2>stderr) &
  listener=$!
  exec 8>"$work/to" 9<"$work/from"
}
kernels() {
  awk -v want="$1" '/^kernel / { match($0, /kernel_id=[0-9]+/); id = substr($0, RSTART + 10, RLENGTH - 10); match($0, / name=[^ ]*/); name[id] = substr($0, RSTART + 6, RLENGTH - 6) }
    /^launch / { match($0, /launch=[0-9]+/); l = substr($0, RSTART + 7, RLENGTH - 7); match($0, /kernel_id=[0-9]+/); of[l] = substr($0, RSTART + 10, RLENGTH - 10) }
    /^dispatch / { match($0, /launch=[0-9]+/); d[++i] = substr($0, RSTART + 7, RLENGTH - 7) } END { for (; i; i--) n += index(name[of[d[i]]], want) > 0; print n + 0 }' "$work/rows"
}
rows_of() { grep -c "^$1 " "$work/rows"; }

told
tell first 1; tell sync; tell first 1; ctl stop >/dev/null; tell second 20; tell copy 3; tell sync; ctl start >/dev/null
tell second 5; tell copy 2; tell sync; dismiss; is "exit code" $? 3
rows
is "a kernel that runs when it is stopped is recorded to its end" "$(kernels first) $(rows_of open_dispatch)" "2 0"
is "kernels and copies of the time when it was stopped are not" "$(kernels second) $(rows_of copy)" "5 2"
is "nothing is dropped, untimed or unlinked" "$(counted dispatches_dropped dispatches_untimed dispatches_unlinked copies_dropped)" 0
told
tell second 1; tell sync; ctl stop >/dev/null; tell first 1; tell copy 1; ctl start >/dev/null; tell sync; tell second 1; tell sync; dismiss; rows
is "one that was launched while it was stopped is not recorded, though it ends later" "$(kernels first) $(kernels second) $(rows_of copy)" "0 2 0"
told COLLECT_START=off
tell second 3; tell graph 2; ctl start >/dev/null; tell graph 2; tell second 3; tell sync; dismiss; rows
is "started late: code objects and kernels have their names" "$(kernels first) $(kernels second)" "2 3"
is "... streams their numbers" "$(awk '/^dispatch/ { match($0, /stream=[0-9]+/); s[substr($0, RSTART + 7, RLENGTH - 7)]++ } END { for (k in s) print k, s[k] }' "$work/rows")" "1 5"
told COLLECT_QUEUES=intercept
tell second 3; tell sync; ctl stop >/dev/null; tell second 20; tell sync; ctl start >/dev/null; tell second 4; tell sync; dismiss; rows
is "interception: kernels" "$(kernels second)" 7
told COLLECT_PRESET=kernels
tell second 3; tell copy 2; tell sync; dismiss; rows
is "preset kernels: kernels and copies, but no calls" "$(kernels second) $(rows_of copy) $(calls)" "3 2 0"

# ---- filters
told COLLECT_KERNELS_FILTER=second; tell first 2; tell second 3; tell copy 1; tell sync; dismiss; rows
is "kernels by a part of the name" "$(kernels first) $(kernels second) $(rows_of copy)" "0 3 1"
is "... nothing is dropped, untimed or unlinked" "$(counted dispatches_dropped dispatches_untimed dispatches_unlinked)" 0
told 'COLLECT_KERNELS_FILTER_OUT=/^_Z5first/'; tell first 1; tell second 3; tell graph 2; tell sync; dismiss; rows
is "kernels by what is filtered out, in a graph too" "$(kernels first) $(kernels second)" "0 3"
told COLLECT_KERNELS_FILTER=second AMD_DIRECT_DISPATCH=0; tell second 1; tell first 1; tell second 1; tell first 1; tell second 1; tell sync; dismiss; rows
is "... another thread submits: kernels, each with its launch" "$(kernels first) $(kernels second) $(counted dispatches_unlinked)" "0 3 0"
told COLLECT_KERNELS_FILTER=second COLLECT_QUEUES=intercept; tell first 1; tell second 3; tell sync; dismiss; rows
is "... interception" "$(kernels first) $(kernels second)" "0 3"
told COLLECT_HIP_FILTER=hipMemcpy; tell second 2; tell copy 2; tell sync; dismiss; rows
is "a launch that is filtered out: its kernels are there" "$(kernels second) $(calls hipLaunchKernel) $(calls hipMemcpyAsync)" "2 0 2"
told RTG_HIP_API_FILTER=hipMemcpy; tell second 2; tell copy 2; tell sync; dismiss; rows
is "RTG_HIP_API_FILTER: launches stay" "$(kernels second) $(calls hipLaunchKernel) $(calls hipMemcpyAsync)" "2 2 2"
# categories VARIABLE=value: those of HSA's functions that have calls
categories() { told COLLECT_DOMAINS=hsa "$1"; tell second 1; tell sync; dismiss; rows; sed -n 's/^function.* category=\([A-Z_]*\) .*/\1/p' "$work/rows" | sort -u | xargs; }
is "HSA: no filter" "$(categories NONE=1)" "HSA_AMD_EXT_API HSA_CORE_API"
is "HSA: core" "$(categories COLLECT_HSA_FILTER=core)" HSA_CORE_API
is "HSA: ext" "$(categories COLLECT_HSA_FILTER=ext)" HSA_AMD_EXT_API
is "HSA: core without a part" "$(categories COLLECT_HSA_FILTER=core >/dev/null; calls hsa_signal_create | sed 's/^[1-9].*/some/') $(told COLLECT_DOMAINS=hsa COLLECT_HSA_FILTER=core COLLECT_HSA_FILTER_OUT=signal_create; tell second 1; tell sync; dismiss; rows; calls hsa_signal_create)" "some 0"
finish
