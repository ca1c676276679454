"""Functions of libcollect.so, if it is preloaded into this process. If it is not, or is too old to have a function, these do nothing.
Calls keep the interpreter's lock, since the library uses the interpreter."""
import ctypes

_process = ctypes.PyDLL(None)
try:  # tells the library not to record functions of this folder, before the first of them is called
    _process.rocpd_python_set(b'package', __file__.rpartition('/')[0].encode('utf-8', 'backslashreplace'))
except AttributeError:
    pass


class _Functions(ctypes.Structure):
    """collect_functions of collect.h; `size` is the size of the library's structure."""
    _fields_ = [('size', ctypes.c_size_t)] + [(name, ctypes.PYFUNCTYPE(None, *arguments)) for name, arguments in (
        ('start', ()), ('stop', ()), ('range_push', (ctypes.c_char_p,)), ('range_pop', ()))]


def _symbol(name, *arguments):
    """Returns the function, or None."""
    try:
        function = getattr(_process, name)
    except AttributeError:
        return None
    function.argtypes = arguments
    function.restype = ctypes.c_int
    return function


def _nothing(*_):
    return -1


try:
    _functions = _Functions.in_dll(_process, 'collect_functions_1')
    present = _functions.size >= ctypes.sizeof(_Functions)
except ValueError:
    present = False

start_tracing = _functions.start if present else _nothing
stop_tracing = _functions.stop if present else _nothing
range_pop = _functions.range_pop if present else _nothing

# Start and stop the recording of Python calls. Each stop undoes one start. They return 0, or -1 if nothing can be recorded.
start = _symbol('rocpd_python_start') or _nothing
stop = _symbol('rocpd_python_stop') or _nothing
start_thread = _symbol('rocpd_python_start_thread') or _nothing
stop_thread = _symbol('rocpd_python_stop_thread') or _nothing
_set = _symbol('rocpd_python_set', ctypes.c_char_p, ctypes.c_char_p)


def encoded(text):
    """Returns the text as UTF-8, up to the first NUL."""
    return text.encode('utf-8', 'backslashreplace').partition(b'\0')[0]


def range_push(name):
    if present:
        _functions.range_push(encoded(name))


def set_to(name, value):
    """Changes a setting. Raises ValueError if the library does not accept the value."""
    if _set is not None and _set(name.encode(), encoded(value)) != 0:
        raise ValueError('%s cannot be set to %r' % (name, value))
