"""What tables and exports say of a new domain, `marks`: `add_domain.py ROCPD_SO FOLDER`. The folder has recordings of the same program with the domain alone (marks),
without it (hip), and with HIP's calls (both). The program pushes ranges "step" and "inner", marks the instant "here", and calls marks_twice once."""
import collections
import json
import os
import re
import shutil
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'export')]
from common import FOLDER, check, finish, loaded  # noqa: E402
from report import Report  # noqa: E402
from trace_event import Trace  # noqa: E402

CATEGORY = 'MARKS_API'
NAMES = collections.Counter(['step', 'inner', 'here', 'marks_twice'])
db = loaded(os.path.join(FOLDER, 'both'))
rows = lambda sql, *values: db.execute(sql, values).fetchall()  # noqa: E731


def same(what, got, want):
    check(what, got == want, (got, want))


def path_of(name):
    return os.path.join(FOLDER, name)


# ---- tables

same('regions and samples', rows('SELECT name, category FROM regions_and_samples WHERE category = ? ORDER BY start', CATEGORY),
     [('range', CATEGORY), ('range', CATEGORY), ('instant', CATEGORY), ('marks_twice', CATEGORY)])
same('... beside other calls', rows("SELECT count(*) FROM regions WHERE rocpd_domain(category) = 'hip'"), [(4,)])
same('its category is known', rows('SELECT rocpd_domain(?), rocpd_domain(?)', CATEGORY, 'MARKS'), [('marks', None)])
capability = 'SELECT recorded, rows, reason FROM capabilities(?) WHERE domain = ?'
same('capabilities', rows(capability, path_of('both'), 'marks'), [(1, 4, None)])
same('... if nothing else is recorded', rows(capability, path_of('marks'), 'marks'), [(1, 4, None)])
same('... of others then', rows(capability, path_of('marks'), 'hip'), [(0, 0, 'not recorded: COLLECT_DOMAINS=+hip records it')])
same('... if it is not recorded', rows(capability, path_of('hip'), 'marks'), [(0, 0, 'not recorded: COLLECT_DOMAINS=+marks records it')])
same('... under no other name', rows('SELECT domain FROM capabilities WHERE domain = ?', CATEGORY), [])
same('top_by its texts', sorted(rows("SELECT name, total_calls FROM top_by('marker')")), [('here', 1), ('inner', 1), ('step', 1)])
same('top_by its functions', sorted(rows("SELECT name, total_calls FROM top_by('region') WHERE name NOT LIKE 'hip%'")), [('marks_twice', 1), ('range', 2)])
same('ranges', sorted(name for name, in rows('SELECT name FROM ranges')), ['inner', 'step'])


# ---- exports. Each counts its events by category.

def export(form, name, **options):
    options['overwrite'] = True
    result = json.loads(rows(f'SELECT rocpd_export_{form}(?, ?)', path_of(name), json.dumps(options))[0][0])
    return path_of(name), result.get('categories', {}), result


def bytes_of(path):
    if os.path.isfile(path):
        return open(path, 'rb').read()
    return b''.join(open(os.path.join(folder, f), 'rb').read() for folder, _, files in os.walk(path) for f in files)


for form, name in (('json', 'o.json'), ('perfetto', 'o.pftrace'), ('ctf', 'ctf'), ('otf2', 'otf2'), ('html', 'o.html')):
    path, categories, result = export(form, name)
    same(f'{form}: counted by category', (categories.get(CATEGORY), categories.get('HIP_RUNTIME_API_EXT')), (4, 4))
    path, categories, result = export(form, 'only_' + name, categories=['MARKS*'])
    same(f'{form}: filtered by category', categories, {CATEGORY: 4})
    if form != 'html':  # that is packed
        same(f'{form}: has its texts and category', [t for t in (*NAMES, CATEGORY) if t.encode() not in bytes_of(path)], [])
        same(f'{form}: filtered: nothing else', b'hipSetDevice' in bytes_of(path), False)

trace = Trace(export('json', 'o.json')[0])
same('json: rules', trace.wrong, [])
same('json: named', collections.Counter(e['name'] for e in trace.events if e['cat'] == CATEGORY), NAMES)
trace = Trace(export('json', 'arranged.json', arrange='domain')[0])
same('json, by domain: processes', trace.process, {1: 'GPU activity', 2: 'HSA API', 3: 'HIP API', 4: 'Markers', 5: 'Other activity'})
same('json, by domain: in the process of others', {(e['cat'], trace.process[e['pid']]) for e in trace.events}, {(CATEGORY, 'Other activity'), ('HIP_RUNTIME_API_EXT', 'HIP API')})

report = Report(export('html', 'o.html')[0])
shown = [e for _, lane in report.lanes() for chunk in report.chunks(lane) for e in report.events(chunk)]
same('html: lanes', collections.Counter(e['name'] for e in shown if e['category'] == CATEGORY), NAMES)

path, _, _ = export('csv', 'csv')
files = [f for f in os.listdir(path) if CATEGORY.encode() in open(os.path.join(path, f), 'rb').read()]
same('csv: in the file of other calls', [re.sub('^.*?(regions_trace)', r'\1', f) for f in files], ['regions_trace.csv'])

if shutil.which('babeltrace2'):
    text = subprocess.run(['babeltrace2', path_of('ctf')], capture_output=True, text=True).stdout
    same('ctf: babeltrace2 reads them', text.count(f'category = "{CATEGORY}"'), 7)  # beginnings and ends, and an instant
if shutil.which('otf2-print'):
    text = subprocess.run(['otf2-print', path_of('otf2/traces.otf2')], capture_output=True, text=True).stdout
    same('otf2: otf2-print reads them', {n: text.count(f'Region: "{n}"') for n in ('step', 'inner', 'marks_twice')}, {'step': 2, 'inner': 2, 'marks_twice': 2})

finish()
