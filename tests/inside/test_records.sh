#!/bin/sh
# Records of dispatches that the writer does not take: rings grow before anything is dropped (records.c).
. tests/inside/common.sh
export COLLECT_CHECK=1
distinct() { sed -n 's/^\(live_\)\{0,1\}dispatch .*dispatch_id=\([0-9]*\).*/\2/p' "$work/rows" | sort -un | wc -l; }
inside "$BUILD/inside/records" held
is "the writer stands still: every dispatch once, with its times" "$(all_of dispatch) $(distinct) $(all_of open_dispatch)" "40000 40000 0"
lossless held
is "... in order" "$(sed -n 's/^dispatch .* start=\([0-9]*\).*/\1/p' "$work/rows" | sort -nc 2>&1 | head -n 1)" ""
# Five rings of a megabyte are needed. Three megabytes have room for two rings and everything else.
COLLECT_BUFFERS_MB=3 inside "$BUILD/inside/records" shared
dropped=$(counted dispatches_dropped)
is "buffers may grow to 3 MB: rows and dropped are all" "$(($(all_of dispatch) + dropped)) $(all_of open_dispatch)" "40000 0"
[ "$dropped" -gt 15000 ] && [ "$dropped" -lt 32000 ] && ok "... $dropped are dropped" || not_ok "... $dropped are dropped"
rm -rf "$work/out"
COLLECT_OUTPUT=$work/out sh -c '"$BUILD/inside/records" killed; :' >"$work/stdout" 2>/dev/null
is "killed: every dispatch is recovered" "$(sql "SELECT count(*), count(DISTINCT dispatch_id), sum(\"end\" IS NULL) FROM kernels")" "$(said launches) $(said launches) 0"
inside "$BUILD/inside/records" stuck 20000
is "a kernel that never ends: those behind it, too" "$(($(all_of dispatch) + $(all_of open_dispatch))) $(counted dispatches_dropped)" "20001 0"
inside "$BUILD/inside/records" again 15000
is "the writer stands still, again and again: every dispatch" "$(all_of dispatch) $(distinct)" "60000 60000"
is "... buffers do not grow after the first time" "$(said grown)" 0
lossless again
finish
