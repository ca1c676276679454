#!/usr/bin/env python3
"""Deliberate faults against the tests nearest to them: who survives?

    tests/mutants/run.py [--only TEXT] [--limit SHARE] [LIST ...]

Each entry of the lists (tests/mutants/*.txt) is one wrong line. A copy of the tree gets it, what its tests need is built, and they run one after the other
until one fails: then the fault is found. A fault that all of them pass over survives. Exit code 1: more than 5 % (SHARE) survive, or an entry is stale.

A list:

    ext/table/gaps.c: sql/test_gaps.sh unit/test_analysis_tables     the file, and the tests of all entries up to the next file
    @ find_pauses                                                    where the old text stands more than once: the first after this text
    - start > end                                                    the old text, within one line
    + start >= end                                                   the new text
    : sql/test_edges.sh                                              tests of this entry alone, if they are others

`candidates.list` has entries that nobody has tried yet: `run.py tests/mutants/candidates.list`. One that is found moves to the lists; for one that survives a test is
written, unless nothing that is seen changes with it.

Text anchors an entry, not a line's number. An entry whose text is gone, or stands twice, is stale: it is reported, and the list must be mended.
BUILD is the folder of what is built (make tests); it is copied, so that only what a fault changes is compiled.
"""
import argparse
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Entry:
    def __init__(self, where, file, tests):
        self.where, self.file, self.tests = where, file, tests
        self.after, self.old, self.new = '', None, None

    def __str__(self):
        return f'{self.where}: {self.file}: {self.old.strip()} -> {self.new.strip() or "(nothing)"}'

    def changed(self, text):
        """The file with the fault in it; None: the entry is stale."""
        begin = text.find(self.after) if self.after else 0
        at = text.find(self.old, begin)
        if begin < 0 or at < 0 or (not self.after and text.find(self.old, at + 1) >= 0):
            return None
        return text[:at] + self.new + text[at + len(self.old):]


def read_list(path):
    entries, file, tests, after = [], None, [], ''
    for number, line in enumerate(open(path), 1):
        line = line.rstrip('\n')
        mark, rest = line[:1], line[2:]
        if not line.strip() or mark == '#':
            continue
        if mark == '@':
            after = rest
        elif mark == '-':
            entries.append(Entry(f'{os.path.basename(path)}:{number}', file, tests))
            entries[-1].after, entries[-1].old, after = after, rest, ''
        elif mark == '+':
            entries[-1].new = rest
        elif mark == ':':
            entries[-1].tests = rest.split()
        elif ': ' in line:
            file, tests = line.split(': ', 1)
            tests = tests.split()
        else:
            sys.exit(f'{path}:{number}: no entry: {line}')
    for e in entries:
        if e.new is None or not e.file or not e.tests:
            sys.exit(f'{e.where}: expected a file with tests, an old text and a new one')
    return entries


class Tree:
    """A copy of the working tree and of what is built."""

    def __init__(self, build):
        self.folder = tempfile.mkdtemp(prefix='rocpd-mutants.')
        self.root, self.build = os.path.join(self.folder, 'tree'), os.path.join(self.folder, 'tree/build')
        files = subprocess.run(['git', 'ls-files', '-z', '-c', '-o', '--exclude-standard'], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode().split('\0')
        for name in filter(os.path.lexists, (f for f in files if f)):
            os.makedirs(os.path.dirname(os.path.join(self.root, name)), exist_ok=True)
            shutil.copy2(name, os.path.join(self.root, name), follow_symlinks=False)
        skipped = ('asan', 'tsan', 'fuzzer', 'man')
        for name in os.listdir(build):
            if name not in skipped:
                subprocess.run(['cp', '-a', '--reflink=auto', os.path.join(build, name), self.build + '/'] if os.path.isdir(self.build) else
                               ['sh', '-c', f'mkdir -p "{self.build}" && cp -a "{os.path.join(build, name)}" "{self.build}/"'], check=True)
        self.environment = {k: v for k, v in os.environ.items() if k not in ('MAKEFLAGS', 'MAKELEVEL', 'MFLAGS', 'BUILD')}
        self.environment['BUILD'] = self.build
        cache = shutil.which('ccache')
        for folder in ('/usr/lib/ccache', '/usr/lib64/ccache'):
            if cache and os.path.isdir(folder):
                self.environment['PATH'] = folder + ':' + self.environment['PATH']
                self.environment['CCACHE_NOHASHDIR'] = '1'
                break

    def path(self, name):
        return os.path.join(self.root, name)

    def make(self, targets):
        done = subprocess.run(['make', '-s', '-j1', 'BUILD=build', *targets], cwd=self.root, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode == 0, done.stdout.decode(errors='replace')

    def passes(self, test, limit):
        name = 'tests/' + test if test.endswith('.sh') else os.path.join(self.build, test)
        done = subprocess.run(['sh', 'tests/run.sh', name], cwd=self.root,
                              env=dict(self.environment, TEST_TIMEOUT=str(limit)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode == 0, done.stdout.decode(errors='replace')

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def programs_of(folder, name):
    """The programs of inside and bench that a test names, in its script or in the Python file of that name. The code under test is in them."""
    text = ''
    for path in (f'{ROOT}/tests/{folder}/{name}', f"{ROOT}/tests/{folder}/{name[len('test_'):-len('.sh')]}.py"):
        text += open(path).read() if os.path.exists(path) else ''
    found = re.findall(r'(?:\$BUILD|\{build\}|\{BUILD\})/((?:inside|bench)/\w+)', text)
    return [f'build/{p}' for p in sorted(set(found)) if os.path.exists(f'{ROOT}/tests/{p}.c')]


def targets_of(file, tests):
    """What make has to build for these tests once the file has changed."""
    out = []
    for test in tests:
        folder, name = test.split('/')
        if folder in ('unit', 'fuzz'):
            out.append(f'build/{test}')
            continue
        if folder == 'inside':
            out += [f'build/inside/{os.path.basename(p)[:-2]}' for p in sorted(glob.glob(f"{ROOT}/tests/inside/{name[len('test_'):-len('.sh')]}*.c"))]
        out += programs_of(folder, name)
        if not file.startswith('ext/') or file.startswith('ext/format/'):
            out += ['build/libcollect.so', 'build/rocpd-record']
        if file.startswith('ext/') and not file.startswith('ext/command/'):
            out.append('build/rocpd.so')
        if file.startswith('ext/babeltrace/') or 'babeltrace' in name:
            out.append('plugin')
        if file.startswith(('ext/', 'sql/')) and folder in ('command', 'readme', 'install'):
            out.append('build/rocpd')
        if file.startswith('ext/format/'):
            out.append('build/bench/rocz_dump')
    return [t for t in dict.fromkeys(out) if not (t.startswith('build/inside') and file.startswith('ext/') and not file.startswith('ext/format/'))]


def work(tree, entry, healthy):
    """'found', 'survives', 'stale', 'does not build' or 'untested', and by what."""
    text = open(tree.path(entry.file)).read() if os.path.exists(tree.path(entry.file)) else ''
    wrong = entry.changed(text)
    if wrong is None:
        return 'stale', ''
    for test in entry.tests:
        if test not in healthy:
            begin = time.time()
            built, out = tree.make(targets_of(entry.file, [test]))
            passed, said = tree.passes(test, 600) if built else (False, out)
            healthy[test] = (passed and not said.startswith('skip'), time.time() - begin, said)
    tests = [t for t in entry.tests if healthy[t][0]]
    if not tests:
        return 'untested', ' '.join(entry.tests) + ' fail or are skipped without it'
    with open(tree.path(entry.file), 'w') as f:
        f.write(wrong)
    made = set()
    try:
        for test in tests:
            targets = [t for t in targets_of(entry.file, [test]) if t not in made]
            made.update(targets)
            built, out = tree.make(targets) if targets else (True, '')
            if not built:
                if ' error: ' not in out and 'ld returned' not in out:  # what looks over the library that was built
                    return 'found', 'the build'
                return 'does not build', out
            if not tree.passes(test, int(30 + 5 * healthy[test][1]))[0]:
                return 'found', test
        return 'survives', ' '.join(tests)
    finally:
        with open(tree.path(entry.file), 'w') as f:
            f.write(text)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('list', nargs='*', default=sorted(glob.glob(HERE + '/*.txt')))
    p.add_argument('--only', metavar='TEXT', default='', help='entries that have this text')
    p.add_argument('--limit', type=float, default=0.05, help='the share that may survive (0.05)')
    p.add_argument('--check', action='store_true', help='only look for stale entries')
    a = p.parse_args()
    lists = [os.path.abspath(path) for path in a.list]
    os.chdir(ROOT)
    entries = [e for path in lists for e in read_list(path) if a.only in str(e) or a.only in ' '.join(e.tests)]
    if a.check:
        stale = [e for e in entries if not os.path.exists(e.file) or e.changed(open(e.file).read()) is None]
        for e in stale:
            print(f'stale: {e}')
        print(f'{len(entries)} entries, {len(stale)} stale')
        return 1 if stale else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was copied goes
    tree = Tree(os.environ.get('BUILD', 'build'))
    count, healthy = {}, {}
    try:
        for n, e in enumerate(entries, 1):
            begin = time.time()
            what, why = work(tree, e, healthy)
            count[what] = count.get(what, 0) + 1
            print(f'{what:8} {n}/{len(entries)} {e} ({why.strip()[:2000]}, {time.time() - begin:.0f} s)', flush=True)
    finally:
        tree.close()
    for test, (passed, _, said) in healthy.items():
        if not passed:
            print(f'untested: {test} fails or is skipped without a fault:\n{said[-1500:]}')
    tried = count.get('found', 0) + count.get('survives', 0)
    print(', '.join(f'{n} {what}' for what, n in sorted(count.items())) + f': {count.get("survives", 0) / max(1, tried):.1%} survive')
    return 1 if not tried or count.get('survives', 0) > a.limit * tried or count.get('stale') or count.get('does not build') else 0


if __name__ == '__main__':
    sys.exit(main())
