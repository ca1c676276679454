"""Tables that show the same GPU time agree to the ns: gpu_time, busy, utilisation, run_time, overlap, gaps, concurrency, ranks, launches, launch_summary, top.

Each name has a list of queries with the same rows. Their results on one connection are compared, on random and generated traces and all sample files, whole
and in a window."""
import os
import random
import re
import sys

sys.path[:0] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), '..', 'database')]
from common import HERE, check, finish, rows  # noqa: E402
from random_gpu import attach, chunk_traces, random_databases, samples  # noqa: E402

TRACES = 12 if not os.environ.get('SOAK') else 300



def query(path, section=None):
    """The query of a table of the page, or of a report or one of its sections, without its limit."""
    text = open(f'{HERE}/../../{path}').read()
    if section:
        text = re.search(rf'^-- section: {section} .*\n(?:--.*\n)*((?:(?!--).*\n)*)', text, re.M).group(1)
    text = re.sub(r'\{limit(:\d+)?\}', '1000000000', text)
    text = re.sub(r'\{time (\S+) (\w+)\}', r"\1 AS '\2'", text)
    return re.sub(r'\{name (\w+)\}', r'\1', text).strip().rstrip(';')


def page(name):
    return query(f'ext/export/html/tables/{name}.sql')


def report(name, section=None):
    return query(f'ext/command/report/{name}.sql', section)


OF_GPUS = "(guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU')"
SAME = {
    'page and reports: GPUs': [f"SELECT gpu, busy_ns, run_ns, busy_share, kernel_ns, copy_ns, span_ns, idle_ns FROM ({page('20_gpu')}) WHERE busy_ns > 0",
                               f"SELECT gpu, busy_ns, of_ns, share, kernel_ns, copy_ns, own_span_ns, idle_ns FROM ({report('busy')}) WHERE busy_ns > 0",
                               f"SELECT gpu, busy_ns, of_ns, share, kernel_ns, copy_ns, own_span_ns, idle_ns FROM ({report('summary', 'gpus')}) WHERE busy_ns > 0",
                               "SELECT gpu, busy_ns, run_ns, share, kernel_ns, copy_ns, span_ns, idle_ns FROM utilisation WHERE type = 'GPU' AND busy_ns > 0"],
    'page and reports: why GPUs were idle': [*(f"SELECT type, cause, host_call, host_range, gaps, idle_ns, share, longest_ns FROM ({sql})" for sql in (page('22_gpu_idle'), report('gaps', 'causes'), report('summary', 'causes')))],
    'page and reports: idle time': [f"SELECT coalesce(sum(idle_ns), 0) FROM ({page('22_gpu_idle')})", f"SELECT coalesce(sum(idle_ns), 0) FROM ({page('31_gaps_lengths')})",
                                    f"SELECT coalesce(sum(duration_ns), 0) FROM ({report('gaps', 'gaps')})", f"SELECT coalesce(sum(duration_ns), 0) FROM gaps WHERE {OF_GPUS}",
                                    "SELECT coalesce(sum(idle_ns), 0) FROM gpu_time('agent') WHERE type IS NOT 'CPU'"],
    'page and reports: kernels': [f"SELECT name, calls, total_ns, share FROM ({page('10_top')})", f"SELECT kernel, calls, time_ns, share FROM ({report('top')})",
                                  f"SELECT kernel, calls, time_ns, share FROM ({report('summary', 'kernels')})", "SELECT name, total_calls, total_ns, percentage / 100 FROM top_kernels"],
    'page and reports: launches': [f"SELECT kernel, call, n, saved_ns, waiting_ns FROM ({page('60_launches')})", f"SELECT kernel, call, n, at_most_saved_ns, waiting_ns FROM ({report('launches')})"],
    'page and reports: copies': [f"SELECT sum(copies), sum(total_bytes), sum(total_ns), sum(exposed_ns) FROM ({page('40_copies')})", f"SELECT sum(n), sum(bytes), sum(time_ns), sum(exposed_ns) FROM ({report('copies')})",
                                 "SELECT nullif(count(*), 0), sum(size_bytes), sum(duration_ns), sum(exposed_ns) FROM copies"],
    'page and reports: number of copies': [f"SELECT coalesce(sum(copies), 0) FROM ({page('40_copies')})", f"SELECT coalesce(sum(n), 0) FROM ({report('summary', 'copies')})", "SELECT count(*) FROM memory_copies"],
    'page and reports: overlap': [f"SELECT gpu, span_ns, exposed_communication_ns, exposed_copy_ns, idle_ns FROM ({page('23_gpu_overlap')}) WHERE span_ns > 0",
                                  f"SELECT gpu, of_ns, exposed_communication_ns, exposed_copy_ns, idle_ns FROM ({report('overlap')}) WHERE of_ns > 0"],
    'page and reports: calls': [f"SELECT name, calls, inclusive_ns, exclusive_ns, exclusive_share FROM ({page('15_calls')})",
                                f"SELECT call, calls, inclusive_ns, exclusive_ns, share FROM ({report('summary', 'calls')})",
                                "SELECT name, calls, inclusive_ns, exclusive_ns, share FROM api_overhead"],
    'page and reports: shares of calls in the summary': [f"SELECT CASE WHEN sum(exclusive_ns) > 0 THEN round(sum(share), 9) END FROM ({report('summary', 'calls')})", f"SELECT CASE WHEN sum(exclusive_ns) > 0 THEN 1.0 END FROM ({page('15_calls')})"],
    'page and reports: shares of calls': [f"SELECT CASE WHEN sum(exclusive_ns) > 0 THEN round(sum(exclusive_share), 9) END FROM ({page('15_calls')})", f"SELECT CASE WHEN sum(exclusive_ns) > 0 THEN 1.0 END FROM ({page('15_calls')})"],
    'page and reports: time of threads in calls': [f"SELECT coalesce(sum(exclusive_ns), 0) FROM ({page('15_calls')})", "SELECT coalesce(sum(inclusive_ns), 0) FROM calls WHERE depth = 0",
                                                   "SELECT coalesce(sum(exclusive_ns), 0) FROM ranges WHERE level = 'call'", "SELECT coalesce(sum(exclusive_ns), 0) FROM calls WHERE level = 'process'"],
    'page and reports: ranks': [f"SELECT rank, compute_ns, late_ns, wait_ns, communication_ns, copy_ns, idle_ns, busy_share, skew, note FROM ({page('80_ranks')})",
                                f"SELECT rank, compute_ns, late_ns, wait_ns, communication_ns, copy_ns, idle_ns, busy_share, off_share, note FROM ({report('ranks', 'ranks')}) WHERE EXISTS (SELECT 1 FROM ranks WHERE ranks > 1)"],
    'what launching could save': ["SELECT kernel, call, saved_ns FROM launch_summary WHERE saved_ns > 0",
                                  "SELECT l.kernel, l.call, sum(g.\"end\" - max(g.start, l.call_start)) AS ns FROM gaps AS g JOIN launches AS l ON l.guid = g.guid AND l.id = g.after_id AND l.kernel IS g.after_name AND l.kernel_start = g.\"end\" "
                                  "WHERE l.call_start < g.\"end\" GROUP BY 1, 2 HAVING ns > 0"],
    'GPUs wait while the host waits': [f"SELECT sum(idle_ns) FROM idle_summary WHERE cause = 'synchronisation' AND {OF_GPUS}", f"SELECT sum(synchronisation_ns) FROM gaps WHERE synchronisation_ns > 0 AND {OF_GPUS}"],
    'busy of an agent': ["SELECT guid, agent_id, GpuTime, kernel_ns, copy_ns FROM busy WHERE type = 'GPU'",
                         "SELECT guid, agent_id, union_ns, kernel_ns, copy_ns FROM gpu_time('agent') WHERE type = 'GPU'",
                         "SELECT guid, agent_id, busy_ns, kernel_ns, copy_ns FROM utilisation('agent') WHERE type = 'GPU'"],
    'busy of a GPU': ["SELECT device, union_ns, kernel_ns, copy_ns, overlap_ns, idle_ns, span_ns FROM gpu_time WHERE type = 'GPU'",
                      "SELECT device, busy_ns, kernel_ns, copy_ns, overlap_ns, idle_ns, span_ns FROM utilisation WHERE type = 'GPU'"],
    'the parts of a span': ["SELECT guid, agent_id, type, span_ns FROM gpu_time('agent')",
                            "SELECT guid, agent_id, type, kernel_ns + copy_ns - overlap_ns + idle_ns FROM gpu_time('agent')",
                            "SELECT guid, agent_id, type, compute_only_ns + communication_only_ns + copy_only_ns + compute_communication_ns + compute_copy_ns + communication_copy_ns + all_three_ns + idle_ns "
                            "FROM overlap('agent')"],
    'computing': ["SELECT guid, agent_id, type, compute_ns, communication_ns, copy_ns FROM gpu_time('agent')", "SELECT guid, agent_id, type, compute_ns, communication_ns, copy_ns FROM overlap('agent')",
                  "SELECT guid, agent_id, type, compute_only_ns + compute_communication_ns + compute_copy_ns + all_three_ns, communication_only_ns + compute_communication_ns + communication_copy_ns + all_three_ns, "
                  "copy_only_ns + compute_copy_ns + communication_copy_ns + all_three_ns FROM overlap('agent')"],
    'ranks': ["SELECT run, rank, start, \"end\", span_ns, kernel_ns, compute_ns, communication_ns, copy_ns, union_ns, idle_ns FROM ranks",
              "SELECT run, rank, start, \"end\", span_ns, kernel_ns, compute_ns, communication_ns, copy_ns, union_ns, idle_ns FROM gpu_time('rank')"],
    'busy share of a rank': ["SELECT run, rank, host, union_ns, run_ns, busy_share FROM ranks", "SELECT run, rank, host, busy_ns, run_ns, share FROM utilisation('rank')"],
    'pauses of an agent': ["SELECT guid, agent_id, sum(duration_ns) FROM gaps GROUP BY 1, 2 HAVING sum(duration_ns)",
                           "SELECT guid, agent_id, idle_ns FROM gpu_time('agent') WHERE idle_ns", "SELECT guid, agent_id, sum(idle_ns) FROM idle_summary GROUP BY 1, 2 HAVING sum(idle_ns)",
                           "SELECT guid, agent_id, sum(idle_ns) FROM gap_histogram GROUP BY 1, 2 HAVING sum(idle_ns)"],
    'pauses of a queue': ["SELECT guid, agent_id, queue_id, sum(duration_ns) FROM gaps WHERE level = 'queue' GROUP BY 1, 2, 3 HAVING sum(duration_ns)", "SELECT guid, agent_id, queue_id, idle_ns FROM gpu_time('queue') WHERE idle_ns"],
    'time of the run': ["SELECT DISTINCT clock, run_ns FROM run_time", "SELECT clock, sum(stretch_ns) FROM (SELECT DISTINCT clock, stretch, stretch_ns FROM run_time) GROUP BY clock"],
    'launches by kernel': ["SELECT kernel, call, count(*), count(queue_ns), count(*) FILTER (WHERE class = 'slow call'), count(*) FILTER (WHERE class = 'late start'), count(*) FILTER (WHERE class = 'short kernel'), max(call_ns), max(queue_ns), max(kernel_ns), max(total_ns) "
                           "FROM launches GROUP BY 1, 2",
                           "SELECT kernel, call, n, qn, slow_calls, late_starts, short_kernels, call_max_ns, queue_max_ns, kernel_max_ns, total_max_ns FROM launch_summary"],
    'kernels': ["SELECT name, total_calls, total_ns FROM top_kernels", "SELECT name, count(*), sum(duration) FROM kernels GROUP BY name"],
}
# Shares, which never exceed 1.
SHARES = ["SELECT share FROM utilisation('{by}')", "SELECT utilisation FROM gpu_time('{by}')", "SELECT busy_share FROM ranks", "SELECT Busy FROM busy", "SELECT share FROM advice",
          "SELECT share FROM idle_summary", "SELECT percentage / 100 FROM top", "SELECT percentage / 100 FROM top_kernels", "SELECT share FROM concurrency", "SELECT copy_hidden_share FROM overlap",
          "SELECT communication_hidden_share FROM overlap", "SELECT exposed_share FROM copy_summary", "SELECT saved_share FROM what_if", "SELECT busy_share FROM sync_cost"]
WHOLE = {'idle_summary': "SELECT sum(share) FROM idle_summary GROUP BY guid, agent_id", 'concurrency': "SELECT sum(share) FROM concurrency GROUP BY device, guid, agent_id, type, kind",
         'top': "SELECT sum(percentage) / 100 FROM top HAVING sum(total_ns) > 0"}
wrong, compared = {}, 0


def ordered(found):
    return sorted(found, key=lambda row: [(v is not None, isinstance(v, str), v) for v in row]) if isinstance(found, list) else found


def compare(of, db):
    global compared
    for what, queries in SAME.items():
        want, *others = [ordered(rows(db, sql)) for sql in queries]
        for sql, got in zip(queries[1:], others):
            compared += len(got) if isinstance(got, list) else 0
            if got != want or isinstance(want, str):
                differ = [(g, w) for g, w in zip(got, want) if g != w][:2] if isinstance(got, list) and isinstance(want, list) else (got, want)
                wrong.setdefault(what, (of, sql, differ or (len(got), len(want))))
    negative = rows(db, "SELECT count(*) FROM health WHERE name LIKE '%of negative duration' AND value > 0")[0][0]
    for sql in SHARES:
        if ' FROM top' in sql and negative:  # in upstream's percentage, events that end before they start count as negative; health counts them
            continue
        for by in ('device', 'agent', 'queue', 'stream', 'process', 'rank') if '{by}' in sql else ('',):
            found = rows(db, sql.format(by=by))
            if isinstance(found, str) or any(v is not None and not 0 <= v <= 1 + 1e-9 for v, in found):
                wrong.setdefault('shares are at most 1', (of, sql.format(by=by), found if isinstance(found, str) else [v for v, in found if v is not None and not 0 <= v <= 1]))
    for what, sql in WHOLE.items():
        found = rows(db, sql)
        if isinstance(found, str) or any(v is not None and abs(v - 1) > 1e-6 for v, in found):
            wrong.setdefault(f'shares of {what} sum to 1', (of, found))


def compare_both(of, db):
    compare(of, db)
    rows(db, 'SELECT rocpd_window(?, ?)', f'{random.randrange(45)}%', f'{random.randrange(55, 100)}%')
    compare(f'{of}, in a window', db)


random.seed(7)
for number in range(TRACES):
    style = ['busy', 'ties', 'sparse', 'any'][number % 4]
    paths = random_databases(number, style)
    db = attach(paths)
    compare_both(f'{style} {number}', db)
    db.close()
    for path in paths:
        os.remove(path)
for what, db in chunk_traces(2, 3000, 'nested=200'):
    compare_both(what, db)
for path in samples():
    db = attach([path])
    compare_both(os.path.basename(path), db)
    db.close()
for what in [*SAME, 'shares are at most 1', *(f'shares of {w} sum to 1' for w in WHOLE)]:
    check(what, wrong.get(what), None)
check('rows were compared', compared > 250 * TRACES, True)
finish()
