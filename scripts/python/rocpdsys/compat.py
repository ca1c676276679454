"""Makes `import rocprofsys` give the names of rocpdsys if AMD's package is not installed."""
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

OTHER = 'rocprofsys'


class _Finder:
    """The last finder of modules, so that an installed rocprofsys is preferred."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == OTHER or name in (OTHER + '.user', OTHER + '.profiler'):
            return ModuleSpec(name, _Finder, is_package=name == OTHER)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        ours = import_module(__package__ + module.__name__[len(OTHER):])
        names = [n for n in dir(ours) if not n.startswith('_')]
        module.__dict__.update((n, getattr(ours, n)) for n in getattr(ours, '__all__', names))
        module.__doc__ = ours.__doc__
        if module.__name__ == OTHER:
            import_module(OTHER + '.user'), import_module(OTHER + '.profiler')


def install():
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)
