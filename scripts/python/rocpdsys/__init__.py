"""Python programs under the collector (profile, noprofile, config, user), and traces in Python (connect).

What is not needed is not loaded: the parts are, when they are first asked for."""
__version__ = '@VERSION@'
_home = {'profiler': ('profile', 'noprofile', 'config', 'Profiler', 'FakeProfiler', 'Config'),
         'reader': ('connect', 'execute', 'RocpdImportData')}
_part_of = {name: part for part, names in _home.items() for name in names}
__all__ = list(_part_of) + ['user', 'initialize', 'finalize', 'is_initialized', 'is_finalized']


def __getattr__(name):
    from importlib import import_module
    if name in _part_of:
        value = globals()[name] = getattr(import_module('.' + _part_of[name], __name__), name)
        return value
    if name in ('user', 'profiler', 'reader'):
        return import_module('.' + name, __name__)
    raise AttributeError('module %r has no attribute %r' % (__name__, name))


def __dir__():
    return sorted(set(globals()) | set(__all__))


# The recording begins with the process and ends with it: these are for programs that ask.
_finalized = False


def is_initialized():
    from . import _library
    return _library.present


def is_finalized():
    return _finalized


def initialize(arguments=None):
    """The recording has begun already."""


def finalize():
    """Nothing more of the process is recorded."""
    global _finalized
    if not _finalized:
        from . import _library
        _finalized = True
        _library.stop_tracing()
