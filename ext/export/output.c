/* The file that an export writes, and how far it is; see output.h. */
#define _GNU_SOURCE /* renameat2() */
#include "output.h"
#include "temporary.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- progress, and signals of writes ---- */

static void begin_progress(rocpd_progress *p) {
  *p = (rocpd_progress){.begun = true, .terminal = isatty(STDERR_FILENO) == 1};
  pthread_mutex_init(&p->mutex, NULL);
  p->begun_ns = p->last_ns = rocpd_monotonic_ns();
}

void rocpd_progress_begin_within(rocpd_progress *p, const rocpd_progress *whole) {
  begin_progress(p);
  p->held = whole->held, p->holding = whole->holding, p->within = true;
}

void rocpd_progress_begin(rocpd_progress *p) {
  begin_progress(p);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  sigaddset(&set, SIGPIPE);
  p->holding = !pthread_sigmask(SIG_BLOCK, &set, &p->held);
}

int64_t rocpd_progress_ns(const rocpd_progress *p) { return rocpd_monotonic_ns() - p->begun_ns; }

/* The signal was sent to this thread: remove it before the mask is restored, unless the program itself blocks it. */
void rocpd_progress_failed(rocpd_progress *p, int error) {
  int signal_number = error == EFBIG ? SIGXFSZ : SIGPIPE;
  if (error != EFBIG && error != EPIPE) return;
  if (!p->holding || sigismember(&p->held, signal_number) == 1) return;
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal_number);
  struct timespec none = {0, 0};
  while (sigtimedwait(&one, NULL, &none) < 0 && errno == EINTR) {
  }
}

void rocpd_progress_show(rocpd_progress *p, double fraction) {
  /* Another thread is showing progress at the moment; that suffices. */
  if (!p->terminal || pthread_mutex_trylock(&p->mutex)) return;
  int64_t now = rocpd_monotonic_ns();
  if (now - p->begun_ns >= 1000000000 && now - p->last_ns >= 200000000) {
    p->last_ns = now;
    p->shown = true;
    fprintf(stderr, "\rexport %2.0f %% (%llu MB)", fraction * 100, (unsigned long long)(__atomic_load_n(&p->written, __ATOMIC_RELAXED) >> 20));
    fflush(stderr);
  }
  pthread_mutex_unlock(&p->mutex);
}

void rocpd_progress_end(rocpd_progress *p) {
  if (!p->begun) return;
  if (p->shown) fputs("\r\033[K", stderr);
  if (p->holding && !p->within) pthread_sigmask(SIG_SETMASK, &p->held, NULL);
  pthread_mutex_destroy(&p->mutex);
  p->begun = false;
}

/* ---- the file ---- */

/* BUFFER_BYTES stay in the second-level cache between formatting and writing. While another thread writes, up to MOST_BYTES are collected instead of waiting
** for it. */
enum { BUFFER_BYTES = 256 << 10, MOST_BYTES = 4 * BUFFER_BYTES };

static bool leads_nowhere(const char *path) {
  struct stat now;
  return !lstat(path, &now) && S_ISLNK(now.st_mode) && stat(path, &now);
}

char *rocpd_output_resolve(const char *path, rocpd_error *err) {
  char *real = realpath(path, NULL);
  char *out = NULL;
  if (real) {
    out = sqlite3_mprintf("%s", real);
  } else if (leads_nowhere(path)) {
    rocpd_fail(err, SQLITE_CANTOPEN, "%s is a broken symbolic link: remove it, or give another name", path);
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
      rocpd_fail(err, rocpd_code_of(errno, SQLITE_CANTOPEN), "%s: %s", folder, strerror(errno));
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

static bool is_kept(const rocpd_output_rule *rule, const char *path) {
  struct stat now, other;
  if (stat(path, &now)) return false;
  for (size_t i = 0; i < rule->keeps; i++)
    if (rule->keep[i] && !stat(rule->keep[i], &other) && other.st_dev == now.st_dev && other.st_ino == now.st_ino) return true;
  return false;
}

int rocpd_output_spare(const rocpd_output_rule *rule, const char *path, rocpd_error *err) {
  /* Files beside a database, and beside a chunk file whose program still runs, are parts of it. */
  static const char *const beside[] = {"", "-wal", "-shm", "-journal", ".live"};
  size_t n = strlen(path);
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
    size_t end = strlen(beside[i]);
    if (n <= end || strcmp(path + n - end, beside[i])) continue;
    char *whole = sqlite3_mprintf("%.*s", (int)(n - end), path);
    bool kept = whole && is_kept(rule, whole);
    sqlite3_free(whole);
    if (!whole) return rocpd_no_memory(err);
    if (kept) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is read by this connection and would be replaced", path);
  }
  return SQLITE_OK;
}

static int open_temp(rocpd_output *o, mode_t mode, rocpd_error *err) {
  rocpd_temporary_sweep(o->path);
  for (int attempt = 0; attempt < 100; attempt++) {
    sqlite3_free(o->temp);
    o->temp = rocpd_temporary_name(o->path);
    if (!o->temp) return rocpd_no_memory(err);
    o->fd = open(o->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (o->fd >= 0 && rocpd_temporary_hold(o->fd, &o->lock)) return rocpd_temporary_add(o->temp), SQLITE_OK;
    if (o->fd < 0 && errno != EEXIST) break;
    if (o->fd >= 0) close(o->fd);
    o->fd = -1;
  }
  rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot create a file in its folder: %s", o->path, strerror(errno));
  sqlite3_free(o->temp);
  o->temp = NULL;
  return err ? err->rc : SQLITE_CANTOPEN;
}

static void begin(rocpd_output *o, rocpd_progress *p) {
  *o = (rocpd_output){.progress = p, .fd = -1, .lock = -1, .open = true};
  pthread_mutex_init(&o->mutex, NULL);
}

static int fail_there(const char *path, rocpd_error *err) {
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s exists and would be replaced: give another name, or the option {\"overwrite\":true}", path);
}

/* Whether the file at the path may be replaced. */
static int may_replace(const rocpd_output *o, const struct stat *now, const rocpd_output_rule *rule, rocpd_error *err) {
  if (S_ISDIR(now->st_mode)) return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a folder; give the name of a file", o->path);
  int rc = rocpd_output_spare(rule, o->path, err);
  return rc || !S_ISREG(now->st_mode) || !now->st_size || rule->overwrite ? rc : fail_there(o->path, err);
}

/* The descriptor of this process that the path names; -1: none. */
static int descriptor_of(const char *path) {
  static const char *const folder[] = {"/dev/fd/", "/proc/self/fd/"};
  if (!strcmp(path, "/dev/stdout")) return STDOUT_FILENO;
  if (!strcmp(path, "/dev/stderr")) return STDERR_FILENO;
  for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
    size_t n = strlen(folder[i]), digits = strncmp(path, folder[i], n) ? 0 : strspn(path + n, "0123456789");
    if (digits && digits < 7 && !path[n + digits]) return atoi(path + n);
  }
  return -1;
}

/* Writing continues at the descriptor's position: opening the path again would begin at the start of the file, and is impossible for a socket. */
static int open_descriptor(rocpd_output *o, const char *path, int fd, const rocpd_output_rule *rule, rocpd_error *err) {
  o->path = sqlite3_mprintf("%s", path);
  int rc = o->path ? rocpd_output_spare(rule, path, err) : rocpd_no_memory(err);
  if (rc) return rc;
  o->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  return o->fd >= 0 ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", path, strerror(errno));
}

int rocpd_output_open(rocpd_output *o, rocpd_progress *p, const char *path, const rocpd_output_rule *rule, rocpd_error *err) {
  begin(o, p);
  if (!path || !*path) return rocpd_fail(err, SQLITE_ERROR, "the path of the file to write is %s", path ? "empty" : "NULL");
  int fd = descriptor_of(path);
  if (fd >= 0) return open_descriptor(o, path, fd, rule, err);
  o->path = rocpd_output_resolve(path, err);
  if (!o->path) return err->rc;
  struct stat now, link;
  bool exists = !stat(o->path, &now);
  int rc = exists ? may_replace(o, &now, rule, err) : SQLITE_OK;
  if (rc) return rc;
  /* A symbolic link remains if its target has no name: /dev/stdout, if the file that it leads to was removed from its folder. Such a target is opened
  ** through the link. */
  bool nameless = exists && !lstat(o->path, &link) && S_ISLNK(link.st_mode);
  if (nameless || (exists && !S_ISREG(now.st_mode))) {
    o->fd = open(o->path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    return o->fd >= 0 ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", o->path, strerror(errno));
  }
  o->fresh = !exists && !rule->overwrite;
  rc = open_temp(o, 0666, err);
  /* Readers of the old file may read the new one; a failure has no other effect. */
  if (!rc && exists) (void)!fchmod(o->fd, now.st_mode & 0777);
  return rc;
}

int rocpd_output_stage(rocpd_output *o, rocpd_progress *p, char *temp, char *path, rocpd_error *err) {
  begin(o, p);
  o->temp = temp, o->path = path, o->staged = true;
  if (!temp || !path) return rocpd_no_memory(err);
  o->fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return o->fd >= 0 ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot create it: %s", path, strerror(errno));
}

void rocpd_output_limited(rocpd_output *o) { rocpd_progress_failed(o->progress, EFBIG); }

static int count_written(rocpd_output *o, uint64_t n, rocpd_error *err) {
  rocpd_progress *p = o->progress;
  uint64_t all = __atomic_add_fetch(&p->written, n, __ATOMIC_RELAXED);
  if (!p->limit || all <= p->limit) return SQLITE_OK;
  __atomic_store_n(&p->beyond, true, __ATOMIC_RELAXED);
  return rocpd_fail(err, SQLITE_TOOBIG, "%s: more than %llu bytes", o->path, (unsigned long long)p->limit);
}

static int write_all(rocpd_output *o, const uint8_t *bytes, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  while (n && !rc) {
    ssize_t done = write(o->fd, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      int why = done < 0 ? errno : ENOSPC;
      rocpd_progress_failed(o->progress, why);
      return rocpd_fail(err, why == ENOSPC || why == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE, "%s: write failed at byte %llu: %s",
                        o->path, (unsigned long long)o->written, strerror(why));
    }
    bytes += done;
    n -= (size_t)done;
    o->written += (uint64_t)done;
    rc = count_written(o, (uint64_t)done, err);
  }
  return rc;
}

int rocpd_output_compress(rocpd_output *o, rocpd_error *err) {
  o->gzip = true;
  return write_all(o, rocpd_gzip_begin, ROCPD_GZIP_BEGIN, err);
}

int rocpd_output_end(rocpd_output *o, rocpd_error *err) {
  uint8_t end[ROCPD_GZIP_END];
  if (!o->gzip) return SQLITE_OK;
  rocpd_gzip_end(&o->sum, end);
  return write_all(o, end, ROCPD_GZIP_END, err);
}

static int write_plain(rocpd_output *o, const uint8_t *bytes, size_t n, rocpd_error *err) {
  pthread_mutex_lock(&o->mutex);
  int rc = write_all(o, bytes, n, err);
  pthread_mutex_unlock(&o->mutex);
  return rc;
}

/* Compresses bytes block by block and writes them. Bytes of other threads never come between those of one call. */
static int write_compressed(rocpd_buffer *b, const uint8_t *bytes, size_t n, rocpd_error *err) {
  rocpd_output *o = b->file;
  int rc = SQLITE_OK;
  bool whole = n <= ROCPD_GZIP_BLOCK;
  if (!whole) pthread_mutex_lock(&o->mutex);
  for (size_t done = 0, now; done < n && !rc; done += now) {
    const uint8_t *out;
    size_t out_n;
    uint32_t crc;
    now = n - done < ROCPD_GZIP_BLOCK ? n - done : ROCPD_GZIP_BLOCK;
    rc = rocpd_gzip_block(&b->gzip, bytes + done, now, &out, &out_n, &crc, err);
    if (whole) pthread_mutex_lock(&o->mutex);
    if (!rc) rc = write_all(o, out, out_n, err);
    if (!rc) rocpd_gzip_add(&o->sum, crc, now);
    if (whole) pthread_mutex_unlock(&o->mutex);
  }
  if (!whole) pthread_mutex_unlock(&o->mutex);
  return rc;
}

static int write_bytes(rocpd_buffer *b, const uint8_t *bytes, size_t n, rocpd_error *err) {
  return b->file->gzip ? write_compressed(b, bytes, n, err) : write_plain(b->file, bytes, n, err);
}

int rocpd_buffer_flush(rocpd_buffer *b, rocpd_error *err) {
  const uint8_t *bytes = b->bytes;
  size_t n = b->used;
  int rc = n && b->pack ? b->pack(b->packer, &bytes, &n, err) : SQLITE_OK;
  if (!rc && n) rc = write_bytes(b, bytes, n, err);
  b->used = 0;
  return rc;
}

void rocpd_buffer_free(rocpd_buffer *b) {
  sqlite3_free(b->bytes);
  rocpd_gzip_free(b->gzip);
}

static bool is_writing(rocpd_output *o) {
  if (pthread_mutex_trylock(&o->mutex)) return true;
  pthread_mutex_unlock(&o->mutex);
  return false;
}

/* Whether committed bytes can wait, up to a limit, while another thread writes. Packed and compressed bytes are written at once. */
static bool can_wait(rocpd_buffer *b, size_t n) {
  size_t more = n < BUFFER_BYTES ? BUFFER_BYTES : n;
  if (!b->used || b->pack || b->file->gzip || b->used + more > MOST_BYTES || !is_writing(b->file)) return false;
  if (b->used + more > b->room) {
    uint8_t *bigger = sqlite3_realloc64(b->bytes, MOST_BYTES);
    if (!bigger) return false; /* they are written now */
    b->bytes = bigger, b->room = MOST_BYTES;
  }
  b->capacity = b->used + more;
  return true;
}

int rocpd_buffer_make_room(rocpd_buffer *b, size_t n, rocpd_error *err) {
  if (can_wait(b, n)) return SQLITE_OK;
  int rc = rocpd_buffer_flush(b, err);
  if (rc) return rc;
  if (n > b->room) {
    size_t room = n <= BUFFER_BYTES ? BUFFER_BYTES : n + n / 4;
    uint8_t *bigger = sqlite3_malloc64(room);
    if (!bigger) return rocpd_no_memory(err);
    sqlite3_free(b->bytes);
    b->bytes = bigger, b->room = room;
  }
  b->capacity = n <= BUFFER_BYTES ? BUFFER_BYTES : b->room;
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
  return rc ? rc : write_bytes(b, bytes, n, err);
}

int rocpd_output_finish(rocpd_output *o, rocpd_error *err) {
  int fd = o->fd;
  o->fd = -1;
  if (close(fd) && errno != EINTR)
    return rocpd_fail(err, SQLITE_IOERR_CLOSE, "%s: write failed at byte %llu: %s", o->path, (unsigned long long)o->written,
                      strerror(errno));
  if (o->temp && !o->staged) {
    /* Keeps a file that another program has created in the meantime. (Some file systems cannot tell.) */
    bool asked = o->fresh && !renameat2(AT_FDCWD, o->temp, AT_FDCWD, o->path, RENAME_NOREPLACE);
    if (o->fresh && !asked && errno == EEXIST) return fail_there(o->path, err);
    if (!asked && rename(o->temp, o->path)) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: %s", o->path, strerror(errno));
    rocpd_temporary_forget(o->temp);
    sqlite3_free(o->temp);
    o->temp = NULL;
  }
  return SQLITE_OK;
}

void rocpd_output_close(rocpd_output *o) {
  if (!o->open) return;
  if (o->fd >= 0) close(o->fd);
  if (o->lock >= 0) close(o->lock);
  if (o->temp && !o->staged) unlink(o->temp), rocpd_temporary_forget(o->temp);
  sqlite3_free(o->temp);
  sqlite3_free(o->path);
  pthread_mutex_destroy(&o->mutex);
  memset(o, 0, sizeof *o);
}
