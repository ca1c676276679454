"""Controls what is recorded of a Python program (profile, noprofile, config, user), and opens traces in Python (connect).

Each part is imported when it is first used."""
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


# The recording begins and ends with the process. These functions are for programs that were written for rocprofsys.
_finalized = False


def is_initialized():
    from . import _library
    return _library.present


def is_finalized():
    return _finalized


def initialize(arguments=None):
    """Does nothing: the recording began with the process."""


def finalize():
    """Ends the recording of the process."""
    global _finalized
    if not _finalized:
        from . import _library
        _finalized = True
        _library.stop_tracing()
