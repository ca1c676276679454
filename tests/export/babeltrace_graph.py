#!/usr/bin/python3
"""source.rocpd.trace in graphs: sources of several hosts on their own clocks, their losses, seeking, several traces at once.

    babeltrace_graph.py ROCPD_SO FOLDER
"""
import collections
import json
import os
import re
import subprocess
import sys

import bt2

from common import FOLDER, check, finish, loaded
from ctf_traces import tracegen

HOST = {'one': ('host=1', 'start=1000', 'boot=1700000000'), 'two': ('host=2', 'start=5000', 'boot=1699996000'), 'late': ('host=3', 'start=9', 'boot=1700000992', 'seed=3')}


def source(*paths):
    return bt2.ComponentSpec.from_named_plugin_and_component_class('rocpd', 'trace', {'inputs': list(paths)})


class Reading(bt2._UserSinkComponent):
    """Seeks its source to several times, and keeps the messages from each time on."""

    def __init__(self, config, params, asked):
        self._add_input_port('in')
        self.asked = asked

    def _user_graph_is_configured(self):
        self.iterator = self._create_message_iterator(self._input_ports['in'])

    def _user_consume(self):
        for at, answer in self.asked:
            if at == 'beginning':
                check('it can go to the beginning', self.iterator.can_seek_beginning())
                self.iterator.seek_beginning()
            elif at is not None:
                check(f'it can go to {at}', self.iterator.can_seek_ns_from_origin(at))
                self.iterator.seek_ns_from_origin(at)
            answer.extend(facts(self.iterator))
        raise bt2.Stop


def facts(messages):
    """For each message: its kind, time and clock; for an event also its name, place and duration."""
    for m in messages:
        if type(m) is bt2._EventMessageConst:
            context, clock = m.event.packet.context_field, m.event.stream.cls.default_clock_class
            yield ('event', m.default_clock_snapshot.ns_from_origin, clock.name, m.event.name, str(context['guid']), str(context['channel']), int(m.event.payload_field['duration']))
        elif type(m) is bt2._DiscardedEventsMessageConst:
            yield ('lost', m.beginning_default_clock_snapshot.ns_from_origin, m.stream.cls.default_clock_class.name, m.end_default_clock_snapshot.ns_from_origin, m.count, m.stream.id)
        elif type(m) in (bt2._StreamBeginningMessageConst, bt2._StreamEndMessageConst):
            yield ('begin' if type(m) is bt2._StreamBeginningMessageConst else 'end', m.stream.id)


def asked(path, *times):
    answers = [(at, []) for at in times]
    graph = bt2.Graph()
    made = graph.add_component(source(*path).component_class, 'source', {'inputs': list(path)})
    sink = graph.add_component(Reading, 'sink', obj=answers)
    graph.connect_ports(made.output_ports['out'], sink.input_ports['in'])
    graph.run()
    return [answer for _, answer in answers]


def events(messages):
    return [m for m in messages if m[0] == 'event']


def in_order(what, messages):
    times = [m[1] for m in messages if m[0] in ('event', 'lost')]
    check(f'{what}: order', times == sorted(times))
    begun, ended = (collections.Counter(m[1] for m in messages if m[0] == kind) for kind in ('begin', 'end'))
    check(f'{what}: each stream begins and ends once', begun == ended and set(begun.values()) <= {1}, (begun, ended))


def seeking(what, paths):
    whole, = asked(paths, None)
    all_events = events(whole)
    in_order(what, whole)
    times = [m[1] for m in all_events]
    first, middle, last = times[0], times[len(times) // 2], times[-1]
    places = [-(1 << 62), 0, first - 1, first, first + 1, middle - 1, middle, middle + 1, times[len(times) // 3], last, last + 1, last + 10**12, 1 << 62]
    answers = asked(paths, *places, 'beginning', middle, 'beginning')
    for at, answer in zip(places, answers):
        got, want = events(answer), [e for e in all_events if e[1] >= at]
        check(f'{what}: from {at - first} ns after the first', collections.Counter(got) == collections.Counter(want), (len(got), len(want)))
        in_order(f'{what}: from {at - first}', answer)
        check(f'{what}: nothing before {at - first}', all(m[1] >= at for m in answer if m[0] in ('event', 'lost')))
        lost = sorted(m for m in answer if m[0] == 'lost')
        check(f'{what}: losses after {at - first}', lost == sorted(cut(m, at) for m in whole if m[0] == 'lost' and m[3] >= at), lost)
    for i in (-3, -1):
        check(f'{what}: from the beginning again', events(answers[i]) == all_events)
    return all_events


def cut(lost, at):
    """If a loss began before the time, the number of later losses is unknown."""
    return lost if lost[1] >= at else (lost[0], at, lost[2], lost[3], None, lost[5])


def skipped(what, paths, all_events):
    """The options of the program babeltrace2, and the events that it counts."""
    for begin, end in ((len(all_events) // 3, None), (None, len(all_events) // 4), (len(all_events) // 4, len(all_events) // 2)):
        times = [e[1] for e in all_events]
        command = ['babeltrace2', '-c', 'source.rocpd.trace', '-p', 'inputs=[' + ', '.join(f'"{p}"' for p in paths) + ']']
        for option, place in (('--begin', begin), ('--end', end)):
            if place is not None:
                command += [option, f'{times[place] // 10**9}.{times[place] % 10**9:09}']
        r = subprocess.run(command + ['-c', 'sink.utils.counter'], capture_output=True, text=True)
        found = int(re.findall(r'([\d,]+) Event messages?\n', r.stdout)[-1].replace(',', ''))
        want = sum((begin is None or t >= times[begin]) and (end is None or t <= times[end]) for t in times)
        check(f'{what}: {begin} to {end}', r.returncode == 0 and found == want > 0, (found, want, r.stderr))


def tables(paths):
    db = loaded(*paths)
    wall = {guid: (offset, host) for guid, offset, host in db.execute('SELECT guid, wall_offset_ns, host FROM sources')}
    want = collections.Counter()
    for table in ('regions', 'kernels', 'memory_copies'):
        for guid, start, end in db.execute(f'SELECT guid, start, "end" FROM {table}'):
            want.update([(guid, start + wall[guid][0], 0), (guid, end + wall[guid][0], end - start)])
    lost = collections.Counter(n for n, in db.execute("SELECT value FROM health WHERE value AND name IN ('calls dropped', 'dispatches dropped')"))
    db.close()
    return want, wall, lost


def clock_classes(paths):
    """The descriptions, by name."""
    found = {}
    for m in bt2.TraceCollectionMessageIterator(source(*paths)):
        if type(m) is bt2._StreamBeginningMessageConst:
            c = m.stream.cls.default_clock_class
            found[c.name] = (c.offset.seconds, c.offset.cycles, c.frequency, c.origin_is_unix_epoch, c.uuid)
    return found


def hosts(paths, all_events):
    """Each host's events are at its own time of day, on its own clock; all are in one common order."""
    want, wall, lost = tables(paths)
    check('events at the time of day of their host', collections.Counter((e[4], e[1], e[6]) for e in all_events) == want)
    of_clock = collections.defaultdict(set)
    for e in all_events:
        of_clock[e[2]].add(wall[e[4]])
    check('a clock for each host', len(of_clock) == len(set(wall.values())) and all(len(w) == 1 for w in of_clock.values()), of_clock)
    clocks = clock_classes(paths)
    check('descriptions of clocks', all(c[0] * 10**9 + c[1] == next(iter(of_clock[name]))[0] and c[2] == 10**9 and c[3] for name, c in clocks.items()), clocks)
    check('clocks are told apart', None not in {c[4] for c in clocks.values()} and len({c[4] for c in clocks.values()}) == len(clocks), clocks)
    for path in paths:
        check('and recognized in other traces', {c[4] for c in clock_classes([path]).values()} <= {c[4] for c in clocks.values()})
    switches = sum(a[2] != b[2] for a, b in zip(all_events, all_events[1:]))
    check('hosts take turns', switches > 100, switches)


def losses(paths):
    """Losses that health counts are in messages of the component, in the CTF, and in what babeltrace2 writes from both."""
    _, _, want = tables(paths)
    check('something is lost', len(want) == 4, want)
    out, written = os.path.join(FOLDER, 'lost'), os.path.join(FOLDER, 'lost again')
    db = loaded(*paths)
    result = json.loads(db.execute('SELECT rocpd_export_ctf(?)', (out,)).fetchone()[0])
    db.close()
    check('a stream for each loss', result['tracks'] == len(os.listdir(out)) - 1, result)
    subprocess.run(['babeltrace2', out, '-c', 'sink.ctf.fs', '-p', f'path="{written}"'], check=True, capture_output=True)
    spans = []
    for what, specification in (('component', source(*paths)), ('CTF', out), ('written again', written)):
        found = [m for m in facts(bt2.TraceCollectionMessageIterator(specification)) if m[0] == 'lost']
        check(f'lost: {what}', collections.Counter(m[4] for m in found) == want, found)
        spans.append(sorted((m[1], m[3], m[4]) for m in found))
    check('the same times everywhere', spans[0] == spans[1] == spans[2], spans)
    said = subprocess.run(['babeltrace2', out, '-c', 'sink.text.pretty'], capture_output=True, text=True).stderr
    check('babeltrace2 reports it', sorted(int(n) for n in re.findall(r'Tracer discarded (\d+) event', said)) == sorted(want.elements()), said)
    env = next(m for m in bt2.TraceCollectionMessageIterator(out) if type(m) is bt2._StreamBeginningMessageConst).stream.trace.environment
    check('and how many in all', sum(int(v) for k, v in env.items() if k.startswith('events_missing')) == sum(n * k for k, n in want.items()))


def several(paths, all_events):
    """Each trace in a component of its own, one of them as CTF: the muxer puts them in the same order."""
    out = os.path.join(FOLDER, 'first')
    db = loaded(paths[0])
    db.execute('SELECT rocpd_export_ctf(?)', (out,))
    db.close()
    found = events(facts(bt2.TraceCollectionMessageIterator([out] + [source(p) for p in paths[1:]])))
    check('several traces: order', [e[1] for e in found] == sorted(e[1] for e in found))
    without_clock = lambda all_of_them: collections.Counter(e[:2] + e[3:] for e in all_of_them)
    check('several traces: all', without_clock(found) == without_clock(all_events))


def nothing_but_loss():
    """A trace reports its losses even if no event is chosen."""
    path = tracegen('lost.rocz', '100', 'lostcalls=7')
    spec = bt2.ComponentSpec.from_named_plugin_and_component_class('rocpd', 'trace', {'inputs': [path], 'names': ['none such']})
    found = list(facts(bt2.TraceCollectionMessageIterator(spec)))
    check('only a loss', [m[0] for m in found] == ['begin', 'lost', 'end'] and found[1][4] == 7, found)


one = tracegen('one.rocz', '1500', *HOST['one'], 'nested=200', 'lostcalls=17', 'lostkernels=5')
two = tracegen('two.rocz', '1500', *HOST['two'], 'seed=2', 'pid=77', 'lostcalls=3')
late = tracegen('late.rocz', '900', *HOST['late'], 'pid=78', 'lostkernels=1000000007')
skipped('one', [one], seeking('one', [one]))
found = seeking('hosts', [one, two, late])
skipped('hosts', [one, two, late], found)
hosts([one, two, late], found)
losses([one, two, late])
several([one, two, late], found)
nothing_but_loss()
finish()
