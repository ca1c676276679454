#!/bin/sh
# Code objects and kernel symbols on the software GPU: their origin, their size, and the length of the
# kernels' code, compared with tools that read code objects.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
on_gpu known threads=2; is "exit code" $? 0
is "several code objects, from the program's file and from memory" "$(sql "SELECT count(*) > 2, count(DISTINCT substr(uri, 1, instr(uri, ':'))) FROM code_objects")" "1 2"
is "each uri ends with its size, and begins as it should" "$(sql "SELECT count(*) FROM code_objects WHERE NOT (uri GLOB 'memory://[0-9]*#offset=0x*&size=[0-9]*' OR uri GLOB 'file:///*#offset=[0-9]*&size=[0-9]*')
  OR substr(uri, instr(uri, '&size=') + 6) GLOB '*[^0-9]*'")" 0
is "which is code_object_size" "$(sql "SELECT count(*) FROM code_objects WHERE code_object_size IS NOT CAST(substr(uri, instr(uri, '&size=') + 6) AS INTEGER) OR code_object_size <= 0 OR load_base <= 0 OR load_size <= 0")" 0
is "kernels lie in their code objects, code and all" "$(sql "SELECT count(*) > 20, sum(k.kernel_address >= c.load_base AND k.kernel_address + k.kernel_symbol_size <= c.load_base + c.load_size) = count(*)
  FROM kernel_symbols k JOIN code_objects c ON c.guid = k.guid AND c.id = k.code_object_id")" "1 1"
is "and not over each other" "$(sql "SELECT count(*) FROM kernel_symbols a JOIN kernel_symbols b ON a.id <> b.id AND a.code_object_id = b.code_object_id AND b.kernel_address >= a.kernel_address AND b.kernel_address < a.kernel_address + a.kernel_symbol_size")" 0
readelf=$(command -v llvm-readelf || command -v llvm-readelf-14 || command -v readelf)
sql "SELECT substr(uri, 8, instr(uri, '#') - 8), substr(uri, instr(uri, '#offset=') + 8), code_object_size, id FROM code_objects WHERE uri LIKE 'file://%'" | sed 's/&size=[0-9]*//' >"$work/files"
is "code objects in a file" "$(wc -l <"$work/files")" 1
while read -r file offset size id; do
  tail -c +$((offset + 1)) "$file" | head -c "$size" >"$work/object"
  "$readelf" --dyn-syms -W "$work/object" | awk '$4 == "FUNC" && $3 > 0 { print $8, $3 }' | sort >"$work/functions"
  is "sizes as readelf says them" "$(sql "SELECT replace(kernel_name, '.kd', ''), kernel_symbol_size FROM kernel_symbols WHERE code_object_id = $id" | sort | comm -23 - "$work/functions"; wc -l <"$work/functions" | awk '{ print ($1 > 10) }')" 1
done <"$work/files"
on_gpu COLLECT_DOMAINS=hip known threads=1; is "without kernels: no symbols" "$? $(sql "SELECT count(*) FROM kernel_symbols")" "0 0"
finish
