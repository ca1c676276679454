"""Sampled stacks for tests: random rows of stacks and frames beside the calls and kernels of a trace, and what ext/help/tables/hotspots.md says of them."""
import os
import sqlite3
import subprocess

RUNTIME = ('libcollect.so', 'libamdhip64.so', 'libhsa-runtime64.so', 'libhsakmt.so', 'libhiprtc.so', 'libamd_comgr.so', 'librocprofiler-register.so')
NEUTRAL = ('libc.so', 'libc-', 'libm.so', 'libpthread', 'libstdc++.so', 'libgcc_s.so', 'ld-linux', 'libdl.so', 'librt.so')


def add_stacks(path, out, build, modules, frames, stacks):
    """Makes the chunk file `out` of a database, with these rows. modules: id, path; frames: id, parent, module, function, file; stacks: pid, tid, start, end, frame,
    weight, state, syscall, cpu, wait, stack_id."""
    db = sqlite3.connect(path)
    db.executescript('CREATE TABLE modules(id, guid, file_path); CREATE TABLE frames(id, guid, parent_frame_id, module_id, function, file);'
                     'CREATE TABLE stacks(id, guid, pid, tid, start, "end", frame_id, weight, state, syscall, cpu_ns, wait_ns, stack_id)')
    db.executemany("INSERT INTO modules VALUES (?, 'g', ?)", modules)
    db.executemany("INSERT INTO frames VALUES (?, 'g', ?, ?, ?, ?)", frames)
    db.executemany("INSERT INTO stacks VALUES (?, 'g', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [(i + 1,) + tuple(s) for i, s in enumerate(stacks)])
    db.commit()
    db.close()
    if os.path.exists(out):
        os.remove(out)
    subprocess.run([f'{build}/bench/select_trace', path, f"SELECT rocpd_export_rocz('{out}')"], check=True, stdout=subprocess.DEVNULL)


def random_frames(r, files=('/lib/m1.so', '/lib/m2.so', '/lib/m3.so')):
    modules = list(enumerate(files, 1))
    frames = []
    for i in range(1, r.choice((4, 12, 60)) + 1):
        parent = r.choice([f[0] for f in frames[-8:]]) if frames and r.random() < .9 else None
        frames.append((i, parent, r.choice([1, None] + [m[0] for m in modules]), f'f{r.randrange(5)}' if r.random() < .6 else None, '/a/b.py' if r.random() < .5 else None))
    return modules, frames


def random_stacks(r, pid, tid, start, end, step, frames, calls=()):
    """Rows of a thread from start to end, which do not overlap; sampling may begin late and pause."""
    out, at = [], start + (r.randrange(end - start + 1) if r.random() < .3 else 0)
    states = r.sample(('running', 'kernel', 'runnable', 'blocked', None), r.randrange(1, 6))
    while at < end:
        to = at + r.randrange(1 + 2 * step)
        cpu = r.choice((None, 0, to - at, r.randrange(to - at + 1)))
        wait = r.choice((None, 0, r.randrange(to - at - (cpu or 0) + 2)))
        out.append((pid, tid, at, to, r.choice([f[0] for f in frames] + [None]), r.choice((1, 1, 1, 2, 3, 7, 0, None)), r.choice(states),
                    None, cpu, wait, r.choice(calls) if calls and r.random() < .7 else 0))
        at = to + (r.randrange(4 * step + 1) if r.random() < .1 else 0)
    if r.random() < .3:
        r.shuffle(out)
    return out


class Row:
    """A row of stacks, as it counts."""

    def __init__(self, start, end, frame, weight, state, cpu, wait, stack_id=0):
        self.start, self.end, self.frame, self.stack_id = start, end, frame, stack_id
        self.weight = 1 if weight is None else weight
        self.length = max(end - start, 0)
        self.cpu, self.wait = max(cpu or 0, 0), max(wait or 0, 0)
        self.state = state or ('running' if self.cpu > self.length // 2 else 'runnable' if self.wait > self.length // 2 else 'blocked')
        if cpu is None:
            self.cpu = self.length if self.state in ('running', 'kernel') else 0
            self.wait = self.length if self.state == 'runnable' else 0

    def moments(self):
        if self.state != 'blocked':
            return [self.end] * self.weight
        return [self.start + (self.end - self.start) * k // self.weight for k in range(1, self.weight + 1)]


SUMS = {'running': 'cpu', 'kernel': 'cpu', 'runnable': 'wait', 'blocked': 'rest'}


def parts(rows):
    """The time that a sample of each state stands for in hotspots."""
    ns = {'cpu': sum(r.cpu for r in rows), 'wait': sum(r.wait for r in rows)}
    ns['rest'] = max(0, sum(r.length for r in rows) - ns['cpu'] - ns['wait'])
    samples = {of: sum(r.weight for r in rows if SUMS[r.state] == of) for of in ns}
    every = sum(samples.values())
    lost = sum(ns[of] for of in ns if not samples[of])
    return {state: (ns[of] / samples[of] if samples[of] else 0) + (lost / every if every else 0) for state, of in SUMS.items()}


class Frames:
    """Stacks of a connection's files by source and frame."""

    def __init__(self, db):
        self.path = {(g, i): os.path.basename(p) for g, i, p in db.execute('SELECT source, id, file_path FROM modules')}
        self.frame = {(g, i): rest for g, i, *rest in db.execute('SELECT source, id, parent_frame_id, module_id, function, file FROM frames')}

    def stack(self, source, i):
        """((function, module), ...), the outermost first."""
        out = []
        while (source, i) in self.frame:
            parent, module, function, file = self.frame[source, i]
            out.append((function, self.path.get((source, module)) if module is not None else os.path.basename(file) if file else None))
            i = parent if parent is not None and parent < i else None
        return tuple(reversed(out))


def text_of(stack):
    return ' / '.join(f or '?' for f, _ in stack) if stack else None


def threads_of(db):
    """{(source, pid, tid): [Row]}"""
    out = {}
    for source, pid, tid, *rest in db.execute('SELECT source, pid, tid, start, "end", frame_id, weight, state, cpu_ns, wait_ns, stack_id FROM stacks'):
        out.setdefault((source, pid, tid), []).append(Row(*rest))
    return out
