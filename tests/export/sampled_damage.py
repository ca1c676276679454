"""Files with sampled stacks that are cut or damaged: each format says so or writes what is left, with the samples that hotspots counts.
Usage: sampled_damage.py ROCPD_SO FOLDER SELECT_TRACE"""
import collections
import gzip
import json
import os
import random
import sys

import sampled_traces
from common import FOLDER, check, finish, loaded
from protobuf_read import fields, packed, signed

tool = sys.argv[3]
sampled_traces.Traced(tool, f'{FOLDER}/t.db', **sampled_traces.randomly(5)).export('rocz', f'{FOLDER}/whole.rocz')
with open(f'{FOLDER}/whole.rocz', 'rb') as f:
    whole = f.read()
said = collections.Counter()


def pprof_samples(path):
    with open(path, 'rb') as f:
        return sum(signed(packed(fields(s)[2])[0]) for s in fields(gzip.decompress(f.read()))[2])


def all_formats(what, data, skip=True):
    with open(f'{FOLDER}/cut.rocz', 'wb') as f:
        f.write(data)
    try:
        db = loaded()
        db.execute('SELECT rocpd_attach(?, ?)', (f'{FOLDER}/cut.rocz', '{"damaged":"skip"}' if skip else '{}'))
    except Exception:
        said['not attached'] += 1
        return
    counts = {}
    for kind, end in (('pprof', '.pb.gz'), ('json', '.json'), ('perfetto', '.pftrace'), ('html', '.html')):
        try:
            result = json.loads(db.execute(f'SELECT rocpd_export_{kind}(?, ?)', (f'{FOLDER}/x{end}', '{"overwrite":true,"tables":false}' if kind == 'html' else '{"overwrite":true}')).fetchone()[0])
            counts[kind] = result['samples']
            said['written'] += 1
        except Exception as e:
            said['refused'] += 1
            counts[kind] = str(e)
    try:
        wanted, rows = db.execute('SELECT (SELECT total(samples) FROM hotspots), (SELECT count(*) FROM stacks)').fetchone()
    except Exception:
        return
    if isinstance(counts['pprof'], int):
        check(f'{what}: pprof has the samples of hotspots', pprof_samples(f'{FOLDER}/x.pb.gz') == wanted, (counts, wanted))
    if isinstance(counts['json'], int):
        with open(f'{FOLDER}/x.json') as f:
            check(f'{what}: JSON has them, too', len(json.load(f).get('samples', ())) == wanted, (counts, wanted))
    check(f'{what}: formats have the same rows', {c for c in (counts['json'], counts['perfetto'], counts['html']) if isinstance(c, int)} <= {rows}, (counts, rows))


r = random.Random(1)
all_formats('whole', whole)
for i in range(12 if not os.environ.get('SOAK') else 400):
    all_formats(f'cut {i}', whole[:r.randrange(len(whole))])
for i in range(24 if not os.environ.get('SOAK') else 2000):
    data = bytearray(whole)
    for _ in range(r.choice((1, 1, 4, 64))):
        data[r.randrange(len(data))] = r.randrange(256)
    all_formats(f'damaged {i}', bytes(data), i % 2)
check('some were written, and some refused', said['written'] > 20 and said['refused'] + said['not attached'] > 0, said)
finish()
