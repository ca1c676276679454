/* Reads files through SQLite's VFS "unix", without a connection; see vfs.h. */
#include "unix_file.h"
#include <errno.h>
#include <string.h>

sqlite3_vfs *rocpd_unix_vfs(void) { return sqlite3_vfs_find("unix"); }

int rocpd_vfs_open(const char *path, sqlite3_file **out) {
  sqlite3_vfs *vfs = rocpd_unix_vfs();
  *out = NULL;
  if (!vfs) return SQLITE_CANTOPEN;
  /* The name stays with the file; "unix" looks for parameters behind its end. */
  size_t length = strlen(path), size = ((size_t)vfs->szOsFile + 7) & ~(size_t)7;
  sqlite3_file *file = rocpd_zeroed(size + length + 4);
  if (!file) return SQLITE_NOMEM;
  char *name = (char *)file + size;
  memcpy(name, path, length);
  int given, rc = vfs->xOpen(vfs, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &given);
  if (rc == SQLITE_OK) *out = file;
  else rocpd_vfs_close(file);
  return rc;
}

void rocpd_vfs_close(sqlite3_file *file) {
  if (file && file->pMethods) file->pMethods->xClose(file);
  sqlite3_free(file);
}

int rocpd_vfs_lock_shared(sqlite3_file *file) {
  int error = 0, rc = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  if ((rc & 0xff) == SQLITE_IOERR && file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) != SQLITE_OK) error = 0;
  return error == ENOSYS || error == EOPNOTSUPP ? SQLITE_OK : rc;
}

bool rocpd_vfs_exists(const char *path) {
  int there = 1;
  return rocpd_unix_vfs()->xAccess(rocpd_unix_vfs(), path, SQLITE_ACCESS_EXISTS, &there) != SQLITE_OK || there;
}

int rocpd_vfs_read_head(const char *path, void *head, int size, int *n) {
  sqlite3_file *file;
  sqlite3_int64 bytes = 0;
  *n = 0;
  int rc = rocpd_vfs_open(path, &file);
  if (rc != SQLITE_OK) return rc;
  rc = file->pMethods->xFileSize(file, &bytes);
  *n = bytes < size ? (int)bytes : size;
  if (rc == SQLITE_OK && *n) rc = file->pMethods->xRead(file, head, *n, 0);
  rocpd_vfs_close(file);
  return rc;
}
