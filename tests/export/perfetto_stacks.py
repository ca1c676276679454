"""Sampled stacks in Perfetto traces, decoded as trace_processor does (perf_sample, thread_state slices), against the rows of stacks, on traces written by hand, random
and odd ones. Usage: perfetto_stacks.py SELECT_TRACE FOLDER"""
import collections
import os

import sampled_traces
from common import FOLDER, SO as TOOL, check, finish
from protobuf_read import fields, one, signed

OUT = f'{FOLDER}/out.pftrace'
INTERNED = {1: 'category', 2: 'name', 5: 'function', 6: 'frame', 7: 'stack', 16: 'build_id', 17: 'path', 18: 'source', 19: 'mapping'}


class Stacks:
    """samples: (pid, tid, time, mode, stack), frames as (function, module, build id, pc, file, line), the outermost first; slices: (thread, start, end, name)."""

    def __init__(self, path):
        with open(path, 'rb') as f:
            packets = [fields(p) for p in fields(f.read())[1]]
        self.samples, self.slices, self.names = [], [], {}
        tracks, sequences, open_ = {}, {}, collections.defaultdict(list)
        for p in packets:
            if one(p, 60, None) is not None:
                t = fields(one(p, 60))
                tracks[one(t, 1)] = t
        thread = lambda uuid: (lambda t: (one(t, 1), one(t, 2)))(fields(one(tracks[uuid], 4)))
        for p in packets:
            s = sequences.setdefault(one(p, 10), {'clock': None, 'track': None, 'table': collections.defaultdict(dict), 'base': None})
            if one(p, 13) & 1:
                s['table'].clear()
            for snapshot in map(fields, p.get(6, ())):
                for c in map(fields, snapshot[1]):
                    if one(c, 1) == 64:
                        s['clock'] = one(c, 2)
            for d in map(fields, p.get(59, ())):
                for event in map(fields, d.get(11, ())):
                    s['track'] = one(event, 11)
                s['base'] = [one(fields(b), 10) for x in map(fields, d.get(12, ())) for b in x[1]] or s['base']
            for data in map(fields, p.get(12, ())):
                for number, kind in INTERNED.items():
                    for e in map(fields, data.get(number, ())):
                        assert one(e, 1) not in s['table'][kind], 'defined twice'
                        s['table'][kind][one(e, 1)] = e
            if not p.get(8) or one(p, 58, 64) != 64:
                continue
            s['clock'] += signed(one(p, 8))
            table = s['table']
            text = lambda kind, iid: one(table[kind][iid], 2, b'').decode('utf-8') if iid else None
            for e in map(fields, p.get(11, ())):
                parent = one(tracks[s['track']], 5)
                if parent not in tracks or not tracks[parent].get(4):
                    continue  # samples of a thread are below its track
                if one(e, 9) == 1:
                    open_[s['track']].append((s['clock'], text('name', one(e, 10))))
                elif one(e, 9) == 2:
                    start, name = open_[s['track']].pop()
                    self.slices.append((thread(parent), start, s['clock'], name))
            for sample in map(fields, p.get(66, ())):
                assert one(p, 13) & 2 and s['base'] == [b'samples'] and not sample.get(1), 'a sample of this sequence'
                stack = []
                for iid in table['stack'][one(sample, 4)][2]:
                    f = table['frame'][iid]
                    m = table['mapping'][one(f, 3)]
                    stack.append((text('function', one(f, 2)), '/'.join(text('path', i) for i in m.get(7, ())), one(table['build_id'][one(m, 2)], 2, b'').hex() if one(m, 2) else None,
                                  one(f, 4), text('source', one(f, 5)), one(f, 6), one(m, 4), one(m, 5)))
                assert stack
                self.samples.append((one(sample, 2), one(sample, 3), s['clock'], one(sample, 5), tuple(stack)))
        self.left = {k: v for k, v in open_.items() if v}


def export(db, *before, **options):
    said = db.export('perfetto', OUT, *before, **options)
    return said, Stacks(OUT) if isinstance(said, dict) else None


def trace(name, **tables):
    return sampled_traces.Traced(TOOL, f'{FOLDER}/{name}.db', **tables)


def moments(t):
    """What a row of stacks is: samples evenly spaced, the last at its end."""
    out = collections.Counter()
    for s in t['stacks']:
        n = 1 if s[6] is None else s[6]
        for i in range(1, n + 1):
            out[(s[1], s[2], s[3] + (s[4] - s[3]) * i // n, {'kernel': 1, 'running': 2}.get(s[7], 0))] += 1
    return out


# ---- by hand

db = trace('hand', **sampled_traces.HAND)
said, got = export(db)
main = ('main', '/bin/app', 'abcdef01', 0xff, None, 0, 0x400000, 0x410000)
solve = ('solve', '/bin/app', 'abcdef01', 0x1ff, None, 0, 0x400000, 0x410000)
wanted = [(7, 8, 2000, 2, (main, solve)), (7, 8, 3000, 2, (main, solve, ('sin', '/lib/libm.so.6', None, 0x300, None, 0, 0x7f0000000000, 0x7f0000020000))),
          (7, 8, 4000, 0, (main, ('sleep', '/bin/app', 'abcdef01', 0x280, None, 0, 0x400000, 0x410000))), (7, 8, 5000, 0, (main, ('sleep', '/bin/app', 'abcdef01', 0x280, None, 0, 0x400000, 0x410000))),
          (7, 8, 6000, 2, (main, ('solve', '/bin/app', 'abcdef01', 0x204, None, 0, 0x400000, 0x410000))),
          *((7, 9, at, 1, (('(unknown)', '', None, 0, None, 0, 0, 0),)) for at in (2000, 3000, 4000)),
          (7, 9, 5000, 0, (('train', '', None, 0, '/src/train.py', 12, 0, 0), ('0x7fff1000', '', None, 0x7fff1000, None, 0, 0, 0))), (7, 9, 6000, 0, (('train', '', None, 0, '/src/train.py', 12, 0, 0),))]
check('samples by hand', sorted(got.samples) == sorted(wanted), [x for x in got.samples if x not in wanted][:2])
slices = sorted((tid, start, end, name) for (pid, tid), start, end, name in got.slices)
check('slices by hand', slices == [(8, 1000, 2000, 'running'), (8, 2000, 3000, 'running'), (8, 3000, 5000, 'blocked'), (8, 5000, 6000, 'running'), (9, 1000, 4000, 'kernel'),
                                   (9, 4000, 5000, 'runnable'), (9, 5000, 6000, 'blocked')], slices)
check('counts: rows', said['samples'] == said['events'] == 7 and said['categories'] == {'SAMPLE': 7} and not said['warnings'], said)
check('a time', sorted(s[2] for s in export(db, start=5500, end=5600)[1].samples) == [6000, 6000])
check('a state', {s[3] for s in export(db, names='running')[1].samples} == {2})
check('no samples', export(db, categories='HIP*')[1].samples == [] and export(db, processes=[8])[1].samples == [])
check('the window', sorted(s[2] for s in export(db, 'SELECT rocpd_window(5500, 5600, 0)')[1].samples) == [6000, 6000])
check('compressed', db.export('perfetto', OUT, compress=True)['events'] == 7)
parts = db.export('perfetto', f'{FOLDER}/part.pftrace', split=3)['parts']
check('parts: each sample in one', len(parts) == 3 and sorted(s for q in parts for s in Stacks(q['path']).samples) == sorted(wanted), parts)

# ---- random and odd ones

for seed in range(6 if not os.environ.get('SOAK') else 200):
    t = sampled_traces.randomly(seed, seed % 2)
    db = trace('random', **t)
    said, got = export(db)
    mine = collections.Counter(s[:4] for s in got.samples)
    check(f'{seed}: moments of samples', mine == moments(t), list((mine - moments(t)) + (moments(t) - mine))[:3])
    named = dict(db.rows('SELECT id, function FROM frames'))
    mine, theirs = collections.Counter(tuple(f[0] for f in s[4]) for s in got.samples), collections.Counter()
    for (pid, tid, state, names), n in sampled_traces.counts(t, lambda f: named[f[0]] or '(unknown)').items():
        theirs[names] += n
    check(f'{seed}: stacks', mine == theirs, list((mine - theirs) + (theirs - mine))[:3])
    check(f'{seed}: samples are those of hotspots', len(got.samples) == db.rows('SELECT sum(samples) FROM hotspots')[0][0])
    spans = collections.Counter((p, tid, start, end, name) for (p, tid), start, end, name in got.slices)
    check(f'{seed}: slices', spans == collections.Counter((s[1], s[2], s[3], s[4], s[7]) for s in t['stacks']) and not got.left, list(spans)[:3])

odd = dict(sampled_traces.ODD, stacks=[s[:6] + ((s[6] % 2 ** 21,) if s[6] and s[6] > 0 else (s[6],)) + s[7:] for s in sampled_traces.ODD['stacks']])
db = trace('odd', **odd)
said, got = export(db)
check('odd: it is read', got and len(got.samples) >= 3 and not any(s[1] <= 0 for s in got.samples) and [w for w in said['warnings'] if 'threads without a number' in w], said)
odd['stacks'] = [(1, 7, 8, 10, 20, 1, 2 ** 62, 'running', None, 10, 0, 0)]
said = trace('many', **odd).export('perfetto', OUT)
check('a weight that nobody counts is cut, with a warning', 2 ** 20 * 15 < said['bytes'] < 2 ** 20 * 30 and [w for w in said['warnings'] if 'more than 1048576 samples' in w], said)
os.remove(OUT)
deep = [(i, 7, i - 1 if i > 1 else None, None, None, 'f%d' % (i % 100), None, None, 0) for i in range(1, 6001)]
said, got = export(trace('deep', frames=deep, stacks=[(1, 7, 8, 0, 10, 6000, 3, 'running', None, 10, 0, 0)]))
check('a deep stack loses its outer frames', [len(s[4]) for s in got.samples] == [4096] * 3 and got.samples[0][4][-1][0] == 'f0')
check('a trace without samples', export(trace('none'))[1].samples == [])
finish()
