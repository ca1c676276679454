#!/usr/bin/env python3
"""Compares a trace with what the program said of itself (tests/programs/expect.h).

Usage: known.py EXTENSION TRACE_FOLDER PROGRAM_OUTPUT [--times "part=ns,..." DEFAULT_NS]
Prints ok / not ok lines. Queries go through the sqlite3 shell."""
import collections, json, subprocess, sys


class Trace:
    def __init__(self, extension, folder):
        self.prefix = ["sqlite3", "-json", "-batch", "-cmd", ".load " + extension, ":memory:"]
        self.folder = folder

    def rows(self, sql):
        attach = "SELECT rocpd_attach('%s');" % self.folder
        run = subprocess.run(self.prefix + [".output /dev/null", attach, ".output stdout", sql], capture_output=True, text=True)
        if run.returncode or run.stderr:
            raise SystemExit("not ok query failed: %s\n%s" % (sql, run.stderr))
        return json.loads(run.stdout) if run.stdout.strip() else []


failed = 0


def check(what, good, detail=""):
    global failed
    if good:
        print("ok " + what)
    else:
        failed += 1
        print("not ok %s %s" % (what, detail))


def same(what, got, want):
    """Two counters keyed by tuples."""
    wrong = ["%s: %d, not %d" % (k, got[k], want[k]) for k in sorted(set(got) | set(want), key=str) if got[k] != want[k]]
    check("%s (%d, %d different)" % (what, sum(want.values()), len(want)), not wrong, "\n   ".join([""] + wrong[:20]))


def expectation(path):
    calls, dispatches, copies = (collections.Counter() for _ in range(3))
    for line in open(path, errors="replace"):
        if not line.startswith("{"):
            continue
        e = json.loads(line)
        if e["kind"] == "call":
            calls[e["name"], e["tid"]] += e["count"]
        elif e["kind"] == "dispatch":
            key = (e["name"], e["api"], e["tid"], e["device"], e["stream"], *e["grid"], *e["workgroup"], e["lds"])
            dispatches[key] += e["count"]
        elif e["kind"] == "copy":
            copies[e["direction"], e["api"], e["tid"], e["device"], e["stream"], e["bytes"]] += e["count"]
    return calls, dispatches, copies


def any_stream(counter, stream_at, wild):
    """Where the program does not know the stream, neither side has one."""
    out = collections.Counter()
    for key, n in counter.items():
        without = key[:stream_at] + ("*",) + key[stream_at + 1:]
        out[without if without in wild else key] += n
    return out


def main():
    trace = Trace(sys.argv[1], sys.argv[2])
    calls, dispatches, copies = expectation(sys.argv[3])
    check("the program said what it did", calls and dispatches)

    got = collections.Counter({(r["name"], r["tid"]): r["n"] for r in trace.rows(
        "SELECT name, tid, count(*) AS n FROM regions WHERE category GLOB 'HIP_*' AND name NOT GLOB '__hip*egister*' GROUP BY 1, 2")})
    same("calls by function and thread", got, calls)

    rows = trace.rows("""SELECT s.kernel_name AS name, r.name AS api, k.tid, r.tid AS caller, k.agent_type_index AS device, k.stream_id AS stream,
        k.grid_x, k.grid_y, k.grid_z, k.workgroup_x, k.workgroup_y, k.workgroup_z, k.lds_size, count(*) AS n
        FROM kernels k LEFT JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid
        LEFT JOIN kernel_symbols s ON s.id = k.kernel_id AND s.guid = k.guid
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13""")
    got = collections.Counter()
    for r in rows:
        name = (r["name"] or "?").removesuffix(".kd")
        got[(name, r["api"], r["tid"], r["device"], r["stream"], r["grid_x"], r["grid_y"], r["grid_z"],
             r["workgroup_x"], r["workgroup_y"], r["workgroup_z"], r["lds_size"])] += r["n"]
        if r["tid"] != r["caller"]:
            check("a kernel's thread is its caller's", False, str(r))
    wild = {k[:4] + ("*",) + k[5:] for k in dispatches if k[4] == -1}
    same("dispatches by kernel, API, thread, device, stream, grid, workgroup, LDS", any_stream(got, 4, wild), any_stream(dispatches, 4, wild))

    rows = trace.rows("""SELECT c.name, r.name AS api, c.tid, c.stream_id AS stream, c.size,
        CASE WHEN c.src_agent_type = 'GPU' THEN c.src_agent_type_index ELSE c.dst_agent_type_index END AS device, count(*) AS n
        FROM memory_copies c LEFT JOIN regions r ON r.stack_id = c.stack_id AND r.guid = c.guid GROUP BY 1, 2, 3, 4, 5, 6""")
    got = collections.Counter()
    for r in rows:
        got[(r["name"].removeprefix("MEMORY_COPY_"), r["api"], r["tid"], r["device"], r["stream"], r["size"])] += r["n"]
    wild = {k[:4] + ("*",) + k[5:] for k in copies if k[4] == -1}
    same("copies by direction, API, thread, device, stream, size", any_stream(got, 4, wild), any_stream(copies, 4, wild))

    facts = trace.rows("""SELECT (SELECT count(*) FROM kernels WHERE start IS NULL OR "end" IS NULL) AS open_kernels,
        (SELECT count(*) FROM regions WHERE "end" IS NULL) AS open_regions,
        (SELECT count(*) FROM kernels) - (SELECT count(DISTINCT dispatch_id) FROM kernels) AS doubled,
        (SELECT count(*) FROM regions) - (SELECT count(DISTINCT id) FROM regions) AS doubled_regions,
        (SELECT count(*) FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid WHERE k.start < r.start) AS before_launch,
        (SELECT count(*) FROM kernels a JOIN kernels b ON b.queue_id = a.queue_id AND b.dispatch_id > a.dispatch_id AND b.dispatch_id < a.dispatch_id + 4
          WHERE b.start < a."end" AND a.guid = b.guid AND a.agent_abs_index = b.agent_abs_index) AS overlaps,
        (SELECT count(*) FROM regions WHERE "end" < start) AS backwards""")[0]
    for name, n in facts.items():
        check("none %s" % name, n == 0, str(n))
    bad = [r for r in trace.rows("SELECT name, value, detail FROM health WHERE name GLOB '*drop*' OR name GLOB '*lost*' OR name GLOB '*unlinked*' OR name GLOB '*damage*' OR name GLOB '*error*' OR name GLOB '*untimed*'") if r["value"]]
    check("nothing dropped, lost or unlinked", not bad, str(bad))

    if "--times" in sys.argv:
        i = sys.argv.index("--times")
        rules = [(part.rsplit("=", 1)[0], int(part.rsplit("=", 1)[1])) for part in sys.argv[i + 1].split(",") if part]
        default, wrong, n = int(sys.argv[i + 2]), [], 0
        for r in trace.rows("""SELECT s.kernel_name AS name, k.duration, count(*) AS n FROM kernels k JOIN kernel_symbols s
            ON s.id = k.kernel_id AND s.guid = k.guid WHERE s.kernel_name NOT GLOB '__amd_rocclr*' GROUP BY 1, 2"""):
            want = next((ns for part, ns in rules if part in r["name"]), default)
            n += r["n"]
            if r["duration"] != want:
                wrong.append("%s: %d ns, not %d, %d times" % (r["name"], r["duration"], want, r["n"]))
        check("durations as the GPU was told (%d)" % n, n and not wrong, "\n   ".join([""] + wrong[:10]))
    return failed > 0


sys.exit(main())
