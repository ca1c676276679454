"""Databases whose kernels, copies and calls are at random times: crowded, with ties, without length, nested, of several agents, queues, ranks."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import generate  # noqa: E402

TIMES = {'rocpd_kernel_dispatch': ('start', 'end'), 'rocpd_memory_copy': ('start', 'end'), 'rocpd_region': ('start', 'end')}


def tables(db, base):
    """The tables of that name, one for each set of the file."""
    return [n for (n,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ? || '_*-*' OR type = 'table' AND name GLOB ? || '_[0-9a-f]*'", (base, base))]


def lengths(r, style):
    if style == 0:
        return r.choice([0, 0, 1, 2, 3])
    if style == 1:
        return r.randrange(2000)
    return r.choice([5, 10, 10, 20, 400000, r.randrange(10 ** 12)])


def random_trace(r, name, *options):
    """A file, its times scrambled; `r` is a random.Random."""
    path = generate(name, '--seed', str(r.randrange(1000)), '--pid', str(r.randrange(100, 60000)), *options)
    db = sqlite3.connect(path)
    style, span = r.randrange(3), r.choice([300, 20000, 3000000])
    for base in TIMES:
        for table in tables(db, base):
            rows = []
            for (i,) in db.execute(f'SELECT id FROM "{table}"').fetchall():
                start = 1000000 + r.randrange(span)
                rows.append((start, start + lengths(r, style), i))
            db.executemany(f'UPDATE "{table}" SET start = ?, "end" = ? WHERE id = ?', rows)
    for table in tables(db, 'rocpd_kernel_dispatch'):
        db.execute(f'UPDATE "{table}" SET grid_size_x = 64, grid_size_y = 1, grid_size_z = 1, workgroup_size_x = 64, workgroup_size_y = 1, group_segment_size = 0 WHERE kernel_id % 3 = 0')
    if r.random() < .7:
        for table in tables(db, 'rocpd_info_agent'):
            db.execute(f"UPDATE \"{table}\" SET extdata = json_object('domain', 1, 'location_id', 256 * absolute_index + 256) WHERE 1")
    db.commit()
    db.close()
    return path
