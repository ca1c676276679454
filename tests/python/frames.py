"""Compares the frames that frames.c reads from memory with those that Python itself tells, and with the text of faulthandler, in many kinds of calls."""
import ctypes, faulthandler, os, re, sys, tempfile, threading, time

library = ctypes.PyDLL(os.environ["FRAMES"])
library.frames_here.restype = library.frames_of.restype = ctypes.c_size_t
library.frames_here.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
library.frames_of.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
library.frames_cost.restype = ctypes.c_int64
buffer = ctypes.create_string_buffer(1 << 18)
name_of = lambda code: getattr(code, "co_qualname", code.co_name)
shown = lambda text: text.encode("utf-8", "backslashreplace").decode()
failed = 0


def by_python(frame):
    out = []
    while frame:
        out.append("%s|%s|%d" % (shown(name_of(frame.f_code)), shown(frame.f_code.co_filename), frame.f_code.co_firstlineno))
        frame = frame.f_back
    return out


def by_faulthandler(ident):
    """Function and file of the innermost 100 frames of a thread, as faulthandler prints them."""
    with tempfile.TemporaryFile() as f:
        faulthandler.dump_traceback(f, all_threads=True)
        f.seek(0)
        text = f.read().decode()
    for part in re.split(r"\n\n", text):
        of = re.match(r"(?:Current thread|Thread) 0x([0-9a-f]+)", part)
        if of and int(of.group(1), 16) == ident:
            return [(name, path) for path, name in re.findall(r'^  File "(.*)", line \d+ in (.*)$', part, re.M)]


def as_faulthandler(frames):
    """The same of frames that were read: it does not print the classes and functions that a function is in, and only ASCII."""
    escaped = lambda text: "".join(c if " " <= c <= "~" else ("\\x%02x" if c < "\u0100" else "\\u%04x" if c < "\U00010000" else "\\U%08x") % ord(c) for c in text)
    parts = [f.split("|") for f in frames[:100]]
    return [(escaped(name.rsplit(".", 1)[-1]), escaped(path)) for name, path, _ in parts]


def lines(size):
    return buffer.raw[:size].decode().splitlines()


def say(good, what, got, wanted):
    global failed
    print(("ok " if good else "not ok ") + what)
    if not good:
        failed = 1
        print("# got %s" % got[:12], len(got))
        print("# not %s" % wanted[:12], len(wanted))


def here(what):
    got = lines(library.frames_here(buffer, len(buffer)))
    wanted = by_python(sys._getframe())
    say(got == wanted, what, got, wanted)
    told = by_faulthandler(threading.get_ident())
    # faulthandler was called one function deeper.
    most = 99 if len(told) == 100 else len(got)
    say(as_faulthandler(got)[:most] == told[1:], what + ": by faulthandler", as_faulthandler(got), told)
    return got


def deep(n, then):
    return deep(n - 1, then) if n else then()


class Called:
    def __init__(self, then):
        then()

    def __lt__(self, other):
        self.then()
        return False

    @property
    def attribute(self):
        return here("in a property")


def generator():
    here("in a generator")
    yield 1


async def inner():
    here("in a coroutine")


async def outer():
    await inner()


def cases():
    here("a function")
    deep(300, lambda: here("300 functions"))
    Called(lambda: here("in __init__"))
    Called(lambda: None).attribute
    sorted([3, 1, 2], key=lambda x: here("called by a function in C") and x if x == 2 else x)
    list(map(lambda x: deep(20, lambda: here("loops in loops")), [1]))
    list(generator())
    try:
        outer().send(None)
    except StopIteration:
        pass
    space = {"here": here}
    exec(compile("def f():\n here('in code of a string')\nf()", "<string>", "exec"), space)
    exec(compile("def gr\u00fc\u00df_\u4e16():\n here('names that are not ASCII')\ngr\u00fc\u00df_\u4e16()", "f\u00fcr \U0001f600 \udcff.py", "exec"), space)
    say(library.frames_gap(), "code that cannot be read", [], [])
    # Code objects that come and go: others take their places.
    wrong = 0
    for i in range(300):
        exec(compile("%sdef made_%d():\n global got, wanted\n size = f(b, len(b))\n got = size\nmade_%d()" % ("\n" * (i % 50), i, i),
            "<made %d>" % (i % 7), "exec"),
             dict(f=library.frames_here, b=buffer))
        wrong += ("made_%d|<made %d>|%d" % (i, i % 7, i % 50 + 1)) not in lines(buffer.raw.index(b"\0"))
        ctypes.memset(buffer, 0, 4096)
    say(not wrong, "code objects that come and go", [wrong], [0])


def blocked():
    go, done = threading.Event(), threading.Event()
    tids = []

    def sleeper():
        tids.append(threading.get_native_id())
        go.set()
        deep(10, lambda: done.wait(20))

    t = threading.Thread(target=sleeper)
    t.start()
    go.wait()
    frames = []
    for _ in range(1000):
        frames = by_python(sys._current_frames()[t.ident])
        if frames[0].startswith(("Condition.wait", "wait|")):
            break
        time.sleep(0.01)
    got = lines(library.frames_of(tids[0], t.ident, buffer, len(buffer)))
    say(got == frames, "a blocked thread", got, frames)
    told = by_faulthandler(t.ident)
    say(as_faulthandler(got) == told, "a blocked thread: by faulthandler", as_faulthandler(got), told)
    say(lines(library.frames_of(1, 1, buffer, len(buffer))) == [], "a thread that is not Python's", [], [])
    done.set()
    t.join()


def storm():
    """Signals at any moment: also where the interpreter makes and drops frames."""
    def numbers(n):
        for i in range(n):
            yield deep(i % 30, lambda: sorted([3, 1, 2], key=lambda x: -x))
    library.frames_storm_begin()
    end = time.time() + 1
    while time.time() < end:
        sum(len(x) for x in numbers(200))
        exec("def f(): return [g for g in (lambda: 3, str)]\nf()", {})
    same = ctypes.c_uint()
    n = library.frames_storm_end(ctypes.byref(same))
    print("# %d signals, %d with as many loops as frames say" % (n, same.value))
    say(n > 100 and same.value > n * 0.9, "signals at any moment", [same.value], [n])


cases()
t = threading.Thread(target=cases)
t.start()
t.join()
blocked()
storm()
print("# %d frames in %d ns" % (len(deep(20, lambda: by_python(sys._getframe()))), deep(20, library.frames_cost)))
sys.exit(failed)
