/* Tells whether a signal was sent to us alone, or to our process group.
**
** A signal that is sent to the group (Ctrl-C, `kill %1`, timeout) has reached the program as well. Passed on it would arrive
** twice, and many programs end at once at a second Ctrl-C. A signal that is sent to us alone must be passed on. The kernel does
** not say which it was. So a second process in the group blocks all signals and counts them: a signal that it has received, too,
** was sent to the group. It is younger than we are, and the kernel serves the youngest process first, so it has a signal before
** we do. It holds no descriptor of ours, and ends with us. */
#include "command.h"
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_MS 200

void collect_descriptors_close(int first, int last) {
  if (first > last || !syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0u))
    return;
  long most = sysconf(_SC_OPEN_MAX); /* for kernels older than close_range */
  for (int fd = first; fd <= last && fd < most; fd++)
    close(fd);
}

static _Noreturn void testify(int fd, pid_t parent) {
  static const struct timespec at_once;
  char asked;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "rocpd-witness");
  collect_descriptors_close(0, fd - 1);
  collect_descriptors_close(fd + 1, INT_MAX);
  while (getppid() == parent) {
    ssize_t n = read(fd, &asked, 1);
    if (n == 0 || (n < 0 && errno != EINTR))
      break;
    uint64_t seen = 0;
    sigset_t all;
    sigfillset(&all);
    for (int s; (s = sigtimedwait(&all, NULL, &at_once)) > 0;)
      seen |= (uint64_t)1 << (s - 1);
    if (n > 0 && write(fd, &seen, sizeof seen) < 0)
      break;
  }
  _exit(0);
}

void collect_witness_begin(collect_witness *w) {
  int ends[2];
  *w = (collect_witness){.pid = -1, .fd = -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return;
  for (int i = 0; i < 2; i++)
    if (ends[i] <= 2) { /* 0, 1 and 2 may be closed, and must stay so */
      int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
      close(ends[i]);
      ends[i] = moved;
    }
  pid_t parent = getpid();
  w->pid = fork();
  if (!w->pid)
    testify(ends[1], parent);
  close(ends[1]);
  w->fd = ends[0];
}

/* Asks which signals the witness has received since the last question, and adds them to `seen`. */
static void witness_ask(collect_witness *w) {
  uint64_t more = 0;
  struct pollfd p = {.fd = w->fd, .events = POLLIN};
  if (w->fd < 0)
    return;
  if (send(w->fd, "", 1, MSG_NOSIGNAL) == 1 && poll(&p, 1, ANSWER_MS) == 1 && read(w->fd, &more, sizeof more) == (ssize_t)sizeof more) {
    w->seen |= more;
    return;
  }
  close(w->fd); /* it has ended or is stopped; a later answer would belong to this question */
  w->fd = -1;
}

/* Asks twice: a sender that goes through all processes one by one reaches the witness some time after us. */
bool collect_witness_has(collect_witness *w, int signal) {
  static const struct timespec meanwhile = {.tv_nsec = 2000000};
  uint64_t bit = (uint64_t)1 << (signal - 1);
  witness_ask(w);
  if (!(w->seen & bit)) {
    nanosleep(&meanwhile, NULL);
    witness_ask(w);
  }
  bool had = w->seen & bit;
  w->seen &= ~bit;
  return had;
}

void collect_witness_end(collect_witness *w) {
  if (w->fd >= 0)
    close(w->fd);
  if (w->pid > 0) {
    kill(w->pid, SIGKILL);
    while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  *w = (collect_witness){.pid = -1, .fd = -1};
}
