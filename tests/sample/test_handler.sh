# The signal handler of the sampler allocates nothing, takes no lock, and makes no system call but process_vm_readv: a library stands for these functions, and
# notes which are called while the handler runs (watch.c). In a program in C, in Python, and in libraries that come and go.
. tests/sample/common.sh
[ -z "${SANITIZER:-}" ] || { echo "skip: a sanitizer's functions stand before those of the C library"; exit 77; }
build shares
build hostile
$CC -O1 -w -fPIC -shared -o "$work/libwatch.so" tests/sample/watch.c -ldl || exit 1
echo 'int through(int (*f)(int), int x) { return f(x) + 1; }' >"$work/unloads.c"
$CC -O1 -fPIC -shared -o "$work/unloads.so" "$work/unloads.c" || exit 1

# watched NAME COMMAND ...
watched() {
  local name=$1; shift
  rm -rf "$work/out" "$work/watched"
  (cd "$work" && timeout -s KILL 120 env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out" WATCH="$work/watched" LD_PRELOAD="$lib:$work/libwatch.so" "$@" >"$work/stdout" 2>"$work/stderr")
  is "$name: exit code" $? 0
  at_least "$name: the handler ran" "$(sed -n 's/^handled //p' "$work/watched" | head -n 1)" 100
  is "$name: what it called" "$(grep '^called' "$work/watched")" ""
}
watched "a program in C" ./shares 2 300
watched "libraries that come and go" ./hostile unloads
python=$(command -v python3) && watched Python "$python" -c '
import json, time
def deep(n): return deep(n - 1) if n else json.loads(json.dumps([{str(i): i} for i in range(100)], indent=1))
end = time.process_time() + 0.5
while time.process_time() < end: deep(20)'
finish
