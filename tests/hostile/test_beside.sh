# Beside other tools that are preloaded, in both orders: the program ends as it would
# without us, and every call is recorded. So does one that never calls anything traced.
. "$(dirname "$0")/common.sh"
hostile beside
export DUMP_HEAPTRACK_OUTPUT="$work/heaptrack" # where heaptrack writes to
# library NAME...: the first of these libraries that the loader finds, or that is in a usual folder
library() {
  local n p
  for n in "$@"; do
    for p in /usr/lib/heaptrack /usr/lib/*-linux-gnu /usr/lib/*-linux-gnu/faketime /usr/lib/*-linux-gnu/uftrace /usr/lib64 /usr/lib64/faketime; do
      [ -e "$p/$n" ] && { echo "$p/$n"; return; }
    done
  done
}
# both NAME LIBRARY PROGRAM
both() {
  local order
  for order in "$lib:$2" "$2:$lib"; do
    case $order in "$lib":*) what="before $1" ;; *) what="after $1" ;; esac
    LIMIT=20 PRELOAD="$order" traced "$3" 500; is "$what: exit code" $? 3
    is "$what: what the program says" "$(cat "$work/stdout")" "child 5"
    rows
    is "$what: calls" "$(calls hipMemcpy) $(calls hipSetDevice)" "2000 2"
    LD_PRELOAD="$order" timeout -s KILL 20 /bin/true; is "$what: /bin/true" $? 0
  done
}
if [ "${SANITIZER:-}" ]; then ok "skipped: sanitized libraries want to be first"; finish; fi
while read -r name files; do
  # shellcheck disable=SC2086
  found=$(library $files)
  if [ "$found" ]; then both "$name" "$found" beside; else ok "skipped: $name is not installed"; fi
done <<'END'
heaptrack libheaptrack_preload.so
jemalloc libjemalloc.so.2
tcmalloc libtcmalloc_minimal.so.4
faketime libfaketimeMT.so.1
END
if command -v uftrace >/dev/null; then # it preloads a library of its own
  rm -rf "$work/out"
  said=$(cd "$work" && timeout -s KILL 30 env COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" LD_PRELOAD="$lib" uftrace record --force -d "$work/uftrace" ./beside 500 2>&1)
  is "under uftrace: what the program says" "$(echo "$said" | grep child)" "child 5"
  rows; is "under uftrace: calls" "$(calls hipMemcpy) $(calls hipSetDevice)" "2000 2"
else ok "skipped: uftrace is not installed"; fi
# Programs that are built with a sanitizer, whose library they load themselves.
for how in address thread; do
  cp "$here/beside.c" "$work/beside_$how.c"
  here=$work hostile "beside_$how" -fsanitize=$how
  export TSAN_OPTIONS=report_bugs=0
  PRELOAD="$lib" LIMIT=30 traced "beside_$how" 500; is "a program with -fsanitize=$how: exit code" $? 3
  is "a program with -fsanitize=$how: what it says" "$(cat "$work/stdout")" "child 5"
  rows; is "a program with -fsanitize=$how: calls" "$(calls hipMemcpy) $(calls hipSetDevice)" "2000 2"
done
finish
