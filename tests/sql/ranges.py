"""rocpd_in_range and rocpd_window('NAME/N') against a list of the ranges."""
import json
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import attached, check, finish, generate, rows, value  # noqa: E402

random.seed(5)


def write_ranges(path):
    """The file's regions become ranges of few names, at random times."""
    db = sqlite3.connect(path)
    table = db.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'rocpd_region_*'").fetchone()[0]
    event = table.replace('region', 'event')
    made = []
    for (region,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
        start = random.randint(10000, 30000)
        end = start + random.choice([0, 1, 50, 500, 5000])
        message = random.choice(['step', 'step', 'forward', 'a/2', 'a'])
        (event_id,) = db.execute(f'INSERT INTO "{event}" (extdata) VALUES (?) RETURNING id', (json.dumps({'message': message}),)).fetchone()
        db.execute(f'UPDATE "{table}" SET start = ?, end = ?, event_id = ? WHERE id = ?', (start, end, event_id, region))
        made.append((start, end, message))
    db.commit()
    db.close()
    return made


paths = [generate(f'ranges/{i}.db', '--seed', str(i), '--scale', '3') for i in (1, 2)]
made = sorted(sum((write_ranges(p) for p in paths), []))
db = attached(*paths)
check('the ranges',
      rows(db, "SELECT start, \"end\", json_extract(extdata, '$.message') AS m FROM regions WHERE m NOT NULL ORDER BY 1, 2, 3"), made)
wrong = []
for _ in range(3000):
    start = random.randint(9000, 36000)
    end = start + random.choice([0, 1, 20, 300])
    name = random.choice(['step', 'forward', 'a', 'a/2', 'a/1', 'step/3', 'forward/1', 'step/1'])
    among = [r for r in made if r[2] == name]
    if not among:
        base, k = name.split('/')
        among = [[r for r in made if r[2] == base][int(k) - 1]]
    want = int(any(r[0] <= start and end <= r[1] for r in among))
    got = value(db, 'SELECT rocpd_in_range(?, ?, ?)', start, end, name)
    if got != want:
        wrong.append((start, end, name, got, want))
check('random times', wrong, [])
steps = [r for r in made if r[2] == 'step']
ends = "SELECT rocpd_in_range(?1, ?2, ?3), rocpd_in_range(?1 - 1, ?2, ?3), rocpd_in_range(?1, ?2 + 1, ?3)"
check('bounds belong to a range, a time 1 ns beyond does not', [(k, s) for k, s in enumerate(steps, 1) if rows(db, ends, s[0], s[1], f'step/{k}') != [(1, 0, 0)]][:3], [])
check('with names from rows', rows(db, "SELECT column1, rocpd_in_range(?1, ?1, column1) FROM (VALUES ('step/1'), ('step/2'))", steps[1][0]),
      [(f'step/{k + 1}', int(steps[k][0] <= steps[1][0] <= steps[k][1])) for k in (0, 1)])
check('NULL', rows(db, "SELECT rocpd_in_range(NULL, 1, 'step'), rocpd_in_range(1, NULL, 'step'), rocpd_in_range(1, 1, NULL)"), [(None, None, None)])
for k in (1, 2, len(steps)):
    check(f'window of the {k}th', json.loads(value(db, 'SELECT rocpd_window(?, ?)', f'step/{k}', steps[-1][1] + 1 if steps[k - 1][0] == steps[k - 1][1] else f'step/{k}')),
          {'start': steps[k - 1][0], 'end': steps[-1][1] + 1 if steps[k - 1][0] == steps[k - 1][1] else steps[k - 1][1], 'inclusive': 1})
rows(db, 'SELECT rocpd_window()')
# Times as people write them: after the first event of the trace, and times of day in UTC (the file's time 0 is 1700000000 s).
first, last = rows(db, f"SELECT min(start), max(\"end\") FROM (SELECT start, \"end\" FROM kernels UNION ALL SELECT start, \"end\" FROM regions_and_samples UNION ALL "
                       "SELECT start, \"end\" FROM memory_copies UNION ALL SELECT start, \"end\" FROM memory_allocations UNION ALL SELECT start, \"end\" FROM scratch_memory)")[0]
for text, after in (('500ns', 500), ('2us', 2000), ('1.5us', 1500), ('0.003ms', 3000), ('0.000004s', 4000), ('0.0000001min', 6000), ('0.00000001h', 36000)):
    check(f'{text} from the start', json.loads(value(db, 'SELECT rocpd_window(?, NULL)', text))['start'], first + after)
    check(f'... as an end', json.loads(value(db, "SELECT rocpd_window('0ms', ?)", text))['end'], first + after)
    rows(db, 'SELECT rocpd_window()')
day = rows(db, 'SELECT wall_offset_ns FROM sources WHERE wall_offset_ns IS NOT NULL LIMIT 1')
for odd in ('1.2.3s', 's', '5 s', '5sec', '-1ms', '25:00', '12:60', '12:30:05.2.1', '12:30:05x', '12:'):
    check(f'not a time: {odd}', 'no region or sample has this' in value(db, 'SELECT rocpd_window(?, NULL)', odd), True)
if not day:
    check('an unknown time of day', value(db, "SELECT rocpd_window('12:30:05', NULL)"), "OperationalError: rocpd_window: '12:30:05': the trace does not say at what time of day it was recorded")
check('an end that is the start', value(db, 'SELECT rocpd_window(5, 5)'), "OperationalError: rocpd_window: the window's end, 5, is not after its start, 5")
check('an ambiguous name', value(db, f"SELECT rocpd_window('step')"),
      f"OperationalError: rocpd_window: 'step': {len(steps)} regions and samples have this message; add a number: 'step/2' is the second")
check('an occurrence that does not exist', value(db, "SELECT rocpd_in_range(1, 2, 'step/1000')"),
      f"OperationalError: rocpd_in_range: 'step/1000': the trace has only {len(steps)} with this message")
check('one more than there are', value(db, 'SELECT rocpd_in_range(1, 2, ?)', f'step/{len(steps) + 1}'),
      f"OperationalError: rocpd_in_range: 'step/{len(steps) + 1}': the trace has only {len(steps)} with this message")
check('an unknown name', value(db, "SELECT rocpd_in_range(1, 2, 'nothing/1')"),
      "OperationalError: rocpd_in_range: 'nothing/1': expected the name of a marker; no region or sample has this message or name")
check('an unknown name, for a window', value(db, "SELECT rocpd_window('nothing')"),
      "OperationalError: rocpd_window: 'nothing': expected ns, 10ms, 12:30:05, 10% or the name of a marker; no region or sample has this message or name")
for odd in ('/1', 'step/', 'step/0', 'step/-1', 'step/1x', 'step/99999999999999999999'):
    check(f'odd: {odd}', 'no region or sample has this' in value(db, 'SELECT rocpd_in_range(1, 2, ?)', odd), True)
finish()
