"""Which Python calls are recorded: parts of a program that state it, and what is recorded of them.

    @profile()                      # calls within this function
    with profile():                 # ... of this block
    profile().run('main()')
    with noprofile():               # none of this thread's
    config.include_args = True      # f(n=5)
    config.restrict_functions += ['^train$']

With the collector in the process (rocpd-python -b, or COLLECT_DOMAINS=+python COLLECT_PYTHON_WAIT=1); without it nothing happens."""
import os

from . import _library
from ._around import Around

__all__ = ['profile', 'noprofile', 'config', 'Profiler', 'FakeProfiler', 'Config']

# Fields of the configuration by their names in the collector, where they are COLLECT_PYTHON_ and these in capitals, too.
FLAGS = {'trace_c': 'trace_c', 'include_internal': 'include_internal', 'include_args': 'label_args', 'include_line': 'label_line',
         'include_filename': 'label_file', 'full_filepath': 'full_filepath', 'annotate_trace': 'annotate_trace'}
LISTS = {'restrict_functions': 'function_restrict', 'include_functions': 'function_include', 'exclude_functions': 'function_exclude',
         'restrict_modules': 'module_restrict', 'include_modules': 'module_include', 'exclude_modules': 'module_exclude'}
# Where nobody has said otherwise. What is hidden is not recorded, but what it calls.
DEFAULTS = {'function_hide': '^<.*>$', 'module_exclude': '(encoder|decoder|threading).py$\n^<.*>$'}


def _stated(setting):
    """By the environment, which the collector has read, else what it is told now."""
    text = os.environ.get('COLLECT_PYTHON_' + setting.upper())
    if text is None and setting in DEFAULTS:
        text = DEFAULTS[setting]
        _library.set_to(setting, text)
    return text or ''


class Config:
    """Fields are set by assignment: trace_c, include_internal, include_args, include_line, include_filename, full_filepath (which
    includes the filename), annotate_trace (lasti, argcount, nlocals, stacksize); and lists of regular expressions, to which an
    assignment adds: restrict_functions, include_functions, exclude_functions, restrict_modules, include_modules, exclude_modules.
    `verbosity` is kept, and changes nothing."""

    __slots__ = tuple(FLAGS) + tuple('_' + name for name in LISTS) + ('_hidden', 'verbosity')

    def __init__(self):
        put = super().__setattr__
        for name, setting in FLAGS.items():
            put(name, _stated(setting) not in ('', '0'))
        for name, setting in LISTS.items():
            put('_' + name, _stated(setting).splitlines())
        put('_hidden', _stated('function_hide').splitlines())
        put('verbosity', 0)

    def __getattr__(self, name):
        """A copy: what is added to it counts when it is assigned."""
        if name in LISTS:
            return (self._hidden if name == 'exclude_functions' else []) + getattr(self, '_' + name)
        raise AttributeError('there is no field ' + name)

    def __setattr__(self, name, value):
        if name in LISTS:
            self._add(name, value)
        elif name in FLAGS:
            _library.set_to(FLAGS[name], '1' if value else '0')
            super().__setattr__(name, bool(value))
            if name == 'full_filepath' and value:
                self.include_filename = True
        elif name == 'verbosity':
            super().__setattr__(name, value)
        else:
            raise AttributeError('there is no field ' + name)

    def _add(self, name, patterns):
        if isinstance(patterns, (str, bytes)):
            raise TypeError(name + ' wants a list of regular expressions')
        known = list(dict.fromkeys(getattr(self, name) + [str(p) for p in patterns]))[len(self._hidden) if name == 'exclude_functions' else 0:]
        if any('\n' in pattern for pattern in known):
            raise ValueError('a regular expression with a line feed')
        _library.set_to(LISTS[name], '\n'.join(known))
        super().__setattr__('_' + name, known)


config = Config()


class _Part(Around):
    """What both kinds have in common; _enter and _leave are theirs. An object may be used in several
    places at one time."""

    def __init__(self, **_):
        self._entered = []

    def start(self):
        """Begins; as often as it is ended by stop(). Returns how many are begun."""
        self._entered.append(self._enter())
        return len(self._entered)

    def stop(self):
        if self._entered:
            self._leave(self._entered.pop())
        return len(self._entered)

    def __del__(self):
        while getattr(self, '_entered', None):
            self.stop()

    def run(self, command):
        """Executes a statement, or the words of one, in the program's own namespace."""
        import __main__
        return self.runctx(command if isinstance(command, str) else ' '.join(command), __main__.__dict__, __main__.__dict__)

    def runctx(self, command, globals, locals):
        with self:
            exec(command, globals, locals)
        return self


class Profiler(_Part):
    """Python calls of all threads are recorded while one of these is in use, and its condition was true when that began."""

    _condition = None

    @staticmethod
    def condition(function):
        """Asked each time that a part begins; one that fails says no. None: always."""
        Profiler._condition = staticmethod(function) if function is not None else None

    @staticmethod
    def is_enabled():
        try:
            return Profiler._condition is None or bool(Profiler._condition())
        except Exception:
            return False

    def _enter(self):
        enabled = Profiler.is_enabled()
        if enabled:
            _library.start()
        return enabled

    def _leave(self, enabled):
        if enabled:
            _library.stop()


class FakeProfiler(_Part):
    """None of the calling thread's Python calls are recorded."""

    @staticmethod
    def condition(function):
        pass

    @staticmethod
    def is_enabled():
        return False

    def _enter(self):
        _library.stop_thread()

    def _leave(self, _):
        _library.start_thread()


profile = Profiler
noprofile = FakeProfiler
