/* The trace of a connection: the sources that are attached to it, their times and ranks as the
** user has said them, and the time window. */
#ifndef ROCPD_TRACE_H
#define ROCPD_TRACE_H
#include "filter.h"
#include "snapshot.h"
#include "window.h"

/* The trace of a connection on which the extension was loaded, else NULL. SQL
** functions have it as their user data. */
rocpd_trace *rocpd_trace_of(sqlite3 *db);
sqlite3 *rocpd_trace_db(const rocpd_trace *t);
rocpd_session *rocpd_trace_session(const rocpd_trace *t);

/* ---- how long it lives: as long as what is registered on the connection */

int rocpd_trace_new(sqlite3 *db, rocpd_trace **out);
void rocpd_trace_ref(rocpd_trace *t);
void rocpd_trace_unref(rocpd_trace *t);

/* ---- what is attached */

/* Attach path (made absolute) to the connection; *files: how many sources it has. */
int rocpd_trace_attach(rocpd_trace *t, const char *path, const rocpd_open_options *options, int64_t *files, rocpd_error *err);
/* Detach what was attached as path; *files: how many sources that were. */
int rocpd_trace_detach(rocpd_trace *t, const char *path, int64_t *files, rocpd_error *err);
/* Whether a file looks like a trace, by its first bytes. Every database does; an unreadable file does not. SQLITE_NOMEM: unknown. */
int rocpd_file_may_be_trace(const char *path, bool *may);
/* The absolute folder beside main's file, in which chunk files are looked for; NULL: main has none. */
const char *rocpd_trace_looked_in(const rocpd_trace *t);

/* ---- what the user says of it */

/* True if a statement other than the running one reads the trace. */
bool rocpd_trace_is_read(const rocpd_trace *t);
/* SQLITE_BUSY if one does: it would see two states of the trace. */
int rocpd_trace_expect_unread(const rocpd_trace *t, rocpd_error *err);
/* Sets the offsets of all attached sources, by path, for as long as they are attached: offset[i] for source[i], 0 for
** the others. Replaces earlier offsets. SQLITE_BUSY while a snapshot is held. */
int rocpd_trace_move(rocpd_trace *t, rocpd_source *const *source, const int64_t *offset_ns, size_t n, rocpd_error *err);
/* The time window; NULL: none. */
const rocpd_window *rocpd_trace_window(const rocpd_trace *t);
int rocpd_trace_set_window(rocpd_trace *t, const rocpd_window *window);
/* Sets the window of tables with this path, of which a snapshot has been taken. NULL: they use the connection's. */
int rocpd_trace_set_window_of(rocpd_trace *t, const char *path, const rocpd_window *window);
/* The filter; NULL: none. Setting it takes over the reference. Only while no other statement reads the trace. */
rocpd_filter *rocpd_trace_filter(const rocpd_trace *t);
void rocpd_trace_set_filter(rocpd_trace *t, rocpd_filter *filter);
/* From now on, snapshots are filtered by these keys at most (ROCPD_TAKES_GPU and so on), among those by which they already were. For a table that other
** tables' rows are read for: they must have what its own rows need. Returns the keys before; pass them to _restore() when these rows have been read. */
unsigned rocpd_trace_filter_by(rocpd_trace *t, unsigned keys);
void rocpd_trace_filter_restore(rocpd_trace *t, unsigned keys);
/* The keys by which snapshots are filtered. */
unsigned rocpd_trace_filter_keys(const rocpd_trace *t);

#endif
