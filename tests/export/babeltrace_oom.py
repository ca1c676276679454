#!/usr/bin/python3
"""Every allocation of source.rocpd.trace fails once: babeltrace2 gets an error that says so, or the same result as without; nothing leaks.
Tries some allocations, with SOAK=1 all of them. fail_allocation.c is preloaded.

    babeltrace_oom.py FOLDER FAIL_ALLOCATION_SO
"""
import ctypes
import gc
import os
import subprocess
import sys

import bt2

FOLDER = sys.argv[1]
memory = ctypes.CDLL(sys.argv[2])
memory.fail_allocation_at.argtypes, memory.bytes_allocated.restype = [ctypes.c_long], ctypes.c_long
failures = 0


def check(what, ok, why=''):
    global failures
    if not ok:
        failures += 1
        print(f'not ok {what}: {why}')


class Reading(bt2._UserSinkComponent):
    """Takes messages from the first to the last, then from a time in between."""

    def __init__(self, config, params, found):
        self._add_input_port('in')
        self.found = found

    def _user_graph_is_configured(self):
        self.iterator = self._create_message_iterator(self._input_ports['in'])

    def _user_consume(self):
        for message in self.iterator:
            self.take(message)
        self.iterator.seek_ns_from_origin(self.found[len(self.found) // 2][1])
        for message in self.iterator:
            self.take(message)
        raise bt2.Stop

    def take(self, message):
        if type(message) is bt2._EventMessageConst:
            self.found.append((message.event.name, message.default_clock_snapshot.ns_from_origin, str(message.event.payload_field['duration']), str(message.event.packet.context_field)))


def reading(component_class, parameters):
    found = []
    graph = bt2.Graph()
    source = graph.add_component(component_class, 'source', parameters)
    graph.connect_ports(source.output_ports['out'], graph.add_component(Reading, 'sink', obj=found).input_ports['in'])
    graph.run()
    return found


def asking(what, parameters):
    return lambda component_class: str(bt2.QueryExecutor(component_class, what, parameters).query())


def once(component_class, scenario, n):
    """The result, or the error's text; and whether an allocation failed."""
    memory.fail_allocation_at(n)
    found = error = None
    try:
        found = scenario(component_class)
    except bt2._Error as e:
        error = str(e)
    failed = bool(memory.allocations_failed())
    memory.fail_allocation_at(0)
    return found, error, failed


def at_every_allocation(component_class, what, scenario):
    whole, error, _ = once(component_class, scenario, 0)
    check(f'{what}: without a failure', error is None and len(whole) > 10, error)
    gc.collect()
    before, n, points, errors = memory.bytes_allocated(), 1, 0, 0
    while failures < 5:
        found, error, failed = once(component_class, scenario, n)
        gc.collect()
        points, errors = points + failed, errors + (error is not None)
        check(f'{what}: allocation {n} fails', found == whole if error is None else failed and 'out of memory' in error, error or 'something else is found')
        check(f'{what}: allocation {n}: leaks', memory.bytes_allocated() <= before, memory.bytes_allocated() - before)
        if not failed:
            break
        n += 1 if os.environ.get('SOAK') or n < 100 else n // 40
    check(f'{what}: most failures are errors', errors * 2 > points > 20, (errors, points))
    print(f'{"ok" if not failures else "not ok"} {what}: {points} failing allocations, {errors} errors')


def tracegen(name, *options):
    path = os.path.join(FOLDER, name)
    subprocess.run([os.path.join(os.environ['BUILD'], 'bench', 'tracegen'), path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


paths = [tracegen('oom0.rocz', '60', 'host=1', 'lostcalls=4', 'arguments=1', 'open=1'), tracegen('oom1.rocz', '60', 'host=2', 'boot=1699999000', 'start=2000', 'seed=2', 'pid=7')]
trace = bt2.find_plugin('rocpd').source_component_classes['trace']
for what, scenario in (('reading', lambda c: reading(c, {'inputs': paths, 'args': True})),
                       ('support-info', asking('babeltrace.support-info', {'type': 'file', 'input': paths[0]})),
                       ('trace-infos', asking('babeltrace.trace-infos', {'inputs': paths}))):
    at_every_allocation(trace, what, scenario)
sys.exit(failures > 0)
