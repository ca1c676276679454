#!/usr/bin/python3
"""Compares the views of rocprofv3 databases with our tables of the same names.

    compare.py [--holes] DB ...       one after the other
    compare.py --union DB ...         our tables over all of them, with the views of each

Expects the same columns in the same order, and the same rows as multisets with their types (floats within 1e-9), in order if the view
orders them. With --holes the views lose rows: their rows must be in our table, which has one row for each of the base table. `busy` is not compared."""
import collections
import os
import sqlite3
import sys

EXTENSION = os.environ['BUILD'] + '/rocpd'
SKIP = {'busy'}
ORDERED = {'top': 'total_duration', 'top_kernels': 'total_duration', 'scratch_memory': 'start'}
# For --holes: the base table with one row for each complete row of the view.
BASE = {'kernels': 'rocpd_kernel_dispatch', 'regions': 'rocpd_region', 'memory_copies': 'rocpd_memory_copy', 'memory_allocations': 'rocpd_memory_allocate',
        'samples': 'rocpd_sample', 'sample_regions': 'rocpd_sample', 'pmc_events': 'rocpd_pmc_event', 'code_objects': 'rocpd_info_code_object',
        'kernel_symbols': 'rocpd_info_kernel_symbol', 'processes': 'rocpd_info_process', 'threads': 'rocpd_info_thread', 'pmc_info': 'rocpd_info_pmc',
        'region_args': None, 'top': None, 'top_kernels': None, 'counters_collection': None}
# These views join threads without their guid, so several sets of tables in one file multiply their rows.
MULTIPLIED = {'threads', 'memory_allocations'}
failed = 0


def check(what, ok, detail=''):
    global failed
    print(f'ok {what}' if ok else f'not ok {what}: {detail}')
    failed |= not ok


def connect(path, extension):
    db = sqlite3.connect(path)
    if extension:
        db.enable_load_extension(True)
        db.load_extension(EXTENSION)
    return db


def key(value):
    """A value with its type; floats to 9 digits of their size."""
    return ('real', f'{value:.9e}') if isinstance(value, float) else (type(value).__name__, value)


def rows_of(db, sql):
    return [tuple(key(v) for v in row) for row in db.execute(sql)]


def columns(db, schema, view):
    return [r[0] for r in db.execute('SELECT name FROM pragma_table_info(?, ?)', (view, schema))]


def views_of(db):
    return [r[0] for r in db.execute("SELECT name FROM main.sqlite_schema WHERE type = 'view' ORDER BY rowid")]


def ordered(rows, names, by):
    i = names.index(by)
    values = [float(r[i][1]) for r in rows if r[i][1] is not None]
    return values == sorted(values, reverse=by != 'start')


def differ(theirs, ours):
    a, b = collections.Counter(theirs), collections.Counter(ours)
    return list((a - b).elements()), list((b - a).elements())


def compare(path, holes):
    db = connect(path, True)
    db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    name = os.path.basename(path)
    for view in views_of(db):
        if view in SKIP or (holes and view in BASE and BASE[view] is None):
            continue
        if not db.execute('SELECT 1 FROM temp.sqlite_schema WHERE name = ?', (view,)).fetchone():
            check(f'{name} {view}', False, 'there is no table of ours')
            continue
        names = columns(db, 'main', view)
        if names != columns(db, 'temp', view):
            check(f'{name} {view}', False, f'columns {columns(db, "temp", view)}, not {names}')
            continue
        try:
            theirs, ours = rows_of(db, f'SELECT * FROM main."{view}"'), rows_of(db, f'SELECT * FROM temp."{view}"')
        except sqlite3.Error as e:
            check(f'{name} {view}', False, str(e))
            continue
        lost, extra = differ(set(theirs) if view in MULTIPLIED else theirs, ours)
        if holes and view in BASE:
            n = db.execute(f'SELECT count(*) FROM main."{BASE[view]}"').fetchone()[0]
            check(f'{name} {view}: every row once', not lost and len(ours) == n, f'{len(lost)} rows of theirs not in ours, ours {len(ours)}, base table {n}; e.g. {lost[:1]}')
        elif holes:
            check(f'{name} {view}: no row lost', not lost, f'{len(lost)} of {len(theirs)}, e.g. {lost[:1]}; ours instead {extra[:1]}')
        else:
            check(f'{name} {view}', not lost and not extra, f'{len(lost)} of {len(theirs)} rows not in ours, e.g. {lost[:1]}; ours instead {extra[:1]}')
            if view in ORDERED:
                check(f'{name} {view} in order', ordered(ours, names, ORDERED[view]))


def union(paths):
    """Our tables over all files have the rows of all files."""
    db = connect(':memory:', True)
    for path in paths:
        db.execute('SELECT rocpd_attach(?)', (path,)).fetchall()
    single = [connect(path, False) for path in paths]
    for view in views_of(single[0]):
        if view in SKIP or view in ('top', 'top_kernels'):
            continue
        names = ', '.join(f'"{c}"' for c in columns(single[0], 'main', view))
        theirs = [row for one in single for row in rows_of(one, f'SELECT {names} FROM main."{view}"')]
        ours = rows_of(db, f'SELECT {names} FROM "{view}"')
        lost, extra = differ(theirs, ours)
        check(f'{len(paths)} files: {view}', not lost and not extra, f'{len(lost)} of {len(theirs)} rows not in ours, e.g. {lost[:1]}; ours instead {extra[:1]}')
    total = collections.defaultdict(lambda: [0, 0.0])
    for one in single:
        for name, calls, us in one.execute('SELECT name, total_calls, total_duration FROM main.top'):
            total[name][0] += calls
            total[name][1] += us
    ours = {r[0]: r[1:] for r in db.execute('SELECT name, total_calls, total_duration FROM top')}
    wrong = [n for n in total if n not in ours or ours[n][0] != total[n][0] or abs(ours[n][1] - total[n][1]) > 1e-9 * abs(total[n][1]) + 1e-6]
    check(f'{len(paths)} files: top', not wrong and len(ours) == len(total), f'{wrong[:3]}')


def main():
    arguments = sys.argv[1:]
    holes, together = '--holes' in arguments, '--union' in arguments
    paths = [os.path.abspath(a) for a in arguments if not a.startswith('--')]
    if together:
        union(paths)
    else:
        for p in paths:
            compare(p, holes)
    sys.exit(failed)


if __name__ == '__main__':
    main()
