"""Reports for html_pages.js, and what SQL says to each of their queries: NAME.html and NAME.json in FOLDER."""
import json
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import BUILD, FOLDER, HERE, attached, generate, generate_empty, value  # noqa: E402
sys.path.insert(0, os.path.dirname(__file__))
from report import Report  # noqa: E402

TABLES = os.path.join(HERE, '..', '..', 'ext', 'export', 'html', 'tables')
RUN = 'window.hacked = 1'
HOSTILE = ['</script><script>' + RUN + '</script>', '<img src=x onerror="' + RUN + '">', '"\'><svg onload=' + RUN + '>', '\u202egnp.exe', 'a\u0000b', '-->]]>&lt;b&gt;&amp;', '{"a": 1}',
           '=1+1,"x"\r\n', 'long ' * 20000, b'\xff\xfe<b>\xc3', 'javascript:' + RUN, '${' + RUN + '}', '__proto__', ' ', 'constructor', '9007199254740993']


def hostile(path):
    """Gives each named row one of these names."""
    db = sqlite3.connect(path)
    names = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    db.create_function('hostile', 1, lambda i: HOSTILE[i % len(HOSTILE)])
    changed = 0
    for table in names:
        base = re.sub(r'_[0-9a-f]{8}_.*$', '', table)
        for column in {'rocpd_string': ['string'], 'rocpd_info_kernel_symbol': ['kernel_name', 'display_name'], 'rocpd_info_process': ['command'], 'rocpd_info_thread': ['name'],
                       'rocpd_info_stream': ['name'], 'rocpd_info_queue': ['name'], 'rocpd_info_agent': ['name', 'product_name'], 'rocpd_info_node': ['hostname']}.get(base, []):
            keep = " AND string NOT LIKE 'MARKER%' AND string NOT IN ('KERNEL_DISPATCH', 'MEMORY_COPY', 'MEMORY_ALLOCATION')" if base == 'rocpd_string' else ''
            changed += db.execute(f"""UPDATE "{table}" SET "{column}" = CAST(hostile(id) AS TEXT) || ' ' || id WHERE 1{keep}""").rowcount
        if base == 'rocpd_event':
            db.execute(f"""UPDATE "{table}" SET extdata = json_object('message', CASE typeof(hostile(id)) WHEN 'blob' THEN 'x' ELSE hostile(id) END) WHERE json_extract(extdata, '$.message') IS NOT NULL""")
    db.commit()
    db.close()
    assert changed > 20, changed


def cell(v):
    """A value as in JSON: integers as texts, since JavaScript's numbers cannot represent all; invalid bytes replaced."""
    return str(v) if isinstance(v, int) else v


def report(name, *paths):
    db = attached(*paths)
    db.text_factory = lambda b: b.decode('utf-8', 'replace')
    said = value(db, 'SELECT rocpd_export_html(?, ?)', f'{FOLDER}/{name}.html', '{"overwrite":true}')
    assert said.startswith('{'), said
    tables = []
    for table in Report(f'{FOLDER}/{name}.html').directory['tables']:
        ran = db.execute(table['sql'])
        rows = [[cell(v) for v in row] for row in ran.fetchall()]
        tables.append({'name': table['name'], 'columns': [d[0] for d in ran.description], 'rows': rows, 'integers': [[isinstance(v, str) and v.lstrip('-').isdigit() for v in r] for r in rows]})
    assert {t['name'] for t in tables} == {file.split('_', 1)[1].removesuffix('.sql') for file in os.listdir(TABLES)}
    with open(f'{FOLDER}/{name}.json', 'w', encoding='utf-8') as out:
        out.write(json.dumps({'tables': tables}))  # json.dump does it without its part in C
    return f'{FOLDER}/{name}.html'


report('many', f'{FOLDER}/many.rocz')
report('everything', generate('everything.db', '--scale', '2'))
report('ranks', *[generate(f'rank{i}.db', '--seed', str(i), '--pid', str(100 + i), '--launcher', '--scale', '1') for i in (1, 2, 3)])
late = generate('late.db', '--seed', '5')
db = sqlite3.connect(late)  # a clock beyond 2^53 ns: a double does not hold its times
for name, column in db.execute("SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name IN ('start', 'end', 'timestamp', 'init', 'fini')").fetchall():
    db.execute(f'UPDATE "{name}" SET "{column}" = "{column}" + 2305843009213693951')
db.commit()
db.close()
report('late', late)
bad = generate('hostile.db', '--scale', '2', '--seed', '9')
hostile(bad)
whole = report('hostile', bad)
report('empty', generate_empty('empty.db'))

# Files that were cut: within the data, within the directory, one byte before the end that locates it, in the styles, and in a script.
data = open(f'{FOLDER}/everything.html', 'rb').read()
for i, at in enumerate((data.index(b'<script type="text/plain"') + 400, data.index(b'id="directory"') + 300, data.rindex(b'<i id="end"') + 6, data.index(b'<style>') + 2000, data.index(b'id="store"') + 2000)):
    open(f'{FOLDER}/cut{i}.html', 'wb').write(data[:at])
