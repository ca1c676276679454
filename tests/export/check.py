#!/usr/bin/env python3
"""Compares exports with the tables that they were made from.

Usage: check.py ROWS OUT.pftrace OUT.json [expected number of events]

ROWS: one JSON object a line, a row of a table with its column "kind" (see dump.sql); names in hexadecimal.
OUT.pftrace is decoded here, with the field numbers of Perfetto's published schema; OUT.json by Python. Prints ok
and not ok lines."""
import codecs, collections, decimal, json, sys

codecs.register_error("each", lambda e: ("\ufffd", e.start + 1))  # one U+FFFD for each invalid byte
failures = 0


def check(condition, what, detail=""):
    global failures
    if condition:
        return True
    failures += 1
    if failures < 20:
        print("not ok %s %s" % (what, detail))
    return False


# ---- protocol buffers

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & (2**64 - 1), at
        shift += 7
        if shift > 63:
            raise ValueError("varint too long at %d" % at)


def fields(data):
    """(number, value) of a message; value is int or bytes."""
    at, out = 0, []
    while at < len(data):
        tag, at = varint(data, at)
        if tag >> 3 == 0:
            raise ValueError("field number 0")
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = bytes(data[at:at + size]), at + size
        else:
            raise ValueError("wire type %d" % (tag & 7))
        if at > len(data):
            raise ValueError("a field ends behind its message")
        out.append((tag >> 3, value))
    return out


def message(data):
    out = collections.defaultdict(list)
    for number, value in fields(data):
        out[number].append(value)
    return out


def text(data):
    return data.decode("utf-8")  # strict: the export must have made it valid


def signed(v):
    return v - 2**64 if v >= 2**63 else v


Slice = collections.namedtuple("Slice", "track start end name cat args flows ends correlation depth")


class Perfetto:
    def __init__(self, path):
        self.tracks, self.slices, self.realtime = {}, [], None
        self.sequences = {}
        data = open(path, "rb").read()
        for number, packet in fields(data):
            if number != 1:
                raise ValueError("field %d in Trace" % number)
            self.packet(message(packet))
        for s in self.sequences.values():
            for begin in s["open"]:
                self.finish(begin, None)

    def packet(self, p):
        seq = p[10][0]
        check(seq > 0, "sequence id is not 0")
        flags = p[13][0] if 13 in p else 0
        if flags & 1:
            check(seq not in self.sequences, "a sequence is begun once")
            self.sequences[seq] = dict(names={}, cats={}, labels={}, open=[], track=None, clock=None, incremental=None)
        s = self.sequences.get(seq)
        if 60 in p:
            self.track(message(p[60][0]))
            return
        if not check(s is not None, "the first packet of a sequence clears its state"):
            return
        if 59 in p:
            d = message(p[59][0])
            s["clock"] = d[58][0]
            s["track"] = message(d[11][0])[11][0]
        if 12 in p:
            for number, entry in fields(p[12][0]):
                e = message(entry)
                table = s[{1: "cats", 2: "names", 3: "labels"}[number]]
                check(e[1][0] not in table and e[1][0] > 0, "an iid is given once")
                table[e[1][0]] = text(e[2][0])
        if 6 in p:
            snapshot = message(p[6][0])
            clocks = {message(c)[1][0]: message(c) for c in snapshot[1]}
            boot = signed(clocks[6][2][0])
            if 64 in clocks:
                check(clocks[64][3] == [1] and signed(clocks[64][2][0]) == boot, "the lane's clock counts on from boot time")
                s["incremental"] = boot
            if 1 in clocks:
                self.realtime = signed(clocks[1][2][0]) - boot
        if 11 in p:
            check(flags & 2, "an event says that it needs its sequence's state")
            check(8 in p and 58 not in p and s["clock"] == 64, "an event has a time in its sequence's clock")
            check(p[8][0] < 2**63, "time does not run backwards on a track")
            s["incremental"] += p[8][0]
            self.event(s, message(p[11][0]), s["incremental"])

    def track(self, t):
        uuid = t[1][0]
        check(uuid not in self.tracks and uuid != 0, "a track has one descriptor")
        out = dict(uuid=uuid, parent=t[5][0] if 5 in t else 0, name=text(t[2][0]) if 2 in t else None, kind="track", merge=t[15][0] if 15 in t else 1)
        if 3 in t:
            d = message(t[3][0])
            out.update(kind="process", pid=d[1][0], name=text(d[6][0]), labels=[text(l) for l in d[8]], command=text(d[2][0]) if 2 in d else "")
        if 4 in t:
            d = message(t[4][0])
            out.update(kind="thread", pid=d[1][0], tid=d[2][0], name=text(d[5][0]))
        self.tracks[uuid] = out

    def annotation(self, s, data):
        a = message(data)
        if 10 in a:
            label = text(a[10][0])
        else:
            label = s["labels"].get(a[1][0]) if 1 in a else None
        if 4 in a:
            return label, signed(a[4][0])
        if 6 in a:
            return label, text(a[6][0])
        if 12 in a:
            return label, tuple(self.annotation(s, e)[1] for e in a[12])
        return label, tuple(sorted(self.annotation(s, e) for e in a[11]))

    def event(self, s, e, time):
        if e[9][0] == 2:
            if check(s["open"], "an end has a begin"):
                self.finish(s["open"].pop(), time)
            return
        check(e[9][0] == 1, "an event is a begin or an end")
        name = s["names"].get(e[10][0]) if 10 in e else None
        cat = s["cats"].get(e[3][0]) if 3 in e else None
        check((10 in e) == (name is not None) and (3 in e) == (cat is not None), "an iid is known before its use")
        args = dict(self.annotation(s, a) for a in e[4])
        s["open"].append((s["track"], time, name, cat, args, e[47], e[48], e[52][0] if 52 in e else None, len(s["open"])))

    def finish(self, begin, end):
        track, start, name, cat, args, flows, ends, correlation, depth = begin
        self.slices.append(Slice(track, start, end, name, cat, args, flows, ends, correlation, depth))

    def process_of(self, uuid):
        while self.tracks[uuid]["kind"] != "process":
            t = self.tracks[uuid]
            if t["kind"] == "thread":
                return next(p for p in self.tracks.values() if p["kind"] == "process" and p["pid"] == t["pid"])
            uuid = t["parent"]
        return self.tracks[uuid]

    def is_gpu(self, uuid):
        """Tracks of agents hang below a group, those of threads below the process."""
        t = self.tracks[uuid]
        return t["kind"] == "track" and self.tracks[t["parent"]]["kind"] == "track"


def real_pid(pid, labels):
    for label in labels:
        if "pid " in label:
            return int(label.split("pid ")[1])
    return pid


def freeze(args):
    return tuple(sorted((k, tuple(v) if isinstance(v, list) else v) for k, v in args.items()))


def check_perfetto(p, rows):
    for t in p.tracks.values():
        check(t["name"], "a track has a name", t)
        check(t["parent"] == 0 or t["parent"] in p.tracks, "a track's parent exists", t)
    for t in p.tracks.values():
        if t["kind"] == "thread":
            check(any(q["kind"] == "process" and q["pid"] == t["pid"] for q in p.tracks.values()), "a thread's process has a track", t)
    pids = [t["pid"] for t in p.tracks.values() if t["kind"] == "process"]
    check(len(pids) == len(set(pids)), "a pid has one track")
    by_track = collections.defaultdict(list)
    for s in p.slices:
        by_track[s.track].append(s)
        if p.is_gpu(s.track):
            check(s.depth == 0, "nothing overlaps on a GPU track", s)
    for track, slices in by_track.items():
        check(track in p.tracks, "an event's track is described", track)
        slices.sort(key=lambda s: (s.start, s.depth))
        if p.is_gpu(track):
            for a, b in zip(slices, slices[1:]):
                check(a.end is not None and a.end <= b.start, "nothing overlaps on a GPU track", (a, b))

    want = collections.Counter()
    for r in rows:
        if r["start"] is None or r["kind"] not in ("region", "kernel", "copy"):
            continue
        end = r["end"] if r["end"] is None else max(r["end"], r["start"])
        name = None if r["name"] is None else bytes.fromhex(r["name"]).decode("utf-8", "each")
        want[(r["kind"], r["pid"], r["tid"] if r["kind"] == "region" else r["queue_id"] if r["kind"] == "kernel" else None, name, r["category"],
              r["start"], end, tuple(sorted(expected_args(r, rows.arguments).items())))] += 1
    got = collections.Counter()
    for s in p.slices:
        process, track = p.process_of(s.track), p.tracks[s.track]
        kind = "region" if not p.is_gpu(s.track) else "copy" if track["name"].startswith("copies") else "kernel"
        if kind == "region":
            key = track.get("tid")
            if key is None:  # a further lane has the thread's name; so has one whose number is no tid
                last = track["name"].split()[-1]
                key = next((t["tid"] for t in p.tracks.values() if t["kind"] == "thread" and t["name"] == track["name"] and t["pid"] == process["pid"]),
                           int(last) if last.lstrip("-").isdigit() else None)
        else:
            key = None if kind == "copy" or track["name"] == "unknown queue" else int(track["name"].split()[-1])
        got[(kind, real_pid(process["pid"], process["labels"]), key, s.name, s.cat, s.start, s.end, freeze(s.args))] += 1
    for row in list((want - got).elements())[:3]:
        check(False, "a row is missing in the Perfetto export:", row)
    for row in list((got - want).elements())[:3]:
        check(False, "an event of the Perfetto export is no row:", row)
    check(want == got, "Perfetto export has the rows of the tables", "%d and %d" % (sum(got.values()), sum(want.values())))

    # Flows: one begin and one end each, the same call, all that can be linked.
    starts, ends = {}, {}
    for s in p.slices:
        for f in s.flows:
            check(f not in starts, "a flow starts once", f)
            starts[f] = s
        for f in s.ends:
            check(f not in ends, "a flow ends once", f)
            ends[f] = s
    check(set(starts) == set(ends), "a flow has two ends")
    for f in set(starts) & set(ends):
        a, b = starts[f], ends[f]
        check(p.process_of(a.track)["uuid"] == p.process_of(b.track)["uuid"] and a.args.get("stack_id") == b.args.get("stack_id"),
              "a flow leads from the call that launched", (a, b))
        check(a.correlation is not None and a.correlation == b.correlation, "both ends carry the same correlation id", (a, b))
    calls = {(r["guid"], r["pid"], r["stack_id"]) for r in rows if r["kind"] == "region" and r["start"] is not None}
    linked = sum(1 for r in rows if r["kind"] in ("kernel", "copy") and r["start"] is not None and r["stack_id"]
                 and (r["guid"], r["pid"], r["stack_id"]) in calls)
    check(len(starts) == linked, "every launch is linked", "%d of %d" % (len(starts), linked))


def expected_args(r, arguments):
    out = {}
    if r["kind"] == "region":
        out["stack_id"] = r["stack_id"]
        out["result"] = r["result"] or None
        if (r["guid"], r["pid"], r["stack_id"]) in arguments:
            out["arguments"] = tuple(sorted(arguments[(r["guid"], r["pid"], r["stack_id"])]))
    elif r["kind"] == "kernel":
        for key in ("grid", "workgroup"):
            out[key] = tuple(v for v in r[key] if v is not None) or None
        for key in ("lds_size", "scratch_size", "dispatch_id", "queue_id", "stream_id", "stack_id"):
            out[key] = r[key]
        out["graph_exec_id"] = r["graph_exec_id"] or None
    else:
        for key in ("size", "src_agent", "dst_agent", "stream_id", "stack_id"):
            out[key] = r[key]
    return {k: v for k, v in out.items() if v is not None}


def ns(value):
    value = decimal.Decimal(value) * 1000
    check(value == value.to_integral_value(), "a time is a whole number of ns", value)
    return int(value)


def number(value):
    if isinstance(value, str):
        check(abs(int(value)) > 2**53, "only integers beyond 2^53 are text", value)
        return int(value)
    check(abs(value) <= 2**53, "integers beyond 2^53 are text", value)
    return value


class Pairs(dict):
    """A JSON object that remembers doubled keys."""
    def __init__(self, pairs):
        super().__init__(pairs)
        self.pairs = pairs


def check_json(path, p):
    document = json.loads(open(path, "rb").read().decode("utf-8"), parse_float=decimal.Decimal, object_pairs_hook=Pairs)
    check(document["displayTimeUnit"] == "ns", "displayTimeUnit")
    processes, threads, got, flows = {}, {}, collections.Counter(), collections.Counter()
    events = document["traceEvents"]
    for e in events:
        if e["ph"] == "M" and e["name"] == "process_name":
            check(e["pid"] not in processes, "a process is named once", e)
            processes[e["pid"]] = e["args"]["name"]
        if e["ph"] == "M" and e["name"] == "thread_name":
            check((e["pid"], e["tid"]) not in threads, "a thread is named once", e)
            threads[(e["pid"], e["tid"])] = e["args"]["name"]
    open_until = {}
    for e in events:
        if e["ph"] in "XB":
            start = ns(e["ts"])
            end = start + ns(e["dur"]) if e["ph"] == "X" else None
            args = {}
            for k, v in e["args"].items():
                args[k] = (tuple(number(n) for n in v) if isinstance(v, list) else tuple(sorted(v.pairs)) if isinstance(v, dict) else number(v))
            check((e["pid"], e["tid"]) in threads and e["pid"] in processes, "an event's thread and process are named", e)
            got[(threads.get((e["pid"], e["tid"])), e["name"] or None, e["cat"] or None, start, end, freeze(args))] += 1
            stack = open_until.setdefault((e["pid"], e["tid"]), [])
            while stack and stack[-1][1] is not None and stack[-1][1] <= start:
                stack.pop()
            check(not stack or (start >= stack[-1][0] and (stack[-1][1] is None or (end is not None and end <= stack[-1][1]))), "events of a JSON thread nest", e)
            stack.append((start, end))
        elif e["ph"] in "sf":
            flows[(e["ph"], e["id"])] += 1
            check((e["ph"] == "f") == (e.get("bp") == "e"), "a flow's end binds to its slice", e)
        else:
            check(e["ph"] == "M", "an event has a known phase", e)
    want = collections.Counter((p.tracks[s.track]["name"], s.name or None, s.cat, s.start, s.end, freeze(s.args)) for s in p.slices)
    for event in list((want - got).elements())[:3]:
        check(False, "an event is missing in the JSON:", event)
    for event in list((got - want).elements())[:3]:
        check(False, "an event is only in the JSON:", event)
    check(want == got, "JSON has the events of the Perfetto export")
    check(flows == collections.Counter([("s", f) for s in p.slices for f in s.flows] + [("f", f) for s in p.slices for f in s.ends]), "JSON has the same flows")


class Rows(list):
    def __init__(self, path):
        self.arguments = collections.defaultdict(list)
        for line in open(path, encoding="utf-8", errors="each"):
            if not line.strip():
                continue
            row = json.loads(line)
            if row["kind"] == "argument":
                if row["value"] is not None:
                    name = bytes.fromhex(row["name"] or "").decode("utf-8", "each") or "argument %d" % row["position"]
                    self.arguments[(row["guid"], row["pid"], row["id"])].append((name, bytes.fromhex(row["value"]).decode("utf-8", "each")))
            else:
                self.append(row)


def main():
    rows = Rows(sys.argv[1])
    p = Perfetto(sys.argv[2])
    check_perfetto(p, rows)
    if failures == 0:
        print("ok the Perfetto export has %d slices and %d flows on %d tracks as the tables say" %
              (len(p.slices), sum(len(s.flows) for s in p.slices), len(p.tracks)))
    before = failures
    check_json(sys.argv[3], p)
    if failures == before:
        print("ok the JSON export has the same events")
    if len(sys.argv) > 4:
        check(len(p.slices) == int(sys.argv[4]), "number of events", "%d, not %s" % (len(p.slices), sys.argv[4]))
    return failures > 0


sys.exit(main())
