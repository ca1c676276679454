"""hotspots against a direct computation from the rows of stacks and frames, written from ext/help/tables/hotspots.md, on random traces; and a trace whose
values are written by hand. Usage: hotspots.py SELECT_TRACE FOLDER"""
import collections, fractions, os, random, sqlite3, subprocess, sys

tool, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.chdir(folder)
failed = 0


def check(ok, what):
    global failed
    print("%s %s" % ("ok" if ok else "not ok", what))
    failed |= not ok


def write(name, modules, frames, stacks):
    """modules: id, path; frames: id, parent, module, function, file; stacks: pid, tid, start, end, frame, weight, state, syscall, cpu, wait."""
    if os.path.exists(name):
        os.remove(name)
    db = sqlite3.connect(name)
    db.executescript("CREATE TABLE modules(id, guid, file_path); CREATE TABLE frames(id, guid, parent_frame_id, module_id, function, file);"
                     'CREATE TABLE stacks(id, guid, pid, tid, start, "end", frame_id, weight, state, syscall, cpu_ns, wait_ns, stack_id)')
    db.executemany("INSERT INTO modules VALUES (?, 'g', ?)", modules)
    db.executemany("INSERT INTO frames VALUES (?, 'g', ?, ?, ?, ?)", frames)
    db.executemany("INSERT INTO stacks VALUES (?, 'g', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", [(i + 1,) + s for i, s in enumerate(stacks)])
    db.commit()
    return db


def write_sums(name, modules, frames, stacks, summed, has_rows=0):
    """The same with `summed`, some of the rows, as rows of aggregated; with has_rows 1 they are also rows."""
    db = write(name, modules, frames, stacks if has_rows else [s for s in stacks if s not in summed])
    db.execute('CREATE TABLE aggregated(id, guid, pid, tid, rows_of, category, name, frame_id, start, "end", calls, ended, sum_ns, min_ns, max_ns, squares_high, squares_low, weight,'
               " syscall, cpu_ns, wait_ns, has_rows)")
    groups = collections.defaultdict(list)
    for i, s in enumerate(summed):
        pid, tid, start, end, frame, weight, state, syscall, cpu, wait = s
        groups[pid, tid, frame, state, syscall, cpu is None, i if state is None else 0].append(s)
    add = lambda values: None if all(v is None for v in values) else sum(v or 0 for v in values)
    for i, (k, rows) in enumerate(groups.items()):
        ns = [r[3] - r[2] for r in rows]
        squares = sum(n * n for n in ns)
        db.execute("INSERT INTO aggregated VALUES (?, 'g', ?, ?, 'stacks', 'SAMPLE', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (i + 1, k[0], k[1], k[3], k[2], min(r[2] for r in rows),
                   max(r[3] for r in rows), len(rows), len(rows), sum(ns), min(ns), max(ns), squares >> 64, squares & (1 << 64) - 1, sum(r[5] for r in rows), k[4],
                   add([r[8] for r in rows]), add([r[9] for r in rows]), has_rows))
    db.commit()


def ask(name, sql):
    out = subprocess.run([tool, name, sql], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line.split("\t") for line in out.splitlines()]


# ---- by hand: main calls solve, which calls sin, and sleeps

MODULES = [(1, "/bin/app"), (2, "/lib/libm.so.6")]
FRAMES = [(1, None, 1, "main", None), (2, 1, 1, "solve", None), (3, 2, 2, "sin", None), (4, 1, 1, "sleep", None)]
write("hand.db", MODULES, FRAMES, [
    (7, 8, 0, 10, 2, 1, "running", None, 10, 0), (7, 8, 10, 20, 3, 1, "running", None, 8, 2), (7, 8, 20, 40, 4, 2, "blocked", 230, 2, 0),
    (7, 9, 0, 30, None, 3, "kernel", None, 30, 0)])
got = ask("hand.db", "SELECT function, module, samples, total_samples, self_ns, total_ns, running_ns, total_running_ns, runnable_ns, blocked_ns, kernel_ns FROM hotspots")
# Thread 8: 40 ns of 4 samples; 20 ns of CPU for 2 running samples, 2 ns of waiting with no sample, so for all 4, and 18 ns for the 2 blocked ones.
check(got == [["", "", "3", "3", "30", "30", "30", "30", "0", "0", "30"],
              ["sleep", "app", "2", "2", "19", "19", "0", "0", "1", "18", "0"],
              ["sin", "libm.so.6", "1", "1", "11", "11", "10", "10", "1", "0", "0"],
              ["solve", "app", "1", "2", "10", "21", "10", "20", "0", "0", "0"],
              ["main", "app", "0", "4", "0", "40", "0", "20", "0", "0", "0"]], "by hand: %s" % got)
check(ask("hand.db", "SELECT tid, function, self_ns FROM hotspots('thread') WHERE self_ns ORDER BY tid, self_ns DESC") ==
      [["8", "sleep", "19"], ["8", "sin", "11"], ["8", "solve", "10"], ["9", "", "30"]], "by thread")
check(ask("hand.db", "SELECT pid, tid, function FROM hotspots('process') WHERE function = 'main'") == [["7", "", "main"]], "by process")
check(ask("hand.db", "SELECT round(sum(share), 9) FROM hotspots") == [["1.0"]], "shares add up to 1")
got = ask("hand.db", "SELECT syscall, number, function, module, samples, blocked_ns, share, stack FROM waits")
check(got == [["clock_nanosleep", "230", "sleep", "app", "2", "18", "1.0", "main / sleep"]], "waits by hand: %s" % got)
check(ask("hand.db", "SELECT tid, syscall, blocked_ns FROM waits('thread')") == [["8", "clock_nanosleep", "18"]], "waits by thread")
got = ask("hand.db", "SELECT name, depth, samples, total_ns, self_ns, running_ns, runnable_ns, blocked_ns, node, parent_node, pid, tid FROM stack_tree('thread')")
check(got == [["process 7", "0", "7", "70", "0", "50", "2", "18", "1", "", "7", ""],
              ["thread 8", "1", "4", "40", "0", "20", "2", "18", "2", "1", "7", "8"],
              ["main", "2", "4", "40", "0", "20", "2", "18", "3", "2", "7", "8"],
              ["solve", "3", "2", "21", "10", "20", "1", "0", "4", "3", "7", "8"],
              ["sin", "4", "1", "11", "11", "10", "1", "0", "5", "4", "7", "8"],
              ["sleep", "3", "2", "19", "19", "0", "1", "18", "6", "3", "7", "8"],
              ["thread 9", "1", "3", "30", "0", "30", "0", "0", "7", "1", "7", "9"],
              ["", "2", "3", "30", "30", "30", "0", "0", "8", "7", "7", "9"]], "stack_tree by hand: %s" % got)
check([r[0] for r in ask("hand.db", "SELECT name FROM stack_tree('all')")] == ["main", "solve", "sin", "sleep", ""], "one tree for all")


def folded(name, options):
    if os.path.exists("out.folded"):
        os.remove("out.folded")
    ask(name, "SELECT rocpd_export_folded('out.folded', '%s')" % options)
    return open("out.folded").read().splitlines()


check(folded("hand.db", '{"value":"wall"}') == ["process 7;thread 8;main;solve 10", "process 7;thread 8;main;solve;sin 11", "process 7;thread 8;main;sleep 19",
                                               "process 7;thread 9;(unknown) 30"], "folded: %s" % folded("hand.db", '{"value":"wall"}'))
check(folded("hand.db", '{"value":"running"}') == ["process 7;thread 8;main;solve 10", "process 7;thread 8;main;solve;sin 10", "process 7;thread 9;(unknown) 30"], "folded: CPU time")
check(folded("hand.db", '{"value":"blocked"}') == ["process 7;thread 8;main;sleep 18"], "folded: blocked")
check(folded("hand.db", '{"value":"wall","start":15,"end":19}') == ["process 7;thread 9;(unknown) 30", "process 7;thread 8;main;solve;sin 10"], "folded: rows that overlap a time")
check(folded("hand.db", '{"value":"wall","processes":[8]}') == [], "folded: of no process")
write("before.db", MODULES, FRAMES, [(5, 5, 0, 100, 3, 1, "running", None, 100, 0), (5, 5, 100, 160, 1, 1, "running", None, 60, 0)])
ask("before.db", "SELECT rocpd_export_rocz('before.rocz')")
got = folded("hand.db", '{"value":"running","before":"before.rocz"}')
check(got == ["main 80 0", "main;solve 0 10", "main;solve;sin 80 10", "(unknown) 0 30"], "folded: difference of two runs: %s" % got)
ask("hand.db", """SELECT rocpd_export_svg('out.svg', '{"value":"running","before":"before.rocz"}')""")
svg = open("out.svg").read()
check("CPU time by sampled stacks" in svg and svg.count('class="frame') >= 4 and "before 80" in svg and "hsl(215," in svg and "hsl(5," in svg, "SVG: difference, blue and red")
for options in '{"value":"wall","names":"x"}', '{"value":"host","before":"before.rocz"}':
    out = subprocess.run([tool, "hand.db", "SELECT rocpd_export_folded('no.folded', '%s')" % options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    check(out.returncode == 1 and ("option names" in out.stderr or "option before" in out.stderr), "refused: %s" % options)
# Two traces: main and sin take less, solve was in the stack only, and sleep is new. Thread 5: 160 ns of CPU for 2 samples.
got = ask("hand.db", "SELECT * FROM hotspot_diff('before.rocz', '')")
wanted = [["main", "app", "1", "0", "80", "0", "-80", "0.0", "80", "0", "-80", "160", "40", ""], ["sin", "libm.so.6", "1", "1", "80", "11", "-69", "0.1375", "80", "10", "-70", "80", "11", ""],
          ["", "", "0", "3", "0", "30", "30", "", "0", "30", "30", "0", "30", "b"], ["sleep", "app", "0", "2", "0", "19", "19", "", "0", "0", "0", "0", "19", "b"],
          ["solve", "app", "0", "1", "0", "10", "10", "", "0", "10", "10", "80", "21", ""]]
check(got == wanted, "two traces by hand: %s" % got)
got = ask("hand.db", "SELECT function, delta_ns, only_in FROM hotspot_diff('', 'before.rocz') WHERE module = 'app'")
check(got == [["main", "80", ""], ["sleep", "-19", "a"], ["solve", "-10", ""]], "... the other way round, of one module: %s" % got)
# Recursion: f calls g calls f: the total of f counts the inner f once.
write("deep.db", MODULES, [(1, None, 1, "f", None), (2, 1, 1, "g", None), (3, 2, 1, "f", None), (4, 2, 1, "h", None), (5, 3, 2, "f", None)],
      [(7, 8, 0, 6, 3, 1, "running", None, 6, 0), (7, 8, 6, 12, 4, 1, "running", None, 6, 0), (7, 8, 12, 18, 5, 1, "running", None, 6, 0)])
got = ask("deep.db", "SELECT function, module, self_ns, total_ns FROM hotspots ORDER BY 1, 2")
check(got == [["f", "app", "6", "18"], ["f", "libm.so.6", "6", "6"], ["g", "app", "0", "18"], ["h", "app", "6", "6"]], "recursion counts once: %s" % got)
write("odd.db", MODULES, [(1, None, None, "work", "/src/train.py"), (5, 9, 1, "low", None), (3, 3, 1, "own parent", None)],
      [(7, 8, 0, 10, 1, None, None, None, 9, 0), (7, 8, 10, 20, 5, 1, None, None, 2, 6), (7, 8, 20, 30, 3, 0, "blocked", None, 0, 0), (7, 8, 30, 25, 99, -4, "running", None, -5, None),
       (7, 9, 0, 10, 1, 2, "runnable", None, None, None), (7, 9, 10, 30, 1, 1, "running", None, None, 5)])
got = ask("odd.db", "SELECT function, module, samples, running_ns, runnable_ns, blocked_ns FROM hotspots WHERE self_ns ORDER BY 1")
# Thread 8: CPU 11 and waiting 6 of 30; its samples: work ran, low was runnable; the rest of 13 has no sample: 6 and 7.
check(got == [["low", "app", "1", "0", "6", "7"], ["work", "train.py", "4", "31", "10", "6"]], "unknown states, weights and times, and parents that are none: %s" % got)

# Times that nearly fill 64 bits do not become negative where two are added.
LARGE = (1 << 63) - 1
write("large.db", MODULES, FRAMES, [(7, 8, 0, LARGE, 2, 1, "running", None, LARGE, 0), (7, 9, 0, LARGE, 2, 1, "kernel", None, LARGE, 0)])
for table, column in ("stack_tree('all')", "running_ns"), ("hotspots", "running_ns"), ("hotspot_diff('before.rocz', '')", "running_b_ns"):
    got = ask("large.db", "SELECT max(%s), min(%s) >= 0 FROM %s" % (column, column, table))
    check(got == [[str(LARGE), "1"]], "%s: sums of large times: %s" % (table, got))

# A time takes whole sums, or none.
write_sums("sum.db", MODULES, FRAMES, [(7, 8, 10, 20, 3, 4, "running", None, 8, 2), (7, 8, 20, 60, 4, 2, "blocked", 230, 1, 0), (7, 8, 60, 70, 3, 1, "running", None, 9, 0)],
           [(7, 8, 10, 20, 3, 4, "running", None, 8, 2), (7, 8, 20, 60, 4, 2, "blocked", 230, 1, 0), (7, 8, 60, 70, 3, 1, "running", None, 9, 0)])
check(ask("sum.db", "SELECT function, samples, self_ns, running_ns FROM hotspots WHERE samples") == [["sleep", "2", "41", "0"], ["sin", "5", "19", "18"]], "sums by hand: %s" %
      ask("sum.db", "SELECT function, samples, self_ns, running_ns FROM hotspots WHERE samples"))
check(ask("sum.db", "SELECT count(*) FROM stacks") == [["0"]], "they are no rows")
check(folded("sum.db", '{"value":"wall","start":10,"end":70}') == folded("sum.db", '{"value":"wall"}'), "folded: a time around all sums")
for what, sql in (("export", """SELECT rocpd_export_folded('no.folded', '{"value":"wall","start":15,"end":90}')"""), ("window", "SELECT w, (SELECT count(*) FROM hotspots WHERE w IS NOT 0) FROM (SELECT rocpd_window(15, 90) AS w)")):
    out = subprocess.run([tool, "sum.db", sql], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    check(out.returncode == 1 and "stacks: 2 events 'running' are known as a sum only (table aggregated), which the time window would divide" in out.stderr, "%s: a time that divides a sum: %s" % (what, out.stderr))

# ---- random traces


def states_of(row):
    pid, tid, start, end, frame, weight, state, syscall, cpu, wait = row
    length = max(end - start, 0)
    cpu0, wait0 = max(cpu or 0, 0), max(wait or 0, 0)
    if state is None:
        state = "running" if cpu0 > length // 2 else "runnable" if wait0 > length // 2 else "blocked"
    if cpu is None:
        cpu0 = length if state in ("running", "kernel") else 0
        wait0 = length if state == "runnable" else 0
    return state, length, cpu0, wait0


def expected(modules, frames, stacks, by):
    """{(function, module[, pid[, tid]]): [own samples, all samples, own {state: ns}, all {state: ns}]}, ns as fractions."""
    paths, by_id = dict(modules), {f[0]: f for f in frames}

    def stack(i):
        at = []
        while i in by_id:
            f = by_id[i]
            at.append((f[3], os.path.basename(paths[f[2]]) if f[2] is not None else os.path.basename(f[4]) if f[4] else None))
            i = f[1] if f[1] is not None and f[1] < f[0] else None
        return at or [(None, None)]
    threads = collections.defaultdict(list)
    for row in stacks:
        threads[row[:2]].append(row)
    out = collections.defaultdict(lambda: [0, 0, collections.Counter(), collections.Counter()])
    for who, rows in threads.items():
        seen = [(states_of(r), r) for r in rows]
        cpu, wait = sum(s[2] for s, _ in seen), sum(s[3] for s, _ in seen)
        rest = max(0, sum(s[1] for s, _ in seen) - cpu - wait)
        for ns, of, instead in (cpu, ("running", "kernel"), "running"), (wait, ("runnable",), "runnable"), (rest, ("blocked",), "blocked"):
            samples = [(s[0], r) for s, r in seen if s[0] in of]
            none = not sum(r[5] for _, r in samples)
            if none:
                samples = [(s[0], r) for s, r in seen]
            all_of = sum(r[5] for _, r in samples)
            for state, r in samples:
                part, at = fractions.Fraction(ns * r[5], all_of) if all_of else 0, stack(r[4])
                state = instead if none else state
                out[at[0] + who[:by]][2][state] += part
                for f in set(at):
                    out[f + who[:by]][3][state] += part
        for _, r in seen:
            at = stack(r[4])
            out[at[0] + who[:by]][0] += r[5]
            for f in set(at):
                out[f + who[:by]][1] += r[5]
    return {k: v for k, v in out.items() if v[1]}


def stack_of(frames, i):
    by_id, at = {f[0]: f for f in frames}, []
    while i in by_id:
        at.append((by_id[i][3],))
        i = by_id[i][1]
    return at


def random_trace(r, big):
    modules = [(i, "/lib/m%d.so" % i) for i in range(1, 4)]
    frames = []
    for i in range(1, r.choice((5, 40, 300)) + 1):
        parent = r.choice([None] + [f[0] for f in frames[-8:]]) if frames else None
        frames.append((i * (1 if r.random() < .9 else 1), parent, r.choice((1, 2, 3, 1, None)), "f%d" % r.randrange(8), "/a/b.py" if r.random() < .5 else None))
    stacks = []
    for pid, tid in [(7, 7), (7, 8), (7, 9), (8, 7)]:
        at = r.randrange(1000)
        only = r.choice((None, None, "blocked", "running"))
        for _ in range(r.randrange(200 if big else 20)):
            end = at + r.randrange(1, 10**7)
            cpu = r.choice((None, 0, end - at, r.randrange(end - at + 1))) if r.random() < .9 else None
            wait = r.choice((None, 0, r.randrange(end - at - (cpu or 0) + 2)))
            state = only or r.choice(("running", "kernel", "runnable", "blocked", None))
            stacks.append((pid, tid, at, end, r.choice([f[0] for f in frames] + [None]), r.randrange(1, 9), state, 202 if state == "blocked" else None, cpu, wait))
            at = end
    r.shuffle(stacks)
    return modules, frames, stacks


STATES = ("running", "kernel", "runnable", "blocked")
wrong = []
for seed in range(12 if os.environ.get("SOAK") else 8):
    r = random.Random(seed)
    modules, frames, stacks = random_trace(r, seed % 2)
    write("random.db", modules, frames, stacks)
    for by, name in enumerate(("function", "process", "thread")):
        got = {tuple(x if i < 2 or not x else int(x) for i, x in enumerate(row[:4])): row[4:] for row in ask("random.db",
               "SELECT function, module, pid, tid, samples, total_samples, running_ns, kernel_ns, runnable_ns, blocked_ns, total_running_ns, total_runnable_ns,"
               " total_blocked_ns, self_ns, total_ns FROM hotspots('%s')" % name)}
        want = expected(modules, frames, stacks, by)
        keys = {(k[0] or "", k[1] or "") + k[2:] + ("",) * (2 - by): v for k, v in want.items()}
        near = len(stacks) + 1
        if set(got) != set(keys):
            wrong.append((seed, name, "keys", sorted(map(str, set(got) ^ set(keys)))[:4]))
            continue
        for k, (own, every, own_ns, all_ns) in keys.items():
            g = [int(x) for x in got[k]]
            w = [own, every, own_ns["running"] + own_ns["kernel"], own_ns["kernel"], own_ns["runnable"], own_ns["blocked"],
                 all_ns["running"] + all_ns["kernel"], all_ns["runnable"], all_ns["blocked"], sum(own_ns.values()), sum(all_ns.values())]
            if g[:2] != w[:2] or any(abs(a - b) > near for a, b in zip(g, w)):
                wrong.append((seed, name, k, g, [float(x) for x in w]))
        threads = {s[:2] for s in stacks}
        exact = [sum(int(g[i]) for g in got.values()) for i in (2, 4, 5)]
        of = {t: [sum(states_of(s)[i] for s in stacks if s[:2] == t) for i in (1, 2, 3)] for t in threads}
        if exact != [sum(v[1] for v in of.values()), sum(v[2] for v in of.values()), sum(max(0, v[0] - v[1] - v[2]) for v in of.values())]:
            wrong.append((seed, name, "sums", exact))
        # stack_tree: each sample once at its function, and in all that is above it.
        tree, want_tree, path, own = collections.Counter(), collections.Counter(), (), 0
        for name_, depth, samples, self_ns in ask("random.db", "SELECT name, depth, samples, self_ns FROM stack_tree('%s')" % ("all", "process", "thread")[by]):
            path = path[:int(depth)] + (name_,)
            tree[path] += int(samples)
            own += int(self_ns)
        for s in stacks:
            at = ["process %d" % s[0], "thread %d" % s[1]][:by] + ([f[0] for f in reversed(stack_of(frames, s[4]))] or [""])
            for d in range(len(at)):
                want_tree[tuple(at[:d + 1])] += s[5]
        if +tree != +want_tree or len(tree) != len(want_tree) or own != sum(int(g[9]) for g in got.values()):
            wrong.append((seed, "stack_tree", len(tree), len(want_tree), own))
        # waits: the same time, by system call and stack, and each blocked sample once.
        there = ask("random.db", "SELECT syscall, function, stack, pid, tid, samples, blocked_ns FROM waits('%s')" % name)
        seen = collections.Counter()
        for s in stacks:
            if states_of(s)[0] == "blocked":
                seen[("futex" if s[7] else "", " / ".join(f[0] for f in reversed(stack_of(frames, s[4])))) + tuple(map(str, s[:by])) + ("",) * (2 - by)] += s[5]
        mine = collections.Counter()
        for w in there:
            mine[(w[0], w[2]) + tuple(w[3:5])] += int(w[5])
        if +mine != +seen or sum(int(w[6]) for w in there) != exact[2] or any(w[2].split(" / ")[-1] != w[1] for w in there):
            wrong.append((seed, name, "waits", len(mine), len(seen), sum(int(w[6]) for w in there), exact[2]))
    # Samples that are known as sums count as rows do, and sums of rows that are there are ignored.
    columns = (("hotspots", ("function", "process", "thread"), "function, module, samples, total_samples, self_ns, total_ns, running_ns, total_running_ns, runnable_ns, blocked_ns, share,"
                " kernel_ns, total_runnable_ns, total_blocked_ns, pid, tid"),
               ("waits", ("function", "process", "thread"), "syscall, function, module, samples, blocked_ns, share, stack, number, pid, tid"),
               ("stack_tree", ("all", "process", "thread"), "name, depth, samples, total_ns, self_ns, running_ns, runnable_ns, blocked_ns, share, node, parent_node, pid, tid"))
    answers = "SELECT " + ", ".join("(SELECT json_group_array(json_array(%s)) FROM %s('%s'))" % (c, t, by) for t, bys, c in columns for by in bys)
    write_sums("all.db", modules, frames, stacks, stacks)
    write_sums("some.db", modules, frames, stacks, stacks[::2])
    write_sums("beside.db", modules, frames, stacks, stacks, 1)
    rows = ask("random.db", answers)[0]
    for name in "all.db", "some.db", "beside.db":
        wrong += [(seed, name, i, a[:90], b[:90]) for i, (a, b) in enumerate(zip(rows, ask(name, answers)[0])) if a != b]
    # Two traces, this one and the one before, are compared function by function, whether samples are rows or sums.
    for name in ("random.db", "all.db", "some.db") if seed else ():
        (this, that) = ({tuple(r[:2]): [int(x) for x in r[2:]] for r in ask(name, "SELECT function, module, samples, self_ns, running_ns, total_ns FROM hotspots" + of)}
                        for of in ("", "('function', 'last.rocz')"))
        compared = {}
        for k in set(this) | set(that):
            a, b = (x.get(k, [0, 0, 0, 0]) for x in (this, that))
            compared[k] = [a[0], b[0], a[1], b[1], b[1] - a[1], a[2], b[2], b[2] - a[2], a[3], b[3], "b" if k not in this else "a" if k not in that else ""]
        mine = ask(name, "SELECT function, module, samples_a, samples_b, self_a_ns, self_b_ns, delta_ns, running_a_ns, running_b_ns, running_delta_ns, total_a_ns, total_b_ns, only_in"
                   " FROM hotspot_diff('', 'last.rocz')")
        if {tuple(m[:2]): [int(x) for x in m[2:-1]] + m[-1:] for m in mine} != compared or len(mine) != len(compared):
            wrong.append((seed, "hotspot_diff", name, len(mine), len(compared)))
        sizes = [abs(int(m[6])) for m in mine]
        if sizes != sorted(sizes, reverse=True):
            wrong.append((seed, "hotspot_diff: order", sizes[:4]))
    ask("some.db" if seed % 3 else "random.db", "SELECT rocpd_export_rocz('last.rocz', '{\"overwrite\":true}')")
    wrong += [(seed, "folded") for o in ('{"value":"wall"}', '{"value":"blocked","start":0}') if folded("all.db", o) != folded("random.db", o)]
check(not wrong, "random traces, as rows and as sums, agree with a direct computation, and sums are exact: %s" % wrong[:3])
sys.exit(failed)
