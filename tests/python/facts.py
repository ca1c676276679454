"""Functions of several kinds: `facts.py` calls them, `facts.py expected` prints the interpreter's own facts about each when a call begins."""
import sys


def plain(a, b=1, *c, d=2, **e):
    f = a
    return f


def around(a):
    def inside():
        return a
    return inside()


def steps():
    yield 1
    yield 2


class Thing:
    def method(self):
        return [x for x in (self, 1)]


def calls():
    plain(1), around(2), list(steps()), Thing().method()
    for f in lambda: 1, lambda x, y=2: x + y:
        f(*range(f.__code__.co_argcount))


met = set()


def told(frame, event, arg):
    code = frame.f_code
    if event == 'call' and code.co_filename == __file__:
        met.add(' '.join(str(x) for x in (getattr(code, 'co_qualname', code.co_name), frame.f_code.co_firstlineno, '' if code.co_flags & 0x20 else frame.f_lasti,
                                          code.co_argcount, code.co_nlocals, code.co_stacksize)))


if sys.argv[1:] == ['expected']:
    sys.setprofile(told)
calls()
sys.setprofile(None)
for line in sorted(met):
    print(line)
