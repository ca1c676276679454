#!/usr/bin/python3
"""Time windows on databases against upstream's own views on copies without the rows outside.

    window.py FOLDER

Upstream's tool drops such rows from the base tables that have start and end, or a
timestamp (not rocpd_info_*), and its views join what is left."""
import json
import os
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
folder = sys.argv[1]
sys.path.insert(0, here)
import compare

SPAN = """SELECT min(a), max(z) FROM (SELECT start a, end z FROM main.regions_and_samples UNION ALL SELECT start, end FROM main.rocpd_kernel_dispatch
          UNION ALL SELECT start, end FROM main.rocpd_memory_allocate UNION ALL SELECT start, end FROM main.rocpd_memory_copy)"""


def drop_outside(path, start, end, inclusive):
    db = compare.connect(path, False)
    db.execute('PRAGMA foreign_keys = OFF')
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd_%' AND name NOT LIKE 'rocpd_info_%'").fetchall():
        has = {r[0] for r in db.execute('SELECT name FROM pragma_table_info(?)', (table,))}
        if {'start', 'end'} <= has:
            stays = 'start >= ?1 AND end <= ?2' if inclusive else 'start <= ?2 AND end >= ?1'
        elif 'timestamp' in has:
            stays = 'timestamp BETWEEN ?1 AND ?2'
        else:
            continue
        db.execute(f'DELETE FROM "{table}" WHERE NOT ({stays})', (start, end))
    db.commit()
    db.close()


def set_window(db, *arguments):
    window = json.loads(db.execute(f'SELECT rocpd_window({", ".join("?" * len(arguments))})', arguments).fetchone()[0])
    return window['start'], window['end']


def compare_window(db, path, window, inclusive):
    start, end = set_window(db, *window, inclusive)
    copy = os.path.join(folder, 'copy.db')
    shutil.copy(path, copy)
    drop_outside(copy, start, end, inclusive)
    theirs_db = compare.connect(copy, False)
    wrong, rows = [], 0
    for view in compare.views_of(db):
        if view in compare.SKIP or not compare.columns(db, 'temp', view):  # another test checks that all views exist
            continue
        if not inclusive and view in ('top', 'top_kernels'):  # our tables count the part in the window: tests/sql/window_sums.py
            continue
        theirs, ours = (compare.rows_of(d, f'SELECT * FROM {s}."{view}"') for d, s in ((theirs_db, 'main'), (db, 'temp')))
        lost, extra = compare.differ(theirs, ours)
        rows += len(theirs)
        if lost or extra:
            wrong.append(f'{view}: {len(lost)} of {len(theirs)} not in ours, {len(extra)} of ours are not theirs; e.g. {lost[:1]} {extra[:1]}')
    compare.check(f'{os.path.basename(path)} {window} {"inclusive" if inclusive else "overlapping"}, {rows} rows', not wrong and rows > 0, '; '.join(wrong))
    theirs_db.close()


def mark(path):
    """Gives one region a message that no other has; returns its start and end."""
    db = compare.connect(path, False)
    region = db.execute('SELECT start, end, event_id FROM rocpd_region WHERE event_id IN (SELECT id FROM rocpd_event) ORDER BY id LIMIT 1 OFFSET 70').fetchone()
    table = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd_event_%'").fetchone()[0]
    db.execute(f'UPDATE "{table}" SET extdata = ? WHERE id = ?', ('{"message":"only once"}', region[2]))
    db.commit()
    db.close()
    return region[:2]


for version in ('3.0.0', '3.0.5'):
    path = os.path.join(folder, f'w{version[-1]}.db')
    subprocess.run(['/usr/bin/python3', f'{here}/../helper/rocpd_gen.py', path, '--version', version, '--seed', version[-1] + '7'], check=True)
    marked = mark(path)
    db = compare.connect(path, True)
    first, last = db.execute(SPAN).fetchone()
    compare.check('span', set_window(db, None, None) == (first, last))
    for window in (('20%', '60%'), (first + 100, first + 900000), ('50%', None), (None, last)):
        for inclusive in (1, 0):
            compare_window(db, path, window, inclusive)
    compare.check('marker', set_window(db, 'only once', None)[0] == marked[0] and set_window(db, None, 'only once')[1] == marked[1])
sys.exit(compare.failed)
