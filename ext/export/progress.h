/* What is shown of an export while it runs, and the signals of its writes. */
#ifndef ROCPD_PROGRESS_H
#define ROCPD_PROGRESS_H
#include "base.h"
#include <pthread.h>
#include <signal.h>

typedef struct rocpd_progress {
  pthread_mutex_t mutex;
  bool begun, terminal, shown;
  int64_t begun_ns, last_ns;
  uint64_t written; /* bytes in all files. Atomic */
  uint64_t limit;   /* 0, or how many they may be: */
  bool beyond;      /* there were more. Atomic */
  /* SIGXFSZ and SIGPIPE are held back: a limit is an error, not the end of the process */
  sigset_t held;
  bool holding, within; /* within: another one holds them back */
} rocpd_progress;

void rocpd_progress_begin(rocpd_progress *p);
/* Of a part of what another one is of, and ends later. */
void rocpd_progress_begin_within(rocpd_progress *p, const rocpd_progress *whole);
/* "export 45 %" on stderr if it is a terminal and this takes long. */
void rocpd_progress_show(rocpd_progress *p, double fraction);
int64_t rocpd_progress_ns(const rocpd_progress *p); /* since it began */
/* A write failed with this errno: takes out the signal that came with it. */
void rocpd_progress_failed(rocpd_progress *p, int error);
void rocpd_progress_end(rocpd_progress *p);

#endif
