#!/usr/bin/env python3
"""Compares exports with the tables that they were made from.

Usage: check.py ROWS OUT.pftrace OUT.json [expected number of events ["part": ROWS has only some rows]]

ROWS: one JSON object a line, a row of a table with its column "kind" (see dump.sql); names in hexadecimal.
OUT.pftrace is decoded here, with the field numbers of Perfetto's published schema; OUT.json by Python. Prints ok
and not ok lines."""
import codecs, collections, json, struct, sys, zlib
import trace_event

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
    at, out, end = 0, [], len(data)
    while at < end:
        tag, at = data[at], at + 1
        if tag > 0x7F:
            tag, at = varint(data, at - 1)
        kind = tag & 7
        if tag < 8:
            raise ValueError("field number 0")
        if kind == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        elif kind == 0 or kind == 2:
            value, at = data[at], at + 1
            if value > 0x7F:  # most are of one byte
                value, at = varint(data, at - 1)
            if kind == 2:
                value, at = data[at:at + value], at + value
        else:
            raise ValueError("wire type %d" % kind)
        if at > end:
            raise ValueError("a field ends behind its message")
        out.append((tag >> 3, value))
    return out


def message(data):
    out = collections.defaultdict(list)
    for number, value in fields(data):
        out[number].append(value)
    return out


def text(data):
    return data.decode("utf-8")  # strict: the export must write valid UTF-8


def signed(v):
    return v - 2**64 if v >= 2**63 else v


Slice = collections.namedtuple("Slice", "track start end name cat args flows instant depth around")
Flows = collections.namedtuple("Flows", "ids closing packets")


class Perfetto:
    def __init__(self, path):
        self.tracks, self.slices, self.realtime, self.attributes = {}, [], None, {}
        self.counters = collections.defaultdict(list)
        self.stages, self.gpus = {}, []  # GPU packets by their numbers; names
        self.sequences = {}
        data = open(path, "rb").read()
        for number, packet in fields(data):
            if number != 1:
                raise ValueError("field %d in Trace" % number)
            p = message(packet)
            if 50 in p:  # compressed packets
                check(len(p) == 1, "a packet of packets has nothing else")
                for inner, one in fields(zlib.decompress(p[50][0])):
                    check(inner == 1, "packets are in it")
                    self.packet(message(one))
            else:
                self.packet(p)
        for s in self.sequences.values():
            for begins in s["open"].values():
                for begin in begins:
                    self.finish(begin, None)
        self.find_arrows()

    def packet(self, p):
        seq = p[10][0]
        check(seq > 0, "sequence id is not 0")
        flags = p[13][0] if 13 in p else 0
        if flags & 1:
            check(seq not in self.sequences, "a sequence is begun once")
            self.sequences[seq] = dict(names={}, cats={}, labels={}, texts={}, contexts={}, specifications={}, kernels={}, arguments={}, open=collections.defaultdict(list), track=None, clock=None, incremental=None, begins=False)
        s = self.sequences.get(seq)
        if 60 in p:
            self.track(message(p[60][0]))
            return
        if 126 in p:
            for one in message(p[126][0])[1]:
                a = message(one)
                self.attributes[text(a[1][0])] = text(a[3][0]) if 3 in a else signed(a[2][0])
            return
        if 128 in p:
            self.gpus = [text(message(g)[1][0]) for g in message(p[128][0])[1]]
            return
        if not check(s is not None, "the first packet of a sequence clears its state"):
            return
        if 59 in p:
            d = message(p[59][0])
            s["clock"] = d[58][0]
            s["track"] = message(d[11][0])[11][0] if 11 in d else None
            s["begins"] = True
        if 12 in p:
            for number, entry in fields(p[12][0]):
                e = message(entry)
                table = s[{1: "cats", 2: "names", 3: "labels", 29: "texts", 23: "contexts", 24: "specifications", 1000: "kernels", 1001: "arguments"}[number]]
                one = e[2][0] if number == 23 else (text(e[2][0]) if 2 in e else None, dict(self.argument(s, a) for a in e[5])) if number == 1000 else text(e[2][0])
                check((e[1][0] not in table or number == 23 and table[e[1][0]] == one) and e[1][0] > 0, "an iid is given once")
                table[e[1][0]] = one
        if 6 in p:
            snapshot = message(p[6][0])
            clocks = {message(c)[1][0]: message(c) for c in snapshot[1]}
            boot = signed(clocks[6][2][0])
            if 64 in clocks:
                check(clocks[64][3] == [1] and signed(clocks[64][2][0]) == boot, "the lane's clock counts on from boot time")
                s["incremental"] = boot
            if 1 in clocks:
                self.realtime = signed(clocks[1][2][0]) - boot
        if 53 in p:
            s["incremental"] += signed(p[8][0])
            self.stage(s, message(p[53][0]), s["incremental"] - self.attributes.get("rocpd.time_shift_ns", 0))
        if 11 in p:
            check(8 in p and 58 not in p and s["clock"] == 64, "an event has a time in its sequence's clock")
            e = message(p[11][0])
            check(p[8][0] < 2**63 or s["begins"] or 11 in e, "time does not run backwards on a track")
            s["incremental"] += signed(p[8][0])
            s["begins"] = 11 in e  # written after a counter's value, which names its track
            self.event(s, e, s["incremental"])

    def track(self, t):
        uuid = t[1][0]
        check(uuid not in self.tracks, "a track has one descriptor")
        out = dict(uuid=uuid, parent=t[5][0] if 5 in t else 0, name=text(t[2][0]) if 2 in t else None, kind="track", merge=t[15][0] if 15 in t else 1,
                   ordered=t[11] == [3], rank=t[12][0] if 12 in t else 0)
        if uuid == 0:
            check(t[19] == [1] and t[20] == [1], "processes and threads stand in the order of their ranks")
            return
        if 3 in t:
            d = message(t[3][0])
            out.update(kind="process", pid=d[1][0], name=text(d[6][0]), labels=[text(l) for l in d[8]], command=text(d[2][0]) if 2 in d else "")
        if 4 in t:
            d = message(t[4][0])
            out.update(kind="thread", pid=d[1][0], tid=d[2][0], name=text(d[5][0]) if 5 in d else "thread %d" % d[2][0])
        self.tracks[uuid] = out

    def argument(self, s, data):
        a = message(data)
        return text(a[2][0]) if 2 in a else s["arguments"][a[1][0]], signed(a[3][0])

    def stage(self, s, e, time):
        launch = message(e[21][0])
        name, shared = s["kernels"].get(e[19][0], (None, {})) if 19 in e else (None, {})
        args = dict(shared, **dict(self.argument(s, a) for a in launch[3]))
        for number, label in ((1, "grid"), (2, "workgroup")):
            if number in launch:
                args[label] = tuple(message(launch[number][0])[i][0] for i in (1, 2, 3) if i in message(launch[number][0])) or None
        check(e[1][0] not in self.stages, "a GPU packet's number is its own")
        self.stages[e[1][0]] = dict(pid=s["contexts"][e[5][0]], gpu=e[11][0] if 11 in e else 0, queue=s["specifications"][e[13][0]], queue_id=e[13][0], name=s["names"].get(e[20][0]) if 20 in e else None,
                                    category=s["specifications"].get(e[14][0]) if 14 in e else None, kernel=name, start=time, end=time + e[2][0], args=args)

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
        if 17 in a:
            return label, s["texts"][a[17][0]]
        return label, tuple(sorted(self.annotation(s, e) for e in a[11]))

    def event(self, s, e, time):
        track = e[11][0] if 11 in e else s["track"]
        check(track in self.tracks, "an event's track is described before it", track)
        if e[9][0] == 2:
            if check(s["open"][track], "an end has a begin"):
                self.finish(s["open"][track].pop(), time)
            return
        if e[9][0] == 4:
            value = struct.unpack("<d", e[44][0].to_bytes(8, "little"))[0] if 44 in e else signed(e[30][0])
            self.counters[track].append((time - self.attributes.get("rocpd.time_shift_ns", 0), value))
            return
        check(e[9][0] in (1, 3), "an event is a begin, an end, an instant or a value")
        check(52 not in e, "no correlation id, by which viewers colour")
        name = s["names"].get(e[10][0]) if 10 in e else None
        cat = s["cats"].get(e[3][0]) if 3 in e else None
        check((10 in e) == (name is not None) and (3 in e) == (cat is not None), "an iid is known before its use")
        args = dict(self.annotation(s, a) for a in e[4])
        for shared in ("launch", "copy", "memory"):
            if shared in args:
                args.update({k: tuple(v) if isinstance(v, list) else v for k, v in json.loads(args.pop(shared)).items()})
        begin = (track, time - self.attributes.get("rocpd.time_shift_ns", 0), name, cat, args, Flows(e[36], e[42], message(e[3000][0])[1] if 3000 in e else []), e[9][0] == 3, len(s["open"][track]),
                 s["open"][track][-1][4].get("stack_id") if s["open"][track] else None)
        if e[9][0] == 3:
            self.finish(begin, time)
        else:
            s["open"][track].append(begin)

    def finish(self, begin, end):
        track, start, name, cat, args, flows, instant, depth, around = begin
        if end is not None:
            end -= self.attributes.get("rocpd.time_shift_ns", 0)
        self.slices.append(Slice(track, start, end, name, cat, args, flows, instant, depth, around))

    def find_arrows(self):
        """A flow's id may be reused once an event has closed it. Replaces the ids of each event by numbers of arrows; those of GPU packets are below 0."""
        begun, closed, arrows = {}, {}, 0
        for i in sorted((i for i, s in enumerate(self.slices) if any(s.flows)), key=lambda i: (self.slices[i].start, bool(self.slices[i].flows.closing))):
            s, numbers = self.slices[i], []
            for f in s.flows.ids:
                check(f not in closed or closed[f] < s.start, "an id is used again only after it was closed", (f, s))
                if f not in begun:
                    arrows += 1
                    begun[f] = arrows, s.start
                numbers.append(begun[f][0])
            for f in s.flows.closing:
                if check(f in begun and begun[f][1] < s.start, "what closes a flow is later than what began it", (f, s)):
                    numbers.append(begun.pop(f)[0])
                    closed[f] = s.start
            self.slices[i] = s._replace(flows=numbers + [-n for n in s.flows.packets])
        self.slices = [s if any(s.flows) else s._replace(flows=[]) for s in self.slices]

    def complete(self, dispatch_of, parent_of):
        """A call does not name its parent if this is the enclosing slice. Launched work has the call's stack_id at the other end of its arrow; if it is all
        that the call launched, it has no number of its own."""
        by_flow = {f: s for s in self.slices if not self.is_gpu(s.track) for f in s.flows}
        for s in self.slices:
            if not self.is_gpu(s.track):
                check("parent_stack_id" not in s.args or s.args["parent_stack_id"] != s.around, "what a call is within is its parent", s)
                pid = real_pid(self.process_of(s.track)["pid"], self.process_of(s.track)["labels"])
                if s.around and parent_of.get((pid, s.args["stack_id"], s.start)) == s.around:
                    s.args["parent_stack_id"] = s.around
            if s.flows and self.is_gpu(s.track):
                check("stack_id" not in s.args, "what a call launched does not repeat its stack_id", s)
                call = by_flow.get(s.flows[0])
                if call:
                    check("tid" not in s.args, "nor its thread", s)
                    s.args["stack_id"] = call.args["stack_id"]
                    if "size" not in s.args and "dispatch_id" not in s.args:
                        check(len(call.flows) == 1, "what a call launched beside others has its dispatch_id", s)
                        key = (real_pid(self.process_of(s.track)["pid"], self.process_of(s.track)["labels"]), s.args["stack_id"], None if "never_started" in s.args else s.start)
                        if dispatch_of.get(key) is not None:
                            s.args["dispatch_id"] = dispatch_of[key]

    def process_of(self, uuid):
        while self.tracks[uuid]["kind"] != "process":
            t = self.tracks[uuid]
            if t["kind"] == "thread":
                return next(p for p in self.tracks.values() if p["kind"] == "process" and p["pid"] == t["pid"])
            uuid = t["parent"]
        return self.tracks[uuid]

    def is_gpu(self, uuid):
        """Tracks of agents are below a group, those of threads below the process, their further lanes below their first."""
        t = self.tracks[uuid]
        parent = self.tracks[t["parent"]]
        return t["kind"] == "track" and parent["kind"] == "track" and parent["ordered"]

    def thread_of(self, uuid):
        """A thread's number: that of its first lane, which has it in its name if it is no tid."""
        t = self.tracks[uuid]
        if t["kind"] == "track" and self.tracks[t["parent"]]["kind"] != "process":
            t = self.tracks[t["parent"]]
        if t["kind"] == "thread":
            return t["tid"]
        last = t["name"].split()[-1]
        return int(last) if last.lstrip("-").isdigit() else None


def real_pid(pid, labels):
    for label in labels:
        if "pid " in label:
            return int(label.split("pid ")[1])
    return pid


def freeze(args):
    return tuple(sorted((k, tuple(v) if isinstance(v, list) else v) for k, v in args.items()))


def freeze_but_tid(args):
    """Launched work has its thread only at the other end of its arrow."""
    return freeze({k: v for k, v in args.items() if k != "tid"})


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
    calls = {(r["guid"], r["pid"], r["stack_id"]) for r in rows if r["kind"] == "region"}
    for r in rows:
        start = r["start"]
        args = expected_args(r, rows.arguments)
        if r["kind"] in ("kernel", "copy") and r["stack_id"] and (r["guid"], r["pid"], r["stack_id"]) in calls and rows.flows:
            args.pop("tid", None)  # the call's
        end = start if start is None else r["end"] if r["end"] is None else max(r["end"], start)
        want[(r["kind"] if r["kind"] in ("region", "sample") else "gpu", r["pid"], r["tid"] if r["kind"] in ("region", "sample") else None, name_of(r), r["category"],
              start, end, tuple(sorted(args.items())))] += 1
    got = collections.Counter()
    for s in p.slices:
        process, args = p.process_of(s.track), dict(s.args)
        unstarted = args.pop("never_started", None) == 1
        check(s.instant or not unstarted, "what never started is an instant", s)
        if unstarted:
            check(rows.part or s.start in rows.times, "what never started is shown when something of it happened", s)
        kind = "gpu" if p.is_gpu(s.track) else "region" if not s.instant or unstarted else "sample"
        got[(kind, real_pid(process["pid"], process["labels"]), None if kind == "gpu" else p.thread_of(s.track), s.name, s.cat,
             None if unstarted else s.start, None if unstarted else s.end, freeze(args))] += 1
    for row in list((want - got).elements())[:3]:
        check(False, "a row is missing in the Perfetto export:", row)
    for row in list((got - want).elements())[:3]:
        check(False, "an event of the Perfetto export is no row:", row)
    check(want == got, "Perfetto export has the rows of the tables", "%d and %d" % (sum(got.values()), sum(want.values())))

    # All events of a GPU track have one stream, queue or kind.
    for track, slices in by_track.items():
        if p.is_gpu(track):
            same = [{s.args.get(k) for s in slices} for k in ("stream_id", "queue_id")] + [{s.name for s in slices}, {s.args.get("level") for s in slices}]
            check(any(len(x) == 1 for x in same), "events of one track belong together", slices[:3])

    # Flows: each has two ends, at a call and at what it launched; all launches that can be linked are.
    ends = collections.defaultdict(list)
    for s in p.slices:
        for f in s.flows:
            ends[f].append(s)
    for f, (a, *b) in ends.items():
        if check(len(b) == 1, "a flow has two ends", f):
            check(p.is_gpu(a.track) != p.is_gpu(b[0].track), "a flow leads from a call to what it launched", (a, b))
            check(p.process_of(a.track)["uuid"] == p.process_of(b[0].track)["uuid"] and a.args.get("stack_id") == b[0].args.get("stack_id"),
                  "a flow leads from the call that launched", (a, b))
    linked = sum(1 for r in rows if r["kind"] in ("kernel", "copy") and r["stack_id"] and (r["guid"], r["pid"], r["stack_id"]) in calls)
    check(len(ends) == linked, "every launch is linked", "%d of %d" % (len(ends), linked))


def allocated(rows):
    """Bytes over time by process, agent and level: from the end of the allocating call to the start of the freeing call."""
    live, changes = {}, collections.defaultdict(lambda: collections.defaultdict(int))
    for r in sorted((r for r in rows if r["kind"] == "allocation"), key=lambda r: (r["end"], r["id"])):
        what, where = bytes.fromhex(r["name"]), (r["guid"], r["pid"], r["address"])
        if what == b"ALLOC":
            key = (r["pid"], r["agent"], "allocated bytes " + bytes.fromhex(r["level"]).decode())
            changes[key][r["end"]] += r["size"]
            live[where] = key, r["size"]
        elif where in live:
            key, size = live.pop(where)
            changes[key][r["start"]] -= size
    out = {}
    for key, change in changes.items():
        value, out[key] = 0, []
        for time in sorted(change):
            if change[time]:
                value += change[time]
                out[key].append((time, value))
    return out


def check_counters(p, rows):
    """Counters of agents follow from the events on their tracks (which are compared with the tables)."""
    by_group = collections.defaultdict(list)
    for s in p.slices:
        if p.is_gpu(s.track) and not s.instant:
            by_group[p.tracks[s.track]["parent"]].append(s)
    got = {(p.tracks[t]["parent"], p.tracks[t]["name"]): values for t, values in p.counters.items()}
    for group, slices in by_group.items():
        changes = collections.defaultdict(lambda: collections.defaultdict(int))
        for s in slices:
            if "src_agent" in s.args or "size" in s.args and "address" not in s.args:
                size = max(s.args.get("size", 0), 0)
                changes["bytes in copies"][s.start] += size
                if s.end is not None:
                    changes["bytes in copies"][s.end] -= size
                    changes["bytes copied"][s.end] += size
            elif "address" not in s.args and "level" not in s.args:
                changes["running kernels"][s.start] += 1
                if s.end is not None:
                    changes["running kernels"][s.end] -= 1
        for name, change in changes.items():
            want, value = [], 0
            for time in sorted(change):
                if change[time]:
                    value += change[time]
                    want.append((time, value))
            check(got.pop((group, name), []) == want, "a counter follows from the events", (group, name))
    agent = {p.tracks[s.track]["parent"]: s.args["agent"] for s in p.slices if "level" in s.args and "agent" in s.args}
    want = allocated(rows)
    for (group, name), values in got.items():
        if check(name.startswith("allocated bytes"), "no other counters", name):
            pid = real_pid(p.process_of(group)["pid"], p.process_of(group)["labels"])
            check(values == want.pop((pid, agent[group], name), None), "allocated bytes follow from the table", (pid, name))
    check(not want, "each agent and level has its counter", list(want))
    return sum(len(v) for v in p.counters.values())


def name_of(r):
    return None if r["null"] and not r["name"] else bytes.fromhex(r["name"]).decode("utf-8", "each")


def expected_args(r, arguments):
    out = {}
    if r["kind"] == "region":
        out["stack_id"] = r["stack_id"]
        out["parent_stack_id"] = r["parent_stack_id"] or None
        out["result"] = r["result"] or None
        if (r["guid"], r["pid"], r["id"]) in arguments:
            out["arguments"] = tuple(sorted(arguments[(r["guid"], r["pid"], r["id"])]))
    elif r["kind"] == "sample":
        out["stack_id"] = r["stack_id"]
    elif r["kind"] == "kernel":
        for key in ("grid", "workgroup"):
            out[key] = tuple(v for v in r[key] if v is not None) or None
        for key in ("lds_size", "scratch_size", "vgprs", "accum_vgprs", "sgprs", "dispatch_id", "kernel_id", "agent", "queue_id", "stream_id", "tid", "stack_id"):
            out[key] = r[key]
        out["graph_exec_id"] = r["graph_exec_id"] or None
    elif r["kind"] == "copy":
        for key in ("size", "src_agent", "dst_agent", "queue_id", "stream_id", "tid", "stack_id"):
            out[key] = r[key]
    else:
        for key in ("size", "address", "agent", "queue_id", "stream_id", "tid", "stack_id"):
            out[key] = r.get(key)
        for key in ("level", "flags"):
            out[key] = bytes.fromhex(r[key]).decode("utf-8", "each") if r.get(key) else None
    return {k: v for k, v in out.items() if v is not None}


RESOURCES = ("lds_size", "scratch_size", "vgprs", "accum_vgprs", "sgprs")  # of a launch; all may be missing


def number(value):
    if isinstance(value, str):
        check(abs(int(value)) > 2**53, "only integers beyond 2^53 are text", value)
        return int(value)
    check(abs(value) <= 2**53, "integers beyond 2^53 are text", value)
    return value


def json_args(e, call):
    """An event's arguments as in a Perfetto trace; launched work has the call's stack_id only at the call."""
    args = {}
    for k, v in e["args"].items():
        args[k] = (tuple(number(n) for n in v) if isinstance(v, list) else tuple(sorted(getattr(v, 'pairs', v.items()))) if isinstance(v, dict) else
                   v if k in ("level", "flags") else number(v))
    if call and "bind_id" in e:
        check("stack_id" not in args and "tid" not in args, "what a call launched does not repeat the call's stack_id and thread", e)
        args["stack_id"] = number(call["args"]["stack_id"])
    return args


def check_json(path, p):
    trace = trace_event.Trace(path)
    for wrong in trace.wrong[:5]:
        check(False, *wrong)
    for t in p.tracks.values():
        if t["kind"] == "process" and t["pid"] in trace.process:
            title = "%s (%s)" % (t["name"], t["labels"][0]) if t["labels"] else t["name"]
            check(trace.process[t["pid"]] == title, "a process is called by its name, rank and host", (title, trace.process[t["pid"]]))
            said = [q for q in trace.other["processes"] if q["pid"] == t["pid"]]
            check(len(said) == 1 and said[0].get("command", "") == t["command"], "a process is described with its command line", (t, said))
    calls = {id(a.launched): a.call for a in trace.arrows}
    base, got = trace.base, collections.Counter()
    for e in trace.events:
        end = None if e["end"] is None else base + e["end"]
        got[(trace.thread.get((e["pid"], e["tid"])), e["name"] or None, e["cat"] or None, base + e["start"], end, freeze_but_tid(json_args(e, calls.get(id(e)))))] += 1
    spent = lambda args: {k: v for k, v in args.items() if v != 0 or k not in RESOURCES}
    check(all(k not in RESOURCES or v for e in trace.events for k, v in e.get("args", {}).items()), "a launch has only what it has some of")
    want = collections.Counter((p.tracks[s.track]["name"], s.name or None, s.cat, s.start, s.end, freeze_but_tid(spent(s.args))) for s in p.slices)
    for event in list((want - got).elements())[:3]:
        check(False, "an event is missing in the JSON:", event)
    for event in list((got - want).elements())[:3]:
        check(False, "an event is only in the JSON:", event)
    check(want == got, "JSON has the events of the Perfetto export")
    ends = collections.defaultdict(dict)
    for s in p.slices:
        for f in s.flows:
            ends[f][p.is_gpu(s.track)] = s
    ends = {f: e for f, e in ends.items() if "never_started" not in e[True].args} # JSON has no arrows to instants
    want = collections.Counter((e[False].args["stack_id"], e[True].name or None, e[True].start) for e in ends.values())
    got = collections.Counter((number(a.call["args"]["stack_id"]), a.launched["name"] or None, base + a.launched["start"]) for a in trace.arrows)
    check(want == got, "JSON has the same arrows", (list((want - got).elements())[:3], list((got - want).elements())[:3]))
    want = sorted((p.tracks[t]["name"], values) for t, values in p.counters.items())
    got = sorted((name, [(base + v["start"], v["args"]["value"]) for v in values]) for (_, name, _), values in trace.counters.items())
    check(got == want, "JSON has the same counters", (want[:1], got[:1]))
    return len(trace.arrows), len(trace.counters)


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
        # All times of rows: one of them is the time of an event that never started.
        self.times = {t for r in self for t in (r["start"], r["end"]) if t is not None} | {0}


def main():
    rows = Rows(sys.argv[1])
    rows.part = len(sys.argv) > 5  # ROWS does not have all rows
    p = Perfetto(sys.argv[2])
    rows.flows = any(s.flows for s in p.slices)
    p.complete({(r["pid"], r["stack_id"], r["start"]): r["dispatch_id"] for r in rows if r["kind"] == "kernel"},
               {(r["pid"], r["stack_id"], r["start"]): r["parent_stack_id"] for r in rows if r["kind"] == "region"})
    check_perfetto(p, rows)
    if failures == 0:
        print("ok the Perfetto export has %d slices and %d flows on %d tracks as the tables say" %
              (len(p.slices), sum(len(s.flows) for s in p.slices), len(p.tracks)))
    if p.counters:
        print("ok counters have %d values as the events say" % check_counters(p, rows))
    before = failures
    found = check_json(sys.argv[3], p)
    if failures == before:
        print("ok the JSON export has the same events, %d arrows and %d counters" % found)
    if len(sys.argv) > 4:
        check(len(p.slices) == int(sys.argv[4]), "number of events", "%d, not %s" % (len(p.slices), sys.argv[4]))
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
