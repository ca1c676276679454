#!/bin/sh
# Memory allocated and freed (memory.c): a row for each, with its agent and level, and none for refused calls.
. tests/inside/common.sh
inside "$BUILD/inside/memory"
n=$(said rounds)
is "rows by type, level, agent and size" "$(sed -n 's/^memory_allocations .* type=\([A-Z]*\) level=\([A-Z]*\) agent_id=\([0-9NUL]*\) address=[0-9]* size=\([0-9]*\) .*/\1 \2 \3 \4/p' "$work/rows" | sort | uniq -c | awk '{ $1 = $1; print }' | tr '\n' ',')" \
  "$((n / 2)) ALLOC REAL 0 1000,$((n / 2)) ALLOC REAL 0 24,$((n / 2)) ALLOC REAL 1 1000,$((n / 2)) ALLOC REAL 1 24,$((n / 2)) ALLOC VIRTUAL 0 2097152,$((n / 2)) ALLOC VIRTUAL 1 2097152,$((2 * n)) FREE REAL NULL 0,$n FREE VIRTUAL NULL 0,"
is "what is taken was given" "$(awk '/^memory_allocations/ { match($0, /type=[A-Z]*/); t = substr($0, RSTART + 5, RLENGTH - 5); match($0, /address=[0-9]*/); a = substr($0, RSTART + 8, RLENGTH - 8); n[a] += t == "ALLOC" ? 1 : -1 } END { for (a in n) bad += n[a] != 0; print bad + 0 }' "$work/rows")" 0
lossless memory
finish
