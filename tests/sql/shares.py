"""Shares and totals of programs that are put together by hand, with the right values written out."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import attached, check, finish, rows  # noqa: E402
from plant import BASE, Plant  # noqa: E402

US, MS = 1000, 1000000
REPORTS = os.path.join(os.path.dirname(__file__), '../../scripts/report')


def report(db, name, section=None):
    """The rows of a report's section, as dicts."""
    text = open(f'{REPORTS}/{name}.sql').read()
    if section:
        text = text.split(f'-- section: {section} ', 1)[1].split('\n', 1)[1]
    text = text.split('-- section:', 1)[0].replace('{name name}', 'name').replace('{name kernel}', 'kernel')
    for limit in ('{limit}', '{limit:16}', '{limit:10}', '{limit:5}'):
        text = text.replace(limit, '-1')
    cursor = db.execute(text)
    return [dict(zip([d[0] for d in cursor.description], row)) for row in cursor]


# ---- how busy: a GPU that works for 10 of 100 ms without a pause, beside one that works all the time
p = Plant()
p.kernel('gemm', 0, 100 * MS)
p.kernel('gemm', 20 * MS, 30 * MS, agent=3, queue=2)
db = attached(p.save('busy/a.db'))
check('busy: 10 of 100 ms', rows(db, 'SELECT agent_id, GpuTime, WallTime, Busy FROM busy ORDER BY 1'), [(2, 100 * MS, 100 * MS, 1.0), (3, 10 * MS, 100 * MS, .1)])
check('... utilisation', rows(db, 'SELECT agent_id, busy_ns, run_ns, share, span_ns FROM utilisation ORDER BY 1'), [(2, 100 * MS, 100 * MS, 1.0, 100 * MS), (3, 10 * MS, 100 * MS, .1, 10 * MS)])
for name, section in (('busy', None), ('summary', 'gpus')):
    check(f'... the report {name}', [[r[c] for c in ('busy_ns', 'of_ns', 'share', 'own_span_ns')] for r in report(db, name, section)], [[100 * MS, 100 * MS, 1.0, 100 * MS], [10 * MS, 100 * MS, .1, 10 * MS]])
q = Plant(2)  # another run, later: it has a time of its own
q.kernel('gemm', 1000 * MS, 1050 * MS)
q.kernel('gemm', 1075 * MS, 1100 * MS)
db = attached(p.save('busy/runs/a.db'), q.save('busy/runs/b.db'))
check('two runs, one after the other', rows(db, 'SELECT stretch, stretch_ns, run_ns, start FROM run_time'), [(1, 100 * MS, 200 * MS, BASE), (2, 100 * MS, 200 * MS, BASE + 1000 * MS)])
check('... each GPU of its own run', rows(db, "SELECT busy_ns, run_ns, share FROM utilisation('agent') ORDER BY start"), [(100 * MS, 100 * MS, 1.0), (10 * MS, 100 * MS, .1), (75 * MS, 100 * MS, .75)])
finish()
