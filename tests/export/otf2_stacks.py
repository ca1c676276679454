"""Sampled stacks in OTF2 traces, read by the library's own reader and by otf2-print, against the rows of stacks. Usage: otf2_stacks.py SELECT_TRACE FOLDER"""
import collections
import os
import subprocess

import otf2

import sampled_traces
from common import FOLDER, SO as TOOL, check, finish

OUT = f'{FOLDER}/otf2'


class Stacks:
    """samples: (location, time, state, functions from the outermost inwards, other attributes); places in the source of contexts with them."""

    def __init__(self, path):
        self.samples, self.others, self.places, self.paradigms = [], 0, {}, set()
        with otf2.reader.open(path) as trace:
            for location, event in trace.events:
                if not isinstance(event, otf2.events.CallingContextSample):
                    self.others += 1
                    continue
                stack, at = [], event.calling_context
                while at is not None:
                    stack.insert(0, at.region.name)
                    self.paradigms.add(at.region.paradigm)
                    if at.source_code_location is not None:
                        self.places[at.region.name] = (at.source_code_location.file, at.source_code_location.line_number)
                    at = at.parent
                attributes = {a.name: v for a, v in (event.attributes or {}).items()}
                assert attributes.pop('category', 'SAMPLE') == 'SAMPLE'
                self.generator = event.interrupt_generator
                self.samples.append((location.name, location.group.name, event.time, attributes.pop('state', None), tuple(stack), tuple(sorted(attributes.items()))))


def export(db, *before, **options):
    said = db.export('otf2', OUT, *before, **options)
    return said, Stacks(OUT + '/traces.otf2') if isinstance(said, dict) else None


def trace(name, **tables):
    return sampled_traces.Traced(TOOL, f'{FOLDER}/{name}.db', **tables)


def printed(*options):
    done = subprocess.run(['otf2-print', *options, OUT + '/traces.otf2'], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


# ---- by hand

db = trace('hand', **sampled_traces.HAND)
said, got = export(db)
last = lambda **a: tuple(sorted(a.items()))
row = lambda frame, n, cpu, wait, **more: last(frame_id=frame, samples=n, cpu_ns=cpu, wait_ns=wait, **more)
wanted = [('samples of solver', 'app 7', 2000, 'running', ('main', 'solve'), row(2, 1, 1000, 0)), ('samples of solver', 'app 7', 3000, 'running', ('main', 'solve', 'sin'), row(3, 1, 800, 200)),
          ('samples of solver', 'app 7', 4000, 'blocked', ('main', 'sleep'), ()), ('samples of solver', 'app 7', 5000, 'blocked', ('main', 'sleep'), row(4, 2, 200, 0, syscall=230)),
          ('samples of solver', 'app 7', 6000, 'running', ('main', 'solve'), row(7, 1, 1000, 0)),
          *(('samples of thread 9', 'app 7', at, 'kernel', ('(unknown)',), a) for at, a in ((2000, ()), (3000, ()), (4000, last(samples=3, cpu_ns=3000, wait_ns=0)))),
          ('samples of thread 9', 'app 7', 5000, 'runnable', ('train', '0x7fff1000'), row(6, 1, 0, 1000)), ('samples of thread 9', 'app 7', 6000, 'blocked', ('train',), row(5, 1, 0, 0, syscall=999))]
check('samples by hand', sorted(got.samples) == sorted(wanted), [x for x in got.samples if x not in wanted][:3])
check('places in the source', got.places == {'train': ('/src/train.py', 12)}, got.places)
g = got.generator
check('the period is the mean time of a sample', (g.name, g.period, g.exponent) == ('sampler', 1000, -9), (g.name, g.period, g.exponent))
check('the paradigm', {str(p) for p in got.paradigms} == {'Paradigm.SAMPLING'}, got.paradigms)
check('no other events', got.others == 0 and said['samples'] == said['events'] == 7 and not said['warnings'], said)
code, text = printed('-Werror', '--unwind-calling-context')
check('otf2-print reads it', code == 0 and text.count('CALLING_CONTEXT_SAMPLE') == 10 and 'train' in text, text[-500:])
check('a time', sorted(s[2] for s in export(db, start=5500, end=5600)[1].samples) == [6000, 6000])
check('a state', {s[3] for s in export(db, names='kernel')[1].samples} == {'kernel'})
check('no samples', db.export('otf2', OUT, processes=[8])['events'] == 0)
check('the window', sorted(s[2] for s in export(db, 'SELECT rocpd_window(5500, 5600, 0)')[1].samples) == [6000, 6000])

# ---- random and odd ones

for seed in range(4 if not os.environ.get('SOAK') else 100):
    t = sampled_traces.randomly(seed, seed % 2)
    db = trace('random', **t)
    said, got = export(db)
    named = dict(db.rows('SELECT id, function FROM frames'))
    mine, theirs = collections.Counter(s[4] for s in got.samples), collections.Counter()
    for (pid, tid, state, names), n in sampled_traces.counts(t, lambda f: named[f[0]] or '(unknown)').items():
        theirs[names] += n
    check(f'{seed}: stacks', mine == theirs, list((mine - theirs) + (theirs - mine))[:3])
    check(f'{seed}: samples are those of hotspots', len(got.samples) == db.rows('SELECT sum(samples) FROM hotspots')[0][0])
    moments = collections.Counter()
    for s in t['stacks']:
        for i in range(1, s[6] + 1):
            moments[(s[3] + (s[4] - s[3]) * i // s[6], s[7])] += 1
    mine = collections.Counter((s[2], s[3]) for s in got.samples)
    check(f'{seed}: moments', mine == moments, list((mine - moments) + (moments - mine))[:3])
    sums = collections.Counter()
    for s in got.samples:
        sums.update(dict(s[5]))
    check(f'{seed}: CPU time', (sums['cpu_ns'], sums['samples']) == (sum(s[9] or 0 for s in t['stacks']), sum(s[6] for s in t['stacks'])), sums)
    check(f'{seed}: otf2-print', printed('-Werror', '--silent')[0] == 0)

odd = dict(sampled_traces.ODD, stacks=[s[:6] + (min(s[6], 9) if s[6] else s[6],) + s[7:] for s in sampled_traces.ODD['stacks']])
said, got = export(trace('odd', **odd))
check('odd: it is read', got and len(got.samples) >= 12 and printed('--silent')[0] == 0, (said, got and got.samples))
trace('none').export('otf2', OUT)
check('a trace without samples has none of it', not any(w in printed('-G')[1] for w in ('CALLING_CONTEXT', 'INTERRUPT_GENERATOR', 'SAMPLING', '"state"')))
finish()
