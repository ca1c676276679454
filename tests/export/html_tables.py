"""Tables of a report against what they are made of, and against each other: what html_file.py does not see, which asks the same SQL again. `html_tables.py ROCPD_SO FOLDER TRACE...`"""
import os
import sys

from common import check, finish, loaded, FOLDER
from report import Report, covered


def number(v):
    """The exporter writes integers beyond 2^53 as texts."""
    return int(v) if isinstance(v, str) and v.lstrip('-').isdigit() and len(v) > 15 else v


def read(db):
    path = os.path.join(FOLDER, 'tables.html')
    db.execute('SELECT rocpd_export_html(?, ?)', (path, '{"overwrite":true}')).fetchone()
    report = Report(path)
    return report, {t['name']: [dict(zip(t['columns'], map(number, row))) for row in report.table(t['name'])[1]] for t in report.directory['tables']}


def same(what, a, b):
    check(what, a == b or abs(a - b) <= 1e-9 * max(abs(a), abs(b)), (a, b))


def busy_of_gpus(db):
    """ns in which each GPU ran a kernel or a copy of any process, by its address, else by its agent."""
    gpus = {(guid, agent): device or (guid, agent) for guid, agent, device in db.execute("SELECT guid, agent_id, device FROM gpu_time('agent') WHERE type = 'GPU'")}
    spans = {}
    for guid, agent, start, end in db.execute('SELECT guid, agent_id, start, "end" FROM kernels UNION ALL SELECT guid, dst_agent_id, start, "end" FROM memory_copies UNION ALL '
                                              'SELECT guid, src_agent_id, start, "end" FROM memory_copies'):
        if (guid, agent) in gpus and start is not None and end is not None:
            spans.setdefault(gpus[guid, agent], []).append((start, end))
    return {gpu: covered(s) for gpu, s in spans.items()}


def gpus(db, tables, what):
    busy, steps = busy_of_gpus(db), tables['gpu_utilisation']
    same(f'{what}: busy time follows from kernels and copies', sum(r['busy_ns'] for r in tables['gpu']), sum(busy.values()))
    check(f'{what}: one row for each GPU', len(tables['gpu']) == len(busy) == max([r['gpus'] for r in steps], default=0), (len(tables['gpu']), len(busy), steps[:1]))
    of_steps = {name: sum(r[f'{name}_share'] * r['gpus'] * (r['end'] - r['start']) for r in steps) for name in ('busy', 'kernel', 'copy', 'communication')}
    for name, ns in of_steps.items():
        of_gpus = sum(r[f'{name}_ns'] for r in tables['gpu'])
        check(f'{what}: utilisation over time: {name}', abs(ns - of_gpus) <= 1e-6 * max(ns, of_gpus), (ns, of_gpus))
    same(f'{what}: the summary has their sum', tables['summary'][0]['gpu_busy_ns'] or 0, sum(busy.values()))


def idle(db, tables, what):
    """CPUs with copies are not GPUs, although they have pauses, too."""
    of_gpus = db.execute("SELECT coalesce(sum(idle_ns), 0) FROM gpu_time('agent') WHERE type = 'GPU'").fetchone()[0]
    same(f'{what}: causes of pauses sum to the idle time of GPUs', sum(r['idle_ns'] for r in tables['gpu_idle']), of_gpus)
    same(f'{what}: ... lengths, too', sum(r['idle_ns'] for r in tables['gaps_lengths']), of_gpus)
    same(f'{what}: ... each counted for each of its causes', sum(r['gaps'] for r in tables['gaps_lengths']) <= sum(r['gaps'] for r in tables['gpu_idle']), True)
    check(f'{what}: the longest pauses belong to GPUs', all('GPU ' in r['gpu'] for r in tables['gaps']), [r for r in tables['gaps'] if 'GPU ' not in r['gpu']][:2])
    return db.execute("SELECT count(*) FROM gaps AS g JOIN rocpd_info_agent AS a ON a.guid = g.guid AND a.id = g.agent_id WHERE a.type = 'CPU'").fetchone()[0]


def counts(report, tables, what):
    events = sum(lane['events'] for t in report.directory['tracks'] for lane in t['lanes'])
    check(f'{what}: the summary counts what the timeline shows', tables['summary'][0]['events'] == events == sum(r['events'] for r in tables['summary_files']), (tables['summary'], events))


def main():
    shared = of_cpus = 0
    for trace in sys.argv[3:]:
        db, what = loaded(trace), os.path.basename(trace)
        report, tables = read(db)
        gpus(db, tables, what)
        of_cpus += idle(db, tables, what)
        counts(report, tables, what)
        shared += db.execute("SELECT count(*) FROM (SELECT 1 FROM gpu_time('agent') WHERE device IS NOT NULL GROUP BY device HAVING count(*) > 1)").fetchone()[0]
        db.close()
    check('there were pauses of CPUs', of_cpus > 0)
    if any(os.path.basename(trace) == 'trace' for trace in sys.argv[3:]):
        check('a GPU was used by several processes', shared > 0)
    finish()


main()
