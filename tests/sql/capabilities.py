"""The table capabilities against the settings of the recording, and counts of the tables."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import FOLDER, HERE, attached, check, finish, generate, load, rows, value  # noqa: E402

COUNTS = {'hip': "regions WHERE category GLOB 'HIP_RUNTIME_API*' OR category = 'rocm_hip_api'", 'hip_compiler': "regions WHERE category GLOB 'HIP_COMPILER_API*'", 'hsa': "regions WHERE category GLOB 'HSA_*' OR category = 'rocm_hsa_api'",
          'markers': "regions_and_samples WHERE category GLOB 'MARKER_*' OR category = 'rocm_marker_api'", 'rccl': "regions WHERE category GLOB 'RCCL_API*' OR category = 'rocm_rccl_api'",
          'arguments': 'region_args', 'kernel arguments': "samples WHERE category = 'KERNEL_ARGUMENTS'", 'kernels': 'kernels', 'copies': 'memory_copies', 'allocations': 'memory_allocations', 'scratch': 'scratch_memory',
          'python': "regions WHERE category IN ('PYTHON', 'python')", 'counters': 'pmc_events', 'hip_events': 'hip_events', 'barriers': 'barriers'}


def told(db):
    got = rows(db, 'SELECT domain, recorded, rows, reason FROM capabilities')
    check('a domain has one row', len({r[0] for r in got}), len(got))
    return {r[0]: r[1:] for r in got}


def check_counts(what, db, got):
    for domain, source in COUNTS.items():
        check(f'{what}: rows of {domain}', got[domain][1], value(db, f'SELECT count(*) FROM {source}'))
    check(f'{what}: rows are recorded', [d for d, (recorded, n, reason) in got.items() if n and (recorded != 1 or reason)], [])


STANDARD = {'hip', 'arguments', 'markers', 'rccl', 'rocdecode', 'rocjpeg', 'kernels', 'copies', 'allocations', 'user', 'launches'}
for run, recorded in (('plain', STANDARD), ('less', {'hip', 'kernels', 'arguments', 'kernel arguments', 'launches'}), ('never', set())):
    db = attached(f'{FOLDER}/{run}')
    got = told(db)
    check_counts(run, db, got)
    check(f'{run}: what was recorded', {d for d, r in got.items() if r[0] == 1}, recorded)
    check(f'{run}: what was not', {d for d, r in got.items() if r[0] is None}, {'launches'} if run == 'never' else set())
    if run == 'plain':
        check('recorded, without rows', got['markers'], (1, 0, 'recorded, but none occurred'))
        check('recorded, with the category of another domain', got['user'], (1, None, 'recorded; its rows cannot be told from those of other domains'))
        check('a setting was not used', got['kernel arguments'], (0, 0, 'not recorded: COLLECT_KERNEL_ARGS=1 records it'))
        value(db, 'SELECT rocpd_window(1, 2)')
        check('recorded, without rows in a time window', (told(db)['kernels'], told(db)['hsa'][2]), ((1, 0, 'recorded, but none occurred in the time window'), got['hsa'][2]))
        check('not recorded', (got['hsa'], got['counters'], got['barriers']), tuple((0, 0, f'not recorded: {how} records it') for how in
              ('COLLECT_DOMAINS=+hsa', 'COLLECT_COUNTERS=NAME,...', 'COLLECT_DOMAINS=+barriers')))
    if run == 'never':
        check('never started', got['user'][1:], (None, 'not recorded: the recording was never started (COLLECT_START, rocpd ctl)'))
        check('never started', got['kernels'], (0, 0, 'not recorded: the recording was never started (COLLECT_START, rocpd ctl)'))

everything = generate('capabilities/all.db', '--style', 'sys')
db = attached(everything)
got = told(db)
check_counts('database', db, got)
check('every category belongs to a domain', value(db, "SELECT sum(rows) FROM capabilities WHERE domain NOT IN ('arguments','kernels','copies','allocations','scratch','counters','hip_events','barriers')"),
      value(db, 'SELECT (SELECT count(*) FROM regions WHERE category IS NOT NULL) + (SELECT count(*) FROM samples WHERE category IS NOT NULL)'))
genuine = attached(HERE + '/../data/heliosr_146104_results.db')
got = told(genuine)
check('kernels alone', {d for d, r in got.items() if r[0] == 1}, {'kernels'})
check('without calls', (got['launches'], got['hip']), ((0, None, 'no kernel is linked to the call that launched it'),
      (None, 0, 'not known: no rows, and the file (rocprofv3) does not say what was recorded')))
value(genuine, 'SELECT rocpd_window(1, 2)')
check('... in a time window', told(genuine)['kernels'][1:], (0, 'not known: no rows in the time window, and the file (rocprofv3) does not say what was recorded'))
check('no file', rows(load(), 'SELECT * FROM capabilities'), [])
several = attached(f'{FOLDER}/plain', everything)
check('several files', value(several, 'SELECT count(DISTINCT source) FROM capabilities'), 2)
finish()
