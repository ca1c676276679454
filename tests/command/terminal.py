# terminal.py COLUMNS [--colour] COMMAND...: runs a command on a terminal with this number of columns and prints what it shows, without colours by default.
import fcntl, os, re, struct, sys, termios

columns, words = int(sys.argv[1]), sys.argv[2:]
colour = words[0] == '--colour'
words = words[colour:]
main, side = os.openpty()
fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))
pid = os.fork()
if not pid:
    os.login_tty(side) if hasattr(os, 'login_tty') else (os.setsid(), fcntl.ioctl(side, termios.TIOCSCTTY, 0), [os.dup2(side, fd) for fd in range(3)])
    os.environ.setdefault('PAGER', 'cat')
    os.environ['TERM'] = 'xterm'
    os.close(main)
    os.execvp(words[0], words)
os.close(side)
shown = b''
while True:
    try:
        part = os.read(main, 65536)
    except OSError: # all processes on the terminal have ended
        break
    if not part:
        break
    shown += part
status = os.waitpid(pid, 0)[1]
text = shown.decode('utf-8', 'replace').replace('\r\n', '\n')
sys.stdout.write(text if colour else re.sub(r'\x1b\[[0-9;?]*[A-Za-z]', '', text))
sys.exit(os.waitstatus_to_exitcode(status))
