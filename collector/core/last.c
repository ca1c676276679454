/* Ends a process whose main thread has left (pthread_exit, a cancellation). In such a process the C library calls exit(0), for
** exit handlers and destructors, on the last thread. That would be the writer, which has neither the program's descriptors nor
** its signals, and whose calls are not recorded. So a main thread that leaves a process with threads of ours starts one more,
** "collect last". It shares the program's descriptor table, waits for the program's threads to end, and calls exit in their
** place.
** A main thread may also end by the system call (seccomp's strict mode allows no other end). The C library does not notice that, and without us the process
** would end, with the main thread's status, when its other threads have. So the writer ends it. */
#include "core.h"
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define LOOK_NS 10000000

static __thread bool leads __attribute__((tls_model("initial-exec"))); /* this is the main thread */
static _Atomic int left;   /* the main thread has left */
static _Atomic int keeper; /* the thread "collect last" exists */
static sigset_t mask;      /* the main thread's signal mask when it left */

void collect_last_begin(void) { leads = (pid_t)syscall(SYS_gettid) == getpid(); }

bool collect_last_is_near(void) {
  char text[512];
  int fd = collect_sys_open("/proc/self/stat", O_RDONLY | O_CLOEXEC, 0);
  ssize_t n = fd < 0 ? 0 : collect_sys_read(fd, text, sizeof text - 1);
  if (fd >= 0)
    collect_sys_close(fd);
  text[n > 0 ? n : 0] = 0;
  const char *state_at = strrchr(text, ')'); /* state of the main thread, behind its name */
  return state_at && state_at[1] == ' ' && state_at[2] == 'Z';
}

bool collect_last_is_raw(void) { return !atomic_load(&left); }

void collect_last_end(void) {
  char text[1024];
  int fd = collect_sys_open("/proc/self/stat", O_RDONLY | O_CLOEXEC, 0);
  ssize_t n = fd < 0 ? 0 : collect_sys_read(fd, text, sizeof text - 1);
  text[n > 0 ? n : 0] = 0;
  enum { STATE = 3, EXIT_CODE = 52 }; /* numbers of fields */
  const char *at = strrchr(text, ')');
  for (int field = STATE - 1; at && field < EXIT_CODE; field++)
    at = strchr(at + 1, ' ');
  int status = at ? atoi(at) : 0;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    kill(getpid(), SIGKILL);
  syscall(SYS_exit_group, WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

/* Counts the tasks. The main thread stays in the list while others exist. */
bool collect_last_is_here(void) {
  struct stat st;
  return stat("/proc/self/task", &st) == 0 && st.st_nlink <= 2 + 1 + collect_threads_running();
}

static void *keep(void *unused) {
  collect_sys_prctl(PR_SET_NAME, (uintptr_t)"collect last");
  while (!collect_last_is_near() || !collect_last_is_here())
    collect_sys_sleep(LOOK_NS);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  exit(0);
  return unused;
}

/* Called on a thread of the program. */
static void keeper_start(void) {
  if (!atomic_exchange(&keeper, 1) && !collect_thread_create(keep, 0))
    atomic_store(&keeper, 0);
}

void collect_last_open(void) {
  if (atomic_load(&left))
    keeper_start();
}

bool collect_last_is_kept(void) { return atomic_load(&keeper); }

static void thread_ended(void) {
  if (!leads || atomic_load(&left))
    return;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  atomic_store(&left, 1);
  /* This may run just before or just after the recording starts: each of the two sees what the other did first. */
  if (collect_threads())
    keeper_start();
}

static void last_forked(void) {
  leads = true;
  atomic_store(&left, 0);
  atomic_store(&keeper, 0);
}

COLLECT_MODULE(last) = {.name = "last", .forked = last_forked, .thread_ended = thread_ended};
