# Settings, folders that cannot be written, full disks, file size limits: the program
# runs on unchanged, and what could not be kept is counted.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
fake_setup

for output in /proc/nothing /dev/null/x; do
  OUTPUT=$output victim end exit; is "output $output: exit code" $? 3
  is "output $output: one line on stderr" "$(wc -l <"$work/stderr")" 1
  is "output $output: nothing on stdout" "$(cat "$work/stdout")" ""
done

COLLECT_ARGS=maybe COLLECT_DOMAINS=hip,nonsense victim end exit; is "bad values: exit code" $? 3
is "bad values: a line for each" "$(grep -c '^libcollect: COLLECT_' "$work/stderr")" 2
rows; is "bad values: the defaults are used" "$(calls)" 10
COLLECT_DOMAINS=none victim end exit; is "no domain: exit code" $? 3
[ -e "$work/out" ] && not_ok "no domain: a folder" || ok "no domain: no folder"
COLLECT_HELP=1 victim none
is "COLLECT_HELP lists the settings" "$(grep -cE '^COLLECT_(OUTPUT|DOMAINS|ARGS|HELP) ' "$work/stderr")" 4
is "... not on stdout" "$(cat "$work/stdout")" ""
mkdir -p "$work/sub"
(cd "$work/sub" && LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 LD_PRELOAD=$(preload) ../victim end exit)
is "the default folder is trace" "$(ls "$work"/sub/trace/*.rocz | wc -l)" 1

# A limit on file sizes raises a signal in the thread that writes beyond it.
rm -rf "$work/out"
(ulimit -f 40; cd "$work" && COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 LD_PRELOAD=$(preload) ./victim threads 2000 >"$work/stdout" 2>"$work/stderr")
is "file size limit: exit code" $? 3
rows
[ "$(calls)" -lt 16000 ] && ok "file size limit: $(calls) of 16000 calls kept" || not_ok "file size limit: all calls kept in 20 KB?"

# The limit is lifted later: a write that was cut short is undone, its rows wait in their ring, and the file continues.
victim full_disk; is "full for a while: exit code" $? 3
rows
kept=$(calls); lost=$(counted calls_dropped rows_lost); made=$(sed -n 's/^made //p' "$work/stdout")
[ "$(counted write_errors)" -gt 0 ] && ok "full for a while: $(counted write_errors) writes failed" || not_ok "full for a while: no write failed"
is "full for a while: calls kept and lost" $((kept + lost)) "$made"
is "full for a while: a footer at the end" "$(grep -c '^end footer size' "$work/rows")" 1
is "full for a while: live file removed" "$(ls "$work/out" | grep -c live)" 0

# A full disk.
mkdir -p "$work/small"
if mount -t tmpfs -o size=1m none "$work/small" 2>/dev/null; then
  OUTPUT=$work/small/out victim threads 30000; is "full disk: exit code" $? 3
  OUTPUT=$work/small/out rows
  kept=$(calls); lost=$(counted calls_dropped calls_untracked rows_lost)
  [ $((kept + lost)) -ge 240000 ] && ok "full disk: $kept calls kept, $lost counted" || not_ok "full disk: $kept kept and $lost counted of 240000"
  dd if=/dev/zero of="$work/small/fill" bs=4k >/dev/null 2>&1
  rm -rf "$work/small/out"
  OUTPUT=$work/small/none victim end exit; is "disk full from the start: exit code" $? 3
  umount "$work/small"
else
  echo "# no mount here: the full disk is not tested"
fi

# Somebody cuts the file while it is written: nothing is appended to the rest.
listener; tell calls 10; ctl flush >/dev/null
file=$(ls "$work"/out/*.rocz); size=$(($(wc -c <"$file") - 10))
truncate -s "$size" "$file"
tell calls 5; ctl flush >/dev/null; dismiss; is "cut by somebody: exit code" $? 3
is "cut by somebody: the file is as it was left" "$(wc -c <"$file")" "$size"

# The folder vanishes while the program runs.
rm -rf "$work/out"
(cd "$work" && COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 LD_PRELOAD=$(preload) ./victim close_all >"$work/stdout" 2>"$work/stderr"; echo $? >"$work/rc") &
for wait in $(seq 500); do [ -d "$work/out" ] && break; sleep 0.01; done
rm -rf "$work/out"
wait
is "the folder is removed: exit code" "$(cat "$work/rc")" 3
finish
