#!/bin/sh
# All interleavings of a producer's instructions with whole runs of everything that may meet it
# (interleave.c): no call is lost, none is there twice, no reader finds what cannot be.
. tests/inside/common.sh
[ "$(uname -m)" = x86_64 ] || { echo "skip: single-stepping is for x86_64"; exit 77; }
export SNAPSHOTS=$work/snapshots
sql() { sqlite3 -separator ' ' -cmd ".load $BUILD/rocpd" :memory:; }
# run WHAT MEANWHILE STRIDE: runs the program, and checks that it ends well
run() {
  what="$1, $2"
  rm -rf "$SNAPSHOTS"; mkdir "$SNAPSHOTS"
  inside "$BUILD/inside/interleave" "$@"
  what="$1, $2"
  [ "$(said instructions)" -gt 30 ] && ok "$what: $(stepped)" || not_ok "$what: $(said instructions) instructions"
}
# exact: checks that each call is a row once
exact() {
  main=$(ls "$work"/out/*.rocz | awk -F- '{ print $NF, $0 }' | sort -n | sed -n '1s/^[^ ]* //p') # the process that began first
  "$dump" "$main" >"$work/main"
  is "$what: calls" "$(grep -c '^\(live_\)\?call ' "$work/main") of $(sed -n 's/^call .* sequence=\([0-9]*\) .*/\1/p' "$work/main" | wc -l)" "$(said calls) of $(said calls)"
  is "$what: nothing is dropped, no check fails" "$(counted calls_dropped checks_failed)" 0
}
export COLLECT_CHECK=1
few=${SOAK:-3} # with arguments there are more instructions of the same kind: the short form takes each third
[ -z "${SOAK:-}" ] || few=1
for args in 0 1; do
  export COLLECT_ARGS=$args
  if [ $args = 0 ]; then pairs="call drain,call calls,nested drain 2,region drain 3,row drain,grow drain,drain calls 7"
  else pairs="call drain,call calls $few,nested drain $((2 * few)),region drain $((3 * few)),row drain $few,grow drain $few,drain calls $((7 * few))"; fi
  for pair in $(echo "$pairs" | tr ' ,' '_ '); do
    pair=$(echo "$pair" | tr _ ' ')
    # shellcheck disable=SC2086
    run $pair
    exact
  done
done
run call fork 3
exact
is "call, fork: each child has a file with its calls" "$(for f in "$work"/out/*.rocz; do "$dump" "$f" | grep -c '^call '; done | grep -cx 5)" "$(said children)"
run nested fork 17
exact
run call cancel 5
is "call, cancel: each was" "$(said cancelled)" $(($(said instructions) / $(said stride)))
exact

# A kill: what readers find in the files that it leaves (one call is the other thread's).
[ -n "${SANITIZER:-}" ] && finish # the sqlite3 shell has no sanitizer's runtime
for pair in "call kill" "nested kill 5" "region kill 7" "row kill 3" "grow kill 13" "drain kill 17"; do
  # shellcheck disable=SC2086
  run $pair
  awk -v folder="$SNAPSHOTS" '$1 == "snapshot" { printf "SELECT %d, %d, %d, (SELECT count(*) FROM regions(\"%s/%d\")), count(*) - 1, count(DISTINCT id) - 1 FROM regions(\"%s/%d\") WHERE \"end\" IS NOT NULL;\n", $2, $3, $4, folder, $2, folder, $2 }' "$work/stdout" |
    tr '"' "'" | sed "s/'end'/\"end\"/" | sql >"$work/seen" 2>&1
  is "$what: snapshots" "$(wc -l <"$work/seen")" "$(said snapshots)"
  is "$what: all that had returned is there once" "$(awk '$5 < $2 || $5 > $3 || $5 != $6 || NF != 6' "$work/seen" | head -3)" ""
done
finish
