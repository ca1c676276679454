"""rocpd live on a terminal: its screen, its keys, and the effect of Ctrl-Z, Ctrl-C, a new size and the end of the program.

    live.py TRACE PROGRAM       PROGRAM: a command line that records a program to the folder `watched`, with its own pid, until it is killed"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

failed = 0


def check(what, got, want):
    global failed
    print(f'ok {what}' if got == want else f'not ok {what}: {got!r}, not {want!r}')
    failed += got != want


class Screen:
    """A program on a terminal. It draws the whole screen at once from the first line; `lines` is what it shows."""

    def __init__(self, lines, columns, *command):
        self.said = b''
        self.pid, self.terminal = pty.fork()
        if not self.pid:
            os.environ['TERM'] = 'xterm'
            os.execvp(command[0], command)
        self.resize(lines, columns)

    def resize(self, lines, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack('HHHH', lines, columns, 0, 0))

    def read(self, seconds=0.05):
        if select.select([self.terminal], [], [], seconds)[0]:
            try:
                more = os.read(self.terminal, 65536)
            except OSError:
                more = b''
            self.said += more
            return bool(more)
        return True

    def lines(self):
        drawn = self.said.split(b'\x1b[H')[-1]
        text = re.sub(rb'\x1b\[[0-9;?]*[a-zA-Z]', b'', drawn).decode().replace('\r', '')
        return [line.rstrip() for line in text.split('\n')]

    def line(self, i):
        """One line; "" if it is not drawn yet."""
        return (self.lines() + [''] * 99)[i]

    def wait(self, what, test):
        end = time.monotonic() + 60
        while not test() and time.monotonic() < end:
            self.read()
        check(what, test(), True)

    def keys(self, text):
        os.write(self.terminal, text)


def ended(screen):
    """Its exit code, after it has ended by itself."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        screen.read()
        pid, status = os.waitpid(screen.pid, os.WNOHANG)
        if pid:
            while screen.read(0) and select.select([screen.terminal], [], [], 0.05)[0]:
                pass
            return os.waitstatus_to_exitcode(status)
    os.kill(screen.pid, signal.SIGKILL)
    return 'it goes on'


def query(sql):
    p = subprocess.run(['rocpd', 'query', '--csv', trace, sql], stdout=subprocess.PIPE, text=True)
    return p.stdout.split('\n')[1].strip('"')


trace = sys.argv[1]
s = Screen(24, 120, 'rocpd', 'live', trace)
s.wait('the first screen has kernels, the longest first', lambda: any(line.startswith('kernel ') for line in s.lines()))
check('... on the other screen of the terminal, without a cursor', s.said.startswith(b'\x1b[?1049h\x1b[?25l'), True)
s.wait('... as many lines as the terminal has', lambda: len(s.lines()) == 24 and s.lines()[-1].startswith('q quit'))
first = query("SELECT rocpd_short_name(name, 'distinct') FROM top_kernels ORDER BY total_ns DESC LIMIT 1")
shown = s.line(3).split('  ')[0]
check('... the one that took most comes first', (shown[:8], shown[-8:]), (first[:8], first[-8:]))
check('... no line is too wide', max(map(len, s.lines())) <= 120, True)
s.keys(b'2')
s.wait('2 shows GPUs', lambda: s.line(2).startswith('gpu '))
s.keys(b'\t')
s.wait('Tab shows calls', lambda: s.line(2).startswith('call '))
s.keys(b'1\x1b[C\x1b[C')
s.wait('Right sorts by the next column', lambda: 'by calls v' in s.line(1))
most = query('SELECT max(total_calls) FROM top_kernels')
s.wait('... most calls first', lambda: re.search(r'  (\d+)  ', s.line(3)) and re.search(r'  (\d+)  ', s.line(3))[1] == most)
s.keys(b'\x1b[A')
s.wait('Up turns the order', lambda: 'by calls ^' in s.line(1))
least = query('SELECT min(total_calls) FROM top_kernels')
s.wait('... fewest calls first', lambda: re.search(r'  (\d+)  ', s.line(3)) and re.search(r'  (\d+)  ', s.line(3))[1] == least)
s.said = b''
s.resize(12, 60)
os.kill(s.pid, signal.SIGWINCH)
s.wait('a new size is taken at once', lambda: b'\x1b[H' in s.said and len(s.lines()) == 12 and max(map(len, s.lines())) <= 60)
s.said = b''
os.kill(s.pid, signal.SIGTSTP)
while not os.waitpid(s.pid, os.WUNTRACED | os.WNOHANG)[0]:
    s.read()
s.wait('Ctrl-Z leaves the terminal as it was', lambda: b'\x1b[?1049l' in s.said)
s.said = b''
os.kill(s.pid, signal.SIGCONT)
s.wait('... and going on shows it again', lambda: b'\x1b[?1049h' in s.said and len(s.lines()) == 12)
s.keys(b'q')
check('q ends it', ended(s), 0)
check('... and leaves the terminal as it was', s.said.endswith(b'\x1b[?1049l'), True)

s = Screen(24, 80, 'rocpd', 'live', trace)
s.wait('it runs', lambda: len(s.lines()) > 5)
os.kill(s.pid, signal.SIGINT)
check('Ctrl-C ends it with 130', ended(s), 130)
check('... and leaves the terminal as it was', s.said.endswith(b'\x1b[?1049l'), True)

if len(sys.argv) > 2:
    program = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
    while not os.path.isdir('watched') or not any(f.endswith('.live') for f in os.listdir('watched')):
        if program.poll() is not None:
            sys.exit(f'not ok {sys.argv[-3]} ended before it was recorded: exit code {program.returncode}')
        time.sleep(0.02)
    s = Screen(24, 100, 'rocpd', 'live', str(program.pid))
    s.wait('a process by its number', lambda: s.line(0).startswith(f'process {program.pid}: '))
    s.wait('... whose calls become more', lambda: bool(re.search(r': (\d+) events', s.line(0))))
    before = int(re.search(r': (\d+) events', s.line(0))[1])
    s.wait('... and more', lambda: int(re.search(r': (\d+) events', s.line(0))[1]) > before)
    program.kill()
    program.wait()
    check('... until it has ended', (ended(s), s.said.endswith(f'process {program.pid} has ended\r\n'.encode())), (0, True))
sys.exit(failed > 0)
