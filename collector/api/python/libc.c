/* What the interpreter asks of the C library, where the collector would change the answer: its object's calls of two functions go over us.
**
** fopen: from 3.12 on os.fork() warns where the process has several threads, which it counts in /proc/self/stat. Ours are none of the program's.
**
** pthread_cond_timedwait: 3.10 ends, and forgets that it has ended; a daemon thread that waited for its lock (for some ms) goes on in what is freed,
** if the process is still there then. Which it is as long as our file is being closed: nobody wakes from then on. */
#include "audit.h"
#include "core.h"
#include "cpython.h"
#include "profile.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- threads, as they are counted ---- */

static const char stat_path[] = "/proc/self/stat";

/* The number of threads in a line of that file, behind the name, which may have anything in it. NULL: there is none. */
static const char *threads_in(const char *line) {
  enum { FIELD = 18 };
  const char *at = strrchr(line, ')');
  for (int i = 0; at && i < FIELD; i++)
    if ((at = strchr(at, ' ')))
      at++;
  return at && *at >= '0' && *at <= '9' ? at : NULL;
}

/* The same without ours. NULL: it cannot be had. */
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

/* (Only the opening is a cancellation point, as it is without us: what we read there would leave a file open.) */
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

/* ---- after the end ---- */

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

/* Asked for while the program runs, so that it is before all destructors of libraries. */
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
