"""Reads traces of the Trace Event Format ("Chrome JSON") and checks the rules of its strictest readers: `trace_event.py FILE...` prints violations.
Other tests import it."""
import collections
import decimal
import gzip
import json
import math
import sys

Arrow = collections.namedtuple('Arrow', 'call launched')  # events


class Pairs(dict):
    """A JSON object in which a key stands more than once. All its members are in `pairs`."""
    def __init__(self, pairs):
        super().__init__(pairs)
        self.pairs = pairs


def members(pairs):
    one = dict(pairs)
    return one if len(one) == len(pairs) else Pairs(pairs)


def ns(us):
    """Times are decimals of whole ns, or so close that readers round to them."""
    value = decimal.Decimal(us) * 1000
    near = int(value.to_integral_value())
    return near if abs(value - near) < decimal.Decimal('0.3') else value


class Trace:
    """events: dicts of the events with a name and a time, with start and end (None: none, or a counter) as integers besides; arrows; counters: values by
    (pid, name, id); process, thread: names; order: pids in the displayed order. `wrong`: violations of the rules."""
    def __init__(self, path):
        text = (gzip.open if path.endswith('.gz') else open)(path, 'rb').read().decode('utf-8')
        self.document = json.loads(text, parse_float=decimal.Decimal, object_pairs_hook=members)
        self.wrong, self.events, self.arrows = [], [], []
        self.process, self.thread, self.place = {}, {}, {}
        self.counters = collections.defaultdict(list)
        self.other = self.document['otherData']
        self.base = int(self.other['base_ns'])
        self.rule(self.document['displayTimeUnit'] in ('ns', 'ms'), 'displayTimeUnit is one of two')
        ends = []
        for number, e in enumerate(self.document['traceEvents']):
            e['number'] = number
            self.rule(not isinstance(e, Pairs), 'a member stands once', e)
            kind = e['ph']
            self.rule(kind in ('M', 'X', 'B', 'i', 's', 'f', 'C'), 'an event has a known phase', e)
            self.rule(self.is_number(e['pid']) and (kind == 'C' or self.is_number(e['tid'])) and isinstance(e['name'], str), 'pid, tid and name', e)
            if kind == 'M':
                self.metadata(e)
                continue
            time = decimal.Decimal(e['ts']) * 1000
            whole = int(time)
            e['start'] = whole if whole == time else ns(e['ts'])
            self.rule(whole == time >= 0, 'a time is a whole number of ns from 0 on', e)
            if kind == 'C':
                self.counter(e)
            elif kind in 'sf':
                ends.append(e)
            else:
                self.events.append(e)
        self.order = sorted(self.place, key=self.place.get)
        self.lanes()
        self.touching()
        self.parted()
        self.bound_arrows()
        self.free_arrows(ends)
        for e in self.events + list(v for values in self.counters.values() for v in values):
            self.rule(e['pid'] in self.process and ('tid' not in e or (e['pid'], e['tid']) in self.thread), 'processes and threads have names', e)

    def rule(self, holds, what, detail=''):
        if not holds:
            self.wrong.append((what, str(detail)[:400]))
        return holds

    @staticmethod
    def is_number(value):
        return isinstance(value, int) and not isinstance(value, bool)

    def metadata(self, e):
        if e['name'] == 'process_name':
            self.rule(e['pid'] not in self.process, 'a process is named once', e)
            self.process[e['pid']] = e['args']['name']
        elif e['name'] == 'thread_name':
            self.rule((e['pid'], e['tid']) not in self.thread, 'a thread is named once', e)
            self.thread[(e['pid'], e['tid'])] = e['args']['name']
        elif e['name'] == 'process_sort_index':
            self.place[e['pid']] = e['args']['sort_index']
        self.rule(e['name'] in ('process_name', 'thread_name', 'process_sort_index', 'thread_sort_index'), 'metadata is known', e)
        self.rule(e['args'].get('name') != '' and self.is_number(e['args'].get('sort_index', 0)), 'names have text, places are numbers', e)

    def counter(self, e):
        value = e['args'].get('value')
        self.rule(len(e['args']) == 1 and (self.is_number(value) or (isinstance(value, decimal.Decimal) and value.is_finite())), 'a counter has one number', e)
        values = self.counters[(e['pid'], e['name'], e.get('id'))]
        self.rule(not values or values[-1]['start'] <= e['start'], "a counter's values come in the order of time", e)
        values.append(e)

    def lanes(self):
        """In a thread, in the order of the file, an event lies within the one that is open when it begins."""
        last, stacks = {}, collections.defaultdict(list)
        for e in self.events:
            lane, start = (e['pid'], e['tid']), e['start']
            end = e['end'] = start + ns(e['dur']) if e['ph'] == 'X' else start if e['ph'] == 'i' else None
            self.rule(end is None or (isinstance(end, int) and end >= start), 'a duration is a whole number of ns from 0 on', e)
            self.rule(e['ph'] != 'i' or e['s'] == 't', 'an instant is one of a thread', e)
            self.rule(isinstance(e['cat'], str), 'an event has a category', e)
            self.rule(last.get(lane, 0) <= start, 'events of a thread come in the order of time', e)
            last[lane] = start
            if e['ph'] == 'i':
                continue
            stack = stacks[lane]
            while stack and stack[-1] is not None and stack[-1] <= start:
                stack.pop()
            self.rule(not stack or stack[-1] is None or (end is not None and end <= stack[-1]), 'events of a thread nest', e)
            stack.append(end)

    def lasting(self):
        """Events that take time, thread by thread."""
        lanes = collections.defaultdict(list)
        for e in self.events:
            if e['ph'] != 'i':
                lanes[(e['pid'], e['tid'])].append(e)
        return lanes.values()

    def touching(self):
        """If an event ends at another's begin or end, so it does for readers that add doubles, relative to the thread's first event: at this time, or as little
        before as possible."""
        for lane in self.lasting():
            first = min(float(e['ts']) for e in lane)
            begins = {e['start'] for e in lane}
            ends = collections.Counter(e['end'] for e in lane)
            for e in lane:
                if e['ph'] == 'X' and e['end'] > e['start'] and (e['end'] in begins or ends[e['end']] > 1):
                    want = float(decimal.Decimal(e['end']) / 1000) - first
                    far = abs(want - (float(e['ts']) - first) - (e['end'] - e['start']) / 1000) > 0.0002  # doubles cannot hold such times in ns
                    end = float(e['ts']) - first + float(e['dur'])
                    self.rule(far or 0 <= want - end <= 4 * math.ulp(want), 'what touches another event does so in doubles', (e, want))

    def parted(self):
        """As read by Speedscope, which splits events into begins and ends and sorts both by time: of events with one begin the longest comes first;
        at one time an end
        comes before a begin, unless both are of the same event; of ends at one time that of the innermost event comes first. Each end is then that of the innermost event."""
        for lane in self.lasting():
            first = min(float(e['ts']) for e in lane)
            at = {e['number']: (float(e['ts']) - first, float(e.get('dur', 0))) for e in lane}
            begins = [e for e in lane if e['ph'] == 'B'] + sorted((e for e in lane if e['ph'] == 'X'), key=lambda e: (at[e['number']][0], -at[e['number']][1]))
            begins = collections.deque(sorted(begins, key=lambda e: at[e['number']][0]))
            ends = collections.defaultdict(list)
            for e in begins:
                if e['ph'] == 'X':
                    ends[sum(at[e['number']])].append(e)
            stack = []
            for time in sorted(ends):
                now = ends[time]
                while now:
                    while begins and (at[begins[0]['number']][0] < time or begins[0] is now[0]):
                        stack.append(begins.popleft())
                    top = next((e for e in now if stack and e is stack[-1]), None)
                    if not self.rule(top is not None, 'what ends is the innermost event', (now[0], stack[-1:])):
                        return
                    stack.pop()
                    now.remove(top)

    def bound_arrows(self):
        """An id leaves one event and enters any number of later ones; only complete events have ids."""
        out, entered = {}, collections.defaultdict(list)
        for e in self.events:
            if 'bind_id' not in e:
                self.rule('flow_in' not in e and 'flow_out' not in e, 'what an arrow leaves or enters has its id', e)
                continue
            self.rule(e['ph'] == 'X' and self.is_number(e['bind_id']) and e['bind_id'] > 0, 'complete events have arrows', e)
            self.rule(('flow_in' in e) != ('flow_out' in e) and e.get('flow_in', e.get('flow_out')) is True, 'an arrow enters or leaves', e)
            if 'flow_out' in e:
                self.rule(e['bind_id'] not in out, 'an arrow leaves one event', e)
                out[e['bind_id']] = e
            else:
                entered[e['bind_id']].append(e)
        self.rule(out.keys() == entered.keys(), 'an arrow has both ends', out.keys() ^ entered.keys())
        for number in out.keys() & entered.keys():
            for e in entered[number]:
                self.rule((out[number]['start'], out[number]['number']) < (e['start'], e['number']), 'an arrow enters what is later', (out[number], e))
                self.arrows.append(Arrow(out[number], e))
        self.bound = out.keys()

    def free_arrows(self, ends):
        """Each arrow has two ends in order of time; each end is at the begin of an event that is earlier in the file."""
        begin, end, at = {}, {}, {}
        for e in self.events:
            at.setdefault((e['pid'], e['tid'], e['start']), []).append(e)
        for e in ends:
            known = begin if e['ph'] == 's' else end
            self.rule(e['id'] not in known, 'an arrow has two ends', e)
            self.rule(e['ph'] == 's' or e.get('bp') == 'e', "an arrow's end is at the event that is open", e)
            of = [x for x in at.get((e['pid'], e['tid'], e['start']), []) if x['number'] < e['number']]
            if self.rule(of and (e['cat'], e['name']) == ('flow', 'launch'), 'an arrow has an event at each end', e):
                known[e['id']] = e, of[-1]
        self.rule(begin.keys() == end.keys(), 'an arrow has both ends', begin.keys() ^ end.keys())
        self.rule(not self.bound or len(begin) <= min(self.bound), 'ids of the two sorts of arrows differ, as readers count them', len(begin))
        for number in begin.keys() & end.keys():
            (a, first), (b, second) = begin[number], end[number]
            self.rule((a['start'], a['number']) < (b['start'], b['number']), 'an arrow is drawn in the order of time', (a, b))
            self.arrows.append(Arrow(*sorted((first, second), key=lambda e: e['number'])))  # calls are written first


if __name__ == '__main__':
    bad = 0
    for name in sys.argv[1:]:
        for what, detail in Trace(name).wrong[:20]:
            bad = 1
            print(f'not ok {name}: {what}', detail)
    sys.exit(bad)
