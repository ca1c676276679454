/* rocprofv3's CSV files: which there are, their columns, and the rows in their order. */
#ifndef ROCPD_CSV_H
#define ROCPD_CSV_H
#include "decimal.h"
#include "domain.h"
#include "writer.h"
#include "sum.h"

/* ---- files.c: the files, and how rows of the kinds are written to them */

enum rocpd_csv_form {
  ROCPD_CSV_END,       /* there are no more fields */
  ROCPD_CSV_INT,
  ROCPD_CSV_TEXT,
  ROCPD_CSV_REAL,
  ROCPD_CSV_ADDRESS,   /* "0x00007ffb26354000" */
  ROCPD_CSV_AGENT,     /* "Agent 4", "GPU 0": the column is the absolute index, and the three after it logical index, index among those of its type, type */
  ROCPD_CSV_NAME,      /* the kind's name as it is shown */
  ROCPD_CSV_ZERO,
  ROCPD_CSV_KIND,      /* the field's text, for kinds that have no category */
};

typedef struct rocpd_csv_field {
  const char *header;
  uint8_t form, column;
  const char *text;
} rocpd_csv_field;

enum rocpd_csv_file_id {
  ROCPD_CSV_KERNEL,
  ROCPD_CSV_CALLS, /* those of the first group of categories; each group has a place, used if it has a file (domains.def) */
  ROCPD_CSV_COPY = ROCPD_CSV_CALLS + ROCZ_GROUPS, ROCPD_CSV_ALLOCATION, ROCPD_CSV_SCRATCH, ROCPD_CSV_COUNTER, ROCPD_CSV_SPM, ROCPD_CSV_HIP_EVENT,
    ROCPD_CSV_GRAPH,
  ROCPD_CSV_FILES
};

typedef struct rocpd_csv_file {
  const char *name, *stats; /* of the file and of that of its statistics (NULL: none), between PREFIX_ and .csv */
  const char *domain;       /* in the statistics of domains */
} rocpd_csv_file;
extern const rocpd_csv_file rocpd_csv_files[ROCPD_CSV_FILES];

enum { ROCPD_CSV_NONE = 0xff /* no file */, ROCPD_CSV_MOST_FIELDS = 32 };
typedef struct rocpd_csv_kind {
  uint8_t kind;
  uint8_t file; /* of all rows, ROCPD_CSV_NONE: by category, or level */
  /* Columns; 0 is the id: none */
  uint8_t guid, pid, rank, start, end, name, category, agent, other_agent;
  uint8_t level;   /* of allocations */
  rocpd_csv_field field[ROCPD_CSV_MOST_FIELDS];
} rocpd_csv_kind;
/* Those of a set are written together: their rows go to the same files. */
enum { ROCPD_CSV_KINDS = 10, ROCPD_CSV_SETS = 9 };
extern const rocpd_csv_kind rocpd_csv_kinds[ROCPD_CSV_KINDS];
extern const struct rocpd_csv_set { uint8_t first, kinds; } rocpd_csv_sets[ROCPD_CSV_SETS];

/* ---- text.c */

/* Text that grows. */
typedef struct rocpd_csv_text {
  char *at;
  size_t used, capacity;
} rocpd_csv_text;

int rocpd_csv_grow(rocpd_csv_text *text, size_t n);
/* n bytes from text->at + text->used on; NULL: no memory. */
static inline char *rocpd_csv_room(rocpd_csv_text *text, size_t n) {
  return text->capacity - text->used < n && rocpd_csv_grow(text, n) ? NULL : text->at + text->used;
}
int rocpd_csv_put(rocpd_csv_text *out, const char *bytes, size_t n);
/* A text in quotes, quotes in it doubled, what is no UTF-8 replaced. memo: what has been looked at. */
int rocpd_csv_quote(rocpd_csv_text *out, rocpd_session *session, rocpd_memo *memo, int64_t id);
int rocpd_csv_quote_bytes(rocpd_csv_text *out, const char *text, size_t size);

/* ---- row.c */

enum { ROCPD_CSV_VALUES = 3 }; /* that a field is made of */
/* How rows of a batch are written: pieces, and texts that all rows have between them. Neighbouring fields that follow from one code of few
** are one piece, whose texts are there before the rows. Values of a row are those of `columns` columns; the first is the name. */
typedef struct rocpd_csv_plan {
  const rocpd_csv_kind *kind;
  rocpd_csv_text text;  /* what all rows have in common */
  rocpd_csv_text coded; /* of all codes of all such pieces */
  uint32_t *entry;      /* where each begins in it, and the last one ends */
  size_t entries, most; /* most: bytes of a row, without those of fields that are not coded and no numbers */
  uint8_t pieces, columns;
  struct rocpd_csv_piece {
    uint8_t form, value; /* value: its first */
    bool is_coded;
    uint32_t from, n;    /* bytes of the text before it */
    const rocpd_csv_field *field;
    uint32_t first, codes; /* coded: entries, that of NULL being the last */
    int64_t base;          /* the value of the first code */
  } piece[ROCPD_CSV_MOST_FIELDS];
  const rocpd_column *column[ROCPD_CSV_MOST_FIELDS * ROCPD_CSV_VALUES];
  rocpd_column code[ROCPD_CSV_MOST_FIELDS]; /* columns of codes */
} rocpd_csv_plan;

struct rocpd_csv_writer;
int rocpd_csv_plan_make(struct rocpd_csv_writer *w, const rocpd_csv_kind *kind, rocpd_batch *b, const rocpd_column *name, rocpd_csv_plan *out,
                        rocpd_error *err);
/* The names of operations, where that is what a kind has for a name: a new column, else NULL. */
int rocpd_csv_operations(const rocpd_csv_kind *kind, rocpd_batch *b, rocpd_column **out, rocpd_error *err);
void rocpd_csv_plan_drop(rocpd_csv_plan *plan);
/* A row with the values of the plan's columns, added to w->out. */
int rocpd_csv_row(struct rocpd_csv_writer *w, const rocpd_csv_plan *plan, const int64_t *value);

/* ---- order.c: the chosen rows of a set of kinds, by file and guid, then by time */

/* Where a row is in its group. */
typedef struct rocpd_csv_key {
  int64_t start, end; /* later ends come first */
  uint32_t part, index;
} rocpd_csv_key;

/* Rows of one batch for one file and guid, in order. */
typedef struct rocpd_csv_part {
  rocpd_batch *batch;
  const rocpd_csv_plan *plan;
  const rocpd_column *start, *end;
  uint64_t group;      /* file, and place of the guid among all */
  uint32_t rows, first; /* the first row where pick is NULL: then they are neighbours */
  const uint16_t *pick;
  size_t number;       /* of the batch */
  rocpd_csv_key low, high; /* of its first and its last row */
} rocpd_csv_part;

/* Some rows of a group. */
typedef struct rocpd_csv_slice {
  size_t first_part, parts;
  rocpd_csv_key from, to; /* to: not in it */
} rocpd_csv_slice;

typedef struct rocpd_csv_order {
  rocpd_csv_part *part;
  size_t parts, part_capacity;
  rocpd_csv_slice *slice;
  size_t slices, slice_capacity;
  struct rocpd_csv_batch *batch;
  rocpd_export_batch *view; /* of each batch */
  size_t batches;
  uint64_t rows[ROCPD_CSV_FILES];
} rocpd_csv_order;

static inline unsigned rocpd_csv_file_of(uint64_t group) { return (unsigned)(group >> 56); }
int rocpd_csv_order_make(rocpd_export *x, const struct rocpd_csv_set *set, rocpd_csv_order *out, rocpd_error *err);
void rocpd_csv_order_free(rocpd_csv_order *o);
static inline rocpd_csv_key rocpd_csv_key_at(int64_t start, int64_t end, uint32_t part, uint32_t index) {
  return (rocpd_csv_key){start, end == ROCPD_NULL ? INT64_MAX : end < start ? start : end, part, index};
}
rocpd_csv_key rocpd_csv_key_of(const rocpd_csv_order *o, uint32_t part, uint32_t index);
static inline bool rocpd_csv_before(const rocpd_csv_key *a, const rocpd_csv_key *b) {
  if (a->start != b->start) return a->start < b->start;
  if (a->end != b->end) return a->end > b->end;
  return a->part != b->part ? a->part < b->part : a->index < b->index;
}
/* The first row of a part that is not before the key. */
uint32_t rocpd_csv_find(const rocpd_csv_order *o, uint32_t part, const rocpd_csv_key *key);

/* ---- stats.c */

typedef struct rocpd_csv_stat {
  uint64_t key;          /* file and name */
  uint64_t calls, ended; /* ended: those with a duration */
  rocpd_sum128 sum, squares;
  int64_t min, max;
  bool too_great; /* the squares are more than their type holds */
} rocpd_csv_stat;

/* By file and name, as one thread has met them. */
typedef struct rocpd_csv_stats {
  rocpd_map place;
  rocpd_csv_stat *stat;
  size_t n, capacity;
} rocpd_csv_stats;

/* A row of a file; duration: ROCPD_NULL where it has none. */
int rocpd_csv_stats_add(rocpd_csv_stats *s, unsigned file, int64_t name, int64_t duration);
void rocpd_csv_stats_free(rocpd_csv_stats *s);
/* PREFIX_*_stats.csv. */
int rocpd_csv_stats_write(rocpd_export *x, rocpd_error *err);

/* ---- agents.c: PREFIX_agent_info.csv */
int rocpd_csv_agents_write(rocpd_export *x, rocpd_error *err);

/* ---- csv.c */

/* What one thread has for itself: its rocpd_writer's state. */
typedef struct rocpd_csv_writer {
  rocpd_export *x;
  rocpd_csv_text out;
  rocpd_memo plain;     /* texts: need no change in quotes */
  rocpd_decimal_front front[ROCPD_DECIMAL_FRONTS]; /* of numbers */
  rocpd_csv_stats stats;
  rocpd_csv_key *key;   /* of a slice's rows, and as many to merge them; index: the place of the row's values */
  size_t key_room;
  int64_t *value;
  size_t value_room;
} rocpd_csv_writer;

/* ---- csv_file.c */

/* Opens PREFIX_NAME.csv in the folder; the caller finishes and closes it. */
int rocpd_csv_open_file(rocpd_export *x, const char *name, rocpd_output *out, rocpd_error *err);
int rocpd_csv_write_text(rocpd_output *file, const rocpd_csv_text *text, rocpd_error *err);
/* A whole file of the folder. */
int rocpd_csv_write_file(rocpd_export *x, const char *name, const rocpd_csv_text *text, rocpd_error *err);

#endif
