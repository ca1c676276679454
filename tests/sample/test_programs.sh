# Real programs do the same with samples at 997 Hz as without: output and exit code. SOAK=1: more of them, for longer, and the HIP programs of tests/programs.
. tests/sample/common.sh
n=${SOAK:+10} n=${n:-1} OTHER= SHORT=
CCACHE_DISABLE=1; export CCACHE_DISABLE # a compiler that compiles nothing is over before the first sample

# same NAME COMMAND ...: in $work; what it prints to stdout, its exit code, and the file $work/made if it makes one. OTHER: domains that are recorded both times; SHORT: it may end before a
# sample is taken
same() {
  local name=$1 rc; shift
  command -v "$1" >/dev/null || { echo "# $name: not installed"; return; }
  for how in alone sampled; do
    rm -rf "$work/out" "$work/made"
    (cd "$work" || exit
      case $how in alone) COLLECT_DOMAINS=$OTHER ;; *) COLLECT_DOMAINS=${OTHER:-none},samples ;; esac
      export COLLECT_DOMAINS COLLECT_SAMPLE_HZ=997
      [ $how$OTHER = alone ] || export COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib"
      timeout -s KILL "${LIMIT:-300}" "$@" >"$work/$how" 2>"$work/$how.errors" </dev/null; echo "exit code $?" >>"$work/$how")
    [ ! -f "$work/made" ] || cat "$work/made" >>"$work/$how"
  done
  if cmp -s "$work/alone" "$work/sampled"; then ok "$name: $(tail -c 40 "$work/alone" | tr -dc '[:print:]')"
  else not_ok "$name: $(cmp "$work/alone" "$work/sampled" 2>&1 | head -n 1); $(tail -n 3 "$work/sampled.errors")"; fi
  [ -n "$SHORT" ] || at_least "$name: samples with a stack" "$(sql "SELECT count(*) FROM stacks WHERE frame_id IS NOT NULL")" 1
}

same sqlite3 sqlite3 :memory: "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100000 * $n)
  SELECT count(DISTINCT i % 1000), sum(length(printf('%d', i))), group_concat(DISTINCT i % 7) FROM c"
awk 'BEGIN { for (i = 0; i < 300; i++)
  print "int f" i "(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i] * " i "; if (s > " i * 7 ") s -= a[n - i]; } return s; }" }' >"$work/long.c"
same clang clang -O2 -c long.c -o made
same gcc gcc -O1 -c long.c -o made
cat >"$work/program.py" <<PY
import hashlib, json, multiprocessing, os, re, subprocess, sys, threading, time
def deep(n): return deep(n - 1) if n else json.loads(json.dumps({"a": [1, 2, {"b": re.sub("a+", "b", "aaaacaa" * 30)}] * 20}))
found = []
def work(k):
    for i in range(20 * $n): found.append(hashlib.md5(json.dumps(deep(20)).encode()).hexdigest()); time.sleep(0.0005)
threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(len(found), set(found))
for i in range(3 * $n): print(subprocess.run([sys.executable, '-c', 'import time; time.sleep(0.01); print(6 * 7)'], capture_output=True, text=True).stdout, end='')
pids = []
for i in range(10 * $n):
    pid = os.fork()
    if not pid: os._exit(sum(range(1000 * i)) % 251)
    pids.append(pid)
print([os.waitpid(pid, 0)[1] for pid in pids])
PY
same python3 python3 program.py
cat >"$work/program.js" <<'JS'
const crypto = require('crypto'), fs = require('fs'), { Worker, isMainThread } = require('worker_threads'), child = require('child_process');
const n = Number(process.argv[2] || 1);
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
if (isMainThread) {
  (async () => {
    console.log(fib(27));
    const done = [];
    for (let i = 0; i < 4; i++) done.push(new Promise(r => new Worker(__filename).on('exit', r)));
    console.log(await Promise.all(done));
    for (let i = 0; i < 20 * n; i++) {
      await new Promise(r => setTimeout(r, 1));
      await fs.promises.readFile(__filename);
      crypto.pbkdf2Sync('a', 'b', 2000, 32, 'sha256');
    }
    console.log(crypto.createHash('md5').update(JSON.stringify([...Array(10000 * n).keys()].map(fibish => fibish * 3))).digest('hex'));
    console.log(child.execSync('sleep 0.02; echo from a child').toString());
    process.exit(3);
  })();
} else { fib(24); process.exit(fib(10)); }
JS
same node node program.js $n
if [ -n "${SOAK:-}" ] && command -v javac >/dev/null; then
  cat >"$work/Program.java" <<'JAVA'
import java.util.*; import java.util.concurrent.*;
public class Program {
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  public static void main(String[] a) throws Exception {
    ExecutorService e = Executors.newFixedThreadPool(4);
    List<Future<Integer>> f = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      final int k = i;
      f.add(e.submit(() -> {
        Thread.sleep(1);
        StringBuilder s = new StringBuilder();
        for (int j = 0; j < 200; j++) s.append(fib(k % 12 + 6));
        return s.toString().hashCode();
      }));
    }
    long sum = 0;
    for (Future<Integer> x : f) sum += x.get();
    e.shutdown();
    int caught = 0;
    for (int i = 0; i < 20000; i++) try { Object o = i % 2 == 0 ? null : "x"; o.hashCode(); } catch (NullPointerException x) { caught++; }
    for (int i = 0; i < 20; i++) { byte[] b = new byte[20 << 20]; b[i] = 1; System.gc(); }
    System.out.println(sum + " " + caught);
    System.exit(4);
  }
}
JAVA
  (cd "$work" && javac Program.java) && same java java -cp . Program && same "java, interpreted" java -Xint -cp . Program
fi
for python in /usr/bin/python3 python3 none; do ! "$python" -c 'import numpy' 2>/dev/null || break; done
if [ $python != none ]; then
  same numpy $python -c "
import numpy as np
rng = np.random.default_rng(1)
a = rng.random((300, 300))
for i in range(10 * $n): a = np.sort(np.fft.ifft(np.fft.fft(a @ a / a.max())).real % 1.0, axis=0)
print(a.sum().hex() if hasattr(a.sum(), 'hex') else repr(a.sum()), np.linalg.matrix_rank(a), repr(np.linalg.svd(a)[1][:3]))"
else echo "# numpy: not installed"; fi

# HIP programs, on the real HIP runtime over the software GPU. One that does not print the same twice by itself is left out.
if [ -n "${SOAK:-}" ] && [ -e "$BUILD/gpusim/libhsakmt.so.1" ]; then
  LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}; export LD_LIBRARY_PATH
  for p in "$BUILD"/programs/*; do
    [ -f "$p" ] && [ -x "$p" ] || continue
    case ${p##*/} in *.so* | *.d | launch_bench | dispatch_cost | killed) continue ;; esac
    for twice in first second; do (cd "$work" && timeout 60 "$p" >"$work/$twice" 2>/dev/null </dev/null; echo "exit code $?" >>"$work/$twice"); done
    cmp -s "$work/first" "$work/second" || { echo "# ${p##*/}: prints something else each time"; continue; }
    OTHER=standard SHORT=1 # some look whether they are recorded
    same "${p##*/}" "$p"
  done
fi
finish
