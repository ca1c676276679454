/* What all that belongs to one database connection shares: its texts, decoded columns in
** memory, worker threads, memory for decoding, and what kinds of source keep for all their
** files. Sources and batches see the session; what is attached (ext/trace) builds on it. */
#ifndef ROCPD_SESSION_H
#define ROCPD_SESSION_H
#include "base.h"

typedef struct rocpd_session rocpd_session;

/* The connection. */
sqlite3 *rocpd_session_db(const rocpd_session *session);

/* Statements see the trace in epochs: in one, no file is looked at twice (snapshot.h). Decoded
** columns are used in one. */
uint64_t rocpd_session_epoch(const rocpd_session *session);
void rocpd_session_next_epoch(rocpd_session *session);

/* Something that is there once for each session: its owner declares a class and asks for it. */
typedef struct rocpd_slot_class {
  size_t size;              /* of the data, which is all zero at first */
  void (*init)(void *data); /* makes its locks. May be NULL */
  void (*idle)(void *data); /* no statement reads the trace now: files are closed. May be NULL */
  void (*free)(void *data); /* frees what the data holds, not the data itself. May be NULL */
} rocpd_slot_class;

/* The session's data of a class, made when it is first asked for; NULL when out of memory. It
** lives as long as the session. Thread safe. */
void *rocpd_session_slot(rocpd_session *session, const rocpd_slot_class *class);

/* ---- for the trace, which has the session */

int rocpd_session_new(sqlite3 *db, rocpd_session **out);
/* Frees all slots. Batches and sources are gone by then. */
void rocpd_session_free(rocpd_session *session);
/* No statement reads the trace: tells all slots. */
void rocpd_session_idle(rocpd_session *session);

#endif
