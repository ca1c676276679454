"""Sampled stacks in Chrome JSON traces, against the rows of stacks: slices, `samples` and `stackFrames`. Usage: json_stacks.py SELECT_TRACE FOLDER"""
import collections
import json
import os

import sampled_traces
from common import FOLDER, SO as TOOL, check, finish

OUT = f'{FOLDER}/out.json'


class Stacks:
    """samples: (pid, tid, ns, state, functions from the outermost inwards); slices: (thread's name, start, end, name); modules of functions."""

    def __init__(self, path):
        with open(path, encoding='utf-8') as f:
            self.raw = json.load(f)
        base = int(self.raw['otherData']['base_ns'])
        ns = lambda us: base + round(us * 1000)
        self.names = {(e['pid'], e['tid']): e['args']['name'] for e in self.raw['traceEvents'] if e['ph'] == 'M' and e['name'] == 'thread_name'}
        self.slices = [(self.names[e['pid'], e['tid']], ns(e['ts']), ns(e['ts'] + e['dur']), e['name']) for e in self.raw['traceEvents'] if e['ph'] == 'X']
        frames, self.samples = self.raw.get('stackFrames', {}), []
        self.modules = {f['name']: f['category'] for f in frames.values()}
        named = set()
        for s in self.raw.get('samples', ()):
            stack, at = [], str(s['sf'])
            while at:
                assert at != '0' and len(stack) <= len(frames), 'a circle'
                named.add(at)
                stack.insert(0, frames[at]['name'])
                at = frames[at].get('parent')
            assert s['weight'] == 1 and s['cat'] in ('SAMPLE', '')
            self.samples.append((s['pid'], s['tid'], ns(s['ts']), s['name'], tuple(stack)))
        assert named == set(frames), 'frames without samples'


def export(db, *before, **options):
    said = db.export('json', OUT, *before, **options)
    return said, Stacks(OUT) if isinstance(said, dict) else None


def trace(name, **tables):
    return sampled_traces.Traced(TOOL, f'{FOLDER}/{name}.db', **tables)


# ---- by hand

db = trace('hand', **sampled_traces.HAND)
said, got = export(db)
wanted = [(7, 8, 2000, 'running', ('main', 'solve')), (7, 8, 3000, 'running', ('main', 'solve', 'sin')), (7, 8, 4000, 'blocked', ('main', 'sleep')), (7, 8, 5000, 'blocked', ('main', 'sleep')),
          (7, 8, 6000, 'running', ('main', 'solve')), *((7, 9, at, 'kernel', ('(unknown)',)) for at in (2000, 3000, 4000)), (7, 9, 5000, 'runnable', ('train', '0x7fff1000')), (7, 9, 6000, 'blocked', ('train',))]
check('samples by hand', sorted(got.samples) == sorted(wanted), got.samples)
check('samples of a thread are in order of time', all([s[2] for s in got.samples if s[1] == tid] == sorted(s[2] for s in got.samples if s[1] == tid) for tid in (8, 9)))
check('modules', got.modules == {'main': 'app', 'solve': 'app', 'sin': 'libm.so.6', 'sleep': 'app', 'train': 'train.py', '0x7fff1000': '', '(unknown)': ''}, got.modules)
slices = [('samples of solver', 1000, 2000, 'running'), ('samples of solver', 2000, 3000, 'running'), ('samples of solver', 3000, 5000, 'blocked'), ('samples of solver', 5000, 6000, 'running'),
          ('samples of thread 9', 1000, 4000, 'kernel'), ('samples of thread 9', 4000, 5000, 'runnable'), ('samples of thread 9', 5000, 6000, 'blocked')]
check('slices by hand', sorted(got.slices) == slices, got.slices)
check('threads of samples have names', (got.names[7, 8], got.names[7, 9]) == ('solver', 'thread 9'), got.names)
check('counts: rows', said['samples'] == said['events'] == 7 and said['categories'] == {'SAMPLE': 7} and not said['warnings'], said)
for arrange in ('process', 'domain'):
    other = export(db, arrange=arrange)[1]
    check(f'arranged by {arrange}', sorted(s[2:] for s in other.samples) == sorted(s[2:] for s in wanted) and all((s[0], s[1]) in other.names for s in other.samples), other.samples)
check('a time', sorted(s[2] for s in export(db, start=5500, end=5600)[1].samples) == [6000, 6000])
check('a state', {s[3] for s in export(db, names='kernel')[1].samples} == {'kernel'})
check('the window', sorted(s[2] for s in export(db, 'SELECT rocpd_window(5500, 5600, 0)')[1].samples) == [6000, 6000])
for options in ({'processes': [8]}, {'categories': 'HIP*'}):
    got = export(db, **options)[1]
    check(f'without samples no sections: {options}', 'samples' not in got.raw and 'stackFrames' not in got.raw)
check('compressed', db.export('json', OUT + '.gz')['events'] == 7)

# ---- random and odd ones

for seed in range(6 if not os.environ.get('SOAK') else 200):
    t = sampled_traces.randomly(seed, seed % 2)
    db = trace('random', **t)
    said, got = export(db)
    named = dict(db.rows('SELECT id, function FROM frames'))
    mine, theirs = collections.Counter((s[0], s[1], s[4]) for s in got.samples), collections.Counter()
    for (pid, tid, state, names), n in sampled_traces.counts(t, lambda f: named[f[0]] or '(unknown)').items():
        theirs[(pid, tid, names)] += n
    check(f'{seed}: stacks', mine == theirs, list((mine - theirs) + (theirs - mine))[:3])
    check(f'{seed}: samples are those of hotspots', len(got.samples) == db.rows('SELECT sum(samples) FROM hotspots')[0][0])
    moments = collections.Counter((s[3] + (s[4] - s[3]) * i // s[6], s[7] or '') for s in t['stacks'] for i in range(1, s[6] + 1))
    mine = collections.Counter((s[2], s[3]) for s in got.samples)
    check(f'{seed}: moments', mine == moments, list((mine - moments) + (moments - mine))[:3])

odd = dict(sampled_traces.ODD, stacks=[s[:6] + (min(s[6], 9) if s[6] else s[6],) + s[7:] for s in sampled_traces.ODD['stacks']])
said, got = export(trace('odd', **odd))
check('odd: it is read', got and len(got.samples) >= 12, (said, got and got.samples))
check('a trace without samples', 'samples' not in export(trace('none'))[1].raw)
finish()
