/* What takes long says so on a terminal; see run.h. */
#define _GNU_SOURCE /* pipe2 */
#include "run.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* The program's one wait, and the thread that tells of it, until the pipe is closed. */
static struct {
  pthread_t thread;
  int ends[2];
  const char *doing;
  bool runs, shown;
} told;

/* In the background a line would be in the way of others. */
static bool is_mine(void) { return tcgetpgrp(STDERR_FILENO) == getpgrp(); }

static void *tell(void *arg) {
  struct pollfd end = {.fd = told.ends[0]};
  for (int seconds = 1; poll(&end, 1, 1000) == 0; seconds++) {
    if (!is_mine()) continue;
    dprintf(STDERR_FILENO, "\r%s, %d s ", told.doing, seconds);
    told.shown = true;
  }
  return NULL;
}

void rocpd_doing_begin(const char *doing) {
  if (told.runs || isatty(STDERR_FILENO) != 1 || pipe2(told.ends, O_CLOEXEC)) return;
  told.doing = doing, told.shown = false;
  /* Signals are the main thread's. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  told.runs = !pthread_create(&told.thread, NULL, tell, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!told.runs) close(told.ends[0]), close(told.ends[1]);
}

void rocpd_doing_end(void) {
  if (!told.runs) return;
  close(told.ends[1]);
  pthread_join(told.thread, NULL);
  close(told.ends[0]);
  if (told.shown) dprintf(STDERR_FILENO, "\r\033[K");
  told.runs = false;
}
