/* See stamp.h. */
#define _GNU_SOURCE
#include "stamp.h"
#include "unix_file.h"
#include <string.h>
#include <sys/stat.h>

static int stat_stamp(const char *path, rocpd_stamp *out) {
  struct stat st;
  struct timespec now;
  memset(out, 0, sizeof(*out));
  if (stat(path, &st) != 0) return SQLITE_CANTOPEN;
  out->inode = (int64_t)st.st_ino;
  out->size = st.st_size;
  out->mtime_ns = rocpd_timespec_ns(st.st_mtim);
  char *wal = sqlite3_mprintf("%s-wal", path), *shm = sqlite3_mprintf("%s-shm", path);
  if (wal && stat(wal, &st) == 0 && S_ISREG(st.st_mode)) {
    out->wal_size = st.st_size;
    out->wal_mtime_ns = rocpd_timespec_ns(st.st_mtim);
  }
  if (shm && stat(shm, &st) == 0) out->shm_inode = (int64_t)st.st_ino;
  bool memory = wal && shm;
  sqlite3_free(wal);
  sqlite3_free(shm);
  if (!memory) return SQLITE_NOMEM;
  clock_gettime(CLOCK_REALTIME, &now);
  int64_t latest = out->mtime_ns > out->wal_mtime_ns ? out->mtime_ns : out->wal_mtime_ns;
  out->settled = latest < rocpd_timespec_ns(now) - ROCPD_RACY_NS;
  return SQLITE_OK;
}

static int read_heads(const char *path, rocpd_stamp *out) {
  int n, rc = rocpd_vfs_read_head(path, out->head, sizeof(out->head), &n);
  if (rc != SQLITE_OK || !out->wal_size) return rc;
  char *wal = sqlite3_mprintf("%s-wal", path);
  if (!wal) return SQLITE_NOMEM;
  rc = rocpd_vfs_read_head(wal, out->wal_head, sizeof(out->wal_head), &n);
  sqlite3_free(wal);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK; /* the error is reported when the database is read */
}

int rocpd_stamp_take(const char *path, rocpd_stamp *out, rocpd_error *err) {
  int rc = stat_stamp(path, out);
  if (rc == SQLITE_CANTOPEN) return rocpd_fail(err, rc, "%s: the file is gone", path);
  if (rc == SQLITE_OK) rc = read_heads(path, out);
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "cannot read %s: %s", path, sqlite3_errstr(rc));
}

static bool same_times(const rocpd_stamp *a, const rocpd_stamp *b) {
  return a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns && a->wal_size == b->wal_size &&
         a->wal_mtime_ns == b->wal_mtime_ns && a->shm_inode == b->shm_inode;
}

bool rocpd_stamp_holds(const char *path, rocpd_stamp *stamp) {
  rocpd_stamp now;
  if (stat_stamp(path, &now) != SQLITE_OK || !same_times(&now, stamp)) return false;
  if (stamp->settled) return true;
  /* If a -wal is reused from its beginning, appended rows change neither its size nor its header. */
  if (stamp->wal_size || read_heads(path, &now) != SQLITE_OK) return false;
  if (memcmp(now.head, stamp->head, sizeof(now.head))) return false;
  stamp->settled = now.settled;
  return true;
}
