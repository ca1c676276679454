/* A source for tests of the layers above sources. Its batches are as awkward as the contract of column.h allows. It is registered
** in every test program. Its file is text, "FAKE seed batches rows": `batches` batches of up to `rows` rows for each lane and
** kind. Writing a larger number of batches into the file makes the trace grow. */
#ifndef FAKE_H
#define FAKE_H
#include "trace.h"

/* Writes such a file. Returns 0 on success. */
int fake_write(const char *path, uint64_t seed, int batches, int rows);

/* Creates the table main."name" with the kind's columns and declared types, and fills it from the batches themselves, not through
** the virtual table. Row ids are the same. */
int fake_native(sqlite3 *db, rocpd_trace *t, int kind, const char *name);

#endif
