/* The progress line of a running export, and the signals that its writes may cause. */
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
  uint64_t limit;   /* the most bytes that may be written, or 0 */
  bool beyond;      /* the limit was exceeded. Atomic */
  /* SIGXFSZ and SIGPIPE are held back: a limit is an error, not the end of the process */
  sigset_t held;
  bool holding, within; /* within: an outer export holds them back */
} rocpd_progress;

void rocpd_progress_begin(rocpd_progress *p);
/* The progress of a part of an export; the export's own ends later. */
void rocpd_progress_begin_within(rocpd_progress *p, const rocpd_progress *whole);
/* "export 45 %" on stderr if it is a terminal and this takes long. */
void rocpd_progress_show(rocpd_progress *p, double fraction);
int64_t rocpd_progress_ns(const rocpd_progress *p); /* since it began */
/* A write failed with this errno: takes out the signal that came with it. */
void rocpd_progress_failed(rocpd_progress *p, int error);
void rocpd_progress_end(rocpd_progress *p);

#endif
