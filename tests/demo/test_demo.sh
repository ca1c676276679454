#!/bin/sh
# make demo's script: it ends within a minute and shows everything that it promises, and the three commands that
# it proposes work as they are printed.
set -u
[ -z "${SANITIZER:-}" ] || { echo "a sanitized library needs more than LD_PRELOAD in front of it"; exit 77; }
failed=0
start=$(date +%s)
sh scripts/demo.sh >"$TEST_TMP/out" 2>"$TEST_TMP/err" || { echo "not ok demo.sh: $(tail -n 3 "$TEST_TMP/err")"; exit 1; }
took=$(($(date +%s) - start))
if [ $took -le 60 ]; then echo "ok within a minute ($took s)"; else echo "not ok it took $took s"; failed=1; fi
if [ -s "$TEST_TMP/err" ]; then echo "not ok it wrote to stderr: $(cat "$TEST_TMP/err")"; failed=1; fi
shows() { if grep -q -- "$2" "$TEST_TMP/out"; then echo "ok it shows $1"; else echo "not ok it does not show $1"; failed=1; fi; }
shows "the program's own output" "240 steps, trained"
for k in gemm gradient softmax_loss reduce sgd; do shows "kernel $k" "│ $k *│ 240 *│"; done
shows "how busy the GPU was" "│ GPU 0 *│ .* ms *│ .* ms *│ .* % *│"
if [ "$(sed -n '/longest pauses/,/time line/p' "$TEST_TMP/out" | grep -c '^│ [0-9.]* us *│')" -eq 3 ]; then echo "ok it shows three pauses"; else echo "not ok three pauses"; failed=1; fi
for file in $(sed -n 's/^ *\([^ ]*demo\.\(pftrace\|json\)\) .*/\1/p' "$TEST_TMP/out"); do
  if [ -s "$file" ]; then echo "ok it wrote $(basename "$file")"; else echo "not ok there is no $file"; failed=1; fi
done
sed -n '/three to try next/,$p' "$TEST_TMP/out" | sed 1d | grep . >"$TEST_TMP/commands"
n=0
while IFS= read -r command; do
  n=$((n + 1))
  if sh -c "$command" </dev/null >"$TEST_TMP/$n.out" 2>"$TEST_TMP/$n.err" && [ -s "$TEST_TMP/$n.out" ] && ! [ -s "$TEST_TMP/$n.err" ]; then echo "ok command $n of 3"
  else echo "not ok $command: $(cat "$TEST_TMP/$n.err")"; failed=1; fi
done <"$TEST_TMP/commands"
[ $n -eq 3 ] || { echo "not ok $n commands, not 3"; failed=1; }
exit $failed
