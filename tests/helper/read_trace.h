/* Reads everything that a trace has, for fuzzers: what a query could come to. */
#ifndef READ_TRACE_H
#define READ_TRACE_H
#include "trace.h"

/* Attaches the file, reads all columns of all kinds, checks them against what column.h
** promises (abort() when they break it) and the file's health, and detaches it. */
void read_trace(sqlite3 *db, const char *path, const rocpd_open_options *options);

#endif
