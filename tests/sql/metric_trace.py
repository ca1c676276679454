"""Rows of metrics for tests: written by hand or at random, beside the rows of other tables."""
import os
import sqlite3
import subprocess

COLUMNS = ('pid', 'track', 'unit', 'owner', 'owner_id', 'agent_id', 'agent_abs_index', 'timestamp', 'value')


def add_metrics(path, out, build, rows):
    """Makes the chunk file `out` of a database, with these rows: values of COLUMNS."""
    db = sqlite3.connect(path)
    db.execute(f'CREATE TABLE metrics(id, guid, {", ".join(COLUMNS)})')
    db.executemany(f"INSERT INTO metrics VALUES (?, 'g'{', ?' * len(COLUMNS)})", [(i + 1, *row) for i, row in enumerate(rows)])
    db.commit()
    db.close()
    if os.path.exists(out):
        os.remove(out)
    subprocess.run([f'{build}/bench/select_trace', path, f"SELECT rocpd_export_rocz('{out}')"], check=True, stdout=subprocess.DEVNULL)


def of_process(pid, track, unit, values):
    return [(pid, track, unit, 'process', None, None, None, t, v) for t, v in values]


def of_host(pid, track, unit, values):
    return [(pid, track, unit, 'host', None, None, None, t, v) for t, v in values]


def of_agent(pid, agent, track, unit, values):
    return [(pid, track, unit, 'agent', agent, agent, agent, t, v) for t, v in values]
