#!/bin/sh
# States of the collector that programs reach once in a million times (cases.c).
. tests/inside/common.sh

inside "$BUILD/inside/cases" stream

inside "$BUILD/inside/cases" rings
is "rings: calls" "$(calls)" "$(said calls)"
is "rings: calls of a thread are in order" "$(awk '/^call/ { match($0, /sequence=[0-9]+/); n = substr($0, RSTART + 9, RLENGTH - 9) + 0; if (n <= last[$2]) bad++; last[$2] = n } END { print bad + 0 }' "$work/rows")" 0
lossless rings

inside "$BUILD/inside/cases" unloaded
kernels=$(awk '/^kernel/ { split($0, a, /kernel_id=| code_object_id=| name=| kernel_object=/); name[a[2]] = a[4] }
  /^launch/ { split($0, a, /launch=| kernel_id=| grid_x=/); kernel[a[2]] = a[3] }
  /^dispatch/ { split($0, a, /launch=| duration=| dispatch_id=| stack_id=/); of[a[4]] = a[2] }
  END { for (i = 1; i in of; i++) printf "%s ", kernel[of[i]] in name ? name[kernel[of[i]]] : "none" }' "$work/rows")
is "unloaded: kernels" "$kernels" "first none second "

inside "$BUILD/inside/cases" queues
is "queues: dispatches" "$(all_of dispatch)" "$(said dispatches)"
is "queues: rows of queues" "$(all_of queue)" "$(said dispatches)"
lossless queues

inside "$BUILD/inside/cases" copies
is "copies: those that were made" "$(grep '^copy .*size_bytes=64 ' "$work/rows" | wc -l) of $(($(all_of copy) + $(all_of open_copy)))" "3 of 3"
lossless copies

inside "$BUILD/inside/cases" destroyed
is "destroyed: the copy" "$(all_of copy)" 1

inside "$BUILD/inside/cases" reserved
device_checks reserved
is "reserved: each dispatch is its own call's, in order" "$(awk '/^dispatch/ { match($0, /dispatch_id=[0-9]+/); i = substr($0, RSTART + 12, RLENGTH - 12) + 0; match($0, /stack_id=[0-9]+/); s[i] = substr($0, RSTART + 9, RLENGTH - 9) + 0 }
  END { for (i = 2; i in s; i++) bad += s[i] <= s[i - 1]; print i - 1, bad + 0 }' "$work/rows")" "$(said dispatches) 0"
finish
