/* A source for tests of what is above sources: its batches are as awkward as the
** contract of column.h allows. Registered in every test program; the file is text:
** "FAKE seed batches rows": `batches` of up to `rows` rows in each lane and kind.
** Writing a greater number of batches into it makes the trace grow. */
#ifndef FAKE_H
#define FAKE_H
#include "trace.h"

/* Write such a file. 0 on success. */
int fake_write(const char *path, uint64_t seed, int batches, int rows);

/* CREATE TABLE main."name" with the kind's columns and declared types, and fill it
** from the batches themselves (not through the virtual table), row ids included. */
int fake_native(sqlite3 *db, rocpd_trace *t, int kind, const char *name);

#endif
