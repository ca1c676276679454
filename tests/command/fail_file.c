/* Preloaded: the call FAIL_CALL (unlink, rename, linkat, create) fails for a path that ends in FAIL_NAME. `wait`: the first time that such a file is opened
** the file FAIL_MARK is made, and nothing happens until a signal comes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_asked(const char *call, const char *path) {
  const char *asked = getenv("FAIL_CALL"), *name = getenv("FAIL_NAME");
  size_t n = strlen(path), m = name ? strlen(name) : 0;
  return asked && name && !strcmp(asked, call) && n >= m && !strcmp(path + n - m, name);
}
static int fails(const char *call, const char *path) {
  if (!is_asked(call, path)) return 0;
  errno = EIO;
  return 1;
}
/* A signal may come before pause() is called: others follow from who waits for the end. */
static void wait_once(int (*next)(const char *, int, ...)) {
  static int waited;
  const char *mark = getenv("FAIL_MARK");
  if (waited) return;
  waited = 1;
  close(next(mark, O_CREAT | O_WRONLY, 0600));
  pause();
}
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int unlink(const char *path) { return fails("unlink", path) ? -1 : NEXT(unlink)(path); }
int rename(const char *from, const char *to) { return fails("rename", to) ? -1 : NEXT(rename)(from, to); }
int linkat(int at, const char *from, int to_at, const char *to, int flags) { return fails("linkat", to) ? -1 : NEXT(linkat)(at, from, to_at, to, flags); }
int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (flags & O_CREAT && fails("create", path)) return -1;
  if (is_asked("wait", path)) wait_once(NEXT(open));
  return NEXT(open)(path, flags, mode);
}
