/* Shows on a terminal what takes long; see run.h. */
#define _GNU_SOURCE /* pipe2 */
#include "run.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* State of the only progress line, and of the thread that prints it until the pipe is closed. */
static struct {
  pthread_t thread;
  int ends[2];
  const char *doing;
  bool runs, shown;
} told;

/* A background job prints no progress line, which would disturb the foreground. */
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
  /* The thread blocks all signals, so that the main thread handles them. */
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
