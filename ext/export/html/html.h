/* What the files of the HTML viewer's exporter share, and what a report is made of.
**
** A report is one HTML file: the page (page.html with the styles and scripts of this folder in it), then blobs, then the directory, then the end. The page's
** code stands in front, so that it can say so when the rest is cut short.
**
**    <script type="text/plain" id="b17">TEXT</script>         a blob: zlib's format, as text. Numbers from 0, in no order
**    <script type="text/plain" id="directory">TEXT</script>   the same of a JSON text:
**    <i id="end" hidden></i>
**
** TEXT. Seven bits to a character, the lowest of the first byte first; the last character's rest is 0. The four that a script element cannot hold, or that
** stand for these, are two characters: 127, and the character with bit 6 turned over. (0, 13, 60, which is <, and 127.) So it is ASCII, which no server's or
** editor's idea of an encoding changes, and takes an eighth less than base64.
**
** DIRECTORY. Times are numbers: ns from `base` on, of a comparison's second trace from its own `base`. Texts are valid UTF-8.
**   version    1
**   rocpd      version of the extension
**   base       text: ns of the tables' times at 0
**   span       [first, last]: of all events; null: there are none. first is 0 but in a comparison
**   wall       text: what is to be added to the tables' times for ns since 1970; null: not known
**   sources    [{path, host}]
**   traces     [] or, of a comparison, two: the connection's and the other: [{path, base, span, window, wall, sources, counts}]. path: as the option has it; null: the connection's.
**              window: [start, end] ns as texts, null: open; what was chosen, of which also tables are that compare. null: all
**              What stands above of these is the first one's, but for span and counts, which are of both
**   align      text: the marker at whose beginning both have 0; null: none
**   by         what 0 is in both: "event" (the first one), "window" (its beginning) or "marker"; null: there is one trace
**   chosen     true: the options leave out some events; tables are of all
**   counts     {events, unfinished, ...}: as the SQL function's result
**   warnings   [text]
**   strings    [text]
**   heads      [class, string of the name, string of the category, ...] three numbers each: what an event is; -1: it has no such text
**   classes    [{name, fields: [label], text: [bool], signature: [[label, count]]}] of events, by number. text: the field is a number of `strings`
**   processes  [{pid, name, command, label, rank, host, start, trace}] in the order in which they are shown; pid as it is shown; trace: an index of `traces`, or 0
**   groups     [{process, name, gpu, agent}] agents as a process uses them
**   tracks     [{name, process, group, kind, key, lanes}] in the order in which they are shown. group null: a thread. kind: thread, stream, queue, copies,
**              allocations, scratch. key: the thread's, stream's or queue's id
**     lanes    [{events, first, last, depth, chunks, stats, pyramid}] in a lane events nest (threads) or follow each other. depth: how deep they nest, 1 at least.
**              last: the largest end; events without an end have none.
**       chunks   six numbers each, in order of time: events, first start, largest end (null: one has no end), blob of times, of fields, of arguments (-1: none)
**       stats    blob
**       pyramid  blob; -1: the lane is short
**   counters   [{name, process, group, rank, trace, bytes, real, values, low, high, blobs}] process null: nobody's. rank: they stand in this order, then by name. real: values are the bits of doubles
**   tables     [] without them, or [{name, title, sql, columns, rows, all, blob, why}] answers of SQL; rows that are here, of all there are. blob -1: none, and `why` says why.
**              Times in them are of the first trace, those of columns that begin with b_ of the second
**
** COLUMNS. What blobs are made of. Little endian:
**   u8 delta, u8 width, u8 nulls, u8 0, u32 n, i64 first, i64 base
**   nulls 1: all are NULL, and nothing follows. nulls 2: (n + 7) / 8 bytes follow, a bit for each, lowest first, 1: it is NULL
**   width planes of n bytes: the first has each value's lowest byte, x[i] is what they make together, unsigned
**   value[i] = base + x[i]; with delta the sum of the value that is not NULL before it, base and x[i], and the first one that is not NULL is `first`
**
** Blobs:
**   times      columns with a value for each event: gap, from the end of the one before to its start, or, with the flag ROCPD_HTML_WITHIN, from its start (0: the
**              chunk's first); duration (NULL: it has no end), less the shortest of its head, in order of heads, those of one in order of time; head, an index of:
**              flags (ROCPD_HTML_*); then for each head of the chunk: its number in the directory's, its shortest duration (0: none has an end);
**              then of the events around the first one, outermost first: start (from base), duration, head (number in the directory's)
**   fields     for each class that has events in the chunk, in order of number: a column for each field, of this class's events alone; if it has signatures: a column
**              with the number of each one's, then of each value of a signature a column, over the signatures' numbers
**   arguments  JSON: {"row": {name: value, ...}}
**   stats      columns, over the chunks: heads in it; over all chunks' heads one after the other: head, events, sum of durations, shortest, longest (of events with an end)
**              and over the chunks: least and largest stack_id
**   pyramid    columns: levels' bucket sizes as powers of 2 (finest first), their entries; over all levels' entries: depth, bucket (from the lane's first), buckets (one
**              or more that are alike), busy (1 to 255: how much of them), head (number in the directory's: of the longest event in it). In order of depth, bucket
**   counter    columns time, value
**   table      JSON: [[value, ...], ...] by row */
#ifndef ROCPD_HTML_H
#define ROCPD_HTML_H
#include "counter.h"
#include "deflate.h"

/* Flags of events. */
enum { ROCPD_HTML_NEVER_STARTED = 1, ROCPD_HTML_WITHIN = 2 };

/* Number of events in a chunk: few enough to read at once, many enough to outweigh the chunk's header. */
enum { ROCPD_HTML_CHUNK = 16384 };
/* Lanes with more events have a pyramid; its finest level has one bucket for this number of events. */
enum { ROCPD_HTML_LONG_LANE = 8192, ROCPD_HTML_BUCKET_EVENTS = 16 };

typedef struct rocpd_html_bytes {
  uint8_t *byte;
  size_t n, capacity;
  size_t *cut; /* where bytes of another sort begin, which are compressed for themselves */
  size_t cuts, cut_capacity;
} rocpd_html_bytes;

typedef struct rocpd_html_numbers {
  int64_t *number;
  size_t n, capacity;
} rocpd_html_numbers;

static inline int rocpd_html_push(rocpd_html_numbers *a, int64_t number) {
  if (a->n == a->capacity && rocpd_array_reserve(&a->number, &a->capacity, a->n + 1, sizeof *a->number)) return SQLITE_NOMEM;
  a->number[a->n++] = number;
  return SQLITE_OK;
}

/* ---- html_column.c */

void rocpd_html_bytes_free(rocpd_html_bytes *b);
/* Append the column of n values, some of which may be ROCPD_NULL; value NULL: all are. SQLITE_NOMEM. */
int rocpd_html_column(rocpd_html_bytes *out, const int64_t *value, size_t n);

/* ---- html_deflate.c */

struct rocpd_html_deflate; /* what it works with; to be freed by sqlite3_free() */
/* The bytes of columns in zlib's form; *state is made where it is NULL. SQLITE_NOMEM. */
int rocpd_html_deflate(struct rocpd_html_deflate **state, const rocpd_html_bytes *bytes, rocpd_html_bytes *out);

/* ---- html_blob.c: what one thread compresses by */

typedef struct rocpd_html_character { /* that stands for seven bits */
  char text[2];
  uint8_t size;
} rocpd_html_character;

typedef struct rocpd_html_packer {
  z_stream stream; /* zalloc NULL: not made yet */
  struct rocpd_html_deflate *columns; /* NULL: not made yet */
  rocpd_html_character character[128];
  rocpd_html_bytes packed;
} rocpd_html_packer;
/* Write a blob, whose bytes are then none; *number is its own. columns: it is made of columns, else it is text. */
int rocpd_html_blob(rocpd_writer *w, rocpd_html_bytes *bytes, bool columns, int64_t *number, rocpd_error *err);
/* The same with an id that is no number. */
int rocpd_html_named_blob(rocpd_writer *w, const char *id, rocpd_html_bytes *bytes, bool columns, rocpd_error *err);
void rocpd_html_packer_free(rocpd_html_packer *p);

/* ---- html_head.c: names that all events of a kind have, numbered for the whole file */

typedef struct rocpd_html_heads { /* of all threads; the export's mutex guards it */
  rocpd_map string;               /* by string id: its number */
  rocpd_html_numbers strings;     /* ids */
  rocpd_map head[ROCPD_EVENT_CLASSES]; /* by name and category */
  rocpd_html_numbers heads;       /* class, string of name, string of category; -1 none */
} rocpd_html_heads;
/* One that a thread has met lately, or that the code of a batch's name stands for, and its place in the chunk where it was last. */
typedef struct rocpd_html_met {
  uint64_t key;         /* of name and category; of a code: its turn */
  uint32_t class, head; /* class: + 1; 0: none yet */
  uint32_t chunk, place;
} rocpd_html_met;
/* Where names come from a dictionary: by code, of the batch that was read last. */
typedef struct rocpd_html_codes {
  const rocpd_export_batch *batch; /* NULL: none yet */
  bool decide;   /* its names' codes say what the head is */
  uint64_t turn; /* of the batch: what another one has left is not its own */
  rocpd_html_met *met;
  size_t codes;
} rocpd_html_codes;
enum { ROCPD_HTML_MET_BITS = 8 };
struct rocpd_html_chunk;
/* Heads of a batch's events, by number, and their places among those of the chunk, to which they are added. */
int rocpd_html_block_heads(rocpd_writer *w, struct rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r, uint32_t *head, rocpd_error *err);
int rocpd_html_string(rocpd_writer *w, rocpd_map *known, int64_t id, int64_t *number, rocpd_error *err);

/* ---- html_pyramid.c */

struct rocpd_html_pyramid;
/* Of a lane between these times that has so many events. */
int rocpd_html_pyramid_begin(struct rocpd_html_pyramid **p, int64_t first, int64_t last, size_t events);
/* Of n events, each at its depth from 0. Events of one depth come in order of time and do not overlap. */
int rocpd_html_pyramid_add(struct rocpd_html_pyramid *p, const rocpd_item *item, const uint32_t *depth, const uint32_t *head, uint32_t n);
/* The blob's bytes. */
int rocpd_html_pyramid_end(struct rocpd_html_pyramid *p, rocpd_html_bytes *out);
void rocpd_html_pyramid_free(struct rocpd_html_pyramid *p);

/* ---- html_chunk.c */

typedef struct rocpd_html_head_sum { /* of a head's events in a chunk */
  uint32_t head;
  int64_t events, sum, shortest, longest; /* the last three of those that have an end */
} rocpd_html_head_sum;

typedef struct rocpd_html_chunk {
  uint32_t n, class_n[ROCPD_EVENT_CLASSES];
  uint32_t number; /* of chunks that this thread has begun */
  int64_t base; /* of the file's times */
  int64_t start[ROCPD_HTML_CHUNK], duration[ROCPD_HTML_CHUNK], head[ROCPD_HTML_CHUNK], flags[ROCPD_HTML_CHUNK];
  uint32_t sorted[ROCPD_HTML_CHUNK]; /* by head: where its durations go while they are sorted */
  int64_t *field[ROCPD_EVENT_CLASSES]; /* [fields + signature][ROCPD_HTML_CHUNK] NULL: not needed yet */
  uint32_t filled[ROCPD_EVENT_CLASSES][ROCPD_MAX_FIELDS]; /* so many values are there; what follows is NULL */
  rocpd_html_numbers around; /* start, duration, head of what was open before its first event */
  rocpd_html_head_sum *sum;  /* in order of the chunk's heads */
  size_t sums, sum_capacity;
  uint32_t *place;           /* by head: its place among them + 1, if `sum` there says so, too */
  size_t places;
  uint32_t *signature;       /* the same by number of a signature: the thread's, and the chunk's */
  size_t signatures;
  int64_t least_stack, most_stack, latest; /* latest: the largest end; INT64_MAX: one has none */
  rocpd_html_bytes bytes;
  sqlite3_str *arguments; /* JSON; NULL: none yet */
} rocpd_html_chunk;
/* Before its first event. */
void rocpd_html_chunk_begin(rocpd_html_chunk *c);
/* A head's place in it. SQLITE_NOMEM. */
int rocpd_html_chunk_place(rocpd_html_chunk *c, uint32_t head, uint32_t *place);
/* Events of a batch, in order of start, whose heads have their places. There is room for them. SQLITE_NOMEM. */
int rocpd_html_chunk_add(rocpd_writer *w, rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r);
/* Arguments of the event of this number in it. */
int rocpd_html_chunk_arguments(rocpd_writer *w, rocpd_html_chunk *c, uint32_t event, size_t first, size_t count, rocpd_error *err);
/* Blobs of times, fields and arguments (-1: there are none); the chunk is empty then, but for its sums, which are made. */
typedef struct rocpd_html_chunk_blobs {
  int64_t times, fields, arguments;
} rocpd_html_chunk_blobs;
int rocpd_html_chunk_write(rocpd_writer *w, rocpd_html_chunk *c, rocpd_html_chunk_blobs *out, rocpd_error *err);
void rocpd_html_chunk_free(rocpd_html_chunk *c);

/* ---- the state of a writer: that of the first has what all share */

typedef struct rocpd_html_lane { /* for the directory */
  size_t events;
  int64_t first, last;
  uint32_t depth;
  rocpd_html_numbers chunks; /* six each */
  int64_t stats, pyramid;
} rocpd_html_lane;

typedef struct rocpd_html_track {
  rocpd_html_lane *lane;
  size_t lanes, capacity;
} rocpd_html_track;

typedef struct rocpd_html_counter {
  rocpd_counter about; /* its name is ours */
  rocpd_html_numbers time, value, blobs;
  int64_t values, last;
  double low, high;
} rocpd_html_counter;

typedef struct rocpd_html {
  rocpd_html_packer packer;
  rocpd_map known_head[ROCPD_EVENT_CLASSES], known_string;
  rocpd_html_met met[1 << ROCPD_HTML_MET_BITS];
  rocpd_html_codes codes[ROCPD_EVENT_CLASSES];
  rocpd_html_chunk *chunk;
  rocpd_html_bytes bytes;
  /* of the file */
  rocpd_html_heads heads;
  int64_t blobs; /* atomic */
  struct rocpd_html_other *other; /* NULL: it has one trace */
  /* of a trace */
  struct rocpd_html *first; /* NULL, or who has the file's */
  int64_t base;
  rocpd_html_track *track; /* [layout.tracks] */
  rocpd_html_counter *counter;
  size_t counters, counter_capacity;
  char *tables; /* what rocpd_html_tables() gave; NULL: it was not asked yet */
} rocpd_html;
/* What all writers of a trace have together, and those of all traces of the file. */
static inline rocpd_html *rocpd_html_of(const rocpd_export *x) { return x->writers.at[0].state; }
static inline rocpd_html *rocpd_html_shared(const rocpd_export *x) {
  rocpd_html *own = rocpd_html_of(x);
  return own->first ? own->first : own;
}
/* A trace's, before its first event. */
int rocpd_html_begin(rocpd_writer *w, rocpd_error *err);

/* ---- html_lane.c: one track's lanes */
int rocpd_html_track_write(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);
/* ---- html_counter.c: what is measured */
int rocpd_html_counters(rocpd_writer *w, rocpd_error *err);
/* ---- html_directory.c: the file's directory; `tables`: JSON of theirs */
int rocpd_html_directory(rocpd_writer *w, const char *tables, rocpd_error *err);
/* As a JSON text; NULL: null. */
void rocpd_html_json_text(sqlite3_str *out, const char *text, size_t size);
/* page.html, styles, scripts, and tables/NAME: queries without their ending; ended by one without a name */
extern const struct rocpd_html_file { const char *name, *text; } rocpd_html_files[];
/* ---- html_query.c: a query of those as it is asked; NULL: no memory */
char *rocpd_html_query(const char *text);
/* ---- html_tables.c: answers of SQL; *out to be freed */
int rocpd_html_tables(rocpd_writer *w, char **out, rocpd_error *err);
/* ---- html_compare.c: the other trace; without one the first two do nothing */
/* Before the first event: where both have 0. */
int rocpd_html_other_begin(rocpd_writer *w, rocpd_error *err);
/* After the last one: all of the other's, and what was counted of each; what was counted of both is the first one's then. */
int rocpd_html_other_write(rocpd_writer *w, rocpd_error *err);
/* Until it is off, tables have of both only what overlaps the time that the options choose. */
int rocpd_html_other_window(const rocpd_export *x, bool on, rocpd_error *err);
/* A query as it can be asked again, and what is not in it. NULL: no memory. */
char *rocpd_html_other_sql(const rocpd_export *x, sqlite3_stmt *s);
/* Both, the connection's first; how many they are. */
int rocpd_html_traces(const rocpd_export *x, rocpd_export *of[2]);
/* JSON: what was counted of each alone. */
const char *rocpd_html_counts(const rocpd_export *x, int trace);
void rocpd_html_other_free(struct rocpd_html_other *o);
/* ---- html_page.c: the page in front of the data */
int rocpd_html_page(rocpd_writer *w, rocpd_error *err);

#endif
