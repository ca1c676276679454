/* Inside of ext/model: the state of a session. Each part is its file's alone. */
#ifndef ROCPD_SESSION_STATE_H
#define ROCPD_SESSION_STATE_H
#include "batch.h"
#include "string_set.h"
#include <pthread.h>

struct rocpd_session {
  sqlite3 *db;
  uint64_t epoch;
  /* source.c */
  rocpd_source *source; /* all that are, the newest first */
  uint32_t next_source; /* number of the next */
  rocpd_source **by_path; /* hash table of chains, the newest first */
  size_t path_slots, sources; /* the former a power of two; how many there are */
  rocpd_strings *strings; /* intern.c */
  /* session.c: slots, the newest first; added under the mutex, read without it */
  struct rocpd_slot *slot; /* atomic */
  pthread_mutex_t slot_mutex;
  /* cache.c */
  rocpd_batch *batches;        /* all that are */
  pthread_mutex_t cache_mutex; /* guards the list */
  int64_t cache_limit;         /* bytes of columns that stay between statements */
  int64_t cached_bytes;        /* of decoded columns. Atomic */
  /* parallel.c */
  int threads;      /* 0: not asked yet */
  bool in_parallel; /* atomic */
  pthread_t owner;  /* of the outermost loop */
  bool beside;      /* it does what is its own, beside the others. The owner's */
  int helpers;      /* threads that loops have started and that have something to do. Atomic */
  int64_t interrupt_asked_ns;
  int64_t changes; /* of the connection, when the outermost loop began */
};

#endif
