"""Tables that are made of the same rows add up to the same, on every sample in tests/data, whole and in a window."""
import glob
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'database'))
from common import HERE, attached, check, finish, generate, rows, value  # noqa: E402

DATA = f'{HERE}/../data'
ALL = {
    'kernels': ["SELECT count(*), sum(duration) FROM kernels", "SELECT sum(total_calls), sum(total_ns) FROM top_kernels",
                *(f"SELECT sum(total_calls), sum(total_ns) FROM top_by('{by}')" for by in ('kernel', 'queue', 'grid')),
                "SELECT sum(total_calls), sum(total_ns) FROM top_kernels WHERE by = 'rank'", "SELECT sum(calls), sum(total_ns) FROM occupancy"],
    'kernels and copies': ["SELECT (SELECT count(*) FROM kernels) + count(*), coalesce((SELECT sum(duration) FROM kernels), 0) + coalesce(sum(duration), 0) FROM memory_copies",
                           *(f"SELECT coalesce(sum(total_calls), 0), coalesce(sum(total_ns), 0) FROM top_by('{by}')" for by in ('stream', 'process', 'rank'))],
    'copies': ["SELECT count(*), sum(duration), sum(size) FROM memory_copies", "SELECT count(*), sum(duration_ns), sum(size_bytes) FROM copies",
               "SELECT sum(copies), sum(total_ns), sum(total_bytes) FROM copy_summary WHERE copies"],
    'hidden and exposed': ["SELECT sum(max(duration, 0)) FROM memory_copies", "SELECT sum(hidden_ns + exposed_ns) FROM copies"],
    'calls': ["SELECT count(*), sum(duration) FROM regions", "SELECT sum(total_calls), sum(total_ns) FROM top_by('region')", "SELECT sum(total_calls), sum(total_ns) FROM top_by('thread')"],
    'all': ["SELECT sum(total_calls - unended), sum(total_ns) FROM top", "SELECT sum(calls), sum(total_ns) FROM histogram", "SELECT sum(calls), sum(total_ns) FROM histogram WHERE bins = 'log2'",
            "SELECT sum(total_calls - unended), sum(total_ns) FROM top WHERE by = 'source'"],
    'short kernels': ["SELECT count(*), sum(max(duration, 0)) FROM kernels WHERE duration < 5000", "SELECT sum(short_calls), sum(short_ns) FROM short_kernels WHERE below = 5000"],
    'allocations': ["SELECT count(*) FROM memory_allocations WHERE type <> 'RECLAIM' AND level IS NOT 'SCRATCH' AND address IS NOT NULL AND start IS NOT NULL",
                    "SELECT count(id) + count(free_id) FROM allocations"],
    'busy': ["SELECT sum(GpuTime) FROM busy", "SELECT sum(union_ns) FROM gpu_time('agent')", "SELECT sum(busy_ns) FROM utilisation('agent')"],
    'busy by GPU': ["SELECT sum(union_ns) FROM gpu_time('device')", "SELECT sum(busy_ns) FROM utilisation"],
    'computing of ranks': ["SELECT sum(compute_ns), sum(communication_ns), sum(idle_ns) FROM gpu_time('rank')", "SELECT sum(compute_ns), sum(communication_ns), sum(idle_ns) FROM ranks"],
    'idle': ["SELECT sum(idle_ns) FROM gpu_time('agent')", "SELECT sum(idle_ns) FROM idle_summary", "SELECT sum(duration_ns) FROM gaps"],
    'launches': ["SELECT count(*), count(queue_ns) FROM launches", "SELECT sum(n), sum(qn) FROM launch_summary"],
    'what is left': ["SELECT coalesce(sum(size_bytes), 0) FROM leaks", "SELECT coalesce(sum(delta_bytes), 0) FROM memory_timeline"]}


def shares(db, what):
    """No column named share exceeds 1."""
    columns = rows(db, "SELECT DISTINCT table_name, column_name FROM rocpd_tables WHERE column_name GLOB '*share' OR column_name IN ('percentage', 'utilisation', 'Busy')")
    for table, column in columns:
        most = 100 if column == 'percentage' else 1
        got = rows(db, f'SELECT count(*) FROM {table} WHERE "{column}" < 0 OR "{column}" > {most} * (1 + 1e-9)')
        if got != [(0,)]:
            check(f'{what}: {column} of {table} is from 0 to {most}', rows(db, f'SELECT min("{column}"), max("{column}") FROM {table}'), 'less')
    return len(columns)


def none_is_zero(found):
    return [tuple(0 if v is None else v for v in row) for row in found] or [(0,)] if isinstance(found, list) else found


def compare(db, what):
    compared = 0
    for of, queries in ALL.items():
        if of == 'what is left' and 'window' in what:
            continue
        want = none_is_zero(rows(db, queries[0]))
        for query in queries[1:]:
            got = none_is_zero(rows(db, query))
            compared += any(any(row) for row in want)
            if got != want:
                check(f'{what}: {of}: {query}', got, want)
    return compared


samples = [f'{DATA}/heliosr_146104_results.db', *sorted(glob.glob(f'{DATA}/rpd/*.rpd')), *sorted(p for p in glob.glob(f'{DATA}/rtg/case*') if os.path.isdir(p) or '.' not in os.path.basename(p)),
           generate('totals/a.db', '--scale', '3'), generate('totals/b.db', '--seed', '4', '--style', 'sys'), generate('totals/c.db', '--seed', '5', '--sets', '2')]
compared = compared_shares = 0
for sample in samples:
    db = attached(sample)
    if isinstance(db, str):
        check(sample, db, 'a connection')
        continue
    compared += compare(db, os.path.basename(sample))
    compared_shares += shares(db, os.path.basename(sample))
    first, last = rows(db, 'SELECT min(start), max("end") FROM sources')[0]
    value(db, 'SELECT rocpd_window(?, ?, 1)', first + (last - first) // 4, last - (last - first) // 3)
    compared += compare(db, os.path.basename(sample) + ' in a window')
    compared_shares += shares(db, os.path.basename(sample) + ' in a window')
check('shares of samples', compared_shares >= 20 * len(samples), True)
check('totals of samples', (len(samples) >= 7, compared > 150), (True, True))
finish()
