"""rocpd_export_pprof() read by a decoder of protocol buffers that is written from the published profile.proto alone, and by go tool pprof if it is there: samples
equal the rows of stacks, times equal hotspots to the nanosecond. Usage: pprof.py SELECT_TRACE FOLDER"""
import collections
import gzip
import os
import shutil
import subprocess

import sampled_traces
from common import FOLDER, SO as TOOL, check, finish
from protobuf_read import fields, one, packed, signed

OUT = f'{FOLDER}/out.pb.gz'
VALUES = [('samples', 'count'), ('cpu', 'nanoseconds'), ('runnable', 'nanoseconds'), ('blocked', 'nanoseconds'), ('wall', 'nanoseconds')]


def read(path):
    """The profile: what refers to something by number refers to it itself; everything that a reader may rely on is checked."""
    with open(path, 'rb') as f:
        raw = fields(gzip.decompress(f.read()))
    text = [t.decode('utf-8') for t in raw[6]]
    assert text[0] == '' and '' not in text[1:], 'texts'
    types = [(text[one(fields(t), 1)], text[one(fields(t), 2)]) for t in raw[1]]
    mappings, functions, locations = {}, {}, {}
    for m in map(fields, raw[3]):
        assert one(m, 1) and one(m, 1) not in mappings
        mappings[one(m, 1)] = dict(start=one(m, 2), limit=one(m, 3), file=text[one(m, 5)], build_id=text[one(m, 6)], named=bool(one(m, 7)))
    for m in map(fields, raw[5]):
        assert one(m, 1) and one(m, 1) not in functions
        functions[one(m, 1)] = dict(name=text[one(m, 2)], system=text[one(m, 3)], file=text[one(m, 4)])
    for m in map(fields, raw[4]):
        assert one(m, 1) and one(m, 1) not in locations and len(m[4]) == 1
        line = fields(m[4][0])
        locations[one(m, 1)] = dict(functions[one(line, 1)], line=signed(one(line, 2)), address=one(m, 3), mapping=mappings[one(m, 2)] if one(m, 2) else None)
    samples = []
    for m in map(fields, raw[2]):
        values, labels = [signed(v) for v in packed(m[2])], {}
        assert len(values) == len(types)
        for label in map(fields, m[3]):
            assert one(label, 1) and text[one(label, 1)] not in labels
            labels[text[one(label, 1)]] = text[one(label, 2)] if label.get(2) else signed(one(label, 3))
        samples.append(dict(zip((t[0] for t in types), values), labels=labels, stack=[locations[i] for i in reversed(packed(m[1]))]))
        assert samples[-1]['stack']
    period = fields(raw[11][0])
    return dict(types=types, samples=samples, mappings=list(mappings.values()), time=signed(one(raw, 9)), duration=one(raw, 10), period=one(raw, 12),
                period_type=(text[one(period, 1)], text[one(period, 2)]), default=text[one(raw, 14)], comments=[text[i] for i in raw[13]])


def export(db, *before, **options):
    """What the function returns, and the profile; or the message of its failure."""
    said = db.export('pprof', OUT, *before, **options)
    return said, read(OUT) if isinstance(said, dict) else None


def trace(name, **tables):
    return sampled_traces.Traced(TOOL, f'{FOLDER}/{name}.db', **tables)


# ---- by hand

db = trace('hand', **sampled_traces.HAND)
said, p = export(db)
check('types', p['types'] == VALUES and p['default'] == 'cpu' and p['period_type'] == ('wall', 'nanoseconds'), p['types'])
rows = sorted((s['labels']['tid'], s['labels']['state'], '/'.join(f['name'] for f in s['stack']), s['samples'], s['cpu'], s['runnable'], s['blocked'], s['wall'])
              for s in p['samples'])
# Thread 8: 3000 ns of CPU for 3 running samples, 200 of waiting without a sample over all 5, 1800 of being blocked for the 2 samples.
# Thread 9: 3000 ns of CPU for 3 samples in the kernel, 1000 of waiting, 1000 of being blocked.
wanted = [(8, 'blocked', 'main/sleep', 2, 0, 0, 1800, 1800), (8, 'runnable', 'main/sleep', 0, 0, 80, 0, 80), (8, 'runnable', 'main/solve', 0, 0, 40, 0, 40),
          (8, 'runnable', 'main/solve', 0, 0, 40, 0, 40), (8, 'runnable', 'main/solve/sin', 0, 0, 40, 0, 40), (8, 'running', 'main/solve', 1, 1000, 0, 0, 1000),
          (8, 'running', 'main/solve', 1, 1000, 0, 0, 1000), (8, 'running', 'main/solve/sin', 1, 1000, 0, 0, 1000), (9, 'blocked', 'train', 1, 0, 0, 1000, 1000),
          (9, 'kernel', '(unknown)', 3, 3000, 0, 0, 3000), (9, 'runnable', 'train/0x7fff1000', 1, 0, 1000, 0, 1000)]
check('samples and times by hand', rows == wanted, rows)
labels = {(s['labels']['tid'], s['labels']['thread'], s['labels']['pid'], s['labels'].get('syscall')) for s in p['samples']}
check('labels', labels == {(8, 'solver', 7, None), (8, 'solver', 7, 'clock_nanosleep'), (9, 'thread 9', 7, None), (9, 'thread 9', 7, '999')}, labels)
both = export(trace('named', **{**sampled_traces.HAND, 'rocpd_info_thread': [(1, 1, 7, 8, 'solver'), (2, 1, 7, 9, 'reader')]}))[1]
check('each thread has its own name', {(s['labels']['tid'], s['labels']['thread']) for s in both['samples']} == {(8, 'solver'), (9, 'reader')})
check('mappings', [(m['file'], m['build_id'], m['start'], m['limit']) for m in p['mappings']] ==
      [('/bin/app', 'abcdef01', 0x400000, 0x410000), ('/lib/libm.so.6', '', 0x7f0000000000, 0x7f0000020000), ('[vdso]', '00ff', 0, 0)], p['mappings'])
places = {(f['name'], f['address'], f['mapping'] and f['mapping']['file'], f['file'], f['line']) for s in p['samples'] for f in s['stack']}
check('places: a call is before the address that it returns to', places == {
    ('main', 0x4000ff, '/bin/app', '', 0), ('solve', 0x4001ff, '/bin/app', '', 0), ('solve', 0x400204, '/bin/app', '', 0), ('sin', 0x7f0000000300, '/lib/libm.so.6', '', 0),
    ('sleep', 0x400280, '/bin/app', '', 0), ('train', 0, None, '/src/train.py', 12), ('0x7fff1000', 0x7fff1000, None, '', 0), ('(unknown)', 0, None, '', 0)}, places)
check('time: first start to last end, mean time of a sample', (p['time'], p['duration'], p['period']) == (1000, 5000, 1000), (p['time'], p['duration'], p['period']))
check('counts', said['samples'] == said['events'] == 10 and said['categories'] == {'SAMPLE': 10} and not said['warnings'], said)

# ---- options

of = lambda p: sorted({(s['labels']['tid'], f['name']) for s in p['samples'] for f in s['stack'][-1:]})
check('a time: rows that overlap it count whole', of(export(db, start=5500, end=5600)[1]) == [(8, 'solve'), (9, 'train')])
check('... and its span is that of the time', (lambda p: (p['time'], p['duration']))(export(db, start=5500, end=5600)[1]) == (5500, 100))
check('no process', export(db, processes=[8])[1]['samples'] == [] and 'no event is in it' in export(db, processes=[8])[0]['warnings'][0])
check('no process: refused', 'nothing is written' in export(db, processes=[8], allow_empty=False)[0])
for option in ({'names': 'x'}, {'categories': 'x'}, {'agents': [1]}, {'min_duration_ns': 1}):
    check(f'refused: {option}', f'option {list(option)[0]}: it chooses events' in export(db, **option)[0], export(db, **option))
check('the window of the connection', of(export(db, 'SELECT rocpd_window(5500, 5600, 0)')[1]) == [(8, 'solve'), (9, 'train')])
parts = db.export('pprof', f'{FOLDER}/part.pb.gz', split=3)['parts']
check('parts: each sample in one', len(parts) == 3 and sum(s['samples'] for q in parts for s in read(q['path'])['samples']) == 10, parts)

# ---- random traces


def same_as_hotspots(db, p):
    """By thread, function and module: own samples and times are those of hotspots, exactly."""
    mine = collections.defaultdict(lambda: [0] * 6)
    for s in p['samples']:
        f, l = s['stack'][-1], s['labels']
        module = os.path.basename(f['mapping']['file'] if f['mapping'] else f['file'])
        sums = mine[(l.get('pid', ''), l.get('tid', ''), f['name'], module)]
        for i, n in enumerate((s['samples'], s['cpu'], s['runnable'], s['blocked'], s['wall'], s['cpu'] if l['state'] == 'kernel' else 0)):
            sums[i] += n
    theirs = {tuple(r[:4]): list(r[4:]) for r in db.rows(
        "SELECT pid, tid, coalesce(function, '(unknown)'), coalesce(module, ''), samples, running_ns, runnable_ns, blocked_ns, self_ns, kernel_ns"
        " FROM hotspots('thread') WHERE samples OR self_ns")}
    return dict(mine) == theirs or [(k, mine.get(k), theirs.get(k)) for k in sorted(set(mine) | set(theirs), key=str) if mine.get(k) != theirs.get(k)][:3]


for seed in range(8 if not os.environ.get('SOAK') else 200):
    t = sampled_traces.randomly(seed, seed % 2)
    db = trace('random', **t)
    said, p = export(db)
    named = dict(db.rows('SELECT id, function FROM frames'))
    seen, wanted = collections.Counter(), sampled_traces.counts(t, lambda f: named[f[0]] or '(unknown)')
    for s in p['samples']:
        seen[(s['labels']['pid'], s['labels']['tid'], s['labels']['state'], tuple(f['name'] for f in s['stack']))] += s['samples']
    check(f'{seed}: samples', +seen == wanted, list((+seen - wanted) + (wanted - +seen))[:3])
    check(f'{seed}: times', same_as_hotspots(db, p) is True, same_as_hotspots(db, p))

# ---- odd ones

db = trace('odd', **sampled_traces.ODD)
said, p = export(db)
check('odd: it is read', p is not None and len(p['samples']) >= 5, said)
check('odd: samples', sum(s['samples'] for s in p['samples']) == db.rows('SELECT sum(samples) FROM hotspots')[0][0])
check('odd: times', sum(s['wall'] for s in p['samples']) == db.rows('SELECT sum(self_ns) FROM hotspots')[0][0])
deep = [(i, 7, i - 1 if i > 1 else None, None, None, 'f%d' % (i % 100), None, None, 0) for i in range(1, 6001)]
db = trace('deep', frames=deep, stacks=[(1, 7, 8, 0, 10, 6000, 3, 'running', None, 10, 0, 0), (2, 7, 8, 10, 20, 4096, 1, 'running', None, 10, 0, 0)])
said, p = export(db)
check('a deep stack loses its outer frames, and says so', sorted(len(s['stack']) for s in p['samples']) == [4096, 4096] and
      [w for w in said['warnings'] if w.startswith('3 samples have stacks of more than 4096 frames')] and p['samples'][0]['stack'][-1]['name'] in ('f0', 'f96'), said)
db = trace('none')
said, p = export(db)
check('a trace without samples', p['samples'] == [] and said['events'] == 0 and 'no event is in it' in said['warnings'][0], said)

# ---- its own reader

go = shutil.which('go') or shutil.which('go', path=':'.join(f'/usr/lib/go-1.{i}/bin' for i in range(40, 10, -1)))
if go:
    def pprof(*options):
        return subprocess.run([go, 'tool', 'pprof', *options, OUT], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, HOME=FOLDER)).stdout
    export(trace('hand', **sampled_traces.HAND))
    raw = pprof('-raw')
    check('go tool pprof reads it', 'samples/count cpu/nanoseconds[dflt] runnable/nanoseconds blocked/nanoseconds wall/nanoseconds' in raw and '0x400000/0x410000' in raw, raw)
    top = pprof('-sample_index=wall', '-top', '-nodecount=100', '-nodefraction=0', '-edgefraction=0')
    check('... and adds it up', 'Total samples = 10us' in top and any(line.split()[0] == '3us' and line.endswith('(unknown)') for line in top.splitlines()[6:]), top)
    found = pprof('-sample_index=blocked', '-top', '-nodefraction=0', '-tagfocus', 'thread=solver')
    check('... and filters by thread', '1.80us' in found and 'sleep' in found and 'train' not in found, found)
    export(trace('odd', **sampled_traces.ODD))
    check('... also an odd one', 'Samples:' in pprof('-raw'), pprof('-raw')[:300])
else:
    print('# no go: its pprof does not read it')
finish()
