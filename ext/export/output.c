/* The file that an export writes; see output.h. */
#include "output.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Small enough to stay in the second-level cache between formatting and write. */
#define BUFFER_BYTES ((size_t)256 << 10)

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* The absolute path of what will be replaced: through symbolic links, so that a
** link stays a link. NULL with an error recorded. */
static char *resolve(const char *path, rocpd_error *err) {
  char *real = realpath(path, NULL);
  char *out = NULL;
  if (real) {
    out = sqlite3_mprintf("%s", real);
  } else {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    char *folder = slash == path ? sqlite3_mprintf("/") : slash ? sqlite3_mprintf("%.*s", (int)(slash - path), path) : sqlite3_mprintf(".");
    if (!folder) {
      rocpd_no_memory(err);
      return NULL;
    }
    real = realpath(folder, NULL);
    if (!real)
      rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", folder, strerror(errno));
    else if (!*base || !strcmp(base, ".") || !strcmp(base, ".."))
      rocpd_fail(err, SQLITE_CANTOPEN, "%s: names a folder, not a file", path);
    else
      out = sqlite3_mprintf("%s/%s", strcmp(real, "/") ? real : "", base);
    sqlite3_free(folder);
  }
  if (real && !out) rocpd_no_memory(err);
  free(real);
  return out;
}

static int open_temp(rocpd_output *o, mode_t mode, rocpd_error *err) {
  static int counter;
  size_t folder = (size_t)(strrchr(o->path, '/') - o->path);
  for (int attempt = 0; attempt < 100; attempt++) {
    int n = __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED);
    sqlite3_free(o->temp);
    o->temp = sqlite3_mprintf("%.*s/.rocpd-export-%d-%d.tmp", (int)folder, o->path, (int)getpid(), n);
    if (!o->temp) return rocpd_no_memory(err);
    o->fd = open(o->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (o->fd >= 0) return SQLITE_OK;
    if (errno != EEXIST) break;
  }
  rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot create a file in its folder: %s", o->path, strerror(errno));
  sqlite3_free(o->temp);
  o->temp = NULL;
  return err ? err->rc : SQLITE_CANTOPEN;
}

int rocpd_output_open(rocpd_output *o, const char *path, const char *const *keep, size_t keeps, rocpd_error *err) {
  memset(o, 0, sizeof *o);
  o->fd = -1;
  o->open = true;
  pthread_mutex_init(&o->mutex, NULL);
  if (!path || !*path) return rocpd_fail(err, SQLITE_ERROR, "the path of the file to write is %s", path ? "empty" : "NULL");
  o->path = resolve(path, err);
  if (!o->path) return err->rc;
  struct stat now;
  bool exists = !stat(o->path, &now);
  if (exists && S_ISDIR(now.st_mode)) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a folder; give the name of a file", o->path);
  for (size_t i = 0; exists && i < keeps; i++) {
    struct stat other;
    if (keep[i] && !stat(keep[i], &other) && other.st_dev == now.st_dev && other.st_ino == now.st_ino)
      return rocpd_fail(err, SQLITE_CANTOPEN, "%s is read by this connection and would be replaced", o->path);
  }
  if (exists && !S_ISREG(now.st_mode)) {
    o->fd = open(o->path, O_WRONLY | O_CLOEXEC);
    if (o->fd < 0) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", o->path, strerror(errno));
  } else if (open_temp(o, 0666, err)) {
    return err->rc;
  } else if (exists) {
    /* Who may read the old file may read the new one; a failure only costs that. */
    (void)!fchmod(o->fd, now.st_mode & 0777);
  }
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  sigaddset(&set, SIGPIPE);
  o->holding = !pthread_sigmask(SIG_BLOCK, &set, &o->held);
  o->terminal = isatty(STDERR_FILENO) == 1;
  o->begun_ns = o->last_ns = now_ns();
  return SQLITE_OK;
}

/* The signal that came with a failed write was sent to this thread: take it out
** before the mask is restored, unless the program holds it back itself. */
static void discard_signal(rocpd_output *o, int signal_number) {
  if (!o->holding || sigismember(&o->held, signal_number) == 1) return;
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal_number);
  struct timespec none = {0, 0};
  while (sigtimedwait(&one, NULL, &none) < 0 && errno == EINTR) {
  }
}

void rocpd_output_limited(rocpd_output *o) { discard_signal(o, SIGXFSZ); }

static int write_all(rocpd_output *o, const uint8_t *bytes, size_t n, rocpd_error *err) {
  while (n) {
    ssize_t done = write(o->fd, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      int why = done < 0 ? errno : ENOSPC;
      if (why == EFBIG) discard_signal(o, SIGXFSZ);
      if (why == EPIPE) discard_signal(o, SIGPIPE);
      return rocpd_fail(err, why == ENOSPC || why == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE, "%s: write failed at byte %llu: %s",
                        o->path, (unsigned long long)o->written, strerror(why));
    }
    bytes += done;
    n -= (size_t)done;
    o->written += (uint64_t)done;
  }
  return SQLITE_OK;
}

int rocpd_buffer_flush(rocpd_buffer *b, rocpd_error *err) {
  if (!b->used) return SQLITE_OK;
  pthread_mutex_lock(&b->file->mutex);
  int rc = write_all(b->file, b->bytes, b->used, err);
  pthread_mutex_unlock(&b->file->mutex);
  b->used = 0;
  return rc;
}

int rocpd_buffer_make_room(rocpd_buffer *b, size_t n, rocpd_error *err) {
  int rc = rocpd_buffer_flush(b, err);
  if (rc || n <= b->capacity) return rc;
  size_t capacity = n <= BUFFER_BYTES ? BUFFER_BYTES : n + n / 4;
  uint8_t *bigger = sqlite3_malloc64(capacity);
  if (!bigger) return rocpd_no_memory(err);
  sqlite3_free(b->bytes);
  b->bytes = bigger;
  b->capacity = capacity;
  return SQLITE_OK;
}

int rocpd_buffer_add(rocpd_buffer *b, const uint8_t *bytes, size_t n, rocpd_error *err) {
  if (n <= BUFFER_BYTES / 4) {
    uint8_t *to = rocpd_buffer_reserve(b, n, err);
    if (!to) return err->rc;
    if (n) memcpy(to, bytes, n);
    rocpd_buffer_commit(b, to + n);
    return SQLITE_OK;
  }
  int rc = rocpd_buffer_flush(b, err);
  pthread_mutex_lock(&b->file->mutex);
  if (!rc) rc = write_all(b->file, bytes, n, err);
  pthread_mutex_unlock(&b->file->mutex);
  return rc;
}

int rocpd_output_finish(rocpd_output *o, rocpd_error *err) {
  int fd = o->fd;
  o->fd = -1;
  if (close(fd) && errno != EINTR)
    return rocpd_fail(err, SQLITE_IOERR_CLOSE, "%s: write failed at byte %llu: %s", o->path, (unsigned long long)o->written,
                      strerror(errno));
  if (o->temp) {
    if (rename(o->temp, o->path)) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", o->path, strerror(errno));
    sqlite3_free(o->temp);
    o->temp = NULL;
  }
  return SQLITE_OK;
}

void rocpd_output_close(rocpd_output *o) {
  if (!o->open) return;
  if (o->shown) fputs("\r\033[K", stderr);
  if (o->fd >= 0) close(o->fd);
  if (o->temp) unlink(o->temp);
  if (o->holding) pthread_sigmask(SIG_SETMASK, &o->held, NULL);
  sqlite3_free(o->temp);
  sqlite3_free(o->path);
  pthread_mutex_destroy(&o->mutex);
  memset(o, 0, sizeof *o);
}

void rocpd_output_progress(rocpd_output *o, double fraction) {
  /* Another thread that writes or shows progress just now does as well. */
  if (!o->terminal || pthread_mutex_trylock(&o->mutex)) return;
  int64_t now = now_ns();
  if (now - o->begun_ns >= 1000000000 && now - o->last_ns >= 200000000) {
    o->last_ns = now;
    o->shown = true;
    fprintf(stderr, "\rexport %2.0f %% (%llu MB)", fraction * 100, (unsigned long long)(o->written >> 20));
    fflush(stderr);
  }
  pthread_mutex_unlock(&o->mutex);
}
