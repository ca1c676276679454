/* Everything that is kept in memory for the next question counts against one limit, the user's setting cache_mb: columns of batches (batch.h), and what is
** kept with a snapshot (trace/snapshot.h): indexes, links, rows of computed tables, orders of calls. What is beyond the limit is dropped between statements,
** the least recently used things first, and made again when needed. A running statement may need more than the limit. */
#ifndef ROCPD_KEEP_H
#define ROCPD_KEEP_H
#include "session.h"

enum rocpd_keep_kind {
  ROCPD_KEEP_COLUMNS, /* of a batch, and symbols of a module; any thread may add one. Running statements use them without being counted, so they are dropped
                      ** between statements */
  ROCPD_KEEP_INDEXES, /* likewise; only the connection's thread adds one */
  ROCPD_KEEP_ANSWERS, /* their users are counted. Without users, they are also dropped in a running statement, if all answers exceed the limit */
  ROCPD_KEEP_SETS,    /* the snapshot that is ready for the next statement, with what lives as long as it */
  ROCPD_KEEP_KINDS
};

/* A part of the struct that is kept. Its owner enters it, counts its bytes, and makes it leave before it frees it. */
typedef struct rocpd_keep {
  struct rocpd_keep *next, *previous; /* of this kind, in the session */
  rocpd_session *session;             /* NULL: it has left */
  void (*drop)(struct rocpd_keep *k); /* frees what can be made again. Connection's thread. NULL: it stays as long as its owner */
  struct rocpd_keep **listed;         /* private to rocpd_keep_trim() */
  int64_t bytes;                      /* atomic */
  uint64_t used;                      /* epoch << 32, and for all but columns the order of use within the epoch. Atomic for columns */
  int users;                          /* it is not dropped while it has some. Connection's thread */
  uint8_t kind;
  uint8_t depth;                      /* of things that were used last in one epoch the deepest are dropped first: they share data of others */
} rocpd_keep;

void rocpd_keep_enter(rocpd_session *session, rocpd_keep *k, enum rocpd_keep_kind kind, void (*drop)(rocpd_keep *k));
/* Does nothing if it has left before, or never entered. */
void rocpd_keep_leave(rocpd_keep *k);
/* Adds to its bytes, or subtracts. Thread safe. */
void rocpd_keep_count(rocpd_keep *k, int64_t bytes);
/* Notes that it is being used. Not for columns. Connection's thread. */
void rocpd_keep_touch(rocpd_keep *k);
/* An answer has one user fewer. If it was the last one, unused answers beyond the limit are dropped; this one also if its owner is gone. */
void rocpd_keep_release(rocpd_keep *k);

/* The default limit in bytes: a quarter of the memory that the process may use. */
int64_t rocpd_keep_default_limit(void);
int64_t rocpd_keep_limit(const rocpd_session *session);
void rocpd_keep_set_limit(rocpd_session *session, int64_t bytes);
/* The bytes of one kind, and of all. */
int64_t rocpd_keep_bytes(const rocpd_session *session, enum rocpd_keep_kind kind);
int64_t rocpd_keep_all_bytes(const rocpd_session *session);
/* Everything is dropped before the next statement, since it would come out differently now. */
void rocpd_keep_drop_all(rocpd_session *session);
/* If all bytes exceed the limit, drops things until three quarters of it are left. Call it between statements, while no snapshot is held. */
void rocpd_keep_trim(rocpd_session *session);

#endif
