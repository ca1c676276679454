/* Internal to same.c: the comparison of sources, and the interface to same_part.c and same_row.c. */
#ifndef ROCPD_SAME_STATE_H
#define ROCPD_SAME_STATE_H
#include "same.h"
#include "map.h"

/* A process of a source. */
typedef struct process_part {
  size_t source;        /* the source's place */
  uint64_t process;     /* hash of what identifies the process: process_of() in same_part.c */
  int64_t nid, pid;     /* identify it within its source */
  int64_t wall_ns;      /* offset from times of the file to UTC; ROCPD_NULL: unknown */
  bool elsewhere;       /* another source has this process, too */
  int64_t rows;         /* number of rows with a start */
} process_part;

typedef struct holders { /* sources of one process */
  size_t sources, last; /* number of sources that remain; the one seen last */
  bool by_wall;         /* compare times in UTC */
  int64_t rows;         /* of the source that has most of them */
} holders;

/* A source that shares processes with others. */
typedef struct compared {
  rocpd_source *source;
  size_t place;      /* its place among all sources */
  process_part *part;
  size_t parts;
  rocpd_map place_of; /* (nid, pid) -> part, if there are several */
  bool unreadable;   /* atomic */
  int turn;          /* sources with a lower turn are tried first */
  bool left_out;
  rocpd_same twice; /* about its rows that others hold, too */
} compared;

typedef struct comparison {
  rocpd_trace *trace;
  rocpd_session *session;
  process_part *part; /* by source */
  size_t parts;
  rocpd_map place; /* process -> its place in holder */
  holders *holder;
  size_t processes;
  compared *one;
  size_t n;
  rocpd_snapshot *snapshot; /* of the compared sources */
  rocpd_map rows;           /* hash of a row -> number of sources that hold it, and the stamp of the one that counted it last */
  uint32_t stamp;
  rocpd_map first_holder;   /* hash of a row that several hold -> 1 + place in `one` of the first of them */
} comparison;

static inline holders *holders_with(const comparison *c, uint64_t process) { return &c->holder[rocpd_map_get(&c->place, process, 0)]; }

/* ---- same_part.c */

/* Adds the processes of source number `place` to c->part. SQLITE_OK, or an error that ends the statement. */
int rocpd_same_add_source(comparison *c, rocpd_source *s, size_t place);
/* Lists the sources that share a process with others: c->one. */
int rocpd_same_list_compared(comparison *c, rocpd_source *const *source);

/* ---- same_row.c */

typedef struct row_loop {
  comparison *c;
  compared *one;
  process_part *part;   /* process of the row */
  int kind;
  int64_t start;        /* as shown */
  bool (*row)(struct row_loop *l, uint64_t hash); /* false ends the loop */
  int rc;
  int64_t rows; /* for row() to use */
  bool alone;   /* a row belongs to a process that no other source has */
} row_loop;

/* Decodes all compared columns, so that nothing fails later. A source that cannot be read is marked. */
int rocpd_same_read_all(comparison *c, rocpd_error *err);
/* Calls l->row() for each row that other sources may hold, too. */
int rocpd_same_each_row(row_loop *l);
/* The key of a process in place_of. */
uint64_t rocpd_same_key_of(int64_t nid, int64_t pid);

#endif
