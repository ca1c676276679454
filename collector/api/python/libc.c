/* Calls of the interpreter to the C library whose answer the collector would change: two of its functions are redirected to us.
**
** fopen: from 3.12 on os.fork() warns if the process has several threads, which it counts in /proc/self/stat. Our threads must
** not count.
**
** pthread_cond_timedwait: 3.10 ends, and forgets that it has ended. A daemon thread that waited for the interpreter's lock (a few
** ms) then goes on in freed memory, if the process still exists. It does while our file is being closed, so no thread wakes from
** then on. */
#include "audit.h"
#include "core.h"
#include "cpython.h"
#include "profile.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the number of threads ---- */

static const char stat_path[] = "/proc/self/stat";

/* Finds the number of threads in a line of that file, behind the name, which may contain anything. NULL: there is none. */
static const char *threads_in(const char *line) {
  enum { FIELD = 18 };
  const char *at = strrchr(line, ')');
  for (int i = 0; at && i < FIELD; i++)
    if ((at = strchr(at, ' ')))
      at++;
  return at && *at >= '0' && *at <= '9' ? at : NULL;
}

/* A copy of the file without our threads. NULL: not possible. */
static FILE *without_ours(FILE *file) {
  char line[1024];
  size_t n = fread(line, 1, sizeof line - 1, file);
  line[n] = 0;
  const char *threads = threads_in(line);
  FILE *other = threads ? fmemopen(NULL, sizeof line, "w+") : NULL;
  if (!other)
    return NULL;
  char *rest;
  unsigned long there = strtoul(threads, &rest, 10), ours = collect_threads();
  fprintf(other, "%.*s%lu%s", (int)(threads - line), line, there > ours ? there - ours : there, rest);
  rewind(other);
  return other;
}

/* Only the opening is a cancellation point, as without us: a cancellation while we read would leave the file open. */
static FILE *opened(const char *path, const char *mode) {
  FILE *file = fopen(path, mode), *other;
  int cancel;
  if (!file || strcmp(path, stat_path))
    return file;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  other = without_ours(file);
  if (other)
    fclose(file);
  else
    rewind(file);
  pthread_setcancelstate(cancel, &cancel);
  return other ? other : file;
}

/* ---- after the interpreter's end ---- */

static _Atomic bool closing;

static int waited(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  int result = pthread_cond_timedwait(condition, mutex, until);
  if (COLLECT_UNLIKELY(atomic_load_explicit(&closing, memory_order_relaxed) && python_audit_ended())) {
    pthread_mutex_unlock(mutex);
    for (;;)
      pause();
  }
  return result;
}

static void closes(void) { atomic_store(&closing, true); }

/* Registered while the program runs, so that closes() runs before all destructors of libraries. */
void python_libc_begin(void) {
  static _Atomic bool asked;
  if (py.minor == 10 && !atomic_exchange(&asked, true))
    atexit(closes);
}

bool python_libc_redirect(const collect_object *o, void *arg) {
  (void)arg;
  if (!collect_object_function(o, "PySys_AddAuditHook"))
    return false;
  collect_object_redirect(o, "fopen", (const void *)opened);
  collect_object_redirect(o, "fopen64", (const void *)opened);
  if (!strncmp(py.Py_GetVersion(), "3.10.", 5))
    collect_object_redirect(o, "pthread_cond_timedwait", (const void *)waited);
  return false;
}
