# profile_sums.py FOLDER ROCPD.so: a recording with COLLECT_MODE=both: adds its rows up once more, as help for `aggregated` and `calls` says, and compares
# the sums with `aggregated`, by thread and call path, to the nanosecond. Prints what differs, then how many sums and events were compared.
import os
import subprocess
import sys

folder, extension = sys.argv[1:3]


# Of calls that start in the same ns the longest is the outermost one. While they are open nobody knows which that is, and the sums take the first one, which may end
# first (a signal handler's call outlives what it interrupts). Where these differ, bit I of SAME_START says of the group of calls number I whether the first one counts.
SAME_START = int(os.environ.get("SAME_START", "0"))
groups = 0


def in_order(calls):
    """Sorted by start, the outermost first."""
    global groups
    out, at = [], {}
    for c in calls:
        at.setdefault(c[0], []).append(c)
    for start in sorted(at):
        longest, first = sorted(at[start], key=lambda c: (-c[1], c[2])), sorted(at[start], key=lambda c: c[2])
        if longest != first:
            groups += 1
        out += first if longest != first and SAME_START >> (groups - 1) & 1 else longest
    return out


def rows(sql):
    text = subprocess.run(["sqlite3", "-cmd", ".load " + extension, "-ascii", "", "SELECT rocpd_attach('%s')" % folder, sql], stdout=subprocess.PIPE, check=True).stdout
    lines = text.decode("utf-8", "surrogateescape").split("\x1e")[1:-1]
    return [[None if v == "\x01" else v for v in line.split("\x1f")] for line in lines]


def columns(*names):
    return ", ".join("ifnull(%s, char(1))" % n for n in names)


def number(v):
    return None if v is None else int(v)


class Sum:
    def __init__(self):
        self.calls = self.ended = self.squares = self.sum = 0
        self.start = self.end = self.least = self.most = self.longest = self.weight = None
        self.own = 0
        self.cpu = self.wait = None

    def add(self, start, end, weight=0):
        self.calls += 1
        if start is not None:
            self.start = start if self.start is None else min(self.start, start)
        if weight:
            self.weight = (self.weight or 0) + weight
        if start is None or end is None:
            return
        ns = end - start
        self.ended += 1
        self.sum += ns
        self.squares += ns * ns
        self.end = end if self.end is None else max(self.end, end)
        self.least = ns if self.least is None else min(self.least, ns)
        if self.most is None or ns > self.most or (ns == self.most and start < self.longest):
            self.longest = start
        self.most = ns if self.most is None else max(self.most, ns)

    def values(self, own):
        none = self.ended == 0
        return (self.start, self.end, self.calls, self.ended, None if none else self.sum, self.least, self.most, self.squares, self.own if own else None, self.longest, self.weight,
                self.cpu, self.wait)


want = {}
events = 0
path_of_call = {} # (guid, stack_id): thread and path


def wanted(key):
    return want.setdefault(key, Sum())


# Calls: (start, end, number, category, name, message); instants of the thread are placed by their parents' numbers.
lanes = {}
for r in rows("SELECT " + columns("pid", "tid", "id", "parent_stack_id", "start", '"end"', "category", "name", "CASE WHEN category LIKE 'MARKER%' THEN extdata ->> '$.message' END") + ", guid FROM regions"):
    pid, tid, number_, parent, start, end = (number(v) for v in r[:6])
    lanes.setdefault((r[9], pid, tid), {}).setdefault(number_ >> 40, []).append((start, end, number_, parent, r[6], r[7], r[8]))
marks = {}
for r in rows("SELECT " + columns("pid", "tid", "id", "parent_stack_id", "timestamp", "category", "name", "extdata ->> '$.message'") + ", guid FROM samples"):
    pid, tid, number_, parent, start = (number(v) for v in r[:5])
    marks.setdefault((r[8], pid, tid), []).append((start, number_, parent, r[5], r[6], r[7]))

for thread in set(lanes) | set(marks):
    guid, pid, tid = thread
    path_of = {}
    of_thread = lanes.get(thread, {})
    # The further lanes of a thread are of ranges that may overlap: they do not nest.
    first = min(list(of_thread) + [m[1] >> 40 for m in marks.get(thread, [])])
    for lane, calls in of_thread.items():
        last = max([c[0] for c in calls] + [c[1] for c in calls if c[1] is not None])
        far = 1 << 62
        calls = in_order([(c[0], far if c[1] is None else c[1]) + c[2:] for c in calls])
        stack, now = [], None
        for start, end, number_, parent, category, name, message in calls:
            if lane != first:
                s = wanted((guid, pid, tid, "regions", category, name, message, None, None, None, None, (message or name,)))
                s.add(start, None if end == far else end)
                s.own += 0 if end == far else end - start
                path_of[number_] = (message or name,)
                path_of_call[guid, number_] = (tid, path_of[number_])
                continue
            while stack and stack[-1][0] <= start:
                if stack[-1][0] > now:
                    stack[-1][2].own += stack[-1][0] - now
                    now = stack[-1][0]
                stack.pop()
            if stack:
                stack[-1][2].own += start - now
            now = start
            path = (stack[-1][1] if stack else ()) + (message or name,)
            path_of[number_] = path
            path_of_call[guid, number_] = (tid, path)
            s = wanted((guid, pid, tid, "regions", category, name, message, None, None, None, None, path))
            s.add(start, None if end == far else end)
            stack.append((end, path, s))
        while stack:
            end = min(stack[-1][0], last)
            if end > now:
                stack[-1][2].own += end - now
                now = end
            stack.pop()
        events += len(calls)
    for start, number_, parent, category, name, message in marks.get(thread, []):
        wanted((guid, pid, tid, "samples", category, name, message, None, None, None, None, path_of.get(parent, ()) + (message or name,))).add(start, None)
        events += 1

launched = 0
for table, agents, size in (("kernels", ("agent_id", "NULL", "queue_id", "stream_id"), "NULL"), ("memory_copies", ("dst_agent_id", "src_agent_id", "NULL", "stream_id"), "size"),
                            ("memory_allocations", ("agent_id", "NULL", "NULL", "stream_id"), "size")):
    for r in rows("SELECT " + columns("pid", "category", "type" if table == "memory_allocations" else "name", *agents, "start", '"end"', size, "stack_id") + ", guid FROM " + table):
        # Kernels and copies by the thread and the path of the call that launched them.
        tid, path = path_of_call.get((r[11], number(r[10])), (None, ())) if table != "memory_allocations" else (None, ())
        launched += len(path) > 0
        key = (r[11], number(r[0]), tid, table, r[1], r[2], None) + tuple(number(v) for v in r[3:7]) + (path,)
        wanted(key).add(number(r[7]), number(r[8]), number(r[9]) or 0)
        events += 1

# Samples, in place of the path with their frame and their system call.
for r in rows("SELECT " + columns("pid", "tid", "category", "state", "start", '"end"', "frame_id", "weight", "syscall", "cpu_ns", "wait_ns") + ", guid FROM stacks"):
    s = wanted((r[11], number(r[0]), number(r[1]), "stacks", r[2], r[3], None, None, None, None, None, ("frame", number(r[6]), number(r[8]))))
    s.add(number(r[4]), number(r[5]), number(r[7]))
    s.cpu, s.wait = (s.cpu or 0) + number(r[9]), (s.wait or 0) + number(r[10])
    events += 1

frames = {(r[3], int(r[0])): (number(r[1]), r[2]) for r in rows("SELECT " + columns("id", "parent_frame_id", "function") + ", guid FROM frames")}


def path(guid, frame):
    out = ()
    while frame is not None:
        parent, name = frames[guid, frame]
        assert parent is None or parent < frame
        out = (name,) + out
        frame = parent
    return out


got = {}
bad = 0
for r in rows("SELECT " + columns("pid", "tid", "rows_of", "category", "name", "message", "agent_id", "src_agent_id", "queue_id", "stream_id", "frame_id", "start", '"end"', "calls", "ended", "sum_ns",
                                  "min_ns", "max_ns", "squares_high", "squares_low", "own_ns", "longest_start", "weight", "has_rows", "syscall", "cpu_ns", "wait_ns") + ", guid FROM aggregated"):
    n = [number(v) for v in r[11:27]]
    squares = ((n[7] or 0) << 64) + ((n[8] or 0) & (1 << 64) - 1)
    at = ("frame", number(r[10]), n[13]) if r[2] == "stacks" else path(r[27], number(r[10]))
    key = (r[27], number(r[0]), number(r[1]), r[2], r[3], r[4], r[5]) + tuple(number(v) for v in r[6:10]) + (at,)
    value = (n[0], n[1], n[2], n[3], n[4], n[5], n[6], squares, n[9], n[10], n[11], n[14], n[15])
    bad += n[12] != 1
    if key in got:
        print("twice:", key)
    got[key] = value
want = {k: s.values(k[3] == "regions") for k, s in want.items()}
names = "start end calls ended sum min max squares own longest weight cpu wait".split()
shown = 0
for k in sorted(set(want) | set(got), key=repr):
    if want.get(k) != got.get(k) and shown < 20:
        shown += 1
        w, g = want.get(k), got.get(k)
        print(k[2:], "no such rows" if w is None else "no such sum" if g is None else " ".join("%s %s not %s" % (c, b, a) for c, a, b in zip(names, w, g) if a != b))

# The answer of `calls` from the rows is that of the sums: kernels and copies below the calls that launched them.
of_sums, of_rows, names = {}, {}, {}
for k, v in got.items():
    if k[3] in ("kernels", "memory_copies"):
        at = of_sums.setdefault((k[0], k[1], k[2], k[11] + (k[5],), "kernel" if k[3] == "kernels" else "copy"), [0, 0, 0])
        of_sums[k[0], k[1], k[2], k[11] + (k[5],), "kernel" if k[3] == "kernels" else "copy"] = [at[0] + v[2], at[1] + v[2] - v[3], at[2] + (v[4] or 0)]
for r in rows("SELECT " + columns("name", "depth", "guid", "pid", "tid", "kind", "calls", "unended", "gpu_ns") + " FROM calls('', 'thread', 'gpu')"):
    names[int(r[1])] = r[0]
    if r[5] in ("kernel", "copy"):
        of_rows[r[2], number(r[3]), number(r[4]), tuple(names[d] for d in range(1, int(r[1]) + 1)), r[5]] = [int(v) for v in r[6:9]]
for k in sorted(set(of_sums) | set(of_rows), key=repr):
    if of_sums.get(k) != of_rows.get(k) and shown < 20:
        shown += 1
        print("calls:", k[2:], of_rows.get(k), "not", of_sums.get(k))
if bad:
    print(bad, "sums without has_rows")
print("differ" if shown or bad else "equal:", len(got), "sums of", events, "events,", max([len(k[11]) for k in got] + [0]), "deep,", launched, "with the path of their launch")
print("groups", groups)
