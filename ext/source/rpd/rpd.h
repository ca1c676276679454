/* Internal to the source of rocmProfileData files (rpd_*.c), schema 2 and 3.
**
**   rpd_source.c  the class: opening, looking again, health
**   rpd_read.c    tables as rows
**   rpd_args.c    arguments as rows
**   rpd_table.c   reading a table whatever columns it has
**
** Calls are regions; ops are kernels and copies. The links between them (rocpd_api_ops), and the calls' details about ops (rocpd_kernelapi, rocpd_copyapi),
** are resolved once, while everything is read. */
#ifndef ROCPD_RPD_H
#define ROCPD_RPD_H
#include "whole_source.h"
#include "database.h"
#include "row_store.h"
#include "dense_map.h"

/* Values of a column that have the wrong type: their number, and the id of the first row. */
typedef struct rocpd_rpd_fault {
  const char *table, *column;
  int64_t count, first_id;
} rocpd_rpd_fault;

/* Counts for health. */
enum rocpd_rpd_count {
  RPD_OPS_ALONE,   /* ops without a call */
  RPD_OPS_SHARED,  /* ops that are linked to a second call */
  RPD_MISSING,     /* ids of strings, calls and ops that do not exist */
  RPD_NEGATIVE,    /* rows that end before they start */
  RPD_COUNTS
};

typedef struct rocpd_rpd {
  rocpd_whole_source whole; /* must be first */
  bool skip; /* {"damaged":"skip"} */
  rocpd_database database; /* its state is the one that the rows were read in */
  rocpd_pairs counter; /* interned name, device */
  rocpd_row_store region, kernel, copy, sample, arg, pmc_event;
  rocpd_rpd_fault *fault;
  size_t faults;
  int64_t count[RPD_COUNTS];
} rocpd_rpd;

/* ---- rpd_table.c */

/* State of one reading of the file: what has been looked up so far. */
typedef struct rocpd_rpd_reader {
  rocpd_rpd *f;
  rocpd_connection *c;
  rocpd_error *err;
  const char *table;          /* table that is being read */
  const char *const *column;  /* columns of the statement */
  int64_t id;                 /* id of the current row: its first column */
  sqlite3_stmt *string[2];    /* rocpd_string, rocpd_ustring */
  enum { RPD_TEXTS_UNKNOWN, RPD_TEXTS_SHARED, RPD_TEXTS_OWN } texts; /* schema 3 has arguments in rocpd_ustring */
  rocpd_map name;             /* string's id -> interned id + 1; 0: there is none */
  rocpd_dense_map op_call;         /* op -> call */
  rocpd_dense_map call_thread;     /* call -> number of its thread */
  rocpd_dense_map call_launch;     /* call -> place in launch */
  rocpd_dense_map call_copy;       /* call -> place in transfer */
  rocpd_dense_map op_kernel;       /* op -> place in the batches of f->kernel */
  rocpd_dense_map call_stack;      /* call -> interned JSON of its frames */
  struct rpd_launch *launch;
  struct rpd_transfer *transfer;
  uint32_t launches, transfers;
  int64_t nothing;            /* "{}" */
  sqlite3_str *frames;        /* JSON of the frames of the call `framed` */
  int64_t framed;
} rocpd_rpd_reader;

/* How to read a table; columns that it lacks are NULL. */
typedef struct rocpd_rpd_table {
  const char *name;
  const char *const *column; /* names of columns; the first is the id */
  int columns;
  int (*row)(rocpd_rpd_reader *r, sqlite3_stmt *s);
  int (*end)(rocpd_rpd_reader *r); /* called after the last row; may be NULL */
} rocpd_rpd_table;
#define ROCPD_RPD_COLUMNS(list) list, sizeof(list) / sizeof(*list)

/* Reads n tables, one after the other. */
int rocpd_rpd_tables(rocpd_rpd *f, rocpd_connection *c, const rocpd_rpd_table *t, size_t n, rocpd_error *err);
/* Read a value of the row; ROCPD_NULL for NULL, and for values of the wrong type, which are counted. */
int rocpd_rpd_int(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out);
int rocpd_rpd_time(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out);
int rocpd_rpd_number(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out); /* a REAL, as bits */
int rocpd_rpd_pointer(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out); /* an address, written as 0x7f00 */
int rocpd_rpd_text(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out);
/* Reads pid and tid of a call, columns 1 and 2, and numbers its thread. They are 0 if they are not numbers. */
int rocpd_rpd_thread(rocpd_rpd_reader *r, sqlite3_stmt *s, int64_t *pid, int64_t *tid, uint32_t *thread);
/* Reads the string whose id is in the row. */
int rocpd_rpd_string(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out);
/* Reads a string of rocpd_ustring, or of rocpd_string if the file has no such table. *text is valid until the next call. */
int rocpd_rpd_args(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, const char **text, size_t *size);

/* ---- rpd_read.c, rpd_args.c */

extern const rocpd_row_layout rocpd_rpd_region, rocpd_rpd_kernel, rocpd_rpd_copy, rocpd_rpd_sample, rocpd_rpd_arg, rocpd_rpd_pmc_event;
int rocpd_rpd_read(rocpd_rpd *f, rocpd_connection *c, rocpd_error *err);
int rocpd_rpd_read_args(rocpd_rpd *f, rocpd_connection *c, rocpd_error *err);

#endif
