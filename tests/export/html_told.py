"""Reports for html_told.js: NAME.html in FOLDER."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, attached, generate, value  # noqa: E402


def report(name, *paths, window=None):
    db = attached(*paths)
    if window:
        value(db, 'SELECT rocpd_window(?, ?)', *window)
    said = value(db, 'SELECT rocpd_export_html(?, ?)', f'{FOLDER}/{name}.html', '{"overwrite":true}')
    assert said.startswith('{'), said
    db.close()


given = f'{FOLDER}/given.rocz'
report('given', given)
report('part', given, window=('40%', '60%'))
# A file that ends within a chunk.
whole = open(given, 'rb').read()
open(f'{FOLDER}/ends.rocz', 'wb').write(whole[:len(whole) * 2 // 3])
report('ends', f'{FOLDER}/ends.rocz')
report('everything', generate('everything.db', '--scale', '1'))
# Two processes of one program, with different seeds.
report('two', *[generate(f'two{i}.db', '--seed', str(i), '--pid', str(100 + i)) for i in (1, 2)])
# Each thread has a call that began several chunks before the visible part, and is still open.
around = generate('around.db', '--bulk', '80000', '--seed', '3')
db = sqlite3.connect(around)
calls = db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'rocpd_region_%' AND type = 'table'").fetchone()[0]
db.execute(f'UPDATE "{calls}" SET "end" = (SELECT max("end") + 10 FROM "{calls}") WHERE id IN (SELECT id FROM (SELECT id, min(start) FROM "{calls}" GROUP BY tid))')
db.commit()
db.close()
report('around', around)
