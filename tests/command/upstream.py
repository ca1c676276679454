"""rocpd summary -i, against the figures of the database's own views (main.kernels, ...) in plain SQL and Python. Usage: upstream.py DB..."""
import csv, io, math, os, sqlite3, subprocess, sys, tempfile

failed = 0


def check(what, got, want):
    global failed
    if got != want:
        failed = 1
    print("ok %s" % what if got == want else "not ok %s:\n  %r\nnot\n  %r" % (what, got[:5], want[:5]))


def statistics(rows):
    """name -> calls, sum, mean, percentage of all, min, max, deviation of the sample"""
    by, total = {}, sum(d for _, d in rows)
    for name, d in rows:
        by.setdefault(name, []).append(d)
    out = []
    for name, ds in by.items():
        mean = sum(ds) / len(ds)
        dev = math.sqrt(sum((d - mean) ** 2 for d in ds) / (len(ds) - 1)) if len(ds) > 1 else None
        out.append((name or "", len(ds), sum(ds), mean, 100.0 * sum(ds) / total if total else None, min(ds), max(ds), dev))
    return out


def rounded(rows):
    return sorted(tuple("" if v is None or v == "" else v if isinstance(v, str) else "%.8g" % v for v in r) for r in rows)


def read(path, text_columns):
    with open(path, newline="") as f:
        head, *rows = list(csv.reader(f))
    return head, [tuple(v if i < text_columns or v == "" else float(v) for i, v in enumerate(r)) for r in rows]


COLUMNS = ["Name", "Calls", "DURATION (nsec)", "AVERAGE (nsec)", "PERCENT (INC)", "MIN (nsec)", "MAX (nsec)", "STD_DEV"]
for path in sys.argv[1:]:
    db = sqlite3.connect(path)
    views = {r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type IN ('view', 'table')")}
    name = os.path.basename(path)
    want = {}
    for view, column in (("kernels", "name"), ("memory_copies", "name"), ("memory_allocations", "type"), ("scratch_memory", "operation"), ("graph_launches", "name"), ("hip_events", "name")):
        if view in views:
            want[view] = db.execute("SELECT %s, duration FROM %s" % (column, view)).fetchall()
    for category, called, duration, message in db.execute("SELECT category, name, duration, json_extract(extdata, '$.message') FROM regions_and_samples"):
        c = category.lower()
        group = "markers" if "marker" in c else "rocm_" + c[5:].split("_")[0] if c.startswith("rocm_") else c.split("_")[0]
        want.setdefault(group, []).append((message if group == "markers" else called, duration))
    want = {k: v for k, v in want.items() if v}
    with tempfile.TemporaryDirectory() as out:
        run = subprocess.run(["rocpd", "summary", "-i", path, "-f", "csv", "-d", out, "--domain-summary", "--summary-by-rank"], capture_output=True, text=True)
        check(name + ": it ends well", [run.returncode, run.stderr], [0, ""])
        check(name + ": the files", sorted(os.listdir(out)), sorted("out_%s_summary%s.csv" % (k, r) for k in list(want) + (["domain"] if want else []) for r in ("", "_by_rank")))
        for k, rows in want.items():
            head, got = read("%s/out_%s_summary.csv" % (out, k), 1)
            check("%s: columns of %s" % (name, k), head, COLUMNS)
            check("%s: %s" % (name, k), rounded(got), rounded(statistics(rows)))
            check("%s: %s, longest first" % (name, k), [r[2] for r in got], sorted([r[2] for r in got], reverse=True))
            head, got = read("%s/out_%s_summary_by_rank.csv" % (out, k), 3)
            check("%s: columns of %s by rank" % (name, k), head, ["ProcessID", "Hostname"] + COLUMNS)
            check("%s: %s by rank adds up" % (name, k), sum(r[4] for r in got), float(sum(d for _, d in rows)))
        head, got = read(out + "/out_domain_summary.csv", 1)
        total = sum(d for rows in want.values() for _, d in rows)
        check(name + ": domains", rounded(r[:3] + (r[4],) for r in got), rounded((k.upper(), len(rows), sum(d for _, d in rows), 100.0 * sum(d for _, d in rows) / total) for k, rows in want.items()))
        run = subprocess.run(["rocpd", "summary", "-i", path, "--region-categories", "kernel", "-f", "csv", "-d", out + "/k"], capture_output=True, text=True)
        check(name + ": --region-categories", sorted(os.listdir(out + "/k")) if os.path.isdir(out + "/k") else [], ["out_kernels_summary.csv"] if "kernels" in want else [])
        run = subprocess.run(["rocpd", "query", "-i", path, "--query", "SELECT count(*) AS n FROM kernels", "--format", "json", "-o", "q", "-d", out + "/q"], capture_output=True, text=True)
        check(name + ": query to a file", open(out + "/q/q.json").read(), '[{"n":%d}]\n' % len(want.get("kernels", [])))
sys.exit(failed)
