"""Values that were measured, as plain SQL over the tables has them, for tests of exports with counters."""
import collections
import sqlite3


def changed(path, statements):
    """A database after statements, in which {T} is the suffix of its tables."""
    db = sqlite3.connect(path, isolation_level=None)
    suffix, = (name[len('rocpd_string'):] for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'rocpd_string%'"))
    for sql in statements:
        db.execute(sql.replace('{T}', suffix))
    db.close()
    return path


def added_up(changes):
    """Values over time of kernels, each (start, end, value): values of running kernels are added, and a kernel without length has a point of its own."""
    out = []
    for time in sorted({t for s, e, _ in changes for t in (s, e) if t is not None}):
        at_once = [v for s, e, v in changes if s == time and e == s]
        running = [v for s, e, v in changes if s <= time and (e is None or e > time)]
        if at_once:
            out.append((time, sum(running) + sum(at_once)))
        out.append((time, sum(running)))
    return out


def counters_want(db, where='1', low=-2**62, high=2**62):
    """{(pid, agent, name): [(time, value)]} of counters of kernels, and of all others."""
    kernels, others = collections.defaultdict(list), collections.defaultdict(list)
    for pid, agent, name, start, end, v in db.execute(f'SELECT pid, agent_abs_index, counter_name, start, "end", value FROM counters_collection WHERE value NOT NULL AND start NOT NULL AND {where}'):
        if start <= high and (end is None or max(start, end) >= low):
            kernels[(pid, agent, name)].append((start, None if end is None else max(start, end), v))
    for pid, agent, name, time, v, *part in db.execute("""SELECT pid, agent_abs_index, counter_name, timestamp, value, xcc, shader_engine, instance FROM spm_counters WHERE value NOT NULL AND dispatch_id NOT NULL
          AND event_id IN (SELECT event_id FROM kernels WHERE start <= ? AND ("end" IS NULL OR "end" >= ?)) ORDER BY id""", (high, low)):
        parts = [f'{label} {n}' for label, n in zip(('XCC', 'SE', 'instance'), part) if n is not None]
        others[(pid, agent, f'{name} [{", ".join(parts)}]' if parts else name)].append((time, v))
    for pid, agent, name, time, v in db.execute("""SELECT I.pid, I.agent_abs_index, P.counter_name, coalesce(P.start, (SELECT timestamp FROM rocpd_sample S WHERE S.event_id = P.event_id AND S.guid = P.guid),
          (SELECT start FROM rocpd_region R WHERE R.event_id = P.event_id AND R.guid = P.guid)), P.counter_value
        FROM pmc_events P LEFT JOIN pmc_info I ON I.id = P.pmc_id AND I.guid = P.guid WHERE P.dispatch_id IS NULL AND counter_value NOT NULL ORDER BY P.id"""):
        others[(pid, agent, name)].append((time, v))
    want = {(*key, 'kernel'): [(t, v) for t, v in added_up(changes) if low <= t <= high] for key, changes in kernels.items()}
    want.update({(*key, 'other'): sorted((t, v) for t, v in values if t is not None and low <= t <= high) for key, values in others.items()})
    return {k: v for k, v in want.items() if v}


# Values of samples and calls, and a counter without an agent.
STATED = ['INSERT INTO "rocpd_pmc_event{T}"(id, guid, event_id, pmc_id, value) SELECT 100000 + S.id, S.guid, S.event_id, 200 + S.id % 3, S.id * 0.1 FROM "rocpd_sample{T}" S WHERE S.id < 30',
          'INSERT INTO "rocpd_pmc_event{T}"(id, guid, event_id, pmc_id, value) SELECT 200000 + R.id, R.guid, R.event_id, 301, -R.id FROM "rocpd_region{T}" R WHERE R.id % 5 = 0',
          'UPDATE "rocpd_info_pmc{T}" SET agent_id = NULL, name = \'fr\u00e9quence "of" CPU\' WHERE id = 301']
