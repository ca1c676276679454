/* Inside of the source of rocprofv3 databases (rocprof_*.c).
**
**   rocprof_source.c  the class: opening, a source for each set of tables, health
**   rocprof_table.c   which sets of tables a file has, whatever its schema says of itself
**   rocprof_schema.c  the list of its tables
**   rocprof_layout.c  and their columns
**   rocprof_self.c    what its own rows say of it: guid, process, host, rank
**   rocprof_batch.c   the rows of a table cut into batches
**   rocprof_leaf.c    the pages of a table: a quick way to count rows
**   rocprof_record.c  and to read them
**   rocprof_begin.c   when the trace began
**   rocprof_column.c  the columns of a batch, by its pages or by SELECT over its rowids */
#ifndef ROCPD_ROCPROF_H
#define ROCPD_ROCPROF_H
#include "database.h"
#include "stamp.h"
#include <pthread.h>

/* The columns of a table: of all tables that the same text made. */
typedef struct rocpd_table_layout {
  struct rocpd_table_layout *next; /* of the same kind */
  char *key;         /* the text */
  int columns;       /* 0: SQLite does not know the table */
  uint64_t has;      /* bit c: it has column c of the kind */
  bool rowid_named, _rowid_named, oid_named; /* columns that hide these names of the rowid */
  int keys;          /* columns of the primary key */
  bool id_is_rowid;
  bool has_track_id, has_start_id, has_end_id, has_timestamp_id; /* the drafts of schema 4: see rocprof_table.c */
  bool has_generated; /* columns that are computed: rows are not as declared */
  int16_t position[ROCPD_MAX_COLUMNS]; /* of column c of the kind in a row, where it has it */
} rocpd_table_layout;

/* The layout of a table that `sql` made; it lives as long as the trace. `suffix` is that of its set. */
int rocpd_table_layout_of(rocpd_session *session, rocpd_connection *c, int kind, const char *name, const char *suffix, const char *sql,
                          const rocpd_table_layout **out, rocpd_error *err);
/* A name of the rowid that no column of the table hides; NULL: all are hidden. */
const char *rocpd_table_layout_rowid(const rocpd_table_layout *l);

/* A table of a file whose name begins with "rocpd_". */
typedef struct rocpd_table_in_file {
  char *name, *sql;
  int64_t root; /* its first page */
} rocpd_table_in_file;

typedef struct rocpd_table_list {
  rocpd_table_in_file *table;
  size_t n;
} rocpd_table_list;

/* In the order in which they were made. */
int rocpd_tables_list(rocpd_table_list *l, rocpd_session *session, rocpd_connection *c, rocpd_error *err);
void rocpd_tables_free(rocpd_table_list *l);

/* A base table of one set, as it is in the file. */
typedef struct rocpd_rocprof_table {
  char *name;                 /* NULL: the set has none */
  int64_t root;
  const rocpd_table_layout *layout;
  char **expression;          /* not NULL: where expression[c] is not, column c is this SQL on the table as t */
} rocpd_rocprof_table;

/* A set of tables: those with the same suffix. */
typedef struct rocpd_rocprof_set {
  char *suffix; /* as in the names */
  char *timestamp;                /* name of a table of schema 4 */
  rocpd_rocprof_table category;   /* another one, in the form of RAW_STRING: see rocprof_table.c */
  rocpd_rocprof_table table[ROCPD_KIND_COUNT];
} rocpd_rocprof_set;

/* The sets of a file, in the order of their first tables; free with ..._sets_free. */
int rocpd_rocprof_sets(rocpd_session *session, rocpd_connection *c, rocpd_rocprof_set **out, size_t *n, rocpd_error *err);
void rocpd_rocprof_sets_free(rocpd_rocprof_set *set, size_t n);
void rocpd_rocprof_set_clear(rocpd_rocprof_set *set);
/* Moves a set out of the array. */
rocpd_rocprof_set rocpd_rocprof_set_take(rocpd_rocprof_set *set);
/* Does the table have the column, or something to compute it from? */
static inline bool rocpd_rocprof_has(const rocpd_rocprof_table *t, int column) {
  return t->name && (t->layout->has >> column & 1 || (t->expression && t->expression[column]));
}
/* Base tables have kinds of these names. */
bool rocpd_rocprof_is_base(int kind);

/* Values that are read as NULL, being not what their column is for, or times out of range: in
** health, with the first of them. */
typedef struct rocpd_rocprof_fault {
  int kind, column;
  int64_t count, first_rowid;
} rocpd_rocprof_fault;

typedef struct rocpd_rocprof_said { /* of a part of a merged file: see rocprof_said.c */
  bool health;    /* else what was recorded */
  int64_t json, name; /* interned; the name is that of the fact or domain */
  int64_t number; /* its value */
} rocpd_rocprof_said;

typedef struct rocpd_rocprof {
  rocpd_source base;
  rocpd_rocprof_set set;
  size_t sets;       /* in the file */
  bool skip;         /* {"damaged":"skip"} */
  bool opened_damaged; /* what is known of it may be incomplete */
  int row_limit;     /* bytes: no longer rows are read now, without skipping; 0: any are */
  rocpd_stamp stamp; /* of the file when the batches below were listed */
  rocpd_database database; /* as it was then */
  int64_t path_id, host_id, run_id, guid_id; /* interned; ROCPD_NULL: not known */
  struct {
    bool listed;
    rocpd_batch **batch;
    size_t batches;
  } kind[ROCPD_KIND_COUNT];
  rocpd_rocprof_said *said;
  size_t saids;
  int64_t process_start; /* of the first process; 0: not known */
  pthread_mutex_t begin_mutex; /* guards begin_known, held while the rows are asked */
  bool begin_known;  /* base.info.began_ns is what it will be */
  pthread_mutex_t mutex; /* guards what follows */
  rocpd_rocprof_fault *fault;
  size_t faults;
} rocpd_rocprof;

typedef struct rocpd_rocprof_batch {
  rocpd_batch base;
  const rocpd_rocprof_table *table; /* of the source's set */
  int64_t first, last;   /* its rowids are from first to last */
  uint32_t change;       /* SQLite's count of changes of the file when it was listed, */
  uint32_t *leaf;        /* and the pages that its rows were in; NULL: only SQL knows */
  size_t leaves;
  pthread_mutex_t mutex; /* held while columns are decoded, guards: */
  uint64_t counted;      /* bit c: the faults of column c are counted, which may be read again */
} rocpd_rocprof_batch;

/* rocprof_said.c */
/* A row of metadata, if it is one of those. */
int rocpd_rocprof_take_said(rocpd_rocprof *f, const char *tag, int64_t value, rocpd_error *err);
int rocpd_rocprof_say_health(const rocpd_rocprof *f, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
int rocpd_rocprof_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err);

/* rocprof_self.c */
int rocpd_rocprof_read_self(rocpd_rocprof *f, rocpd_error *err);

/* rocprof_begin.c: find base.info.began_ns if a column of the kind has times that a later begin would make unknown. Nobody who
** calls it has borrowed a connection. */
int rocpd_rocprof_find_begin(rocpd_rocprof *f, int kind, const rocpd_column *c, rocpd_error *err);
void rocpd_rocprof_forget_begin(rocpd_rocprof *f);

int rocpd_rocprof_count_fault(rocpd_rocprof *f, int kind, int column, int64_t rowid);

int rocpd_rocprof_batches(rocpd_rocprof *f, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
/* See rocpd_source_class.range. */
int rocpd_rocprof_range(rocpd_rocprof *f, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err);
void rocpd_rocprof_batches_drop(rocpd_rocprof *f);
int rocpd_rocprof_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
void rocpd_rocprof_batch_free(rocpd_batch *b);

/* The pages of a file within a read transaction, as far as the file shows them. */
typedef struct rocpd_pages {
  sqlite3_file *file;
  uint32_t size, pages, change;
  uint32_t usable; /* bytes of a page that SQLite uses */
  int64_t max_row; /* bytes: longer ones are left to SQL */
} rocpd_pages;

/* Types of pages of a table's tree, and bytes before the list of their cells. */
enum { ROCPD_PAGE_INNER = 5, ROCPD_PAGE_LEAF = 13, ROCPD_PAGE_INNER_HEAD = 12, ROCPD_PAGE_LEAF_HEAD = 8 };
/* Numbers there: big-endian. */
static inline uint32_t rocpd_pages_16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static inline uint32_t rocpd_pages_32(const uint8_t *p) { return rocpd_pages_16(p) << 16 | rocpd_pages_16(p + 2); }

/* SQLITE_NOTFOUND: only SQL can read it (see rollback_db.h, or text that is not UTF-8). */
int rocpd_pages_open(rocpd_pages *p, const rocpd_connection *c);
/* Where the b-tree's head is in a page: the first one begins with the file's. */
static inline uint32_t rocpd_pages_head(uint32_t page) { return page == 1 ? ROCPD_ROLLBACK_DB_HEAD : 0; }
/* Bytes of a page; SQLITE_NOTFOUND when it has not as many. */
int rocpd_pages_read(const rocpd_pages *p, uint32_t page, uint32_t offset, void *out, uint32_t size);
/* A variable-length integer; false when it does not end before `end`. Most have one byte. */
bool rocpd_pages_long_varint(const uint8_t **at, const uint8_t *end, int64_t *out);
static inline bool rocpd_pages_varint(const uint8_t **at, const uint8_t *end, int64_t *out) {
  if (*at >= end || **at & 0x80) return rocpd_pages_long_varint(at, end, out);
  *out = *(*at)++;
  return true;
}

/* Calls leaf(arg, page, rows, last) for each leaf of a table's tree that may have rowids
** of `from` to `to`, in order: rows in it, and
** a bound that its rowids do not exceed; for the last leaf that is INT64_MAX. Reads the
** heads of pages only. SQLITE_NOTFOUND: it cannot be done, SQL has to (a damaged
** page). */
int rocpd_pages_leaves(rocpd_session *session, const rocpd_pages *p, int64_t root, int64_t from, int64_t to,
                       int (*leaf)(void *arg, uint32_t page, uint32_t rows, int64_t last), void *arg);
/* The rowid of the first or the last row of a leaf. */
int rocpd_pages_edge(const rocpd_pages *p, uint32_t leaf, bool last, int64_t *rowid);

/* A value as it is stored. */
typedef struct rocpd_stored {
  int type; /* SQLITE_INTEGER, ... */
  int64_t integer;
  double real;
  const char *text;
  int64_t size;
} rocpd_stored;

/* Calls row(arg, rowid, value) for each row of the leaves in order: the values at n
** ascending positions. SQLITE_NOTFOUND: something there only SQL can tell (a row with fewer
** columns, damage). */
int rocpd_pages_rows(const rocpd_pages *p, const uint32_t *leaf, size_t leaves, const int16_t *position, int n,
                     int (*row)(void *arg, int64_t rowid, const rocpd_stored *value), void *arg);

#endif
