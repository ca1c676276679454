/* The session of a database connection: interned texts, decoded columns in memory, worker threads, memory for decoding, and data that a kind of source keeps
** for all its files. Sources and batches know the session; the attached trace (ext/trace) is built on it. */
#ifndef ROCPD_SESSION_H
#define ROCPD_SESSION_H
#include "base.h"

typedef struct rocpd_session rocpd_session;

/* The connection. */
sqlite3 *rocpd_session_db(const rocpd_session *session);

/* Statements see the trace in epochs. Within an epoch, no file is checked for changes twice (snapshot.h), and the cache counts use of columns by epochs. */
uint64_t rocpd_session_epoch(const rocpd_session *session);
void rocpd_session_next_epoch(rocpd_session *session);

/* Data that exist once for each session. Their owner declares a class and gets them by rocpd_session_slot(). */
typedef struct rocpd_slot_class {
  size_t size;              /* of the data, which is all zero at first */
  void (*init)(void *data); /* initializes locks and the like. May be NULL */
  void (*idle)(void *data); /* called when no statement reads the trace any more: closes files and the like. May be NULL */
  void (*free)(void *data); /* frees what the data holds, not the data itself. May be NULL */
} rocpd_slot_class;

/* Returns the session's data of a class, creating them at the first call; NULL: out of memory. They live as long as the session. Thread safe. */
void *rocpd_session_slot(rocpd_session *session, const rocpd_slot_class *class);

/* ---- for the trace, which has the session */

int rocpd_session_new(sqlite3 *db, rocpd_session **out);
/* Frees all slots. Batches and sources must have been freed before. */
void rocpd_session_free(rocpd_session *session);
/* Calls idle() of all slots, when no statement reads the trace any more. */
void rocpd_session_idle(rocpd_session *session);

#endif
