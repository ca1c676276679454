/* exec ends a process image without the destructor that closes the file. So these functions of the C library close it first, if there is
** something to execute. If exec fails all the same, a process with one thread begins anew, with another file, like a forked child. Other threads
** could not do that, so with these the same file goes on (away.h).
**
** A vfork child shares its parent's memory: it must not, and does not, touch anything. */
#include "core.h"
#include "exec.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const collect_exec *_Atomic known;

void collect_exec_begin(const collect_exec *process) { atomic_store_explicit(&known, process, memory_order_release); }

/* ---- whether there is something to execute: most failures are programs that do not exist, in each folder of PATH ---- */

/* The kernel reads the path, which may be any pointer. With AT_EMPTY_PATH it may be "", for the file of the descriptor itself. */
static bool is_program(int folder, const char *path, int flags) {
  struct stat st;
  return !fstatat(folder, path, &st, flags & (AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW)) && S_ISREG(st.st_mode) &&
         (flags & AT_EMPTY_PATH || !faccessat(folder, path, X_OK, AT_EACCESS));
}

/* As the C library searches it, which needs as much of the stack. */
static bool is_in_path(const char *name) {
  enum { MOST = 4096 };
  if (strchr(name, '/'))
    return is_program(AT_FDCWD, name, 0);
  const char *set = getenv("PATH"), *folders = set ? set : "/bin:/usr/bin";
  size_t all = strlen(folders), size = strlen(name) + 1, most = (all < MOST ? all : MOST) + 1 + (size < MOST ? size : MOST);
  char path[most];
  for (const char *at = folders;; at++) {
    size_t n = strcspn(at, ":");
    if (n + 1 + size <= most) {
      memcpy(path, at, n);
      path[n] = '/';
      memcpy(path + n + 1, name, size);
      if (is_program(AT_FDCWD, n ? path : name, 0))
        return true;
    }
    at += n;
    if (!*at)
      return false;
  }
}

/* ---- around the call ---- */

static int failed(const collect_exec *process, bool closed, uint32_t how) {
  int why = errno;
  if (process)
    process->failed(closed, how);
  errno = why;
  return -1;
}

/* Calls the C library's function of this name, after it has closed the file, if it may, and `there`: if there is something to execute. */
#define EXEC(name, there, otherwise, ...) ({ \
    __typeof__(&name) next = COLLECT_NEXT(__typeof__(name), #name, NULL); \
    int saved = errno; \
    const collect_exec *process = atomic_load_explicit(&known, memory_order_acquire); \
    bool close_it = process && process->may() && (there); \
    uint32_t how = close_it ? process->close() : 0; \
    errno = saved; \
    next ? (void)next(__VA_ARGS__) : (void)(otherwise); \
    failed(process, close_it, how); \
  })
#define NO_CALL (errno = ENOSYS)

typedef char *const *words;
extern int execveat(int folder, const char *path, words argv, words environment, int flags);

COLLECT_EXPORT int execve(const char *path, words argv, words environment) {
  return EXEC(execve, is_program(AT_FDCWD, path, 0), syscall(SYS_execve, path, argv, environment), path, argv, environment);
}
COLLECT_EXPORT int execv(const char *path, words argv) { return EXEC(execv, is_program(AT_FDCWD, path, 0), NO_CALL, path, argv); }
COLLECT_EXPORT int execvp(const char *file, words argv) { return EXEC(execvp, is_in_path(file), NO_CALL, file, argv); }
COLLECT_EXPORT int execvpe(const char *file, words argv, words environment) { return EXEC(execvpe, is_in_path(file), NO_CALL, file, argv, environment); }
COLLECT_EXPORT int fexecve(int fd, words argv, words environment) { return EXEC(fexecve, true, NO_CALL, fd, argv, environment); }
COLLECT_EXPORT int execveat(int folder, const char *path, words argv, words environment, int flags) {
  return EXEC(execveat, is_program(folder, path, flags), syscall(SYS_execveat, folder, path, argv, environment, flags), folder, path, argv, environment, flags);
}

/* ---- arguments one by one: they become an array on the stack, as in the C library ---- */

/* Number of arguments, with the NULL. */
static size_t count(va_list *list) {
  size_t n = 1;
  while (va_arg(*list, const char *))
    n++;
  return n;
}

#define EACH(first, call) \
  va_list list; \
  char *one = (char *)(uintptr_t)first; \
  __asm__("" : "+r"(one)); /* the compiler believes that it is never NULL */ \
  va_start(list, first); \
  size_t n = one ? 1 + count(&list) : 1; \
  va_end(list); \
  char *argv[n]; \
  argv[0] = one; \
  va_start(list, first); \
  for (size_t i = 1; i < n; i++) \
    argv[i] = va_arg(list, char *); \
  int result = call; \
  va_end(list); \
  return result;

COLLECT_EXPORT int execl(const char *path, const char *first, ...) { EACH(first, execv(path, argv)) }
COLLECT_EXPORT int execlp(const char *file, const char *first, ...) { EACH(first, execvp(file, argv)) }
COLLECT_EXPORT int execle(const char *path, const char *first, ...) { EACH(first, execve(path, argv, va_arg(list, char *const *))) }
