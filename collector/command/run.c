/* Runs the program as our child. Our own parent sees what it would see of the program: signals, stops, exit code, or death by a
** signal.
**
** The program is in our process group and session, so the terminal, its signals and job control reach it without us. Signals that
** are sent to us alone are passed on (witness.c). When the program stops, we stop; when we are continued, so is the program. We
** block all signals, and take them one by one.
**
** A signal that the program sends to its parent goes on to our parent. A parent cannot pass on SIGKILL and SIGSTOP. A SIGKILL of
** us kills the program, as if it had our process number (PR_SET_PDEATHSIG; not if it has gained rights by a setuid file). A
** SIGSTOP of us alone stops us alone.
**
** We close all descriptors but stderr, which is for the line at the end: a reader of the program's output then sees its end. */
#include "command.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool collect_stderr_is_open;

/* Moves a descriptor beyond 0, 1 and 2, which may be closed, and must then be closed for the program. */
static int moved_up(int fd) {
  int moved = fd >= 0 && fd <= 2 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : fd;
  if (moved != fd)
    close(fd);
  return moved;
}

static _Noreturn void child_begin(const char *path, char **argv, char **environment, const sigset_t *mask, pid_t parent, int report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(COLLECT_FAILED);
  sigprocmask(SIG_SETMASK, mask, NULL);
  int why = collect_program_exec(path, argv, environment);
  ssize_t written = write(report, &why, sizeof why);
  (void)written;
  _exit(COLLECT_NOT_FOUND);
}

/* ---- signals ---- */

/* The program has stopped: stops us as well, so that our parent sees it. Returns when we are continued; that SIGCONT is then pending. */
static void stop_too(int signal_of_stop, collect_witness *w) {
  sigset_t one;
  struct sigaction standard = {.sa_handler = SIG_DFL}, before;
  collect_witness_has(w, SIGCONT); /* forgets an earlier SIGCONT */
  sigaction(signal_of_stop, &standard, &before);
  sigemptyset(&one);
  sigaddset(&one, signal_of_stop);
  raise(signal_of_stop);
  sigprocmask(SIG_UNBLOCK, &one, NULL); /* we are stopped from here on */
  sigprocmask(SIG_BLOCK, &one, NULL);
  sigaction(signal_of_stop, &before, NULL);
  collect_witness_has(w, signal_of_stop); /* the witness has received it together with us */
}

/* Passes a signal on. What the program sends to its parent goes to our parent. `pid` 0: the program has ended. */
static void pass_on(pid_t pid, bool by_itself, const siginfo_t *info) {
  pid_t to = by_itself ? getppid() : pid;
  if (to <= 1 && (by_itself || !pid))
    return;
  if (info->si_code == SI_QUEUE)
    sigqueue(to, info->si_signo, info->si_value);
  else
    kill(to, info->si_signo);
}

/* Whether a signal concerns only us. Our own limits are none of the program's concern: it has the same limits. */
static bool is_ours(const siginfo_t *info) {
  return info->si_signo == SIGCHLD || ((info->si_signo == SIGXCPU || info->si_signo == SIGXFSZ || info->si_signo == SIGPIPE) && info->si_code == SI_KERNEL);
}

/* Looks at ends and stops of children: of the program, and of orphans that we must reap if we are process 1. True: the program
** has ended. */
static bool children_look(pid_t pid, int *status, collect_witness *w) {
  for (int state;;) {
    pid_t which = waitpid(-1, &state, WNOHANG | WUNTRACED);
    if (which <= 0)
      return which < 0 && errno == ECHILD;
    if (which == w->pid)
      w->pid = -1;
    if (which != pid)
      continue;
    if (!WIFSTOPPED(state)) {
      *status = state;
      return true;
    }
    stop_too(WSTOPSIG(state), w);
  }
}

static void signal_look(pid_t pid, bool ended, const siginfo_t *info, collect_witness *w) {
  bool by_itself = info->si_code <= 0 && info->si_pid == pid;
  if (is_ours(info) || collect_witness_has(w, info->si_signo) || (by_itself && w->fd < 0)) /* without a witness, it was more likely sent to the group */
    return;
  pass_on(ended ? 0 : pid, by_itself, info);
}

static int wait_for(pid_t pid, collect_witness *w) {
  static const struct timespec at_once;
  sigset_t all;
  siginfo_t info;
  int status = 0;
  sigfillset(&all);
  collect_descriptors_close(0, 1);
  collect_descriptors_close(3, w->fd - 1);
  collect_descriptors_close(w->fd > 2 ? w->fd + 1 : 3, INT_MAX);
  while (!children_look(pid, &status, w))
    if (sigwaitinfo(&all, &info) > 0)
      signal_look(pid, false, &info, w);
  while (sigtimedwait(&all, &info, &at_once) > 0) /* signals that the program sent before it ended */
    signal_look(pid, true, &info, w);
  return status;
}

int collect_run(const char *path, char **argv, char **environment, int *why) {
  sigset_t all, mask;
  collect_witness witness;
  int ends[2], failed = 0, status = -1;
  collect_stderr_is_open = fcntl(2, F_GETFD) >= 0;
  *why = 0;
  if (pipe2(ends, O_CLOEXEC) || (ends[0] = moved_up(ends[0])) < 0 || (ends[1] = moved_up(ends[1])) < 0) {
    *why = errno;
    return -1;
  }
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &mask);
  collect_witness_begin(&witness); /* before the program, which may signal its group at once */
  pid_t parent = getpid(), pid = fork();
  if (!pid)
    child_begin(path, argv, environment, &mask, parent, ends[1]);
  if (pid < 0) { /* no process can be created: the program can still replace this one */
    collect_witness_end(&witness);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    close(ends[0]);
    close(ends[1]);
    *why = collect_program_exec(path, argv, environment);
    return -1;
  }
  signal(SIGCHLD, SIG_DFL); /* if SIGCHLD is ignored, there is no status to wait for */
  close(ends[1]);
  if (read(ends[0], &failed, sizeof failed) == (ssize_t)sizeof failed) {
    *why = failed;
    waitpid(pid, NULL, 0);
  }
  close(ends[0]);
  if (!*why)
    status = wait_for(pid, &witness);
  collect_witness_end(&witness);
  return status;
}

/* Does not write a core: the program has written one where it should. */
void collect_end_as(int status) {
  if (!WIFSIGNALED(status))
    _exit(WEXITSTATUS(status));
  struct rlimit none = {0, 0};
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigset_t one;
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
  sigaction(WTERMSIG(status), &standard, NULL);
  sigemptyset(&one);
  sigaddset(&one, WTERMSIG(status));
  kill(getpid(), WTERMSIG(status));
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  _exit(128 + WTERMSIG(status)); /* process 1 does not die of signals */
}
