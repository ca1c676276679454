"""For programs that mark ranges (rows of the view markers), and that start and stop the recording.

    @region('step')
    with region('epoch %d' % n):
    push_region('load'); ...; pop_region('load')
    start_trace(), stop_trace()                 # of everything, in the whole process
    start_thread_trace(), stop_thread_trace()   # of Python calls of the calling thread
"""
import _thread

from . import _library
from ._around import Around

__all__ = ['region', 'Region', 'start_trace', 'start_thread_trace', 'stop_trace', 'stop_thread_trace', 'push_region', 'pop_region']


def push_region(label):
    _library.range_push(label)


def pop_region(label=None):
    """Ends the region that was pushed last, whatever the label."""
    _library.range_pop()


def start_trace():
    _library.start_tracing()


def stop_trace():
    _library.stop_tracing()


def start_thread_trace():
    _library.start_thread()


def stop_thread_trace():
    _library.stop_thread()


class _Open(_thread._local):
    count = 0  # number of regions that are open in the thread


_open = _Open()


class Region(Around):
    def __init__(self, label):
        self._label = label
        self._place = None

    def start(self):
        if self._place is None:
            self._place = _open.count
            self._enter()

    def stop(self):
        if self._place is None:
            return
        if self._place != _open.count - 1:
            raise RuntimeError('%s: %d regions that began inside it are still open' % (self._label, _open.count - 1 - self._place))
        self._place = None
        self._leave()

    def __del__(self):
        if getattr(self, '_place', None) == _open.count - 1:
            self.stop()

    def _enter(self):
        _open.count += 1
        push_region(self._label)

    def _leave(self, _=None):
        _open.count -= 1
        pop_region(self._label)


region = Region
