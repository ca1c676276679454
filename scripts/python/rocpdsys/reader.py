"""Reads traces in Python: rocpdsys.connect() returns a connection of module sqlite3 that has the extension loaded and the traces attached.

    db = rocpdsys.connect('trace')
    for row in db.execute('SELECT name, total_calls FROM top_kernels'): ...
    pandas.read_sql('SELECT * FROM kernels', db)
"""
import os
from html import escape
from itertools import islice

SHOWN = 100  # number of rows that a notebook shows


# ---- the extension

def libraries():
    """Yields paths of the extension: where it was installed, beside this package, and its bare name for the linker."""
    here = os.path.dirname(os.path.abspath(__file__))
    for folder, name in ((os.environ.get('ROCPD_LIBDIR') or '@LIBDIR@', 'librocpd.so'), (os.path.join(here, '../../../../lib'), 'librocpd.so'),
                         (os.path.join(here, '../../../build'), 'rocpd.so'), (os.environ.get('ROCPD_LIBDIR') or '', 'rocpd.so')):
        path = os.path.join(folder, name)
        if folder and os.path.isfile(path):
            yield os.path.realpath(path)
    yield 'librocpd.so'


def _open_loading(module, make, library):
    """Loads the extension by the module's own functions, which have other names in apsw. Raises ImportError if it has none."""
    allow, load = next((names for names in (('enable_load_extension', 'load_extension'), ('enableloadextension', 'loadextension')) if hasattr(module.Connection, names[0])), (None, None))
    if allow is None:
        raise ImportError('%s was built without loading of extensions' % module.__name__)
    db = make(module)
    try:
        getattr(db, allow)(True)
        getattr(db, load)(library)
        getattr(db, allow)(False)
    except Exception:
        db.close()
        raise
    return db


def _open_told(module, make, library):
    """For a module without such functions: registers the extension with the module's SQLite, which loads it into each new connection."""
    import _sqlite3
    import ctypes
    sqlite = ctypes.CDLL(getattr(_sqlite3, '__file__', None))
    register, cancel = getattr(sqlite, 'sqlite3_auto_extension'), getattr(sqlite, 'sqlite3_cancel_auto_extension')
    first = ctypes.cast(ctypes.CDLL(library).sqlite3_rocpd_init, ctypes.c_void_p)
    register.argtypes = cancel.argtypes = (ctypes.c_void_p,)
    if register(first) != 0:
        raise ImportError('SQLite does not take the extension')
    try:
        db = make(module)
    finally:
        cancel(first)
    try:
        db.execute('SELECT rocpd_version()')
    except module.Error:
        db.close()
        raise ImportError('%s is linked with another SQLite' % module.__name__) from None
    return db


def _interpreters():
    import sqlite3
    return sqlite3, _sqlite_connection


def _pysqlite3():
    from pysqlite3 import dbapi2
    return dbapi2, _sqlite_connection


def _apsw():
    import apsw
    return apsw, lambda module: _with_cursors(module.Connection)(':memory:')


# Tried in this order: the module, and the way to load the extension.
WAYS = ((_interpreters, _open_loading), (_interpreters, _open_told), (_pysqlite3, _open_loading), (_apsw, _open_loading))


def _open():
    said = []
    for find, open_with in WAYS:
        try:
            module, make = find()
        except ImportError as error:
            said.append(str(error))
            continue
        for library in libraries():
            try:
                return open_with(module, make, library)
            except (ImportError, OSError, AttributeError) as error:
                said.append(str(error))
            except Exception as error:
                if not isinstance(error, getattr(module, 'Error', ())):
                    raise
                said.append('%s: %s' % (library, error))
    raise ImportError('no SQLite of this Python can load the extension rocpd (set ROCPD_LIBDIR to the folder that has librocpd.so, or install '
                      'pysqlite3 or apsw): ' + '; '.join(dict.fromkeys(said)))


# ---- connections and cursors

def _names(cursor):
    """Returns the names of the columns. apsw raises an exception when all rows were fetched."""
    try:
        return [column[0] for column in cursor.description or ()]
    except Exception:
        return []


def _table(names, rows, more=''):
    cells = ''.join('<tr>%s</tr>' % ''.join('<td>%s</td>' % ('' if v is None else escape(str(v))) for v in row) for row in rows)
    return '<table><thead><tr>%s</tr></thead><tbody>%s</tbody></table>%s' % (''.join('<th>%s</th>' % escape(n) for n in names), cells, more)


class _Shown:
    """What we add to a cursor: a notebook shows its first rows, which can still be fetched afterwards."""
    _looked_at = ()
    _head = None

    def _repr_html_(self):
        self._head = self._head or _names(self)
        if not self._head:
            return None
        rows, step = list(self._looked_at), super().__next__
        try:
            while len(rows) <= SHOWN:
                rows.append(step())
        except StopIteration:
            pass
        self._looked_at = rows
        return _table(self._head, rows[:SHOWN], '<p>the first %d rows</p>' % SHOWN if len(rows) > SHOWN else '')

    def execute(self, *arguments, **named):
        self._looked_at, self._head = (), None
        return super().execute(*arguments, **named)

    def __iter__(self):
        return self if self._looked_at else super().__iter__()

    def __next__(self):
        if not self._looked_at:
            return super().__next__()
        row, self._looked_at = self._looked_at[0], self._looked_at[1:]
        return row

    def fetchone(self):
        return next(self, None)

    def fetchmany(self, size=None):
        return list(islice(self, getattr(self, 'arraysize', 1) if size is None else size))

    def fetchall(self):
        rows, self._looked_at = list(self._looked_at), ()
        return rows + super().fetchall() if rows else super().fetchall()


class _Trace:
    """What we add to a connection: attaching files of traces."""

    def attach(self, path, **options):
        """Attaches another file, folder or glob. Options are those of rocpd_attach. Returns the number of files."""
        import json
        arguments = [os.fspath(path)] + ([json.dumps(options)] if options else [])
        return self.execute('SELECT rocpd_attach(%s)' % ', '.join('?' * len(arguments)), arguments).fetchone()[0]

    @property
    def connection(self):
        """The connection itself; exists because rocpd.RocpdImportData has it."""
        return self

    def _repr_html_(self):
        cursor = self.execute('SELECT source, host, pid, rank, rows, complete FROM sources')
        return _table(_names(cursor), cursor.fetchall())


_made = {}


def _with_cursors(base):
    """Returns a class of the module's connections with the above added, to its cursors, too."""
    if base not in _made:
        cursor_of = __import__(base.__module__, fromlist=['Cursor']).Cursor
        shown = type('Cursor', (_Shown, cursor_of), {'__doc__': _Shown.__doc__})

        def execute(self, *arguments, **named):
            return self.cursor().execute(*arguments, **named)

        def cursor(self, factory=shown):
            return base.cursor(self, factory)

        def init(self, *arguments, **named):
            base.__init__(self, *arguments, **named)
            self.cursor_factory = shown
        members = {'execute': execute, **({'__init__': init} if hasattr(base, 'cursor_factory') else {'cursor': cursor})}  # for apsw; for sqlite3
        _made[base] = type('Connection', (_Trace, base), dict(members, __doc__=_Trace.__doc__))
    return _made[base]


def _sqlite_connection(module):
    return module.connect(':memory:', factory=_with_cursors(module.Connection))


def connect(paths=(), window=None, **options):
    """Returns a connection with these traces attached. `paths` is a file, folder or glob, or a list of them; `window` is a pair of
    times as for rocpd_window(); options are those of rocpd_attach, such as damaged='skip'."""
    db = _open()
    try:
        for path in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
            db.attach(path, **options)
        if window:
            db.execute('SELECT rocpd_window(%s)' % ', '.join('?' * len(window)), tuple(window)).fetchone()
    except BaseException:
        db.close()
        raise
    return db


RocpdImportData = connect


def execute(data, *arguments, **named):
    return data.execute(*arguments, **named)
