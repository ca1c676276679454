/* Internal to the source of rocprofv3 databases (rocprof_*.c).
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

/* The columns of a table; shared by all tables with the same CREATE TABLE text. */
typedef struct rocpd_table_layout {
  struct rocpd_table_layout *next; /* the next layout of the same kind */
  char *key;         /* the text */
  int columns;       /* 0: SQLite does not know the table */
  uint64_t has;      /* bit c: the table has column c of the kind */
  bool rowid_named, _rowid_named, oid_named; /* the table has columns that hide these names of the rowid */
  int keys;          /* number of columns of the primary key */
  bool id_is_rowid;
  bool has_track_id, has_start_id, has_end_id, has_timestamp_id; /* columns of the drafts of schema 4, see rocprof_table.c */
  bool has_generated; /* it has computed columns, so stored rows differ from the declaration */
  int16_t position[ROCPD_MAX_COLUMNS]; /* index of column c of the kind in a stored row, if the table has it */
} rocpd_table_layout;

/* Finds or makes the layout of a table that `sql` created. It lives as long as the session. `suffix` is that of the table's set. */
int rocpd_table_layout_of(rocpd_session *session, rocpd_connection *c, int kind, const char *name, const char *suffix, const char *sql,
                          const rocpd_table_layout **out, rocpd_error *err);
/* Returns a name of the rowid that no column hides; NULL: all names are hidden. */
const char *rocpd_table_layout_rowid(const rocpd_table_layout *l);

/* A table of a file whose name begins with "rocpd_". */
typedef struct rocpd_table_in_file {
  char *name, *sql;
  int64_t root; /* number of its root page */
} rocpd_table_in_file;

typedef struct rocpd_table_list {
  rocpd_table_in_file *table;
  size_t n;
} rocpd_table_list;

/* Lists the tables in the order in which they were created. */
int rocpd_tables_list(rocpd_table_list *l, rocpd_session *session, rocpd_connection *c, rocpd_error *err);
void rocpd_tables_free(rocpd_table_list *l);

/* A base table of one set, as it is in the file. */
typedef struct rocpd_rocprof_table {
  char *name;                 /* NULL: the set has none */
  int64_t root;
  const rocpd_table_layout *layout;
  char **expression;          /* NULL, or an array: if expression[c] is not NULL, column c is this SQL expression over the table as t */
} rocpd_rocprof_table;

/* A set of tables: those with the same suffix. */
typedef struct rocpd_rocprof_set {
  char *suffix; /* suffix of the tables' names */
  char *timestamp;                /* name of a table of schema 4 */
  rocpd_rocprof_table category;   /* another table of schema 4, in the form of RAW_STRING: see rocprof_table.c */
  rocpd_rocprof_table table[ROCPD_KIND_COUNT];
} rocpd_rocprof_set;

/* The sets of a file, in the order of their first tables; free with ..._sets_free. */
int rocpd_rocprof_sets(rocpd_session *session, rocpd_connection *c, rocpd_rocprof_set **out, size_t *n, rocpd_error *err);
void rocpd_rocprof_sets_free(rocpd_rocprof_set *set, size_t n);
void rocpd_rocprof_set_clear(rocpd_rocprof_set *set);
/* Moves a set out of the array; the array's element is then empty. */
rocpd_rocprof_set rocpd_rocprof_set_take(rocpd_rocprof_set *set);
/* True if the table has the column, or an expression to compute it. */
static inline bool rocpd_rocprof_has(const rocpd_rocprof_table *t, int column) {
  return t->name && (t->layout->has >> column & 1 || (t->expression && t->expression[column]));
}
/* True if the kind is a base table of schema 3. */
bool rocpd_rocprof_is_base(int kind);

/* Values of a column that are read as NULL because they have the wrong type, or are times out of range. health shows their number and the first row. */
typedef struct rocpd_rocprof_fault {
  int kind, column;
  int64_t count, first_rowid;
} rocpd_rocprof_fault;

typedef struct rocpd_rocprof_said { /* a fact that a merged file keeps about one of its parts: see rocprof_said.c */
  bool health;    /* a fact of health; else what was recorded */
  int64_t json, name; /* interned; the name of the fact or domain */
  int64_t number; /* value of the fact */
} rocpd_rocprof_said;

typedef struct rocpd_rocprof {
  rocpd_source base;
  rocpd_rocprof_set set;
  size_t sets;       /* in the file */
  bool skip;         /* {"damaged":"skip"} */
  bool opened_damaged; /* the file was opened in spite of damage, so what is known about it may be incomplete */
  int row_limit;     /* longest row in bytes that is read now without skip; 0: no limit */
  rocpd_stamp stamp; /* of the file when the batches below were listed */
  rocpd_database database; /* state of the database at that time */
  int64_t path_id, host_id, run_id, guid_id; /* interned; ROCPD_NULL: unknown */
  struct {
    bool listed;
    rocpd_batch **batch;
    size_t batches;
  } kind[ROCPD_KIND_COUNT];
  rocpd_rocprof_said *said;
  size_t saids;
  int64_t process_start; /* start of the first process; 0: unknown */
  pthread_mutex_t begin_mutex; /* guards begin_known; held while rows are read to find the beginning */
  bool begin_known;  /* base.info.began_ns has its final value */
  pthread_mutex_t mutex; /* guards what follows */
  rocpd_rocprof_fault *fault;
  size_t faults;
} rocpd_rocprof;

typedef struct rocpd_rocprof_batch {
  rocpd_batch base;
  const rocpd_rocprof_table *table; /* of the source's set */
  int64_t first, last;   /* smallest and largest rowid */
  uint32_t change;       /* SQLite's change counter of the file when the batch was listed, */
  uint32_t *leaf;        /* and the pages with its rows; NULL: only SQL can read them */
  size_t leaves;
  pthread_mutex_t mutex; /* held while columns are decoded; guards: */
  uint64_t counted;      /* bit c: the faults of column c are counted, so reading it again must not count them again */
} rocpd_rocprof_batch;

/* rocprof_said.c */
/* Takes a row of metadata, if it is such a fact. */
int rocpd_rocprof_take_said(rocpd_rocprof *f, const char *tag, int64_t value, rocpd_error *err);
int rocpd_rocprof_say_health(const rocpd_rocprof *f, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
int rocpd_rocprof_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err);

/* rocprof_self.c */
int rocpd_rocprof_read_self(rocpd_rocprof *f, rocpd_error *err);

/* rocprof_begin.c: finds base.info.began_ns, if the column has times that a later beginning would make unknown. The caller must not have borrowed a
** connection. */
int rocpd_rocprof_find_begin(rocpd_rocprof *f, int kind, const rocpd_column *c, rocpd_error *err);
void rocpd_rocprof_forget_begin(rocpd_rocprof *f);

int rocpd_rocprof_batches(rocpd_rocprof *f, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
/* See rocpd_source_class.range. */
int rocpd_rocprof_range(rocpd_rocprof *f, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err);
void rocpd_rocprof_batches_drop(rocpd_rocprof *f);
int rocpd_rocprof_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
void rocpd_rocprof_batch_free(rocpd_batch *b);

/* Reads the pages of a database file directly, within a read transaction. */
typedef struct rocpd_pages {
  sqlite3_file *file;
  uint32_t size, pages, change;
  uint32_t usable; /* number of bytes of a page that SQLite uses */
  int64_t max_row; /* longest row in bytes; longer rows are left to SQL */
} rocpd_pages;

/* Types of pages of a table's b-tree, and the size of their headers. */
enum { ROCPD_PAGE_INNER = 5, ROCPD_PAGE_LEAF = 13, ROCPD_PAGE_INNER_HEAD = 12, ROCPD_PAGE_LEAF_HEAD = 8 };
/* Read big-endian numbers. */
static inline uint32_t rocpd_pages_16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static inline uint32_t rocpd_pages_32(const uint8_t *p) { return rocpd_pages_16(p) << 16 | rocpd_pages_16(p + 2); }

/* Begins reading pages. SQLITE_NOTFOUND: only SQL can read the file (see rollback_db.h), or its texts are not UTF-8. */
int rocpd_pages_open(rocpd_pages *p, const rocpd_connection *c);
/* Offset of the b-tree header in a page; the first page begins with the file's header. */
static inline uint32_t rocpd_pages_head(uint32_t page) { return page == 1 ? ROCPD_ROLLBACK_DB_HEAD : 0; }
/* Reads bytes of a page; SQLITE_NOTFOUND if the file is too short. */
int rocpd_pages_read(const rocpd_pages *p, uint32_t page, uint32_t offset, void *out, uint32_t size);
/* Reads a variable-length integer; false if it does not end before `end`. Most have one byte. */
bool rocpd_pages_long_varint(const uint8_t **at, const uint8_t *end, int64_t *out);
static inline bool rocpd_pages_varint(const uint8_t **at, const uint8_t *end, int64_t *out) {
  if (*at >= end || **at & 0x80) return rocpd_pages_long_varint(at, end, out);
  *out = *(*at)++;
  return true;
}

/* Calls leaf(arg, page, rows, last) in order for each leaf of a table's b-tree that may have rowids from `from` to `to`. rows: number of its rows; last: an
** upper bound of its rowids, INT64_MAX for the last leaf. Reads only headers of pages. SQLITE_NOTFOUND: a page is damaged, so SQL must read the table. */
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

/* Calls row(arg, rowid, value) in order for each row of the leaves, with the values at n ascending positions. SQLITE_NOTFOUND: only SQL can read a row (it
** has fewer columns, or is damaged). */
int rocpd_pages_rows(const rocpd_pages *p, const uint32_t *leaf, size_t leaves, const int16_t *position, int n,
                     int (*row)(void *arg, int64_t rowid, const rocpd_stored *value), void *arg);

#endif
