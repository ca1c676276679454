/* See vfs.h. A shim over SQLite's own "unix" VFS, which knows all descriptors that this
** process has of a file: POSIX locks belong to the process, and are lost when any
** descriptor of the file is closed by somebody who does not know of the others.
**
** What it changes:
**  - files are opened for reading only; temporary files and journals of ours never;
**  - what belongs to a database keeps its owner: root's SQLite gives it that of the database;
**  - no lock beyond SHARED is given, so nothing is rolled back, checkpointed or deleted;
**  - the -wal file of a database in WAL mode is opened when it is there, and empty
**    as long as it is not, or if its head is not one: what SQLite makes of the latter where it
**    may write, but not where it makes a private index;
**  - the wal-index: with a -shm file that others use, it is theirs, under their locks.
**    Without one SQLite is told SQLITE_READONLY_CANTINIT, as "unix" does for a -shm
**    file that nobody uses: it then makes a private index from the -wal file. Nobody
**    can delete a -shm between the look and its opening, as that takes an EXCLUSIVE lock
**    and SQLite has SHARED by then. For the same reason the -shm of whoever opens the
**    database while we read without one stays until we end: what is read after it has come
**    may be of another state, and is SQLITE_BUSY_SNAPSHOT. */
#define _GNU_SOURCE
#include "vfs.h"
#include "fork_lock.h"
#include "stamp.h"
#include "unix_file.h"
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct readonly_file {
  sqlite3_file base;
  const char *name; /* SQLite's, valid while the file is open */
  char *shm;        /* name of the -shm file; main database only */
  struct readonly_file *main; /* for a -wal file or a journal: its database's file, which stays open longer */
  bool is_wal;
  bool is_open;     /* real is; false for a -wal that does not exist yet */
  bool shm_used;    /* real has the -shm file open */
  bool alone;       /* there was no -shm file: SQLite has a private index */
  const volatile uint8_t *index; /* the beginning of the -shm file; NULL: not mapped */
  int64_t align;
  /* the file of "unix" follows */
} readonly_file;

static sqlite3_file *real_of(sqlite3_file *file) { return (sqlite3_file *)((readonly_file *)file + 1); }
static const sqlite3_io_methods *methods_of(sqlite3_file *file) { return real_of(file)->pMethods; }

/* ---- files */

static int readonly_close(sqlite3_file *file) {
  readonly_file *f = (readonly_file *)file;
  sqlite3_free(f->shm);
  return f->is_open ? methods_of(file)->xClose(real_of(file)) : SQLITE_OK;
}

/* Opens -wal and -journal files as a type whose owner the "unix" VFS does not change. */
static int kind_without_owner(int flags) {
  enum { OWNED = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL };
  return flags & OWNED ? (flags & ~OWNED) | SQLITE_OPEN_MASTER_JOURNAL : flags;
}

/* Opens the file if it exists. A -wal file that does not exist yet is tried again at each use. */
static int open_real(readonly_file *f, int flags) {
  sqlite3_vfs *vfs = rocpd_unix_vfs();
  sqlite3_file *real = real_of(&f->base);
  int given;
  flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_DELETEONCLOSE);
  memset(real, 0, sizeof(*real));
  int rc = vfs->xOpen(vfs, f->name, real, kind_without_owner(flags) | SQLITE_OPEN_READONLY, &given);
  f->is_open = rc == SQLITE_OK;
  if (rc != SQLITE_OK && real->pMethods) real->pMethods->xClose(real);
  return rc;
}

/* Other files are not databases, and opening a pipe would block. */
static bool is_regular(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static int open_late(readonly_file *f, bool *is_open) {
  int there = 0;
  int rc = f->is_open ? SQLITE_OK : rocpd_unix_vfs()->xAccess(rocpd_unix_vfs(), f->name, SQLITE_ACCESS_EXISTS, &there);
  if (rc == SQLITE_OK && there) rc = is_regular(f->name) ? open_real(f, SQLITE_OPEN_WAL) : SQLITE_CANTOPEN;
  *is_open = f->is_open;
  return rc;
}

/* True if another process has opened the database since SQLite made a private index. */
static bool is_joined(readonly_file *f) {
  const readonly_file *main = f->shm ? f : f->main;
  return main->alone && is_regular(main->shm);
}

static int readonly_read(sqlite3_file *file, void *buffer, int size, sqlite3_int64 offset) {
  readonly_file *f = (readonly_file *)file;
  bool is_open;
  int rc = open_late(f, &is_open);
  if (rc != SQLITE_OK) return rc;
  if (is_open) {
    rc = methods_of(file)->xRead(real_of(file), buffer, size, offset);
  } else {
    memset(buffer, 0, (size_t)size);
    rc = SQLITE_IOERR_SHORT_READ;
  }
  return is_joined(f) ? SQLITE_BUSY_SNAPSHOT : rc;
}

/* https://sqlite.org/fileformat2.html, section 4.1: a magic number, whose last bit is the byte
** order of what is summed, and at 24 two sums over what is before. */
enum { WAL_HEAD = 32, WAL_SUMS = 24, WAL_MAGIC = 0x377f0682 };

static uint32_t get32(const uint8_t *p, bool big) {
  uint32_t v;
  memcpy(&v, p, sizeof(v));
  return big ? __builtin_bswap32(v) : v;
}

static bool is_wal_head(const uint8_t *head) {
  uint32_t magic = get32(head, true), a = 0, b = 0;
  for (int i = 0; i < WAL_SUMS; i += 8) {
    a += get32(head + i, magic & 1) + b;
    b += get32(head + i + 4, magic & 1) + a;
  }
  return (magic & ~1u) == WAL_MAGIC && a == get32(head + WAL_SUMS, true) && b == get32(head + WAL_SUMS + 4, true);
}

static int readonly_size(sqlite3_file *file, sqlite3_int64 *size) {
  readonly_file *f = (readonly_file *)file;
  uint8_t head[WAL_HEAD];
  bool is_open;
  int rc = open_late(f, &is_open);
  *size = 0;
  if (rc != SQLITE_OK || !is_open) return rc;
  rc = methods_of(file)->xFileSize(real_of(file), size);
  if (rc != SQLITE_OK || !f->is_wal || *size < WAL_HEAD) return rc;
  rc = methods_of(file)->xRead(real_of(file), head, WAL_HEAD, 0);
  if (rc == SQLITE_OK && !is_wal_head(head)) *size = 0;
  return rc;
}

static int readonly_write(sqlite3_file *file, const void *buffer, int size, sqlite3_int64 offset) { return SQLITE_READONLY; }
static int readonly_truncate(sqlite3_file *file, sqlite3_int64 size) { return SQLITE_READONLY; }
static int readonly_sync(sqlite3_file *file, int flags) { return SQLITE_OK; }

/* The database that this thread locked last. SQLite locks a database before it opens its -wal file or journal, so this is the one they belong to. (From 3.32
** on SQLite could tell.) */
static __thread readonly_file *locked;

static int readonly_lock(sqlite3_file *file, int level) {
  locked = (readonly_file *)file;
  if (level > SQLITE_LOCK_SHARED) return SQLITE_BUSY;
  return level == SQLITE_LOCK_SHARED ? rocpd_vfs_lock_shared(real_of(file)) : methods_of(file)->xLock(real_of(file), level);
}

static int readonly_unlock(sqlite3_file *file, int level) { return methods_of(file)->xUnlock(real_of(file), level); }

static int readonly_check_reserved(sqlite3_file *file, int *reserved) {
  return methods_of(file)->xCheckReservedLock(real_of(file), reserved);
}

static int readonly_control(sqlite3_file *file, int op, void *arg) {
  readonly_file *f = (readonly_file *)file;
  return f->is_open ? methods_of(file)->xFileControl(real_of(file), op, arg) : SQLITE_NOTFOUND;
}

static int readonly_sector_size(sqlite3_file *file) { return 4096; }
static int readonly_characteristics(sqlite3_file *file) { return 0; }

/* ---- the wal-index */

ROCPD_FORK_LOCK(fchown_mutex);
static _Thread_local bool leaves_owners;
static sqlite3_syscall_ptr usual_fchown; /* the function that "unix" calls otherwise: the system's, or one that the program has set */

static int fchown_unless_left(int fd, uid_t uid, gid_t gid) { return leaves_owners ? 0 : ((int (*)(int, uid_t, gid_t))usual_fchown)(fd, uid, gid); }

/* If root runs it, "unix" gives a -shm file the database's owner whenever it opens one. The only way to prevent this is to replace the system call, which
** all threads use. */
static int map_with_its_owner(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  sqlite3_vfs *vfs = rocpd_unix_vfs();
  pthread_mutex_lock(&fchown_mutex);
  leaves_owners = true;
  usual_fchown = vfs->xGetSystemCall(vfs, "fchown");
  vfs->xSetSystemCall(vfs, "fchown", (sqlite3_syscall_ptr)fchown_unless_left);
  int rc = methods_of(file)->xShmMap(real_of(file), page, size, extend, out);
  vfs->xSetSystemCall(vfs, "fchown", usual_fchown);
  leaves_owners = false;
  pthread_mutex_unlock(&fchown_mutex);
  return rc;
}

static int readonly_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  readonly_file *f = (readonly_file *)file;
  *out = NULL;
  f->alone = !f->shm_used && !is_regular(f->shm);
  if (f->alone) return SQLITE_READONLY_CANTINIT;
  f->shm_used = true;
  int rc = page == 0 && geteuid() == 0 ? map_with_its_owner(file, page, size, extend, out)
                                       : methods_of(file)->xShmMap(real_of(file), page, size, extend, out);
  if (page == 0) f->index = *out;
  return rc;
}

static int readonly_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
  return ((readonly_file *)file)->shm_used ? methods_of(file)->xShmLock(real_of(file), offset, n, flags) : SQLITE_OK;
}

static void readonly_shm_barrier(sqlite3_file *file) {
  if (((readonly_file *)file)->shm_used) methods_of(file)->xShmBarrier(real_of(file));
  else __sync_synchronize();
}

static int readonly_shm_unmap(sqlite3_file *file, int delete) {
  readonly_file *f = (readonly_file *)file;
  int rc = f->shm_used ? methods_of(file)->xShmUnmap(real_of(file), 0) : SQLITE_OK;
  f->shm_used = f->alone = false;
  f->index = NULL;
  return rc;
}

/* ---- states */

/* https://sqlite.org/walformat.html, section 2.1: from 16 on how many frames there are, of how
** many pages, with what sums and salts. Else https://sqlite.org/fileformat2.html, section 1.3: at
** 18 the version of the format, 2 for WAL, at 24 how often the file was changed without. */
enum { INDEX_STATE = 16, INDEX_STATE_END = 40, HEAD_BYTES = 100, HEAD_VERSION = 18, VERSION_WAL = 2 };

static uint64_t state_of(const void *bytes, size_t size) { return XXH3_64bits(bytes, size) | 1; }

uint64_t rocpd_vfs_state_of_head(const uint8_t head[100]) { return state_of(head, HEAD_BYTES); }

int rocpd_vfs_state(sqlite3_file *file, uint64_t *state) {
  readonly_file *f = (readonly_file *)file;
  uint8_t head[HEAD_BYTES] = {0};
  if (f->index) {
    for (int i = INDEX_STATE; i < INDEX_STATE_END; i++) head[i] = f->index[i];
    *state = rocpd_vfs_state_of_head(head);
    return SQLITE_OK;
  }
  int rc = methods_of(file)->xRead(real_of(file), head, sizeof(head), 0);
  if (rc == SQLITE_IOERR_SHORT_READ) rc = SQLITE_OK; /* an empty file */
  *state = rocpd_vfs_state_of_head(head);
  if (rc != SQLITE_OK || head[HEAD_VERSION] != VERSION_WAL) return rc;
  /* Nobody else uses it. */
  rocpd_stamp stamp;
  rc = rocpd_stamp_take(f->name, &stamp, NULL);
  stamp.settled = false;
  *state = state_of(&stamp, sizeof(stamp));
  return rc;
}

bool rocpd_vfs_is_wal(sqlite3_file *file) { return ((readonly_file *)file)->shm_used || ((readonly_file *)file)->alone; }

static const sqlite3_io_methods readonly_methods = {
    .iVersion = 2, .xClose = readonly_close, .xRead = readonly_read, .xWrite = readonly_write, .xTruncate = readonly_truncate,
    .xSync = readonly_sync, .xFileSize = readonly_size, .xLock = readonly_lock, .xUnlock = readonly_unlock,
    .xCheckReservedLock = readonly_check_reserved, .xFileControl = readonly_control, .xSectorSize = readonly_sector_size,
    .xDeviceCharacteristics = readonly_characteristics, .xShmMap = readonly_shm_map, .xShmLock = readonly_shm_lock,
    .xShmBarrier = readonly_shm_barrier, .xShmUnmap = readonly_shm_unmap};

/* ---- the VFS */

static int readonly_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given) {
  readonly_file *f = (readonly_file *)file;
  memset(f, 0, sizeof(*f));
  if (!name || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL))) return SQLITE_CANTOPEN;
  f->name = name;
  f->is_wal = flags & SQLITE_OPEN_WAL;
  f->main = flags & SQLITE_OPEN_MAIN_DB ? NULL : locked;
  if (flags & SQLITE_OPEN_MAIN_DB) {
    f->shm = sqlite3_mprintf("%s-shm", name);
    if (!f->shm) return SQLITE_NOMEM;
  }
  bool is_open;
  int rc = f->is_wal ? open_late(f, &is_open) : open_real(f, flags);
  if (rc != SQLITE_OK) {
    sqlite3_free(f->shm);
    return rc;
  }
  f->base.pMethods = &readonly_methods;
  if (given) *given = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  return SQLITE_OK;
}

/* SQLite would delete a -wal file beside an empty database, for example. */
static int readonly_delete(sqlite3_vfs *vfs, const char *name, int sync) { return SQLITE_OK; }

static int readonly_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
  return rocpd_unix_vfs()->xAccess(rocpd_unix_vfs(), name, flags, out);
}

static int readonly_full_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
  return rocpd_unix_vfs()->xFullPathname(rocpd_unix_vfs(), name, size, out);
}

static int readonly_randomness(sqlite3_vfs *vfs, int size, char *out) { return rocpd_unix_vfs()->xRandomness(rocpd_unix_vfs(), size, out); }
static int readonly_sleep(sqlite3_vfs *vfs, int microseconds) { return rocpd_unix_vfs()->xSleep(rocpd_unix_vfs(), microseconds); }
static int readonly_time(sqlite3_vfs *vfs, double *now) { return rocpd_unix_vfs()->xCurrentTime(rocpd_unix_vfs(), now); }
static int readonly_last_error(sqlite3_vfs *vfs, int size, char *out) { return rocpd_unix_vfs()->xGetLastError(rocpd_unix_vfs(), size, out); }

/* There is one VFS for the process; connections with the extension share it. It must be unregistered before the last of them unloads the library. */
ROCPD_FORK_LOCK(vfs_mutex);
static struct {
  int holders;
  char name[40]; /* with its address: another copy of the library has its own */
  sqlite3_vfs vfs;
} shared;

static bool register_shared(void) {
  sqlite3_vfs *real = rocpd_unix_vfs();
  if (!real) return false;
  sqlite3_snprintf(sizeof(shared.name), shared.name, "rocpd-%p", (void *)&shared);
  shared.vfs = (sqlite3_vfs){
      .iVersion = 1, .szOsFile = (int)sizeof(readonly_file) + real->szOsFile, .mxPathname = real->mxPathname,
      .zName = shared.name, .xOpen = readonly_open, .xDelete = readonly_delete, .xAccess = readonly_access,
      .xFullPathname = readonly_full_path, .xRandomness = readonly_randomness, .xSleep = readonly_sleep,
      .xCurrentTime = readonly_time, .xGetLastError = readonly_last_error};
  return sqlite3_vfs_register(&shared.vfs, 0) == SQLITE_OK;
}

const char *rocpd_vfs_hold(void) {
  pthread_mutex_lock(&vfs_mutex);
  bool ok = shared.holders || register_shared();
  if (ok) shared.holders++;
  pthread_mutex_unlock(&vfs_mutex);
  return ok ? shared.name : NULL;
}

void rocpd_vfs_drop(void) {
  pthread_mutex_lock(&vfs_mutex);
  if (--shared.holders == 0) sqlite3_vfs_unregister(&shared.vfs);
  pthread_mutex_unlock(&vfs_mutex);
}
