/* Internal to ext/model: the state of a session. Each part is used only by the file that is named above it. */
#ifndef ROCPD_SESSION_STATE_H
#define ROCPD_SESSION_STATE_H
#include "batch.h"
#include "string_set.h"
#include <pthread.h>

struct rocpd_session {
  sqlite3 *db;
  uint64_t epoch;
  /* source.c */
  rocpd_source *source; /* list of all sources, the newest first */
  uint32_t next_source; /* number of the next source */
  rocpd_source **by_path; /* hash table of chains, the newest first */
  size_t path_slots, sources; /* path_slots is a power of two; sources: number of sources */
  rocpd_strings *strings; /* session.c */
  /* session.c: slots, the newest first; added under the mutex, read without it */
  struct rocpd_slot *slot; /* atomic */
  pthread_mutex_t slot_mutex;
  /* keep.c */
  rocpd_keep *keep[ROCPD_KEEP_KINDS]; /* lists of all that is kept */
  int64_t keep_bytes[ROCPD_KEEP_KINDS]; /* atomic */
  pthread_mutex_t keep_mutex; /* guards the lists */
  int64_t keep_limit;
  bool keep_nothing; /* once: rocpd_keep_drop_all() */
  uint32_t keep_uses;
  /* parallel.c */
  int threads;      /* 0: not determined yet */
  bool in_parallel; /* atomic */
  pthread_t owner;  /* thread that runs the outermost loop */
  bool beside;      /* the owner runs own() of rocpd_parallel_beside(). Only the owner uses it */
  int helpers;      /* number of threads that loops have started and that are working. Atomic */
  int64_t interrupt_asked_ns;
  int64_t changes; /* number of changed rows of the connection when the outermost loop began */
};

#endif
