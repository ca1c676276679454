/* See rollback_db.h. Does what SQLite's pager does at the beginning of a read transaction, for files in which that is simple:
** https://sqlite.org/lockingv3.html, sections 3 and 4.
**
** The lock is taken through SQLite's own "unix" VFS, so that it and the locks of the process's connections to the same file do not release each other. */
#include "rollback_db.h"
#include "vfs.h"

/* Offsets in the file's header of the format versions for writing and for reading; version 2 means a write-ahead log. */
enum { HEAD_WRITE_VERSION = 18, HEAD_READ_VERSION = 19, VERSION_JOURNAL = 1 };

int rocpd_rollback_db_open(const char *path, rocpd_rollback_db **out) {
  rocpd_rollback_db *p = sqlite3_malloc64(sizeof(*p));
  *out = NULL;
  if (!p) return SQLITE_NOMEM;
  *p = (rocpd_rollback_db){.journal = sqlite3_mprintf("%s-journal", path), .wal = sqlite3_mprintf("%s-wal", path)};
  int rc = p->journal && p->wal ? rocpd_vfs_open(path, &p->file) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) {
    *out = p;
    return rc;
  }
  rocpd_rollback_db_close(p);
  return rc == SQLITE_NOMEM ? rc : SQLITE_NOTFOUND;
}

void rocpd_rollback_db_close(rocpd_rollback_db *p) {
  if (!p) return;
  rocpd_rollback_db_end(p);
  rocpd_vfs_close(p->file);
  sqlite3_free(p->journal);
  sqlite3_free(p->wal);
  sqlite3_free(p);
}

static int look(rocpd_rollback_db *p) {
  sqlite3_int64 size;
  /* The journal may be left by a crash, or belong to a writer that has not changed the file yet. */
  if (rocpd_vfs_exists(p->journal) || rocpd_vfs_exists(p->wal)) return SQLITE_NOTFOUND;
  if (p->file->pMethods->xFileSize(p->file, &size) != SQLITE_OK || size < ROCPD_ROLLBACK_DB_HEAD) return SQLITE_NOTFOUND;
  if (p->file->pMethods->xRead(p->file, p->head, sizeof(p->head), 0) != SQLITE_OK) return SQLITE_NOTFOUND;
  p->size_bytes = size;
  return p->head[HEAD_WRITE_VERSION] == VERSION_JOURNAL && p->head[HEAD_READ_VERSION] == VERSION_JOURNAL ? SQLITE_OK : SQLITE_NOTFOUND;
}

int rocpd_rollback_db_begin(rocpd_rollback_db *p) {
  int rc = rocpd_vfs_lock_shared(p->file);
  p->is_locked = rc == SQLITE_OK;
  rc = rc == SQLITE_OK ? look(p) : rc == SQLITE_IOERR_NOMEM ? SQLITE_NOMEM : SQLITE_NOTFOUND;
  if (rc != SQLITE_OK) rocpd_rollback_db_end(p);
  return rc;
}

void rocpd_rollback_db_end(rocpd_rollback_db *p) {
  if (p->is_locked) p->file->pMethods->xUnlock(p->file, SQLITE_LOCK_NONE);
  p->is_locked = false;
}
