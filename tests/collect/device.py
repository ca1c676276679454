#!/usr/bin/env python3
"""Compares the device rows of a chunk file with what the program said of itself
(tests/programs/expect.h), by the independent dumper: no extension is involved.

Usage: device.py ROCZ_DUMP TRACE_FOLDER PROGRAM_OUTPUT [option ...]
  --times "part=ns,..." DEFAULT_NS   what kernels took
  --length NS                        ... give or take so many ns
  --unlinked                         launching calls need not be known
  --untimed                          kernels need no times, nor copies that are made by them
  --overlap                          kernels of a queue do overlap
  --queues N                         so many queues were made
  --truth GPUSIM_TRACE NS            starts are within so many ns of what the GPU did
  --adjusted                         the GPU's clock is so wrong that some must be moved
Prints ok / not ok lines."""
import collections, glob, json, re, subprocess, sys

DIRECTIONS = {"1": "HOST_TO_HOST", "2": "HOST_TO_DEVICE", "3": "DEVICE_TO_HOST", "4": "DEVICE_TO_DEVICE"}
failed = 0


def check(what, good, detail=""):
    global failed
    failed += not good
    print(("ok " if good else "not ok ") + what + ("" if good else ": %s" % (detail,)))


def rows_of(dump, path):
    """{kind: [row]}; a row is a dict with its lane."""
    out = collections.defaultdict(list)
    text = subprocess.run([dump, path], capture_output=True, text=True, errors="replace")
    if text.returncode:
        raise SystemExit("not ok %s is damaged: %s" % (path, text.stderr))
    for line in text.stdout.splitlines():
        m = re.match(r"(\w+) (\d+) (\d+) (.*)", line)
        if not m:
            continue
        row = dict(re.findall(r"(\w+)=(.*?)(?= \w+=|$)", m.group(4)))
        row.setdefault("lane", m.group(2))  # a thread's row has its own
        out[m.group(1)].append(row)
    return out


def expectation(path):
    dispatches, copies = collections.Counter(), collections.Counter()
    for line in open(path, errors="replace"):
        if not line.startswith("{"):
            continue
        e = json.loads(line)
        if e["kind"] == "dispatch":
            dispatches[e["name"], e["api"], e["tid"], e["device"], e["stream"], *e["grid"], *e["workgroup"], e["lds"]] += e["count"]
        elif e["kind"] == "copy":
            copies[e["direction"], e["api"], e["tid"], e["device"], e["stream"], e["bytes"]] += e["count"]
    return dispatches, copies


def without(key, *places):
    return tuple("*" if i in places else k for i, k in enumerate(key))


def same(what, got, want, ignore):
    """Counts by key. Places in `ignore` do not count. If the program does not
    know the stream (place 4, -1), both sides have none."""
    fold = lambda c: sum((collections.Counter({without(k, *ignore): n}) for k, n in c.items()), collections.Counter())
    got, want = fold(got), fold(want)
    wild = {without(k, 4) for k in want if k[4] == -1}
    open_stream = lambda c: sum((collections.Counter({(without(k, 4) if without(k, 4) in wild else k): n}) for k, n in c.items()), collections.Counter())
    got, want = open_stream(got), open_stream(want)
    wrong = ["%s: %d, not %d" % (k, got[k], want[k]) for k in sorted(set(got) | set(want), key=str) if got[k] != want[k]]
    check("%s (%d, %d different)" % (what, sum(want.values()), len(want)), not wrong, "\n   ".join([""] + wrong[:12]))


def truth(r, kernels, launches, trace, bound):
    """Kernels of one name, and copies of one size, must be in the order of their starts."""
    did, got = collections.defaultdict(list), collections.defaultdict(list)
    for line in open(trace):
        m = re.search(r" start (\d+) end \d+ (?:(\S+) grid|copy (\d+) bytes)", line)
        if m:
            did[m.group(2) or m.group(3)].append(int(m.group(1)))
    for d in r["dispatch"]:
        got[kernels[launches[d["launch"]]["kernel_id"]]["name"]].append(int(d["start"]))
    for c in r["copy"]:
        got[c["size_bytes"]].append(int(c["start"]))
    wrong = {}
    for name, starts in got.items():
        off = [a - b for a, b in zip(sorted(starts), sorted(did[name]))]
        if len(starts) != len(did[name]) or max(map(abs, off)) > int(bound):
            wrong[name] = (len(starts), len(did[name]), off)
    check("starts are right to %s ns" % bound, got and not wrong, wrong)


# No kernel begins so soon after the beginning of its launch call, unless we moved it there.
AT_ONCE_NS = 100


def main():
    dump, folder, output = sys.argv[1:4]
    options = sys.argv[4:]
    ignore = (1, 2, 4) if "--unlinked" in options else ()
    files = glob.glob(folder + "/*.rocz")
    check("one file", len(files) == 1, files)
    if failed:
        return
    r = rows_of(dump, files[0])
    dispatches, copies = expectation(output)
    check("the program said what it did", bool(dispatches or copies))

    agents = {a["agent_id"]: int(a["type_index"]) for a in r["agent"] if a["type"] == "GPU"}
    queues = {q["queue"]: q for q in r["queue"]}
    if "--queues" in options:
        check("queues", len(r["queue"]) == int(options[options.index("--queues") + 1]), len(r["queue"]))
    kernels = {k["kernel_id"]: k for k in r["kernel"]}
    launches = {l["launch"]: l for l in r["launch"]}
    threads = {t["lane"]: int(t["tid"]) for t in r["thread"]}
    functions = {f["function"]: f["name"] for f in r["function"]}
    calls = {}
    for c in r["call"]:
        calls[int(c["lane"]) << 40 | int(c["sequence"])] = c
    def api(row):
        call = calls.get(int(row["stack_id"]))
        return functions[call["function"]] if call else None

    got = collections.Counter()
    before = moved = 0
    all_rows = r["dispatch"] + (r["open_dispatch"] if "--untimed" in options else [])
    for d in all_rows:
        l = launches[d["launch"]]
        k = kernels.get(l["kernel_id"])
        key = [k["name"] if k else None, api(d), threads.get(d["thread"]), agents[queues[d["lane"]]["agent_id"]], int(d["stream"])]
        key += [int(l[n]) for n in ("grid_x", "grid_y", "grid_z", "workgroup_x", "workgroup_y", "workgroup_z", "group_size")]
        got[tuple(key)] += 1
        call = calls.get(int(d["stack_id"]))
        before += bool(call and "start" in d and int(d["start"]) < int(call["start"]))
        moved += bool(call and "start" in d and abs(int(d["start"]) - int(call["start"])) < AT_ONCE_NS)
    same("dispatches by kernel, API, thread, device, stream, grid, workgroup, LDS", got, dispatches, ignore)
    check("dispatch ids are 1 to %d" % len(all_rows), sorted(int(d["dispatch_id"]) for d in all_rows) == list(range(1, len(all_rows) + 1)))
    check("no dispatch stays open", "--untimed" in options or not r["open_dispatch"], len(r["open_dispatch"]))

    overlaps, last = 0, {}
    for d in r["dispatch"]:
        start = int(d["start"])
        overlaps += start < last.get(d["lane"], 0)
        last[d["lane"]] = start + int(d["duration"])
    check("kernels of a queue do not overlap", (overlaps > 0) == ("--overlap" in options), overlaps)

    graphs = collections.defaultdict(set)
    for d in r["dispatch"]:
        if api(d) == "hipGraphLaunch":
            graphs[d["graph_exec"]].add(d["stack_id"])
    other = sum(d["graph_exec"] != "0" for d in r["dispatch"] if api(d) not in ("hipGraphLaunch", None))
    if graphs:
        check("each graph has its number, and two launches", "0" not in graphs and not other and {len(s) for s in graphs.values()} == {2},
              (other, {g: len(s) for g, s in graphs.items()}))

    got = collections.Counter()
    by_kernels = [c for c in r["open_copy"] if c["dispatch_id"] != "NULL"] if "--untimed" in options else []
    for c in r["copy"] + by_kernels:
        device = agents.get(c["src_agent"], agents.get(c["dst_agent"]))  # of two devices, the one that sends
        got[DIRECTIONS.get(c["direction"]), api(c), threads.get(c["thread"]), device, int(c["stream"]), int(c["size_bytes"])] += 1
        call = calls.get(int(c["stack_id"]))
        before += bool(call and "start" in c and int(c["start"]) < int(call["start"]))
        moved += bool(call and "start" in c and abs(int(c["start"]) - int(call["start"])) < AT_ONCE_NS)
    same("copies by direction, API, thread, device, stream, size", got, copies, ignore)
    check("nothing starts before its launch", before == 0, before)
    adjusted = sum(int(c["value"]) for c in r["counter"] if c["name"] == "times adjusted")
    if "--adjusted" in options:
        check("what was moved to its launch is counted", 0 < moved == adjusted, (moved, adjusted))
    else:
        check("what was moved to its launch is counted", moved <= adjusted, (moved, adjusted))
    if "--truth" in options:
        truth(r, kernels, launches, *options[options.index("--truth") + 1:][:2])
    check("no copy stays open", len(r["open_copy"]) == len(by_kernels), len(r["open_copy"]))

    allowed = {"writer cpu ns", "times adjusted", "buffer bytes", "buffer peak bytes", "clock reading ps"} | ({"dispatches unlinked"} if "--unlinked" in options else set()) | (
        {"dispatches untimed"} if "--untimed" in options else set())
    bad = {c["name"]: c["value"] for c in r["counter"] if int(c["value"]) and c["name"] not in allowed}
    check("nothing dropped, untimed or unlinked", not bad, bad)

    if "--times" in options:
        i = options.index("--times")
        rules = [part.rsplit("=", 1) for part in options[i + 1].split(",") if part]
        length = int(options[options.index("--length") + 1]) if "--length" in options else 0
        wrong = collections.Counter()
        for d in r["dispatch"]:
            name = kernels[launches[d["launch"]]["kernel_id"]]["name"]
            if name.startswith("__amd_rocclr"):
                continue
            want = next((int(ns) for part, ns in rules if part in name), int(options[i + 2]))
            if abs(int(d["duration"]) - want) > length:
                wrong[name, want, d["duration"]] += 1
        check("durations as the GPU was told (%d)" % len(r["dispatch"]), (r["dispatch"] or not dispatches or "--untimed" in options) and not wrong, wrong)


main()
sys.exit(failed > 0)
