# timemory.py ROCPD TRACE: `rocpd calls --timemory`: its JSON, walked as hatchet's TimemoryReader walks it, and its other forms have the figures of the table calls, with kernels and copies.
import collections
import json
import subprocess
import sys

command, trace = sys.argv[1:]


def told(*options):
    return subprocess.run([command, "calls", "--timemory", *options, trace], stdout=subprocess.PIPE, check=True).stdout.decode()


def rows(sql):
    return json.loads(subprocess.run([command, "query", "--json", trace, sql], stdout=subprocess.PIPE, check=True).stdout)


def walk(entry, path, found):
    node = entry["node"]
    if node["hash"]:
        path += (node["prefix"],)
        found[path].append((node["inclusive"]["entry"]["laps"], node["inclusive"]["stats"]["sum"], node["exclusive"]["stats"]["sum"]))
        assert isinstance(node["tid"], list) and isinstance(node["pid"], list)
        assert set(node["exclusive"]["stats"]) == set(node["inclusive"]["stats"])
    for child in entry.get("children", []):
        walk(child, path, found)


def of_table(level, root):
    names, found = [], collections.defaultdict(list)
    for r in rows("SELECT name, depth, ifnull(calls, 0) AS c, inclusive_ns AS i, exclusive_ns AS x FROM calls('', '%s')" % level):
        names[r["depth"] :] = [r["name"] if r["depth"] or not root else root]
        found[tuple(names)].append((r["c"], r["i"], r["x"]))
    return found


def gpu_of_table(level, root):
    """GPU times of a place and all below it, and its own."""
    names, found = [], collections.defaultdict(list)
    for r in rows("SELECT name, depth, kind, launched, gpu_ns FROM calls('', '%s', 'gpu')" % level):
        names[r["depth"] :] = [r["name"] if r["depth"] or not root else root]
        found[tuple(names)].append((r["launched"], r["gpu_ns"], r["gpu_ns"] if r["kind"] in ("kernel", "copy") else 0))
    return {k: v for k, v in found.items()}


for by, level, root in (("thread", "thread", None), ("process", "process", None), ("all", "process", "all processes")):
    metrics = json.loads(told("--by", by, "--json"))["timemory"]
    assert list(metrics) == ["trip_count", "wall_clock", "gpu_time"]
    assert all(isinstance(m["type"], str) and m["graph"][0][0]["children"] for m in metrics.values())
    got, want = collections.defaultdict(list), of_table(level, root)
    for graph in metrics["wall_clock"]["graph"]:
        for entry in graph:
            walk(entry, (), got)
    if by == "all":
        want = {k: [tuple(map(sum, zip(*v)))] for k, v in want.items()}
    assert {k: sorted(v) for k, v in got.items()} == {k: sorted(v) for k, v in want.items()}, by  # several threads may have one name
    print("ok --by %s --json: %d nodes" % (by, len(got)))
    got, want = collections.defaultdict(list), gpu_of_table(level, root)
    for graph in metrics["gpu_time"]["graph"]:
        for entry in graph:
            walk(entry, (), got)
    if by == "all":
        want = {k: [tuple(map(sum, zip(*v)))] for k, v in want.items()}
    assert {k: sorted(v) for k, v in got.items()} == {k: sorted(v) for k, v in want.items()}, by
    assert sum(x for v in got.values() for _, _, x in v) == rows("SELECT sum(duration) AS n FROM (SELECT duration FROM kernels UNION ALL SELECT duration FROM memory_copies)")[0]["n"]
    print("ok --by %s --json: %d nodes with GPU times" % (by, len(got)))


def lines(text, metric):
    for line in text.splitlines():
        if " | %s" % metric in line:
            yield [c.strip() for c in line.rstrip(" |").split(" | ")]


got = collections.Counter()
for label, count, depth, _, total in lines(told("--flat", "--by", "all"), "trip_count"):
    if depth == "1":
        got[label.split("|_", 1)[1]] += int(count)
want = collections.Counter({r["n"].strip(): r["c"] for r in rows("SELECT replace(name, '|', '!') AS n, sum(calls) AS c FROM calls('', 'process', 'gpu') WHERE depth > 0 GROUP BY 1")})
assert got == want, (got - want, want - got)
print("ok --flat: each name once")

found = list(lines(told("--diff", trace), "wall_clock"))
assert found and all(float(c) == 0 for line in found for c in line[1:2] + line[5:11] if c != "-"), found
print("ok --diff: nothing but zeros between a trace and itself")
