"""rocpd record is the program's parent; whoever started it sees signals, stops, terminal and exit status as with the program alone. Each case waits for the
expected event; if that never happens, the alarm ends it."""
import fcntl, os, pty, re, select, shutil, signal, subprocess, sys, tempfile, termios, time

RECORD = sys.argv[1]
failed = 0
signal.alarm(120)


def check(what, got, want):
    global failed
    print('ok ' + what if got == want else 'not ok %s: %r, not %r' % (what, got, want), flush=True)
    failed |= got != want


def until(condition, what='', seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.01)


def read(path):
    try:
        with open(path) as f:
            return f.read()
    except OSError:
        return ''


def state(pid):
    text = read('/proc/%s/stat' % pid)
    return text[text.rindex(')') + 2] if text else ''


# Counts its signals, writes the counts to a file, and exits with code 7 at USR2.
COUNTER = '''
import os, signal
counts, all = {}, [getattr(signal, 'SIG' + s) for s in 'INT TERM HUP USR1 USR2 CONT WINCH QUIT'.split()]
signal.pthread_sigmask(signal.SIG_BLOCK, all)
with open('its.new', 'w') as f: f.write(str(os.getpid()))
os.rename('its.new', 'its')
while True:
    number = signal.sigwait(all)
    counts[number] = counts.get(number, 0) + 1
    with open('counts.new', 'w') as f: f.write(' '.join('%s:%d' % (signal.Signals(n).name[3:], c) for n, c in sorted(counts.items())))
    os.rename('counts.new', 'counts')
    if number == signal.SIGUSR2: os._exit(7)
'''


class Counter:
    """A counter under rocpd record, in its own process group, which is not orphaned."""

    def __init__(self, *before):
        for name in 'counts', 'its':
            if os.path.exists(name):
                os.unlink(name)
        self.p = subprocess.Popen([*before, RECORD, '-q', '-o', 'out', '/usr/bin/python3', '-c', COUNTER], preexec_fn=lambda: os.setpgid(0, 0))
        until(lambda: read('its'), 'the counter begins')
        self.its = int(read('its'))
        self.recorder = int(read('/proc/%d/stat' % self.its).rsplit(')')[1].split()[1])

    def wait_for(self, counts):
        until(lambda: read('counts') == counts, 'counts %s, not %s' % (counts, read('counts')))

    def end(self):
        os.kill(self.recorder, signal.SIGUSR2)
        return self.p.wait()


os.chdir(tempfile.mkdtemp(dir=os.environ['TEST_TMP']))

# ---- signals arrive once
c = Counter()
check('the program is in the same process group', os.getpgid(c.its), os.getpgid(c.recorder))
check('... and session', os.getsid(c.its), os.getsid(0))
for n in range(1, 4):
    os.kill(c.recorder, signal.SIGTERM)
    c.wait_for('TERM:%d' % n)
print('ok what is sent to rocpd record alone is passed on')
for n in range(1, 4):
    os.killpg(c.p.pid, signal.SIGINT)
    until(lambda: 'INT:%d' % n in read('counts'))
    os.kill(c.recorder, signal.SIGUSR1)  # passed on after the first one: a duplicate of that would have arrived by then
    until(lambda: 'USR1:%d' % n in read('counts'))
    check('a signal to the group arrives once, %d' % n, read('counts'), 'INT:%d USR1:%d TERM:3' % (n, n))
check('the exit code of the program', c.end(), 7)

# ---- stops
c = Counter()
os.kill(c.recorder, signal.SIGTSTP)  # the counter has no handler for it
pid, status = os.waitpid(c.p.pid, os.WUNTRACED)
check('it stops with the program', (os.WIFSTOPPED(status), os.WSTOPSIG(status), state(c.its)), (True, signal.SIGTSTP, 'T'))
os.kill(c.recorder, signal.SIGCONT)
c.wait_for('CONT:1')
until(lambda: state(c.its) == 'S')
print('ok ... and goes on with it')
os.killpg(c.p.pid, signal.SIGSTOP)
pid, status = os.waitpid(c.p.pid, os.WUNTRACED)
check('the group is stopped', os.WSTOPSIG(status), signal.SIGSTOP)
until(lambda: state(c.its) == 'T')
os.killpg(c.p.pid, signal.SIGCONT)
until(lambda: 'CONT:2' in read('counts'))
os.kill(c.recorder, signal.SIGTERM)
until(lambda: 'TERM:1' in read('counts'))
check('... and continues once', 'CONT:2' in read('counts'), True)
os.kill(c.its, signal.SIGSTOP)
pid, status = os.waitpid(c.p.pid, os.WUNTRACED)
check('the program alone is stopped: so is rocpd record', (os.WSTOPSIG(status), state(c.recorder)), (signal.SIGSTOP, 'T'))
os.killpg(c.p.pid, signal.SIGCONT)
until(lambda: 'CONT:3' in read('counts'))
os.kill(c.recorder, signal.SIGSTOP)  # no process can catch it and pass it on, as --help says
pid, status = os.waitpid(c.p.pid, os.WUNTRACED)
os.kill(c.its, signal.SIGTERM)
until(lambda: 'TERM:2' in read('counts'))
check('SIGSTOP to rocpd record alone: the program continues', (os.WSTOPSIG(status), state(c.recorder)), (signal.SIGSTOP, 'T'))
os.kill(c.recorder, signal.SIGCONT)
check('the exit code after all that', c.end(), 7)

# ---- death by a signal
for s in signal.SIGTERM, signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGHUP, signal.SIGPIPE, signal.SIGRTMIN:
    r = subprocess.run([RECORD, '-q', '-o', 'out', 'sh', '-c', 'ulimit -c 0; kill -%d $$' % s])
    check('death by signal %d' % s, r.returncode, -s)
for code in 0, 1, 3, 126, 255:
    check('exit code %d' % code, subprocess.run([RECORD, '-q', '-o', 'out', 'sh', '-c', 'exit %d' % code]).returncode, code)
if read('/proc/sys/kernel/core_pattern').strip() == 'core':
    os.mkdir('cores')
    subprocess.run([RECORD, '-q', '-o', '../out', 'sh', '-c', 'ulimit -c unlimited 2>/dev/null; kill -SEGV $$'], cwd='cores')
    check('at most one core', len([f for f in os.listdir('cores') if f.startswith('core')]) <= 1, True)
check('a program that kills its group', subprocess.run([RECORD, '-q', '-o', 'out', 'sh', '-c', 'kill -TERM 0; sleep 100'], preexec_fn=lambda: os.setpgid(0, 0)).returncode, -signal.SIGTERM)
check('... and survives that', subprocess.run([RECORD, '-q', '-o', 'out', 'sh', '-c', 'trap "exit 5" TERM; kill -TERM 0; exit 6'], preexec_fn=lambda: os.setpgid(0, 0)).returncode, 5)

# ---- signals that the program sends to its parent
got = []
signal.signal(signal.SIGUSR1, lambda *_: got.append(1))
check('a program that signals its parent: its exit code', subprocess.run([RECORD, '-q', '-o', 'out', 'sh', '-c', 'kill -USR1 $PPID; exit 9']).returncode, 9)
until(lambda: got)
check('... and the caller of rocpd record gets the signal once', len(got), 1)

# ---- timeout, nohup, setsid
check('timeout', subprocess.run(['timeout', '0.3', RECORD, '-q', '-o', 'out', 'sleep', '100']).returncode, 124)
check('timeout --foreground', subprocess.run(['timeout', '--foreground', '0.3', RECORD, '-q', '-o', 'out', 'sleep', '100']).returncode, 124)
check('timeout -s KILL', subprocess.run(['timeout', '-s', 'KILL', '0.3', RECORD, '-q', '-o', 'out', 'sh', '-c', 'echo $$ >killed; exec sleep 100']).returncode, -9)
until(lambda: state(read('killed').strip()) in ('', 'Z'))
print('ok ... which kills the program, too')
c = Counter('timeout', '--preserve-status', '1000')
os.kill(c.p.pid, signal.SIGTERM)  # as timeout does: TERM to rocpd record and to the group; any program gets one or two then
until(lambda: 'TERM' in read('counts'))
check('the exit code under timeout', c.end(), 7)
for what, before in ('nothing', []), ('nohup', ['nohup']), ('setsid -w', ['setsid', '-w']), ('nice', ['nice', '-n', '5']), ('sh with ignored signals', ['sh', '-c', 'trap "" INT TERM CHLD; exec "$@"', 'sh']):
    probe = ['sh', '-c', 'grep -E "^Sig(Ign|Blk|Cgt)|^Umask|^NoNew" /proc/self/status; ulimit -a; nice; umask']
    plain, recorded = [subprocess.run([*before, *way, *probe], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout for way in ([], [RECORD, '-q', '-o', 'out'])]
    check('signals, limits, umask after %s' % what, recorded, plain)

# ---- descriptors
probe = ['/usr/bin/python3', '-c', 'import os; l = sorted(os.listdir("/proc/self/fd"), key=int); os.write(9, " ".join(f for f in l if os.path.exists("/proc/self/fd/" + f)).encode())']
for closed in '', '0', '1', '2', '0 1 2':
    got = []
    for way in [], [RECORD, '-o', 'out']:
        ends = os.pipe()
        def prepare():
            os.dup2(ends[1], 9)
            os.closerange(10, 64)
            for fd in closed.split():
                os.close(int(fd))
        p = subprocess.Popen([*way, *probe], preexec_fn=prepare, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(ends[1])
        got.append(os.read(ends[0], 1000))
        p.wait()
        os.close(ends[0])
    check('descriptors with these closed: %s' % (closed or 'none'), got[1], got[0])
p = subprocess.Popen([RECORD, '-q', '-o', 'out', 'sh', '-c', 'exec >&- 2>&-; echo $$ >its.sleep; exec sleep 100'], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
check("readers of the program's output see its end", p.stdout.read(), b'')
p.kill()
p.wait()
check('a program that leaves another behind', subprocess.run([RECORD, '-q', '-o', 'out', 'sh', '-c', 'sleep 300 >/dev/null 2>&1 </dev/null & echo $! >left; exit 4'], timeout=60).returncode, 4)
os.kill(int(read('left')), signal.SIGKILL)

# ---- counting for the closing line fails, or takes long
os.mkdir('alone')
shutil.copy(RECORD, 'alone/rocpd-record')
alone = dict(os.environ, ROCPD_LIBDIR=os.path.dirname(RECORD))
makes = ['alone/rocpd-record', '-o', 'out', 'sh', '-c', 'touch "$COLLECT_OUTPUT/a.rocz"; exit 4']
for what, script in ('is not there', None), ('fails', '#!/bin/sh\nexit 1\n'), ('says nonsense', '#!/bin/sh\necho a; echo b,c\n'):
    if script:
        with open('alone/rocpd', 'w') as f:
            f.write(script)
        os.chmod('alone/rocpd', 0o755)
    r = subprocess.run(makes, env=alone, stderr=subprocess.PIPE, text=True)
    check('rocpd %s: the line has the number of processes' % what, (r.returncode, re.sub(r'out[.0-9]*', 'out', r.stderr)), (4, 'rocpd record: 1 process in out; next: rocpd out\n'))
with open('alone/rocpd', 'w') as f:
    f.write('#!/bin/sh\necho >asked\nexec sleep 100\n')
p = subprocess.Popen(makes, env=alone, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.setpgid(0, 0))
until(lambda: read('asked'))
os.killpg(p.pid, signal.SIGINT)
check('an interrupt ends the counting, and the exit code is the program\'s', p.wait(), 4)

# ---- a terminal, with an interactive shell
class Terminal:
    def __init__(self):
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.environ.update(PS1='ready> ', TERM='dumb')
            os.execv('/bin/bash', ['bash', '--norc', '--noprofile', '-i'])
        self.text = ''
        self.see('ready> ')

    def see(self, wanted):
        """Reads until the text appears; returns and forgets everything up to its end."""
        end = time.monotonic() + 60
        while wanted not in self.text:
            if time.monotonic() > end:
                raise TimeoutError('%r, not %r' % (wanted, self.text))
            if select.select([self.fd], [], [], 1)[0]:
                self.text += os.read(self.fd, 4096).decode(errors='replace').replace('\r\n', '\n')
        at = self.text.index(wanted) + len(wanted)
        seen, self.text = self.text[:at], self.text[at:]
        return seen

    def send(self, keys):
        os.write(self.fd, keys.encode())


t = Terminal()
t.send("stty -echo\n")
t.see('ready> ')
t.send("%s -o out sh -c 'echo be''gun; read x; echo got $x; exit 3'\n" % RECORD)
t.see('begun\n')
t.send('\x1a')
check('Ctrl-Z stops the job', 'Stopped' in t.see('ready> '), True)
t.send('fg\n')
t.see("exit 3'")
t.send('word\n')
check('fg: it reads the terminal again; the line at the end, then the prompt', re.sub(r'because.*', 'because', t.see('ready> ')).split('\n')[-3:],
      ['got word', 'rocpd record: nothing was recorded, because', 'ready> '])
t.send('echo code $?\n')
check('... and the exit code', t.see('ready> '), 'code 3\nready> ')
t.send('%s -o out cat &\n' % RECORD)
t.see('ready> ')
until(lambda: (t.send('jobs\n') or 'Stopped' in t.see('ready> ')), 'tty input')
print('ok in the background it stops where it reads the terminal')
t.send('fg\n')
t.see('cat\n')
t.send('line\n')
t.see('line\n')
t.send('\x04')
check('... and continues in the foreground', 'nothing was recorded' in t.see('ready> '), True)
for name in 'its', 'counts':
    os.unlink(name)
with open('counter.py', 'w') as f:
    f.write(COUNTER)
t.send('%s -o out /usr/bin/python3 counter.py; echo code $?\n' % RECORD)
until(lambda: read('its'))
for n in 1, 2:
    t.send('\x03')
    until(lambda: 'INT:%d' % n in read('counts'))
check('Ctrl-C arrives once', read('counts'), 'INT:2')
t.send('\x1c')
until(lambda: 'QUIT:1' in read('counts'))
fcntl.ioctl(t.fd, termios.TIOCSWINSZ, bytes([40, 0, 80, 0, 0, 0, 0, 0]))
until(lambda: 'WINCH:1' in read('counts'))
check('the terminal\'s other signals, too', read('counts'), 'INT:2 QUIT:1 WINCH:1')
os.kill(int(read('its')), signal.SIGUSR2)
seen = t.see('ready> ')
check('the closing line is printed before the prompt', 'rocpd record: nothing was recorded' in seen.split('code 7')[0], True)
t.send('exit\n')
os.waitpid(t.pid, 0)

# The terminal hangs up: the session's leader, here rocpd record, gets a signal.
for name in 'its', 'counts':
    os.unlink(name)
pid, fd = pty.fork()
if not pid:
    os.execv(RECORD, [RECORD, '-q', '-o', 'out', '/usr/bin/python3', 'counter.py'])
until(lambda: read('its'))
os.close(fd)
until(lambda: 'HUP:' in read('counts'))
check('a terminal that is hung up', read('counts').split()[0], 'HUP:1')
os.kill(int(read('its')), signal.SIGUSR2)
check('... and the exit code', os.WEXITSTATUS(os.waitpid(pid, 0)[1]), 7)

# No process is left.
until(lambda: not [p for p in os.listdir('/proc') if p.isdigit() and read('/proc/%s/comm' % p).startswith('rocpd-') and state(p) != 'Z' and os.path.realpath('/proc/%s/cwd' % p) == os.getcwd()],
      'processes are left')
print('ok no process is left')
sys.exit(failed)
