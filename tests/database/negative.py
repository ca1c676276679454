#!/usr/bin/python3
"""A database whose times are all before the clock's zero, and whose ids are below 0: all answers are as with positive ones, except for times and ids.

    negative.py BUILD FOLDER"""
import shutil
import sqlite3

from common import FOLDER, attached, check, finish, generate, rows, value

SHIFT = 10**13
good = generate('good.db', '--version', '3.0.5')
path = f'{FOLDER}/negative.db'
shutil.copy(good, path)
db = sqlite3.connect(path, isolation_level=None)
db.execute('PRAGMA foreign_keys = OFF')
tables = [r[0] for r in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'rocpd_*'")]
TIMES = {'start', 'end', 'timestamp', 'init', 'fini'}
for table in tables:
    columns = [r[1] for r in db.execute(f'PRAGMA table_info("{table}")')]
    moved = [f'"{c}" = "{c}" - {SHIFT}' for c in columns if c in TIMES]
    if moved:
        db.execute(f'UPDATE "{table}" SET ' + ', '.join(moved))
# Ids of kernel symbols and strings, and references to them.
for table, referring in (('info_kernel_symbol', {'kernel_id'}), ('string', {'name_id', 'category_id', 'region_name_id'})):
    name = next(t for t in tables if t.startswith(f'rocpd_{table}_'))
    db.execute(f'UPDATE "{name}" SET id = -id')
    for other in tables:
        for r in db.execute(f'PRAGMA table_info("{other}")').fetchall():
            if r[1] in referring:
                db.execute(f'UPDATE "{other}" SET "{r[1]}" = -"{r[1]}"')
db.close()
a, b = attached(good), attached(path)
half = f'{FOLDER}/half.db'
shutil.copy(path, half)
region = next(t for t in tables if t.startswith('rocpd_region_'))
with sqlite3.connect(half) as db:
    db.execute(f'UPDATE "{region}" SET "end" = \'never\' WHERE id = 3')
    db.execute(f'UPDATE "{region}" SET start = \'never\' WHERE id = 4')
check('an interval with one end has no length', rows(attached(half), 'SELECT id, start IS NULL, "end" IS NULL, duration FROM regions WHERE id IN (3, 4)'), [(3, 0, 1, None), (4, 1, 0, None)])
check('all times are negative', value(b, 'SELECT max("end") < 0 FROM regions'), 1)
for table, columns in (('kernels', 'id, name, {s} + start, {s} + "end", duration'), ('regions', 'id, name, category, {s} + start, {s} + "end"'), ('memory_copies', 'id, name, {s} + start'),
                       ('samples', 'id, name, {s} + timestamp'), ('top', 'name, total_calls, total_ns, min_ns, max_ns, stddev_ns'), ('busy', '*'), ('kernel_symbols', 'display_name'),
                       ('gaps', 'agent_id, {s} + start, {s} + "end", duration_ns, before_name, after_name, before_id, after_id')):
    for order in ('', 'ORDER BY start DESC, id', 'ORDER BY start LIMIT 10', 'WHERE start >= {m} ORDER BY id', 'WHERE start < {m} AND "end" > {m} - 1000000 ORDER BY id'):
        if order and table not in ('kernels', 'regions', 'memory_copies'):
            continue
        text = f'SELECT {columns} FROM {table} {order}'
        middle = value(a, 'SELECT (min(start) + max(start)) / 2 FROM kernels')
        one, other = rows(a, text.format(s=0, m=middle)), rows(b, text.format(s=SHIFT, m=middle - SHIFT))
        check(f'{table} {order}', sorted(other, key=repr) if not order else other, sorted(one, key=repr) if not order else one)
for window in ("'25%', '75%'", "'0%', '10%', 0", "'90%', '100%'"):
    for connection in (a, b):
        rows(connection, f'SELECT rocpd_window({window})')
    for what in ('count(*), sum(duration) FROM kernels', 'count(*) FROM regions', 'sum(GpuTime) FROM busy', 'count(*) FROM rocpd_arg', 'count(*) FROM gaps', 'count(*) FROM samples'):
        check(f'window {window}: {what}', rows(b, f'SELECT {what}'), rows(a, f'SELECT {what}'))
for connection in (a, b):
    rows(connection, 'SELECT rocpd_window()')
spans = [rows(c, 'SELECT "end" - start, start < 0 FROM sources') for c in (a, b)]
check('span of the source', spans[1], [(spans[0][0][0], 1)])
for kind in ('rocz', 'db'):
    check(f'written as {kind}', isinstance(rows(b, f"SELECT rocpd_export_{kind}('{FOLDER}/out.{kind}')"), list), True)
    again = attached(f'{FOLDER}/out.{kind}')
    for text in ('SELECT name, start, "end" FROM kernels ORDER BY 2, 3, 1', 'SELECT name, start, "end" FROM regions ORDER BY 2, 3, 1', "SELECT count(*) FROM health WHERE name = 'wrong type'"):
        check(f'  and read again: {text[7:40]}', rows(again, text), rows(b, text))
finish()
