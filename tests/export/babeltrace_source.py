#!/usr/bin/python3
"""source.rocpd.trace in babeltrace2, against the CTF that rocpd_export_ctf writes from the same traces, and against the tables.

    babeltrace_source.py ROCPD_SO FOLDER TRACE...
"""
import collections
import json
import os
import re
import subprocess
import sys

import bt2

from common import FOLDER, check, finish, loaded
from ctf_traces import crowded, generated, hostile, tracegen

CLASSES = {'HIP_RUNTIME_API': 'hip_runtime', 'HIP_COMPILER_API': 'hip_compiler', 'HSA_CORE_API': 'hsa_core', 'HSA_AMD_EXT_API': 'hsa_amd_ext',
           'MARKER_CORE_API': 'marker_core'}
TABLES = {'kernels': 'kernel_dispatch_event', 'memory_copies': 'memory_copy_event', 'memory_allocations': 'memory_allocation_event',
          'scratch_memory': 'scratch_memory_event'}
SECONDS = ['-c', 'sink.text.pretty', '-p', 'clock-seconds=yes']


def run(*arguments, env=None):
    r = subprocess.run(['babeltrace2', *arguments], capture_output=True, env={**os.environ, **(env or {})}, timeout=120)
    return r.returncode, r.stdout, r.stderr.decode('utf-8', 'replace')


def quoted(value):
    """A parameter's value, as babeltrace2's command takes it."""
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if isinstance(value, list):
        return '[' + ', '.join(map(quoted, value)) + ']'
    return '"' + value.replace('\\', '\\\\').replace('"', '\\"') + '"' if isinstance(value, str) else str(value)


def parameters(**given):
    return ', '.join(f'{k.replace("__", "-")}={quoted(v)}' for k, v in given.items())


def source(paths, **options):
    return ['-c', 'source.rocpd.trace', '-p', parameters(inputs=paths, **options)]


def lines(what, *arguments):
    """Its events as text, without the time since the event before; sorted by time, and events of one time by text."""
    code, text, error = run(*arguments)
    check(f'{what}: babeltrace2 succeeds', code == 0 and all(e.startswith('source.rocpd.trace: "') for e in error.splitlines()), (code, error[:1000]))
    found = [re.sub(rb'^(\[[^]]*\]) \([^)]*\) ', rb'\1 ', line) for line in text.splitlines()]
    times = [float(line[1:line.index(b']')]) for line in found]
    check(f'{what}: order', times == sorted(times))
    return found


def export(paths, out, options):
    db = loaded(*paths)
    db.text_factory = lambda b: b.decode('utf-8', 'replace')
    result = json.loads(db.execute('SELECT rocpd_export_ctf(?, ?)', (out, json.dumps(options))).fetchone()[0])
    return db, result


def expected_counts(db):
    """Events by class, as the tables have them."""
    count = collections.Counter()
    for category, rows, ends in db.execute('SELECT category, count(*), sum(start IS NOT NULL AND "end" IS NOT NULL) FROM regions GROUP BY 1'):
        base = next((name + '_' for prefix, name in CLASSES.items() if (category or '').startswith(prefix)), '') + 'region_event'
        count[base + '_start'] += rows
        count[base + '_end'] += ends
    for table, base in TABLES.items():
        count[base + '_start'], count[base + '_end'] = db.execute(f'SELECT count(*), coalesce(sum(start IS NOT NULL AND "end" IS NOT NULL), 0) FROM {table}').fetchone()
    count['sample_event'] = db.execute('SELECT count(*) FROM samples').fetchone()[0]
    return +count


def compare(what, paths, counted=True, **options):
    """The component's text is that of the CTF, which is left in the folder `what`."""
    out = os.path.join(FOLDER, what)
    db, result = export(paths, out, options)
    disk, ours = (lines(f'{what}: {how}', *arguments, *SECONDS) for how, arguments in (('CTF', [out]), ('component', source(paths, **options))))
    missing, wrong = (collections.Counter(a) - collections.Counter(b) for a, b in ((disk, ours), (ours, disk)))
    check(f'{what}: the same as CTF', len(ours) > 0 and not missing and not wrong, f'{len(disk)} {len(ours)} {str(next(iter(missing), None))[:800]} {str(next(iter(wrong), None))[:800]}')
    if counted:
        found = collections.Counter(m[1].decode() for m in (re.search(rb'(?:^|\s)(\w+_event\w*): \{ guid', line) for line in ours))
        check(f'{what}: events of each class', found == expected_counts(db), (found, expected_counts(db)))
    db.close()
    return ours


def trimmed(what, paths, all_lines):
    """With a trimmer directly after the source, which then seeks, or after the muxer, which cannot: the events of this time in the whole trace."""
    times = [line[1:line.index(b']')].decode() for line in all_lines]
    n = len(times)
    spans = [(times[0], times[-1]), (times[n // 3], None), (times[n // 2], times[n // 2]), (times[n // 4], times[2 * n // 3]), (None, times[n // 5]),
             (f'{float(times[-1]) + 1:.9f}', None), (f'{max(float(times[0]) - 1, 0):.9f}', times[3])]
    for begin, end in spans:
        ask = parameters(**({'begin': begin} if begin else {}), **({'end': end} if end else {}))
        graph = ['run', '-c', 's:source.rocpd.trace', '-p', parameters(inputs=paths), '-c', 't:filter.utils.trimmer', '-p', ask, '-c', 'o:sink.text.pretty', '-p', 'clock-seconds=yes',
                 '-x', 's:t', '-x', 't:o']
        command = source(paths) + SECONDS + (['--begin', begin] if begin else []) + (['--end', end] if end else [])
        want = collections.Counter(line for line, t in zip(all_lines, times) if (not begin or nanoseconds(t) >= nanoseconds(begin)) and (not end or nanoseconds(t) <= nanoseconds(end)))
        for how, arguments in (('seeking', graph), ('skipping', command)):
            got = collections.Counter(lines(f'{what}: {how}', *arguments))
            check(f'{what}: {how} {begin} {end}', got == want, (sum(got.values()), sum(want.values()), next(iter(got - want), None), next(iter(want - got), None)))


def values(traces):
    """The events without babeltrace2's text output, which is slow for names of a megabyte."""
    for message in bt2.TraceCollectionMessageIterator(traces):
        if type(message) is bt2._EventMessageConst:
            event = message.event
            context = tuple(hash(str(event.packet.context_field[f])) for f in ('guid', 'category', 'channel'))
            fields = tuple((name, hash(str(v)) if isinstance(v, bt2._StringFieldConst) else int(v)) for name, v in event.payload_field.items())
            yield message.default_clock_snapshot.ns_from_origin, event.name, context, fields


def same_values(what, path):
    out = os.path.join(FOLDER, what)
    db, result = export([path], out, {})
    disk = collections.Counter(values(out))
    last, ours = None, collections.Counter()
    ordered = True
    for event in values(bt2.ComponentSpec.from_named_plugin_and_component_class('rocpd', 'trace', {'inputs': [path]})):
        ordered, last = ordered and (last is None or last <= event[0]), event[0]
        ours[event] += 1
    check(f'{what}: order', ordered)
    check(f'{what}: the same as CTF', ours == disk and sum(ours.values()) > result['events'], (sum(ours.values()), sum(disk.values()), next(iter(ours - disk), None), next(iter(disk - ours), None)))
    found = collections.Counter()
    for event, n in ours.items():
        found[event[1]] += n
    check(f'{what}: events of each class', found == expected_counts(db), (found, expected_counts(db)))
    db.close()


def nanoseconds(text):
    seconds, _, rest = text.partition('.')
    return int(seconds) * 10**9 + int(rest)


def fails(what, words, *arguments):
    code, text, error = run(*arguments)
    check(f'{what}: exit code', code == 1 and not text, (code, text[:200]))
    check(f'{what}: message', all(w in re.sub(r'\s+', ' ', error) for w in words), error[:2000])


def errors(trace):
    fails('no parameter', ['inputs', 'at least one'], '-c', 'source.rocpd.trace')
    fails('no path', ['inputs', 'at least one'], *source([]))
    fails('an empty path', ['inputs', 'a path is empty'], *source([trace, '']))
    fails('missing', ['nothere.rocz'], *source(['nothere.rocz']))
    fails('one of two is missing', ['nothere.rocz'], *source([trace, 'nothere.rocz']))
    fails('a number as path', ['inputs', 'expected a path'], '-c', 'source.rocpd.trace', '-p', 'inputs=[1]')
    fails('a map as path', ['db-path', 'expected a path'], '-c', 'source.rocpd.trace', '-p', 'db-path={a=1}')
    fails('unknown', ['unknown parameter overwrite', 'known: inputs'], *source([trace]), '-p', 'overwrite=yes')
    fails('names', ['option names', 'expected text'], *source([trace], names=5))
    fails('start', ['option start'], *source([trace], start=[1]))
    cut = os.path.join(FOLDER, 'cut.rocz')
    with open(trace, 'rb') as whole, open(cut, 'wb') as part:
        part.write(whole.read()[:os.path.getsize(trace) // 2])
    code, text, error = run(*source([cut]), '-c', 'sink.text.pretty')
    check('a message says that there is no event', code == 0 and not text and 'no event is in it' in str(error), (code, text, error))
    fails('a marker that is not there', ['option start', 'no such marker'], *source([trace], start='no such marker'))
    fails('group_by', ['option group_by', 'colour'], *source([trace], group_by='colour'))
    fails('min_duration_ns', ['option min_duration_ns', 'found -5'], *source([trace], min_duration_ns=-5))
    text = os.path.join(FOLDER, 'no trace.txt')
    with open(text, 'w') as f:
        f.write('nothing')
    fails('no trace', ['no trace.txt', 'not a trace'], *source([text]))
    with open(trace, 'rb') as f:
        data = bytearray(f.read())
    for i, at in enumerate((len(data) // 5, len(data) // 2)):
        bad = os.path.join(FOLDER, f'bad{i}.rocz')
        with open(bad, 'wb') as f:
            f.write(data[:at] + bytes(64) + data[at + 64:])
        fails(f'damaged {i}', [f'bad{i}.rocz'], *source([bad]), '-c', 'sink.utils.dummy')
        fails(f'damaged {i}, asked for its streams', [f'bad{i}.rocz'], *source([bad]), '--stream-intersection', '-c', 'sink.utils.dummy')


def discovered(trace, database, whole):
    """`babeltrace2 PATH` alone: the kind of file is recognized."""
    folder = os.path.join(FOLDER, 'a folder')
    os.makedirs(folder)
    os.link(trace, os.path.join(folder, 'x.rocz'))
    for path in (trace, folder):
        check(f'{path} is found to be a trace', collections.Counter(lines('found', path, *SECONDS)) == collections.Counter(whole))
    both = lines('two of them', trace, database, *SECONDS)
    check('two are one trace', collections.Counter(both) == collections.Counter(lines('both', *source([trace, database]), *SECONDS)) and len(both) > len(whole))
    other = os.path.join(FOLDER, 'other.db')
    with open(other, 'wb') as f:
        f.write(b'SQLite format 3\0' + bytes(100))
    fails('a database of another sort', ['other.db'], other)


def together(trace, ctf, whole):
    """With a real CTF in one graph."""
    both = collections.Counter(lines('with CTF', ctf, *source([trace]), *SECONDS))
    check('with CTF', both == collections.Counter({line: 2 * n for line, n in collections.Counter(whole).items()}))


def written(paths, whole):
    """babeltrace2's own CTF writer writes the events, and babeltrace2 reads them again."""
    out = os.path.join(FOLDER, 'written')
    code, _, error = run(*source(paths), '-c', 'sink.ctf.fs', '-p', parameters(path=out))
    check('written as CTF', code == 0, error)
    check('and read', collections.Counter(lines('read', out, *SECONDS)) == collections.Counter(whole))


def large():
    """More events than are sorted at once: all are there, in order, and seeking finds them all the same."""
    path = tracegen('large.rocz', '1300000', 'nested=200')
    db = loaded(path)
    rows, begin, end = db.execute('SELECT sum(n), min(b), max(e) FROM (' + ' UNION ALL '.join(f'SELECT count(*) n, min(start) b, max("end") e FROM {t}' for t in ('regions', 'kernels', 'memory_copies')) + ')').fetchone()
    wall = db.execute('SELECT wall_offset_ns FROM sources').fetchone()[0] or 0
    assert rows > 1 << 20
    counter = ['-c', 'o:sink.utils.counter', '-p', 'step=+0']
    events = lambda text: int(re.findall(rb'([\d,]+) Event message', text)[-1].replace(b',', b''))
    code, text, error = run(*source([path]), *counter)
    check('large: all', code == 0 and events(text) == 2 * rows, (rows, text, error))
    for part in (0.3, 0.9):
        at = begin + int((end - begin) * part)
        want = sum(db.execute(f'SELECT count(*) FROM {t} WHERE {c} >= ?', (at,)).fetchone()[0] for t in ('regions', 'kernels', 'memory_copies') for c in ('start', '"end"'))
        code, text, error = run('run', '-c', 's:source.rocpd.trace', '-p', parameters(inputs=[path]), '-c', 't:filter.utils.trimmer', '-p',
                                parameters(begin=f'{(at + wall) // 10**9}.{(at + wall) % 10**9:09}'), *counter, '-x', 's:t', '-x', 't:o')
        check(f'large: from {part}', code == 0 and events(text) == want > 0, (want, text, error))


for i, trace in enumerate(sys.argv[3:]):
    compare(f'given-{i}', [trace])
one = tracegen('one.rocz', '600', 'nested=200', 'graph=100', 'open=1')
whole = compare('one', [one])
check('db-path', lines('db-path', '-c', 'source.rocpd.trace', '-p', parameters(db__path=one), *SECONDS) == whole)
compare('five', [tracegen(f'five{i}.rocz', '100', f'seed={i}', f'pid={500 + i // 2}', 'nested=300', f'open={i % 2}', f'killed={i // 4}') for i in range(5)])
compare('chosen', [one], False, names=['hip*'], categories=['HIP*', 'KERNEL*'], min_duration_ns=3000, start='10%', end='80%')
compare('shown', [one], args=True, kernel_names='short', group_by='queue', agent_index='absolute')
database = generated('a.db', '--holes')
compare('database', [database])
compare('arguments', [database], args=True, kernel_names='range')
compare('sets', [generated('b.db', '--seed', '2', '--sets', '2', '--style', 'sys')])
same_values('hostile', hostile(generated('c.db', '--seed', '3')))
trimmed('one', [one], whole)
trimmed('five', [os.path.join(FOLDER, f'five{i}.rocz') for i in range(5)], lines('five', *source([os.path.join(FOLDER, f'five{i}.rocz') for i in range(5)]), *SECONDS))
compare('crowded', [crowded()])
kernels = compare('kernels', [one], False, categories=['KERNEL*'])
common = [collections.Counter(lines('intersection', *which, '--stream-intersection', *SECONDS)) for which in (source([one], categories=['KERNEL*']), [os.path.join(FOLDER, 'kernels')])]
check('stream intersection', common[0] == common[1] and 0 < sum(common[0].values()) < len(kernels), (common[0] - common[1], common[1] - common[0], len(kernels)))
written([one], whole)
together(one, os.path.join(FOLDER, 'one'), whole)
discovered(one, database, whole)
errors(one)
large()
finish()
