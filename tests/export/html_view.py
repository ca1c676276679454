"""Reports for html_view.js and html_odd.js, and what SQL and the other exports say of them: NAME.html in FOLDER, and all facts in facts.json."""
import json
import os
import sqlite3
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'database'), os.path.dirname(__file__)]
from common import BUILD, FOLDER, attached, generate, rows, value  # noqa: E402
sys.argv[1:] = []
import check as decoder  # noqa: E402
from report import covered  # noqa: E402

facts = {}
TEN_DAYS = 864000 * 10**9


def report(name, *paths, **options):
    db = attached(*paths)
    said = value(db, 'SELECT rocpd_export_html(?, ?)', f'{FOLDER}/{name}.html', json.dumps(dict(options, overwrite=True)))
    assert said.startswith('{'), said
    facts[name] = {'events': json.loads(said)['events'], 'tracks': json.loads(said)['tracks']}
    return db


def perfetto(db):
    """Names of processes, groups, tracks and counters as a Perfetto trace has them, each in the order of its ranks."""
    said = value(db, 'SELECT rocpd_export_perfetto(?, ?)', f'{FOLDER}/out.pftrace', '{"overwrite":true,"counters":true}')
    assert said.startswith('{'), said
    trace = decoder.Perfetto(f'{FOLDER}/out.pftrace')
    of = {'process': {}, 'group': {}, 'track': {}, 'counter': {}}
    for uuid, t in trace.tracks.items():
        above = trace.tracks.get(t['parent'], {})
        kind = 'process' if t['kind'] == 'process' else 'counter' if uuid in trace.counters else 'group' if t['ordered'] else 'track'
        if kind == 'counter':  # those of one rank are sorted by name
            of[kind].setdefault((above.get('kind') != 'process', above.get('rank', -1)), []).append((t['rank'], t['name']))
        elif kind != 'track' or t['kind'] == 'thread' or above.get('ordered'):
            of[kind].setdefault(t['rank'], t['name'])
    return {kind: [names[rank] if kind != 'counter' else [name for _, name in sorted(names[rank])] for rank in sorted(names)] for kind, names in of.items()}


def folded(db, what):
    said = value(db, 'SELECT rocpd_export_folded(?, ?)', f'{FOLDER}/out.folded', json.dumps({'value': what, 'overwrite': True}))
    assert said.startswith('{'), said
    return sum(int(line.rsplit(' ', 1)[1]) for line in open(f'{FOLDER}/out.folded', encoding='utf-8'))


def edited(name, *statements):
    """A database with every kind of record after some statements; {X} is the suffix of its tables."""
    path = generate(name, '--seed', '3')
    db = sqlite3.connect(path)
    ending = db.execute("SELECT substr(name, 13) FROM sqlite_master WHERE name LIKE 'rocpd_region_%' AND type = 'table'").fetchone()[0]
    for statement in statements:
        db.execute(statement.replace('{X}', ending))
    db.commit()
    db.close()
    return path


ONLY_CALLS = [f'DELETE FROM "rocpd_{table}{{X}}"' for table in ('kernel_dispatch', 'memory_copy', 'memory_allocate', 'sample')]

db = report('given', f'{FOLDER}/given.rocz', counters=True, args=True)
facts['given'].update(
    rules=[r for r, in rows(db, 'SELECT rule FROM advice')],
    kernel=rows(db, 'SELECT name, total_calls, max_ns FROM top_kernels ORDER BY total_ns DESC LIMIT 1')[0], launches=value(db, 'SELECT count(*) FROM launches'),
    calls=folded(db, 'calls'), samples=folded(db, 'samples'),
    needle=rows(db, "SELECT a.name || '=' || a.value FROM region_args a GROUP BY 1 HAVING count(*) BETWEEN 20 AND 2000 ORDER BY count(*), 1 LIMIT 1")[0][0])
facts['given']['sizes'], facts['given']['first'] = rows(db, """SELECT count(DISTINCT r.id), min(r.start) FROM regions r JOIN region_args a ON a.guid = r.guid AND a.id = r.id
    WHERE instr(a.name || '=' || a.value, ?)""", facts['given']['needle'])[0]
db = report('everything', generate('everything.db', '--scale', '1'), counters=True)
facts['everything']['perfetto'] = perfetto(db)
db = report('much', f'{FOLDER}/much.rocz')
facts['much']['busy'] = [[f'thread {tid}', covered(rows(db, 'SELECT start, "end" FROM regions WHERE tid = ?', tid))] for tid, in rows(db, 'SELECT DISTINCT tid FROM regions')] + [
    [f'stream {stream}', covered(rows(db, 'SELECT start, "end" FROM kernels WHERE stream_id = ?1 UNION ALL SELECT start, "end" FROM memory_copies WHERE stream_id = ?1', stream))]
    for stream, in rows(db, 'SELECT DISTINCT stream_id FROM kernels')]
facts['much']['all'] = covered(rows(db, 'SELECT start, "end" FROM regions UNION ALL SELECT start, "end" FROM kernels UNION ALL SELECT start, "end" FROM memory_copies'))
db = report('open', f'{FOLDER}/open.rocz', counters=True)
facts['open']['perfetto'] = perfetto(db)
never, begun = rows(db, 'SELECT K.name, R.start FROM kernels K JOIN regions R ON R.stack_id = K.stack_id WHERE K.start IS NULL')[0]
facts['open'].update(never=never, areas=[])
for start, end in ((begun - 300000, begun + 300000), (begun + 400000, value(db, 'SELECT max(start) FROM regions') + 1000)):  # events that never began are in the first, events without an end in the second
    facts['open']['areas'].append([str(start), str(end), rows(db, """SELECT name, count(*) FROM (SELECT name, start, "end" FROM kernels UNION ALL SELECT name, start, "end" FROM regions
        UNION ALL SELECT name, start, "end" FROM memory_copies) WHERE start <= ?2 AND coalesce("end", ?1) >= ?1 GROUP BY name""", start, end)])

# ---- unusual traces
for i in range(10):
    subprocess.run([f'{BUILD}/bench/tracegen', f'{FOLDER}/wide{i}.rocz', '2000', 'threads=20', 'queues=8', f'pid={100 + i}'], check=True, stdout=subprocess.DEVNULL)
report('wide', *[f'{FOLDER}/wide{i}.rocz' for i in range(10)])
os.mkdir(f'{FOLDER}/processes')  # many
subprocess.run(['sh', 'tests/helper/many.sh', f'{BUILD}/bench/tracegen', f'{FOLDER}/processes/', '1000' if os.environ.get('SOAK') else '200'], check=True)
report('processes', f'{FOLDER}/processes')
report('alone', f'{FOLDER}/given.rocz', tables=False)
report('one', edited('one.db', *ONLY_CALLS, 'DELETE FROM "rocpd_region{X}" WHERE id != (SELECT min(id) FROM "rocpd_region{X}")', 'UPDATE "rocpd_region{X}" SET "end" = start'))
report('days', edited('days.db', *ONLY_CALLS, f'UPDATE "rocpd_region{{X}}" SET start = start + {TEN_DAYS}, "end" = "end" + {TEN_DAYS} WHERE id % 2'))
# All times are beyond the limits, so no event has a time.
db = sqlite3.connect(generate('timeless.db', '--seed', '3'))
for name, column in db.execute("SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name IN ('start', 'end', 'timestamp')").fetchall():
    db.execute(f'UPDATE "{name}" SET "{column}" = "{column}" + ?', (2**63 - 10**13,))
db.commit()
db.close()
report('timeless', f'{FOLDER}/timeless.db')
# A call that launched a hundred kernels.
launched = '(SELECT stack_id FROM "rocpd_event{X}" WHERE id = (SELECT event_id FROM "rocpd_region{X}" ORDER BY id LIMIT 1))'
report('hundred', edited('hundred.db', f'UPDATE "rocpd_event{{X}}" SET stack_id = coalesce(nullif({launched}, 0), 77) WHERE id IN (SELECT event_id FROM "rocpd_kernel_dispatch{{X}}" ORDER BY id LIMIT 100) '
                         'OR id = (SELECT event_id FROM "rocpd_region{X}" ORDER BY id LIMIT 1)'))
# One byte of the data is changed.
data = bytearray(open(f'{FOLDER}/given.html', 'rb').read())
at = data.index(b'<script type="text/plain" id="b') + 4000
data[at] = ord('A') if data[at] != ord('A') else ord('B')
open(f'{FOLDER}/damaged.html', 'wb').write(data)
json.dump(facts, open(f'{FOLDER}/facts.json', 'w', encoding='utf-8'))
