#!/bin/sh
# States of the collector that programs reach once in a million times (cases.c, cases_gpu.c, cases_signals.c).
. tests/inside/common.sh
# case_ NAME: runs the case, in the program that has it; case_program NAME: that program
case_program() { grep -l "{\"$1\", $1}" tests/inside/cases*.c | sed "s,^tests,$BUILD,; s,\.c$,,"; }
case_() { inside "$(case_program "$1")" "$1"; }

case_ stream

case_ rings
is "rings: calls" "$(calls)" "$(said calls)"
is "rings: calls of a thread are in order" "$(awk '/^call/ { match($0, /sequence=[0-9]+/); n = substr($0, RSTART + 9, RLENGTH - 9) + 0; if (n <= last[$2]) bad++; last[$2] = n } END { print bad + 0 }' "$work/rows")" 0
is "rings: a thread has a row for its start and one for its end" "$(all_of thread)" 8
times_sane rings
lossless rings

# kernels_of: the names of dispatches' kernels, in order
kernels_of() {
  awk '/^kernel/ { split($0, a, /kernel_id=| code_object_id=| name=| kernel_object=/); name[a[2]] = a[4] }
  /^launch/ { split($0, a, /launch=| kernel_id=| grid_x=/); kernel[a[2]] = a[3] }
  /^dispatch/ { split($0, a, /launch=| duration=| dispatch_id=| stack_id=/); of[a[4]] = a[2] }
  END { for (i = 1; i in of; i++) printf "%s ", kernel[of[i]] in name ? name[kernel[of[i]]] : "none" }' "$work/rows"
}
case_ unloaded
is "unloaded: kernels" "$(kernels_of)" "first none second "
is "unloaded: sizes" "$(grep -c '^launch .*group_size=96 private_size=48$' "$work/rows") $(grep -c '^queue .* size_packets=64 ' "$work/rows")" "3 1"
is "unloaded: no call launched them" "$(counted dispatches_unlinked)" 3

case_ kernels
is "kernels: of dispatches" "$(kernels_of)" "$(for i in 0 1 2 3 4 5 6 none 8 9 10 1010 2010 3010 4010; do [ $i = none ] && printf 'none ' || printf 'kernel_%s ' $i; done)"
is "kernels: registers" "$(grep -c '^kernel .* sgpr=48 arch_vgpr=12 accum_vgpr=20 entry_offset=4096 code_size=NULL$' "$work/rows")" 5000
lossless kernels

for target in gfx900:48:16:0 gfx908:48:16:16 gfx90a:48:12:20 gfx942:48:12:20 gfx1030:128:32:0; do
  TARGET=${target%%:*} case_ registers
  is "registers of ${target%%:*}" "$(sed -n 's/^kernel .* sgpr=\([0-9]*\) arch_vgpr=\([0-9]*\) accum_vgpr=\([0-9]*\) .*/\1:\2:\3/p' "$work/rows")" "${target#*:}"
done

case_ objects
is "objects: each kernel's code object" "$(awk '/^code_object/ { match($0, /load_base=[0-9]+/); b = substr($0, RSTART + 10, RLENGTH - 10); match($0, /code_object_id=[0-9]+/); id[b] = substr($0, RSTART + 15, RLENGTH - 15); n++ }
  /^kernel/ { match($0, /kernel_object=[0-9]+/); o = substr($0, RSTART + 14, RLENGTH - 14); match($0, /code_object_id=[0-9]+/); of[o] = substr($0, RSTART + 15, RLENGTH - 15); k++ }
  END { for (o in of) bad += of[o] == 0 || of[o] != id[o]; print n, k, bad + 0 }' "$work/rows")" "301 301 0"
lossless objects

case_ queues
is "queues: dispatches" "$(all_of dispatch)" "$(said dispatches)"
# Half of the uptime is not the time of day, and the day is not 1970.
is "queues: anchors of the clocks" "$(awk -v now="$(date +%s)" '/^anchor/ { split($0, a, /boottime=| monotonic=| realtime=/); n++; b = a[2] - a[3]; r = a[4] / 1e9 - now; bad += b < -1e6 || a[3] <= 0 || r < -60 || r > 60 } END { print (n > 0), bad + 0 }' "$work/rows")" "1 0"
is "queues: rows of queues" "$(all_of queue)" "$(said dispatches)"
lossless queues

case_ copies
is "copies: those that were made" "$(grep '^copy .*size_bytes=64 ' "$work/rows" | wc -l) of $(($(all_of copy) + $(all_of open_copy)))" "3 of 4"
# Directions 2 and 3 are to the device and from it; agents 0 and 1 the CPU and the GPU.
is "copies: from where to where" "$(sed -n 's/^copy .*direction=\([0-9]*\) .*dst_agent=\([0-9]*\) src_agent=\([0-9]*\) dst_address=\([0-9]*\) src_address=\([0-9]*\) .*/\1 \2 \3 \4 \5/p' "$work/rows" | sort | uniq -c | awk '{ $1 = $1; print }' | tr '\n' ',')" \
  "3 2 1 0 $(said to) $(said from),1 3 0 1 $(said from) $(said to),"
lossless copies

case_ engines
# Who made the copy: 1 the host, 2 a kernel, 3 some engine, 16 + n the n-th engine. Plus 64: from pageable memory; plus 128: to pinned memory.
is "engines: what makes each copy" "$(sed -n 's/^.*copy .*size_bytes=\([0-9]*\) .*how=\([0-9]*\).*/\1:\2/p' "$work/rows" | sort -n | tr '\n' ' ')" "1:80 2:146 3:2 4:18 5:129 6:111 7:64 8:64 9:2 30:67 "
HSA_ENABLE_SDMA=0 case_ engines
is "engines: without engines kernels do it" "$(sed -n 's/^.*copy .*size_bytes=\([0-9]*\) .*how=\([0-9]*\).*/\1:\2/p' "$work/rows" | sort -n | tr '\n' ' ')" "1:66 2:130 3:2 4:2 5:129 6:66 7:66 8:66 9:2 30:67 "

COLLECT_DOMAINS=all case_ no_scratch
is "scratch: health alone tells who wants all" "$(cat "$work/stderr")$(sql "SELECT value FROM health WHERE name LIKE 'scratch%'")" 1

COLLECT_DOMAINS=+barriers case_ awaited
# The waits by name, queue and number. What each waits for is known by its dispatch if it is a kernel, by queue and number if a barrier, by its call if a copy.
of() { echo "SELECT ifnull((SELECT 'kernel ' || k.dispatch_id FROM kernels k WHERE k.event_id = w.awaited_$1), ifnull((SELECT s.name || ' ' || s.queue_id || ':' || s.packet FROM barriers s WHERE s.event_id = w.awaited_$1),
  ifnull((SELECT 'copy ' || c.size FROM memory_copies c WHERE c.stack_id = w.awaited_$1), iif(w.awaited_$1 IS NULL, '-', '?'))))"; }
is "awaited: who waits for whom" "$(sql "SELECT w.name || ' ' || ifnull(w.queue_id || ':' || w.packet, ''), '[' || ($(of 1)) || ',' || ($(of 2)) || ',' || ($(of 3)) || ',' || ($(of 4)) || ',' || ($(of 5)) || ']' FROM barriers w
  WHERE (dependency_1, dependency_2) <> (0, 0) ORDER BY CAST(w.stack_id AS INTEGER), w.name, w.queue_id, w.packet" | sort | tr '\n' ';')" \
  "BARRIER_AND 1:4 [kernel 3,-,-,-,-];BARRIER_AND 2:0 [-,kernel 2,-,-,-];BARRIER_OR 2:1 [kernel 2,BARRIER_AND 2:0,BARRIER_VALUE 1:2,copy 64,-];BARRIER_VALUE 1:2 [BARRIER_AND 2:0,-,-,-,-];COPY  [-,-,-,BARRIER_VALUE 1:2,kernel 2];COPY  [BARRIER_AND 2:0,-,-,-,-];"
is "awaited: the signals that are waited for" "$(sql "SELECT sum(dependency_2 <> 0), sum(signal = (SELECT min(signal) FROM barriers WHERE name = 'COPY')), count(start) FROM barriers WHERE name = 'COPY'")" "1 2 0"
COLLECT_DOMAINS=+scratch case_ scratch
is "scratch: each change" "$(sql "SELECT operation, size, alloc_flags, ifnull(queue_id, '-'), ifnull(agent_abs_index, '-'), category, address IS NULL, tid > 0, end >= start, duration = end - start FROM scratch_memory ORDER BY start" | tr '\n' ',')" \
  "ALLOC 123456 1 1 1 SCRATCH_MEMORY 1 1 1 1,RECLAIM 0 2 1 1 SCRATCH_MEMORY 1 1 1 1,FREE 0 1 1 1 SCRATCH_MEMORY 1 1 1 1,ALLOC 42 0 - - SCRATCH_MEMORY 1 1 1 1,"
is "scratch: one within another, in a thread of the runtime" "$(sql "SELECT count(*), sum(a.tid = r.tid AND a.start <= r.start AND a.end >= r.end AND r.duration >= 1000000) FROM scratch_memory a, scratch_memory r WHERE a.size = 123456 AND r.operation = 'RECLAIM'")" "1 1"
is "scratch: rows of allocations, too, of their level" "$(sql "SELECT count(*), min(level), max(level), min(extdata) FROM memory_allocations")" "4 SCRATCH SCRATCH {\"flags\":\"0\"}"
case_ scratch
is "scratch: not unless it is wanted" "$(sql "SELECT count(*) FROM scratch_memory")" 0
COLLECT_DOMAINS=+scratch case_ no_scratch
is "scratch: who does not know of it is told" "$(cat "$work/stderr") $(sql "SELECT count(*) FROM scratch_memory; SELECT value, detail FROM health WHERE name LIKE 'scratch%'" | tr '\n' ' ')" \
  "libcollect: COLLECT_DOMAINS: scratch: this runtime does not report scratch memory (ROCm 6.1 and later do) 0 1 this runtime does not report scratch memory (ROCm 6.1 and later do) "

case_ destroyed
is "destroyed: the copy" "$(all_of copy)" 1

case_ reserved
device_checks reserved
is "reserved: each dispatch is its own call's, in order" "$(awk '/^dispatch/ { match($0, /dispatch_id=[0-9]+/); i = substr($0, RSTART + 12, RLENGTH - 12) + 0; match($0, /stack_id=[0-9]+/); s[i] = substr($0, RSTART + 9, RLENGTH - 9) + 0 }
  END { for (i = 2; i in s; i++) bad += s[i] <= s[i - 1]; print i - 1, bad + 0 }' "$work/rows")" "$(said dispatches) 0"

case_ wrap
device_checks wrap
is "wrap: numbers of launching calls" "$(awk '/^dispatch/ { match($0, /stack_id=[0-9]+/); printf "%.0f\n", substr($0, RSTART + 9, RLENGTH - 9) - 2 ^ 40 }' "$work/rows" | sort -n | tr '\n' ' ')" "$(seq -s ' ' 4294967275 2 4294967313) "

case_ graph_direct
device_checks graph_direct
is "graph_direct: kernels of a call, of a graph or not" "$(awk '/^dispatch/ { match($0, /stack_id=[0-9]+/); n[substr($0, RSTART, RLENGTH)]++; match($0, /graph_exec=[0-9]+/); g[substr($0, RSTART, RLENGTH)]++ }
  END { for (s in n) k[n[s]]++; print k[1], k[3], g["graph_exec=0"], g["graph_exec=1"] }' "$work/rows")" "50 50 50 150"

# Innermost calls come first: 4 nested calls give 2 rows, and each row's parent is the call around it.
case_ layers
is "layers: calls" "$(calls called) $(calls below)" "13 10"
is "layers: parents" "$(awk '/^function/ { split($0, a, /function=| category=| name=/); name[a[2]] = a[4] }
  /^call/ { match($0, /sequence=[0-9]+/); s = substr($0, RSTART + 9, RLENGTH - 9); match($0, /parent=[0-9]+/); p[s] = substr($0, RSTART + 7, RLENGTH - 7); match($0, /function=[0-9]+/); f[s] = substr($0, RSTART + 9, RLENGTH - 9) }
  END { for (s in p) n[name[f[s]] " in " (p[s] == 0 ? "none" : p[s] == s - 1 ? name[f[p[s]]] : "another")]++; for (k in n) print n[k], k }' "$work/rows" | sort | tr '\n' ',')" \
  "5 below in called,5 below in none,5 called in below,8 called in none,"

is "layers: results" "$(sed -n 's/^call .* result=//p' "$work/rows" | sort -n | uniq -c | awk '{ printf "%s %s,", $1, $2 }')" "1 1,1 2,1 3,5 100,5 101,5 102,5 103,"

export COLLECT_ARGS=1
case_ arguments
unset COLLECT_ARGS
is "arguments: values" "$(awk '/^function .*name=called/ { match($0, /function=[0-9]+/); f = substr($0, RSTART + 9, RLENGTH - 9) }
  /^argument/ { match($0, /key=[0-9]+/); key[++n] = substr($0, RSTART + 4, RLENGTH - 4); match($0, /value=[0-9]+/); value[n] = substr($0, RSTART + 6, RLENGTH - 6) }
  END { for (i = 1; i <= n; i++) if (key[i] == f * 64) { c++; s += value[i] } print c, s }' "$work/rows")" "120 $((4950 + 20190))"

case_ left
is "left: calls that returned, and that did not" "$(calls called) $(calls below) $(dropped)" "7 0 7"

case_ ended
is "ended: calls that returned, are open, are counted" "$(calls) $(open_calls) $(dropped)" "8 0 6"

# info_rows: number of rows that info_row has written, and of those that have other contents or another place
info_rows() {
  awk '/^counter .*name=row-/ { split($0, a, /name=row-|-[.]* value=| value=| detail=/); n++; bad += a[2] != a[3] || $3 != a[2]; d = a[3] % 3 ? 40 - a[3] % 29 : -1; bad += d < 0 ? a[4] != "NULL" : length(a[4]) != d } END { print n, bad + 0 }' "$work/rows"
}
case_ info
is "info: each row is as it was written" "$(info_rows)" "30000 0"
lossless info
case_ info_held
is "info_held: the long row" "$(awk '/^function .*category=LONG/ { split($0, a, / name=/); print length(a[2]) }' "$work/rows")" 1572864
is "info_held: each row is as it was written" "$(info_rows)" "30000 0"
lossless info_held
case_ period

case_ texts
is "texts: none is cut" "$(counted arguments_cut)" 0
case_ long_texts
is "long_texts: those that were cut" "$(counted arguments_cut)" 3

case_ wake

rm -rf "$work/out"
COLLECT_OUTPUT=$work/out sh -c '"$0" behind; :' "$(case_program behind)" 2>/dev/null
rows
is "behind: times behind a kernel that never ends" "$(grep -c '^live_dispatch .*duration=[0-9]' "$work/rows") of $(grep -c '^live_dispatch' "$work/rows")" "10 of 11"

rm -rf "$work/out"
COLLECT_OUTPUT=$work/out sh -c '"$0" held; :' "$(case_program held)" >/dev/null 2>&1
rows
is "held: times" "$(grep -c '^live_dispatch .*duration=[0-9]' "$work/rows")" 21

case_ child
is "child: dispatches" "$(all_of dispatch)" 20

case_ left_to
is "left_to: dispatches" "$(all_of dispatch)" 101
lossless left_to

case_ rung_late
is "rung_late: dispatches" "$(all_of dispatch)" 5
lossless rung_late

case_ memory_again
is "memory_again: dispatches" "$(all_of dispatch)" 2
lossless memory_again

case_ helped
is "helped: dispatches" "$(all_of dispatch)" 30000
lossless helped

case_ owners

case_ unwanted
is "unwanted: a dispatch and a copy with times" "$(all_of dispatch) $(all_of copy) $(all_of open_copy)" "1 1 0"
lossless unwanted

case_ closing
is "closing: dispatches" "$(all_of dispatch)" 5

case_ unstamped
is "unstamped: dispatches with times, without, counted" "$(all_of dispatch) $(all_of open_dispatch) $(counted dispatches_untimed)" "50 50 50"

case_ pending
is "pending: dispatches that have ended, and have not" "$(all_of dispatch) $(all_of open_dispatch)" "50 100"

times_sane pending

case_ counting
is "counting: one after the other" "$(grep '^dispatch' "$work/rows" | sed 's/.*duration=\([0-9]*\) start=\([0-9]*\) .*/\2 \1/' | awk 'NR == 1 { end = $1 + $2 } NR == 2 && $1 > end + 1000000 { good = 1 } END { print NR, good + 0 }')" "2 1"

case_ counting_copies
is "counting: one copy after the other" "$(grep '^copy' "$work/rows" | sed 's/.*duration=\([0-9]*\) start=\([0-9]*\) .*/\2 \1/' | sort -n | awk 'NR == 1 { end = $1 + $2 } NR == 2 && $1 > end + 1000000 { good = 1 } END { print NR, good + 0 }')" "2 1"

case_ changed
is "changed: dispatches" "$(all_of dispatch) $(counted dispatches_untimed)" "10 0"

case_ borrowed
is "borrowed: dispatches" "$(all_of dispatch)" 1500
lossless borrowed

case_ read_twice

case_ unseen
is "unseen: the dispatch" "$(all_of dispatch)" 1

case_ slope
is "slope: lengths" "$(grep -c '^dispatch .*duration=100000000 ' "$work/rows")" 10

case_ overlapping
is "overlapping: each kernel begins where the one before ends" "$(grep '^dispatch' "$work/rows" | sed 's/.*duration=\([0-9]*\) start=\([0-9]*\) .*/\2 \1/' | awk '{ bad += $2 != 300000000 || end && $1 != end; end = $1 + $2 } END { print NR, bad + 0 }')" "10 0"

case_ early
is "early: kernels are moved, none overlaps" "$(grep '^dispatch' "$work/rows" | sed 's/.*duration=\([0-9]*\) start=\([0-9]*\) .*/\2 \1/' | awk '$1 < end || $2 != 500000 { bad++ } { end = $1 + $2 } END { print NR, bad + 0 }')" "20 0"
is "early: counted" "$(counted times_adjusted)" 20

case_ graphs

mkdir -p "$work/small"
if mount -t tmpfs -o size=1m none "$work/small" 2>/dev/null; then
  COLLECT_OUTPUT=$work/small timeout 120 "$(case_program small_disk)" small_disk >/dev/null 2>&1
  rm -rf "$work/out"; cp -r "$work/small" "$work/out"
  umount "$work/small"
  rows
  is "small_disk: dispatches and copies" "$(all_of dispatch) $(all_of copy)" "30000 60"
  lossless small_disk
else
  echo "# no mount here: a small disk is not tested"
fi

case_ full
is "full: dispatches and copies" "$(all_of dispatch) $(all_of copy)" "$(said dispatches) $(said copies)"
is "full: the rest of the copies is counted" "$(counted dispatches_dropped copies_dropped)" "$(said dropped)"
finish
