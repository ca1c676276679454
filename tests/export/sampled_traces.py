"""Traces with sampled stacks, for the tests of formats that show them: rows written into tables of a database, which is read like any trace."""
import collections
import json
import os
import random
import re
import sqlite3
import subprocess

COLUMNS = {
    'modules': 'id guid pid file_path build_id load_base load_size', 'frames': 'id guid pid parent_frame_id module_id offset function file line is_return',
    'stacks': 'id guid pid tid start end frame_id weight state syscall cpu_ns wait_ns stack_id category', 'rocpd_info_thread': 'id guid nid pid tid name',
    'rocpd_info_process': 'id guid nid pid command start'}
USUAL = {'guid': 'g', 'category': 'SAMPLE'}
STATES = ('running', 'kernel', 'runnable', 'blocked')


def write(path, **tables):
    """Rows as dicts or tuples, in the order of COLUMNS without guid."""
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    for table, columns in COLUMNS.items():
        names = columns.split()
        db.execute('CREATE TABLE %s(%s)' % (table, ', '.join('"%s"' % n for n in names)))
        rows = []
        for r in tables.get(table, ()):
            r = dict(r) if isinstance(r, dict) else dict(zip([n for n in names if n != 'guid'], r))
            rows.append([r.get(n, USUAL.get(n)) for n in names])
        db.executemany('INSERT INTO %s VALUES (%s)' % (table, ', '.join('?' * len(names))), rows)
    db.commit()
    db.close()


MODULES = [(1, 7, '/bin/app', 'abcdef01', 0x400000, 0x10000), (2, 7, '/lib/libm.so.6', None, 0x7f0000000000, 0x20000), (3, 7, '[vdso]', '00ff', None, None)]
FRAMES = [  # id, pid, parent, module, offset, function, file, line, is_return
    (1, 7, None, 1, 0x100, 'main', None, None, 1), (2, 7, 1, 1, 0x200, 'solve', None, None, 1), (3, 7, 2, 2, 0x300, 'sin', None, None, 0),
    (4, 7, 1, 1, 0x280, 'sleep', None, None, 0), (5, 7, None, None, None, 'train', '/src/train.py', 12, None), (6, 7, 5, None, 0x7fff1000, None, None, None, 0),
    (7, 7, 1, 1, 0x204, 'solve', None, None, 0)]
STACKS = [  # id, pid, tid, start, end, frame, weight, state, syscall, cpu, wait, stack_id
    (1, 7, 8, 1000, 2000, 2, 1, 'running', None, 1000, 0, 0), (2, 7, 8, 2000, 3000, 3, 1, 'running', None, 800, 200, 0),
    (3, 7, 8, 3000, 5000, 4, 2, 'blocked', 230, 200, 0, 0), (4, 7, 9, 1000, 4000, None, 3, 'kernel', None, 3000, 0, 0),
    (5, 7, 9, 4000, 5000, 6, 1, 'runnable', None, 0, 1000, 0), (6, 7, 9, 5000, 6000, 5, 1, 'blocked', 999, 0, 0, 0),
    (7, 7, 8, 5000, 6000, 7, 1, 'running', None, 1000, 0, 0)]
HAND = dict(modules=MODULES, frames=FRAMES, stacks=STACKS, rocpd_info_process=[(7, 1, 7, '/bin/app -x', 500)], rocpd_info_thread=[(1, 1, 7, 8, 'solver')])

# Nothing is as it should be: parents that come later, are the frame itself or are not there; modules that are not there; bytes that are no text; weights and
# times that are none; numbers at the ends of what fits.
ODD = dict(
    modules=[(1, 7, b'/lib/\xff\xfe.so', b'\xff', -1, 2 ** 62), (1, 7, '/lib/second.so', 'aa', 0, 0), (None, 7, '/lib/no.so', '', 0, 0), (9, 7, '', None, 2 ** 63 - 1, 2 ** 63 - 1)],
    frames=[(1, 7, 1, 1, -5, 'own parent', None, None, 1), (2, 7, 3, 77, 2 ** 63 - 1, b'f\xc0\x80\xff\n;\x00z', b'\xff.py', -1, 1), (3, 7, 2, 9, 2 ** 63 - 1, '', '', 2 ** 40, 7),
            (4, 7, 99, None, None, None, None, None, None), (5, 7, 4, 9, 0, 'x' * 70000, None, None, 0)],
    stacks=[(1, 7, 8, 10, 20, 1, 2 ** 62, 'running', None, 10, 0, 0), (2, 7, 8, 20, 30, 2, -4, 'blocked', 2 ** 40, 0, 0, 0), (3, 7, 8, 30, 25, 3, 1, b'\xff', -1, -5, None, 0),
            (4, 7, None, 30, 35, 4, 1, None, None, None, None, None), (5, None, 9, None, 50, 5, 1, 'blocked', 202, 7, 0, 0), (6, 7, 8, 40, None, 98, None, 'running', None, 3, 0, 0),
            (7, 7, -3, 40, 45, 3, 2, 'kernel', None, 3, 0, 0)],
    rocpd_info_process=[(7, 1, 7, b'\xff\xfe', None)], rocpd_info_thread=[(1, 1, 7, 8, b'\xffname\x00')])


def randomly(seed, big=True):
    r = random.Random(seed)
    modules = [(i, 7, '/lib/m%d.so' % i, '%040x' % i, i << 32, 1 << 20) for i in range(1, 4)]
    frames, stacks = [], []
    for i in range(1, r.choice((5, 40, 300)) + 1):
        parent = r.choice([None] + [f[0] for f in frames[-8:]]) if frames else None
        frames.append((i, 7, parent, r.choice((1, 2, 3, None)), r.choice((None, r.randrange(64))), r.choice((None, 'f%d' % r.randrange(8))), r.choice((None, '/a/b.py')), None, r.choice((0, 1))))
    for pid, tid in ((7, 7), (7, 8), (7, 9), (8, 7)):
        at = r.randrange(1000)
        for _ in range(r.randrange(200 if big else 20)):
            end = at + r.randrange(1, 10 ** 7)
            cpu = r.choice((None, 0, end - at, r.randrange(end - at + 1)))
            wait = r.choice((None, 0, r.randrange(end - at - (cpu or 0) + 2)))
            state = r.choice(STATES + (None,))
            stacks.append((len(stacks) + 1, pid, tid, at, end, r.choice([f[0] for f in frames] + [None]), r.randrange(1, 9), state, r.choice((202, 999)) if state == 'blocked' else None, cpu, wait, 0))
            at = end
    return dict(modules=modules, frames=frames, stacks=stacks, rocpd_info_process=[(7, 1, 7, '/bin/app', 0), (8, 1, 8, '/bin/other', 0)], rocpd_info_thread=[(1, 1, 7, 8, 'worker')])


def state_of(row):
    """The state of a row of stacks, also where it does not say (help of hotspots)."""
    _, pid, tid, start, end, frame, weight, state, syscall, cpu, wait, _ = row
    if state in STATES:
        return state
    length = max(end - start, 0) if start is not None and end is not None else 0
    return 'running' if max(cpu or 0, 0) > length // 2 else 'runnable' if max(wait or 0, 0) > length // 2 else 'blocked'


def path_of(frames, i):
    """The ids of a stack's frames, the outermost first."""
    parents, path = {f[0]: f[2] for f in reversed(frames)}, []
    while i in parents:
        path.insert(0, i)
        i = parents[i] if parents[i] is not None and parents[i] < i else None
    return path


def counts(trace, shown=lambda frame: frame[5] or '(unknown)'):
    """Samples by pid, tid, state and the functions of the stack."""
    frames, out = {f[0]: f for f in trace['frames']}, collections.Counter()
    for s in trace['stacks']:
        names = tuple(shown(frames[i]) for i in path_of(trace['frames'], s[5])) or ('(unknown)',)
        out[(s[1], s[2], state_of(s), names)] += 1 if s[6] is None else max(s[6], 0)
    return +out


class Traced:
    """A trace, and the rows of queries on it: numbers as such, NULL as ''. tool: bench/select_trace."""

    def __init__(self, tool, path, **tables):
        self.tool, self.path = tool, path
        write(path, **tables)

    def rows(self, *sql):
        out = subprocess.run([self.tool, self.path, *sql], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if out.returncode:
            raise ValueError(out.stderr.decode('utf-8', 'replace'))
        return [tuple(number(v) for v in line.split('\t')) for line in out.stdout.decode('utf-8', 'replace').split('\n')[:-1]]

    def export(self, kind, out, *before, **options):
        """What the function returns; a text: its message. before: statements that come first."""
        text = lambda s: "'%s'" % s.replace("'", "''")
        try:
            said = self.rows(*before, 'SELECT rocpd_export_%s(%s, %s)' % (kind, text(out), text(json.dumps(dict(options, overwrite=True)))))[-1][0]
        except ValueError as e:
            return str(e)
        return json.loads(said)


def number(v):
    return int(v) if re.fullmatch(r'-?[0-9]+', v) else v
