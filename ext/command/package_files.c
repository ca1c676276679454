/* Puts files into the package's folder. All files are there before the first original is removed, so an error or interrupt can be undone. */
#include "package.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder */

static int make_one(rocpd_packing *p, const char *path) {
  if (!mkdir(path, 0777)) {
    char *copy = sqlite3_mprintf("%s", path);
    if (copy && !rocpd_array_reserve(&p->made, &p->made_capacity, p->mades + 1, sizeof *p->made)) return p->made[p->mades++] = copy, ROCPD_DONE;
    sqlite3_free(copy), rmdir(path);
    return rocpd_say_no_memory();
  }
  struct stat now;
  int why = errno;
  if (why == EEXIST && !stat(path, &now) && S_ISDIR(now.st_mode)) return ROCPD_DONE;
  return rocpd_say_failure(ROCPD_NO_ANSWER, "%s: cannot make the folder: %s", path, strerror(why));
}

int rocpd_package_make_folder(rocpd_packing *p) {
  int code = ROCPD_DONE;
  for (char *at = p->folder; code == ROCPD_DONE && (at = strchr(at + 1, '/'));) {
    *at = 0;
    code = make_one(p, p->folder);
    *at = '/';
  }
  if (code == ROCPD_DONE) code = make_one(p, p->folder);
  char *real = code == ROCPD_DONE ? realpath(p->folder, NULL) : NULL, *folder = real ? sqlite3_mprintf("%s", real) : NULL;
  if (code == ROCPD_DONE && !real) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s: %s", p->folder, strerror(errno));
  else if (code == ROCPD_DONE && !folder) code = rocpd_say_no_memory();
  if (folder) sqlite3_free(p->folder), p->folder = folder;
  free(real);
  return code;
}

/* ---- a copy */

static bool write_all(int fd, const char *bytes, ssize_t n) {
  while (n > 0) {
    ssize_t done = write(fd, bytes, (size_t)n);
    if (done < 0 && errno != EINTR) return false;
    if (done > 0) bytes += done, n -= done;
  }
  return true;
}

/* Copies all bytes; with `patient`, a signal does not stop it. */
static bool copy_bytes(int from, int to, bool patient) {
  enum { BYTES = 1 << 20 };
  char *block = sqlite3_malloc(BYTES);
  ssize_t n = -1;
  errno = ENOMEM;
  while (block && (n = read(from, block, BYTES)) != 0) {
    if (n < 0 && errno != EINTR) break;
    if (n > 0 && !write_all(to, block, n)) n = -1;
    if (!patient && rocpd_caught()) n = -1, errno = EINTR;
    if (n < 0) break;
  }
  sqlite3_free(block);
  return n == 0;
}

/* Copies a file like cp -p, with owner, permissions and modification time, and syncs it to disk, since the original may be removed then. *made: the new file
** was created. */
static bool copy_file(const char *from, const char *to, bool patient, bool *made) {
  struct stat now;
  int in = open(from, O_RDONLY | O_CLOEXEC), out = in >= 0 ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
  *made = out >= 0;
  bool whole = out >= 0 && !fstat(in, &now) && copy_bytes(in, out, patient);
  int why = errno;
  if (whole) {
    if (fchown(out, now.st_uid, now.st_gid)) now.st_mode &= ~(mode_t)(S_ISUID | S_ISGID);
    whole = !fchmod(out, now.st_mode & 07777) && !futimens(out, (struct timespec[]){now.st_atim, now.st_mtim}) && !fsync(out);
    why = errno;
  }
  if (out >= 0 && close(out) && whole) whole = false, why = errno;
  if (in >= 0) close(in);
  errno = why;
  return whole;
}

/* ---- into it */

static bool is_there(const char *path) {
  struct stat now;
  return !lstat(path, &now);
}

static bool is_file(const char *path) {
  struct stat now;
  return !stat(path, &now) && S_ISREG(now.st_mode);
}

/* Returns a path in the folder that does not exist, with or without the suffix .live: "a.rocz", "a.2.rocz", ... The caller frees it. NULL: no memory. */
static char *free_path(const rocpd_packing *p, const char *file) {
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file, *dot = strrchr(base, '.');
  if (!dot || dot == base) dot = base + strlen(base);
  for (int n = 1;; n++) {
    char *path = n > 1 ? sqlite3_mprintf("%s/%.*s.%d%s", p->folder, (int)(dot - base), base, n, dot) : sqlite3_mprintf("%s/%s", p->folder, base);
    char *live = path ? sqlite3_mprintf("%s.live", path) : NULL;
    bool taken = live && (is_there(path) || is_there(live));
    sqlite3_free(live);
    if (!live) return sqlite3_free(path), NULL;
    if (!taken) return path;
    sqlite3_free(path);
  }
}

/* Links or copies the file to `to`, and takes ownership of `to`. */
static int put_one(rocpd_packing *p, const char *file, char *to) {
  char *from = sqlite3_mprintf("%s", file);
  if (!from || !to || rocpd_array_reserve(&p->put, &p->put_capacity, p->puts + 1, sizeof *p->put)) {
    sqlite3_free(from), sqlite3_free(to);
    return rocpd_say_no_memory();
  }
  bool made = false, done = !p->copy && !linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
  if (!done) done = copy_file(from, to, false, &made);
  int why = errno;
  if (done) return p->put[p->puts++] = (rocpd_put){from, to}, ROCPD_DONE;
  if (made) unlink(to);
  int caught = rocpd_caught(), code = caught ? rocpd_say_failure(128 + caught, "interrupted") :
                                               rocpd_say_failure(ROCPD_NO_ANSWER, "%s: not put into %s: %s", from, p->folder, strerror(why));
  sqlite3_free(from), sqlite3_free(to);
  return code;
}

int rocpd_package_put(rocpd_packing *p, const char *file, char **name) {
  size_t n = strlen(p->folder);
  bool inside = !strncmp(file, p->folder, n) && file[n] == '/';
  *name = inside ? sqlite3_mprintf("%s", file) : free_path(p, file);
  if (!*name) return rocpd_say_no_memory();
  if (inside) return ROCPD_DONE;
  char *live = sqlite3_mprintf("%s.live", file);
  int code = live ? put_one(p, file, sqlite3_mprintf("%s", *name)) : rocpd_say_no_memory();
  if (code == ROCPD_DONE && is_file(live)) code = put_one(p, live, sqlite3_mprintf("%s.live", *name));
  sqlite3_free(live);
  return code;
}

/* ---- and out of their places */

int rocpd_package_leave_places(rocpd_packing *p) {
  for (size_t i = 0; !p->copy && i < p->puts; i++) {
    int caught = rocpd_caught();
    if (caught) return rocpd_say_failure(128 + caught, "interrupted");
    if (unlink(p->put[i].from) && errno != ENOENT) return rocpd_say_failure(ROCPD_NO_ANSWER, "%s: cannot be moved: %s", p->put[i].from, strerror(errno));
  }
  return ROCPD_DONE;
}

/* Undoes put_one(). If the file is on another file system now, it is copied back. */
static void put_back(const rocpd_put *f) {
  bool made;
  if (is_there(f->from)) unlink(f->to);
  else if (!rename(f->to, f->from)) return;
  else if (errno == EXDEV && copy_file(f->to, f->from, true, &made)) unlink(f->to);
  else rocpd_say_failure(ROCPD_NO_ANSWER, "%s: cannot be moved back; it is %s now", f->from, f->to);
}

void rocpd_package_undo(rocpd_packing *p) {
  for (size_t i = p->puts; i > 0; i--) put_back(&p->put[i - 1]);
  for (size_t i = p->mades; i > 0; i--) rmdir(p->made[i - 1]);
}

void rocpd_package_free(rocpd_packing *p) {
  for (size_t i = 0; i < p->puts; i++) sqlite3_free(p->put[i].from), sqlite3_free(p->put[i].to);
  for (size_t i = 0; i < p->mades; i++) sqlite3_free(p->made[i]);
  sqlite3_free(p->put), sqlite3_free(p->made), sqlite3_free(p->folder);
  *p = (rocpd_packing){0};
}
