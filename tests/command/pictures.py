"""What a terminal shows of the command rocpd: pictures of tmux.

    pictures.py widths REPORTS TRACE NAMES     every report at 40, 80, 132 and 250 columns: the picture has the lines that rocpd wrote, so none was wider than
                                               the terminal, and characters have the width that rocpd assumes. NAMES: a trace with names of wide characters
    pictures.py languages TRACE LANGUAGE...    the same picture in every language as in C, at each width
    pictures.py keys TRACE                     Ctrl-C, Ctrl-Z, and a terminal that is resized while rocpd runs"""
import glob
import os
import re
import shlex
import subprocess
import sys
import time

WIDTHS = 40, 80, 132, 250
failed = 0


def check(what, got, want):
    global failed
    if got == want:
        print('ok', what)
        return
    failed += 1
    print(f'not ok {what}:')
    pairs = zip(got, want) if isinstance(got, list) else [(got, want)]
    for a, b in [pair for pair in pairs if pair[0] != pair[1]][:5] or [(len(got), len(want))]:
        print(f'  {a!r}\n  not {b!r}')


class Pane:
    """A terminal of tmux in which a command runs, with a separate tmux server."""
    count = 0

    def __init__(self, columns, lines, command, **environment):
        Pane.count += 1
        self.socket = f'tmux-{Pane.count}'
        given = {**os.environ, 'PAGER': 'cat', 'NO_COLOR': '1', 'PS1': 'ready> ', **environment}
        with open('tmux.conf', 'w') as conf:
            conf.write('set -g status off\nset -g history-limit 20000\nset -g default-terminal screen\nset -g default-shell /bin/sh\n')
        words = ['env', *(f'{k}={v}' for k, v in given.items() if k not in ('TMUX', 'TMUX_PANE', 'TERM')), *command]
        self.tmux('-f', 'tmux.conf', 'new-session', '-d', '-x', str(columns), '-y', str(lines), shlex.join(words))

    def tmux(self, *words):
        plain = {k: v for k, v in os.environ.items() if k not in ('TMUX', 'TMUX_PANE', 'LC_ALL')}
        return subprocess.run(['tmux', '-u', '-S', self.socket, *words], env={**plain, 'LC_ALL': 'C.UTF-8'}, stdout=subprocess.PIPE, encoding='utf-8', check=True).stdout

    def picture(self):
        """All its lines, including the history; wrapped lines are not joined."""
        return self.tmux('capture-pane', '-p', '-S', '-').rstrip('\n').split('\n')

    def wait(self, what, test):
        end = time.monotonic() + 60
        while not test(self.picture()):
            if time.monotonic() > end:
                global failed
                failed += 1
                print(f'not ok {what}:', *self.picture()[-12:], sep='\n  ')
                return
            time.sleep(0.02)
        print('ok', what)

    def keys(self, *keys):
        self.tmux('send-keys', *keys)

    def close(self):
        self.tmux('kill-server')


def picture_of(columns, script, **environment):
    """The picture after a script of sh has ended."""
    done = f'done-{os.getpid()}'
    if os.path.exists(done):
        os.unlink(done)
    pane = Pane(columns, 50, ['sh', '-c', f'{script}\n: >{done}; exec sleep 600'], **environment)
    end = time.monotonic() + 100
    while not os.path.exists(done) and time.monotonic() < end:
        time.sleep(0.02)
    lines = pane.picture()
    pane.close()
    return lines


def widths(reports, trace, names):
    commands = []
    for file in sorted(glob.glob(os.path.join(reports, '*.sql'))):
        report = os.path.basename(file)[:-4]
        if report != 'rpt': # rpt keeps the lines of the original
            commands.append(f'rocpd {report} {trace} {trace}' if report == 'diff' else f'rocpd {report} {trace}')
    commands += [f'rocpd top {names}', f'rocpd query {names} "SELECT name AS finding, start FROM kernels"', 'rocpd --help', 'rocpd top --help']
    wider = ['rocpd help top', 'rocpd calls --help', 'rocpd convert --help', 'rocpd record --help', 'rocpd doctor --help', 'rocpd ctl --help', 'rocpd python --help']
    terminal = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'terminal.py')
    for width in WIDTHS:
        run = commands + (wider if width >= 80 else []) # on narrower terminals, their command lines are too long
        script = '; '.join(f'echo "== {i}"; {c}' for i, c in enumerate(run)) + '; echo "== end"'
        wrote = subprocess.run([sys.executable, terminal, str(width), 'sh', '-c', script], stdout=subprocess.PIPE, text=True, env={**os.environ, 'NO_COLOR': '1'}).stdout
        wrote = [line.rstrip() for line in wrote.rstrip('\n').split('\n')]
        check(f'{width} columns: the terminal shows the lines of {len(run)} commands as they were written', [line.rstrip() for line in picture_of(width, script)], wrote)


def languages(trace, names):
    script = f'rocpd summary {trace}; rocpd gaps {trace}; rocpd top -n 5 {trace}; rocpd top --help; rocpd top --nonsense {trace}; rocpd top nothere'
    for width in WIDTHS:
        plain = picture_of(width, script, LC_ALL='C')
        check(f'{width} columns: there is a picture', len(plain) > 40, True)
        for language in names:
            check(f'{width} columns, {language}: the picture is as in C', picture_of(width, script, LC_ALL=language), plain)


COUNTED = ') SELECT count(*) FROM n'
FOREVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n" + COUNTED


def keys(pane, trace):
    prompts = lambda lines: sum(line.startswith('ready>') for line in lines)
    last = lambda lines: lines[-1]
    pane.wait('a shell', lambda lines: prompts(lines) == 1)
    pane.keys(f'rocpd query {trace} "{FOREVER}"', 'Enter')
    pane.wait('what takes long says so', lambda lines: 'reading the trace' in last(lines))
    pane.keys('C-z')
    pane.wait('Ctrl-Z stops it', lambda lines: any('Stopped' in line for line in lines) and prompts(lines) == 2)
    pane.keys('fg', 'Enter')
    pane.wait('... and fg lets it go on', lambda lines: 'reading the trace' in last(lines))
    pane.keys('C-c')
    pane.wait('Ctrl-C ends it', lambda lines: last(lines) == 'ready>' or last(lines).endswith('ready>'))
    pane.keys('echo "code $?"', 'Enter')
    pane.wait('... with 130', lambda lines: 'code 130' in lines)
    check('... and nothing of it is left in that line', [line for line in pane.picture()[-4:] if 'reading' in line], [])
    # Stop it, resize the terminal, continue it.
    pane.keys('clear', 'Enter')
    pane.keys('-l', f'rocpd query {trace} "SELECT 1 AS rule, printf(\'one two three four five six seven eight nine ten eleven %d\', ({FOREVER[:-len(COUNTED)]} LIMIT 8000000{COUNTED})) AS finding"')
    pane.keys('Enter')
    pane.wait('another that takes long', lambda lines: 'reading the trace' in last(lines))
    pane.keys('C-z')
    pane.wait('... is stopped', lambda lines: any('Stopped' in line for line in lines))
    pane.tmux('resize-window', '-x', '60', '-y', '24')
    pane.keys('fg', 'Enter')
    pane.wait('a table fits the terminal as it is by then', lambda lines: any(re.match(r'   1 +one two three.*', line) for line in lines) and last(lines).startswith('ready>'))
    table = [line for line in pane.picture() if re.match(r'rule  f|   1  one| {6}[a-z]', line)]
    check('... with as many lines as it needs', table, ['rule  finding', '   1  one two three four five six seven eight nine ten', '      eleven 8000000'])
    # A page of less, which is redrawn.
    pane.keys(f'clear; PAGER="less -S" TERM=screen rocpd top -n 0 {trace}', 'Enter')
    pane.wait('the pager', lambda lines: any(line.startswith('kernel') for line in lines) and last(lines)[:1] == ':')
    pane.keys('C-c')
    pane.wait('... goes on after Ctrl-C until q', lambda lines: last(lines).startswith('ready>') or pane.keys('q')) # keys typed before Ctrl-C is handled are lost
    pane.keys('C-u')
    pane.keys('echo "code $?"', 'Enter')
    pane.wait('... which ends both', lambda lines: any(re.match('code (0|141)', line) for line in lines))


def with_shell(test, *words):
    pane = Pane(80, 24, ['bash', '--norc', '--noprofile'])
    try:
        test(pane, *words)
    finally:
        pane.close()


{'widths': lambda: widths(*sys.argv[2:5]), 'languages': lambda: languages(sys.argv[2], sys.argv[3:]), 'keys': lambda: with_shell(keys, sys.argv[2])}[sys.argv[1]]()
sys.exit(failed > 0)
