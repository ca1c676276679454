/* Reads everything that a trace has, for fuzzers: what a query could come to. */
#ifndef READ_TRACE_H
#define READ_TRACE_H
#include "trace.h"

/* Attaches the file, reads all columns of all kinds, checks them against what column.h
** promises (abort() when they break it) and the file's health, and detaches it. */
void read_trace(sqlite3 *db, const char *path, const rocpd_open_options *options);

/* The same for files of the caller's making, on a connection that is replaced once in a
** while: interned strings stay as long as it does. They are in a folder that goes at exit. */
void read_trace_of_file(const char *name, const rocpd_open_options *options);
/* Makes a file there anew, or removes it: data NULL. abort() when that fails. */
void read_trace_make_file(const char *name, const uint8_t *data, size_t size);

#endif
