"""What health says is odd about rows, against plain SQL on copies of the tables, with rows made odd."""
import os
import random
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import HERE, attached, check, finish, generate, rows  # noqa: E402
from random_trace import random_trace, tables  # noqa: E402

r = random.Random(23)
LAUNCH = "r.name GLOB 'hip*Launch*Kernel*' AND r.name NOT GLOB '*MultiDevice*'"
WANTED = {
    'kernels of negative duration': 'SELECT count(*) FROM k WHERE "end" < start',
    'copies of negative duration': 'SELECT count(*) FROM c WHERE "end" < start',
    'calls of negative duration': 'SELECT count(*) FROM r WHERE "end" < start',
    'kernels of no duration': 'SELECT count(*) FROM k WHERE "end" = start',
    'kernels before their launch': 'SELECT count(*) FROM k JOIN (SELECT guid, stack_id, min(rowid) AS i FROM r WHERE stack_id <> 0 GROUP BY 1, 2) f USING (guid, stack_id) JOIN r ON r.rowid = f.i WHERE k.start < r.start',
    'kernels without launch': 'SELECT count(*) FROM k WHERE EXISTS (SELECT 1 FROM r) AND NOT EXISTS (SELECT 1 FROM r WHERE r.guid = k.guid AND r.stack_id = k.stack_id AND r.stack_id <> 0)',
    'launches without kernel': f"""SELECT count(*) FROM r WHERE {LAUNCH} AND "end" IS NOT NULL AND coalesce(result, 0) = 0 AND EXISTS (SELECT 1 FROM k)
       AND r.rowid NOT IN (SELECT min(r.rowid) FROM k JOIN r ON r.guid = k.guid AND r.stack_id = k.stack_id AND r.stack_id <> 0 GROUP BY k.rowid)""",
    'unfinished ranges': """SELECT count(*) FROM r WHERE "end" IS NULL AND (category LIKE 'MARKER%' OR category = 'rocm_marker_api')"""}


def odd(path):
    """Some rows whose times cannot be, some without an end, calls that launch or not."""
    with sqlite3.connect(path) as db:
        for base in ('rocpd_kernel_dispatch', 'rocpd_memory_copy', 'rocpd_region'):
            for table in tables(db, base):
                for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
                    how = r.random()
                    if how < .15:
                        db.execute(f'UPDATE "{table}" SET "end" = start - ? WHERE id = ?', (r.randrange(1, 9), i))
                    elif how < .3:
                        db.execute(f'UPDATE "{table}" SET "end" = start WHERE id = ?', (i,))
        for table in tables(db, 'rocpd_event'):
            for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
                if r.random() < .3:
                    db.execute(f'UPDATE "{table}" SET stack_id = ? WHERE id = ?', (r.choice([0, 0, 7, 100000 + i]), i))
        for table in tables(db, 'rocpd_string'):
            db.execute(f"""UPDATE "{table}" SET string = 'hipLaunchKernel' || CASE id % 2 WHEN 1 THEN '' ELSE '_spt' END WHERE string GLOB 'hip*' AND id % 3 = 0
                           AND NOT EXISTS (SELECT 1 FROM "{table}" s WHERE s.string GLOB 'hipLaunchKernel*')""")


found = {name: 0 for name in WANTED}


def compare(db, case):
    for name, table in (('k', 'kernels'), ('c', 'memory_copies'), ('r', 'regions')):
        rows(db, f'DROP TABLE IF EXISTS main.{name}')
        rows(db, f'CREATE TABLE main.{name} AS SELECT *{", result" if name == "r" else ""} FROM {table} ORDER BY {table}.rowid')
    told = dict(rows(db, 'SELECT name, value FROM health'))
    for name, sql in WANTED.items():
        (n,), = rows(db, sql)
        found[name] += n
        if told.get(name, 0) != n:
            check(f'case {case}: {name}', told.get(name, 0), n)


for case in range(14):
    path = random_trace(r, f'quality/{case}.db', '--scale', str(r.choice([1, 3])), *(['--holes'] if r.random() < .4 else []))
    odd(path)
    db = attached(path)
    compare(db, case)
    if case % 4 == 0:  # what is kept is of one state of the file
        compare(db, f'{case}, again')
        odd(path)
        compare(db, f'{case}, changed')
for base in ('rocpd_kernel_dispatch', 'rocpd_region'):  # what was not recorded does not lack anything
    path = random_trace(r, f'quality/no_{base}.db')
    odd(path)
    with sqlite3.connect(path) as db:
        for table in tables(db, base):
            db.execute(f'DELETE FROM "{table}"')
    compare(attached(path), f'without {base}')
check('each was met', [name for name, n in found.items() if not n], ['unfinished ranges'])
check('all cases', True, True)
genuine = attached(HERE + '/../data/heliosr_146104_results.db')
check('a genuine one: kernels alone are not odd', rows(genuine, "SELECT name FROM health WHERE name IN ({})".format(', '.join(f"'{w}'" for w in WANTED))), [])
finish()
