/* Reads everything in a trace that a query could read, for fuzzers. */
#ifndef READ_TRACE_H
#define READ_TRACE_H
#include "trace.h"

/* Attaches the file, reads all columns of all kinds, checks that they obey column.h (else calls abort()), reads the file's
** health, and detaches the file. */
void read_trace(sqlite3 *db, const char *path, const rocpd_open_options *options);

/* The same for files that the caller makes. The connection is replaced now and then, since interned strings live as long as it
** does. The files are in a folder that is removed at exit. */
void read_trace_of_file(const char *name, const rocpd_open_options *options);
/* Writes a file there, or removes it if data is NULL. Calls abort() on failure. */
void read_trace_make_file(const char *name, const uint8_t *data, size_t size);

#endif
