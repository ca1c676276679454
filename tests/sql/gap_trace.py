"""The causes of gaps computed in Python from calls, ranges, kernels and copies, as ext/help/tables/gaps.md says: for tests of gaps and of what builds on them."""
import json


def waits(name):
    return ((name.startswith('hip') and 'Synchronize' in name) or name.startswith(('hsa_signal_wait', 'hsa_amd_signal_wait', 'hsa_memory_copy')) or
            (name.startswith(('hipMemcpy', 'hipDrvMemcpy', 'hipMemset', 'hipFree', 'hipHostFree')) and 'Async' not in name))


CAUSES = ['synchronisation', 'call', 'no call', 'launch', 'copy', 'queue', 'dispatch', 'unknown']
TYPES = ['host', 'host', 'host', 'launch', 'device', 'device', 'device', 'unknown']
FOR_EVER = 1 << 63


class Lane:
    """Calls or ranges of a thread: (start, end, stack_id, name) in order of their starts, the longest first."""

    def __init__(self):
        self.all = []

    def add(self, start, end, stack, name):
        self.all.append((start, FOR_EVER if end is None else max(start, end), stack, name))

    def finish(self):
        self.all.sort(key=lambda c: (c[0], -c[1], c[2] is not None, c[2]))

    def within(self, start, end):
        return [c for c in self.all if c[0] < end and c[1] > start]


def cut(start, end, calls):
    """The elementary intervals: in each of them the same calls are open."""
    times = sorted({start, end} | {t for c in calls for t in c[:2] if start < t < end})
    return list(zip(times, times[1:]))


class Trace:
    def __init__(self, db, window=None, file='guid'):
        """file: the column that names a row's file."""
        self.threads, self.ranges, self.launch = {}, {}, {}
        self.sampled = lambda thread, times: None  # the function that samples agree on
        for guid, pid, tid, start, end, stack, name, category, extdata in db.execute(f'SELECT {file}, pid, tid, start, "end", stack_id, name, category, extdata FROM regions'):
            marker = category is not None and (category.upper().startswith('MARKER') or category == 'rocm_marker_api')
            if start is None:
                continue
            if marker or category in ('PYTHON', 'python'):
                message = json.loads(extdata).get('message') if extdata else None
                if message is not None or not marker:
                    self.ranges.setdefault((guid, pid, tid), Lane()).add(start, end, stack, name if message is None else message)
                continue
            self.threads.setdefault((guid, pid, tid), Lane()).add(start, end, stack, name)
            self.launch.setdefault((guid, stack), ((guid, pid, tid), start, FOR_EVER if end is None else max(start, end), name))
        for lane in [*self.threads.values(), *self.ranges.values()]:
            lane.finish()
        self.activities, self.process = {}, {}
        kernels = db.execute(f'SELECT {file}, agent_id, agent_type, NULL, NULL, start, "end", stack_id, queue_id, 0, rowid, pid FROM kernels').fetchall()
        copies = db.execute(f'SELECT {file}, dst_agent_id, dst_agent_type, src_agent_id, src_agent_type, start, "end", stack_id, NULL, 1, rowid, pid FROM memory_copies').fetchall()
        for guid, agent, kind, src, src_kind, start, end, stack, queue, copy, row, pid in kernels + copies:
            if start is None or end is None:
                continue
            owners = {agent} if kind == 'GPU' or src_kind != 'GPU' else set()
            if src_kind == 'GPU':
                owners.add(src)
            end = max(start, end)
            self.process.setdefault((guid, pid), []).append((start, end))
            if window:
                if end < window[0] or start > window[1]:
                    continue
                start, end = max(start, window[0]), min(end, window[1])
            for owner in owners:
                self.activities.setdefault((guid, owner), []).append((start, end, stack, queue, copy, row))

    def launch_of(self, guid, agent, queue, end):
        """What the activity that starts at this time needs: itself, and its launching call."""
        mine = [a for a in self.activities[guid, agent] if queue is None or (not a[4] and a[3] == queue)]
        after = min((a for a in mine if a[0] == end), key=lambda a: (a[4], a[5]))
        return mine, after, self.launch.get((guid, after[2])) if after[2] else None

    def moments(self, guid, agent, queue, start, end):
        """(start, end, cause, call) of a pause, in order of time; None: the launching call does not tell."""
        launch = self.launch_of(guid, agent, queue, end)[2]
        if not launch or launch[2] <= start:
            return None
        thread, began, returned, name = launch
        calls, out = self.threads[thread].within(start, end), []
        works = {c for c in calls if waits(c[3]) and c[0] >= start and self.works(thread, c[0], min(c[1], end))}
        for a, b in cut(start, end, calls + [(began, returned)]):
            here = [c for c in calls if c[0] <= a < c[1]]
            waiting = [c for c in here if waits(c[3]) and (c[0] < start or c[0] <= began < c[1] or c in works)]
            if a < returned and waiting:
                out.append((a, b, 'synchronisation', waiting[0][3]))
            elif a >= began:
                out.append((a, b, 'launch', name))
            elif here:
                out.append((a, b, 'call', here[0][3]))
            else:
                out.append((a, b, 'no call', None))
        return out

    def pieces(self, guid, agent, queue, start, end):
        """{(cause, call, range): ns} of a pause, in order of time."""
        mine, after, launch = self.launch_of(guid, agent, queue, end)
        if not launch:
            return {('unknown', None, None): end - start}
        moments = self.moments(guid, agent, queue, start, end)
        if moments is None:
            before = max((a for a in mine if a[1] == start), key=lambda a: (a[0], -a[4], a[5]))
            return {('copy' if before[4] else 'queue' if after[4] or after[3] != before[3] else 'dispatch', None, None): end - start}
        sums = {}
        for a, b, cause, call in moments:
            if cause != 'no call':
                sums[cause, call, None] = sums.get((cause, call, None), 0) + b - a
        for key, ns in self.in_program(launch[0], [(a, b) for a, b, cause, _ in moments if cause == 'no call']):
            sums[key] = sums.get(key, 0) + ns
        return sums

    def works(self, thread, start, end):
        return any(a < end and b > start for a, b in self.process.get(thread[:2], ()))

    def in_program(self, thread, times):
        """Each moment of `no call` belongs to the innermost of the ranges that cover more than half of all such moments."""
        if not times:
            return
        total = sum(b - a for a, b in times)
        ranges = self.ranges[thread].within(times[0][0], times[-1][1]) if thread in self.ranges else []
        ranges = [r for r in ranges if 2 * sum(max(0, min(b, r[1]) - max(a, r[0])) for a, b in times) > total]
        function = None if ranges else self.sampled(thread, times)
        for start, end in times:
            for a, b in cut(start, end, ranges):
                inside = [r for r in ranges if r[0] <= a < r[1]]
                yield ('no call', None, inside[-1][3] if inside else function), b - a


def main_cause(pieces):
    """(type, cause, host_call, host_range) and the ns of each cause, of a row of gaps."""
    ns = [sum(n for key, n in pieces.items() if key[0] == cause) for cause in CAUSES]
    most = max(range(len(CAUSES)), key=lambda i: ns[i])
    mine = {key: n for key, n in pieces.items() if key[0] == CAUSES[most]}
    named = {key: n for key, n in mine.items() if key[2] is not None}
    return (TYPES[most], CAUSES[most], max(mine, key=mine.get)[1], max(named, key=named.get)[2] if named else None, *ns)
