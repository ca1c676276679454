"""Chooses which Python calls of a program are recorded, and what is recorded of them.

    @profile()                      # calls within this function
    with profile():                 # calls within this block
    profile().run('main()')
    with noprofile():               # no calls of this thread
    config.include_args = True      # names like f(n=5)
    config.restrict_functions += ['^train$']

Run the program by rocpd-python -b, or with COLLECT_DOMAINS=+python COLLECT_PYTHON_WAIT=1. Without the collector nothing happens."""
import os

from . import _library
from ._around import Around

__all__ = ['profile', 'noprofile', 'config', 'Profiler', 'FakeProfiler', 'Config']

# Fields of the configuration, and their names in the collector: the settings are COLLECT_PYTHON_ and these in capitals.
FLAGS = {'trace_c': 'trace_c', 'include_internal': 'include_internal', 'include_args': 'label_args', 'include_line': 'label_line',
         'include_filename': 'label_file', 'full_filepath': 'full_filepath', 'annotate_trace': 'annotate_trace'}
LISTS = {'restrict_functions': 'function_restrict', 'include_functions': 'function_include', 'exclude_functions': 'function_exclude',
         'restrict_modules': 'module_restrict', 'include_modules': 'module_include', 'exclude_modules': 'module_exclude'}
# Defaults. A hidden function is not recorded, but the functions that it calls are.
DEFAULTS = {'function_hide': '^<.*>$', 'module_exclude': '(encoder|decoder|threading).py$\n^<.*>$'}


def _stated(setting):
    """Returns the setting's value: from the environment, which the collector has read, or its default, which the collector is told now."""
    text = os.environ.get('COLLECT_PYTHON_' + setting.upper())
    if text is None and setting in DEFAULTS:
        text = DEFAULTS[setting]
        _library.set_to(setting, text)
    return text or ''


class Config:
    """Assign to its fields. Flags: trace_c, include_internal, include_args, include_line, include_filename, full_filepath (which sets
    include_filename, too), annotate_trace (records lasti, argcount, nlocals, stacksize). Lists of regular expressions, to which an
    assignment adds: restrict_functions, include_functions, exclude_functions, restrict_modules, include_modules, exclude_modules.
    `verbosity` is stored and has no effect."""

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
        """Returns a copy of a list: a change takes effect when the list is assigned."""
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
            raise TypeError(name + ' must be a list of regular expressions')
        known = list(dict.fromkeys(getattr(self, name) + [str(p) for p in patterns]))[len(self._hidden) if name == 'exclude_functions' else 0:]
        if any('\n' in pattern for pattern in known):
            raise ValueError('a regular expression cannot contain a line feed')
        _library.set_to(LISTS[name], '\n'.join(known))
        super().__setattr__('_' + name, known)


config = Config()


class _Part(Around):
    """What Profiler and FakeProfiler share; each has its own _enter and _leave. An object may be used in several places at a time."""

    def __init__(self, **_):
        self._entered = []

    def start(self):
        """Begins once more; each stop() undoes one start(). Returns the number that are begun."""
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
        """Executes a statement, given as a text or as a list of words, in the namespace of __main__."""
        import __main__
        return self.runctx(command if isinstance(command, str) else ' '.join(command), __main__.__dict__, __main__.__dict__)

    def runctx(self, command, globals, locals):
        with self:
            exec(command, globals, locals)
        return self


class Profiler(_Part):
    """While one is in use, Python calls of all threads are recorded, unless the condition was false when the use began."""

    _condition = None

    @staticmethod
    def condition(function):
        """Sets a function that decides at each begin whether to record. One that raises means no. None: always record."""
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
    """While one is in use, no Python calls of the calling thread are recorded."""

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
