# terminal.py COLUMNS [--colour] COMMAND...: runs a command on a terminal with this number of columns and prints what it shows, without colours by default.
import fcntl, os, re, struct, sys, termios


def shown(columns, words, colour=False, environment={}):
    """What the command `words` shows, and its exit code. `environment` is added to ours."""
    main, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))
    pid = os.fork()
    if not pid:
        os.login_tty(side) if hasattr(os, 'login_tty') else (os.setsid(), fcntl.ioctl(side, termios.TIOCSCTTY, 0), [os.dup2(side, fd) for fd in range(3)])
        os.close(main)
        os.execvpe(words[0], words, {'PAGER': 'cat', **os.environ, 'TERM': 'xterm', **environment})
    os.close(side)
    text = b''
    while True:
        try:
            part = os.read(main, 65536)
        except OSError: # all processes on the terminal have ended
            break
        if not part:
            break
        text += part
    os.close(main)
    status = os.waitpid(pid, 0)[1]
    text = text.decode('utf-8', 'replace').replace('\r\n', '\n')
    return text if colour else re.sub(r'\x1b\[[0-9;?]*[A-Za-z]', '', text), os.waitstatus_to_exitcode(status)


if __name__ == '__main__':
    colour = sys.argv[2] == '--colour'
    text, code = shown(int(sys.argv[1]), sys.argv[2 + colour:], colour)
    sys.stdout.write(text)
    sys.exit(code)
