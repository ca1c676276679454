/* See progress.h. */
#include "progress.h"
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void begin(rocpd_progress *p) {
  *p = (rocpd_progress){.begun = true, .terminal = isatty(STDERR_FILENO) == 1};
  pthread_mutex_init(&p->mutex, NULL);
  p->begun_ns = p->last_ns = now_ns();
}

void rocpd_progress_begin_within(rocpd_progress *p, const rocpd_progress *whole) {
  begin(p);
  p->held = whole->held, p->holding = whole->holding, p->within = true;
}

void rocpd_progress_begin(rocpd_progress *p) {
  begin(p);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  sigaddset(&set, SIGPIPE);
  p->holding = !pthread_sigmask(SIG_BLOCK, &set, &p->held);
}

int64_t rocpd_progress_ns(const rocpd_progress *p) { return now_ns() - p->begun_ns; }

/* The signal was sent to this thread: remove it before the mask is restored, unless the program itself blocks it. */
void rocpd_progress_failed(rocpd_progress *p, int error) {
  int signal_number = error == EFBIG ? SIGXFSZ : SIGPIPE;
  if (error != EFBIG && error != EPIPE) return;
  if (!p->holding || sigismember(&p->held, signal_number) == 1) return;
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal_number);
  struct timespec none = {0, 0};
  while (sigtimedwait(&one, NULL, &none) < 0 && errno == EINTR) {
  }
}

void rocpd_progress_show(rocpd_progress *p, double fraction) {
  /* Another thread is showing progress at the moment; that suffices. */
  if (!p->terminal || pthread_mutex_trylock(&p->mutex)) return;
  int64_t now = now_ns();
  if (now - p->begun_ns >= 1000000000 && now - p->last_ns >= 200000000) {
    p->last_ns = now;
    p->shown = true;
    fprintf(stderr, "\rexport %2.0f %% (%llu MB)", fraction * 100, (unsigned long long)(__atomic_load_n(&p->written, __ATOMIC_RELAXED) >> 20));
    fflush(stderr);
  }
  pthread_mutex_unlock(&p->mutex);
}

void rocpd_progress_end(rocpd_progress *p) {
  if (!p->begun) return;
  if (p->shown) fputs("\r\033[K", stderr);
  if (p->holding && !p->within) pthread_sigmask(SIG_SETMASK, &p->held, NULL);
  pthread_mutex_destroy(&p->mutex);
  p->begun = false;
}
