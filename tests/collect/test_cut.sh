# A file that is cut anywhere is readable up to there: names come before the rows that use them. It also states how the process ended.
. "$(dirname "$0")/common.sh"
fake_setup
if [ -z "${SANITIZER:-}" ]; then
  on_gpu demo
  /usr/bin/python3 "$root/tests/command/cut.py" "$BUILD/rocpd.so" "$work" names "$(files)" || failed=1
fi
victim fork 3
for file in $(files | head -n 2); do /usr/bin/python3 "$root/tests/command/cut.py" "$BUILD/rocpd.so" "$work" names "$file" || failed=1; done

said="SELECT complete, recovered, (SELECT count(*) FROM losses), (SELECT group_concat(loss) FROM losses), (SELECT count(*) FROM regions) FROM sources"
victim end exit; is "a process that ends by exit is whole" "$(sql "$said")" "1 0 0  10"
victim end _exit; is "... by _exit too" "$(sql "$said")" "1 0 0  10"
victim end kill 2>/dev/null; printf '\001' | dd of="$(files).live" bs=1 seek=4033 conv=notrunc 2>/dev/null # `left`, as if the file could not be closed in time
is "... also if its live file has the rest" "$(sql "$said")" "1 1 0  10"
is "... health says how it ended" "$(sql "SELECT value, detail FROM health WHERE name = 'complete'")" "1 its process ended by _exit or exec: its live file has the rest"
rm "$(files).live"; is "... and without that it is cut" "$(sql "SELECT loss FROM losses")" "cut"
victim end kill 2>/dev/null; is "... one that was killed is not" "$(sql "$said")" "0 1 1 killed 10"
victim end segv 2>/dev/null; is "... nor one that crashed" "$(sql "$said")" "0 1 1 killed 10"
finish
