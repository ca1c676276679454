/* What the files of the HTML viewer's exporter share, and the format of a report.
**
** A report is one HTML file: the page (page.html with the styles and scripts of this folder in it), then blobs, then the directory, then the end. The page's
** code comes first, so that it can say so if the rest of the file is missing.
**
**    <script type="text/plain" id="b17">TEXT</script>         a blob: zlib's format, as text. Blobs are numbered from 0, and may come in any order
**    <script type="text/plain" id="directory">TEXT</script>   the directory: a JSON text in the same form
**    <i id="end" hidden></i>
**
** TEXT. Each character holds seven bits, beginning with the lowest bits of the first byte; the unused bits of the last character are 0. Four characters must
** not stand in a script element, or are used as escapes: 0, 13, 60 (<) and 127. Each of these becomes two characters: 127, and the character with bit 6
** inverted. The result is ASCII, which servers and editors never misread, and an eighth smaller than base64.
**
** DIRECTORY. Times are numbers: ns since `base`; times of the second trace of a comparison are since its own `base`. Texts are valid UTF-8.
**   version    1
**   rocpd      version of the extension
**   base       text: ns of the tables' times at 0
**   span       [first, last]: times of all events; null: there are none. first is 0, except in a comparison
**   wall       text: add it to the tables' times to get ns since 1970; null: unknown
**   sources    [{path, host}]
**   traces     [], or in a comparison two elements, the connection's trace and the other one: [{path, base, span, window, wall, sources, counts}]. path: as
**              in the option; null: the connection's. window: [start, end] ns as texts, null: no limit; the selected time, to which tables that compare are
**              limited, too. window null: everything is selected. The members above of the same names are those of the first trace, but span and counts are
**              of both
**   align      text: the marker at whose beginning both traces have 0; null: none
**   by         what is at 0 in both traces: "event" (the first one), "window" (its beginning) or "marker"; null: there is one trace
**   chosen     true: the options leave out some events; the tables include these
**   counts     {events, unfinished, ...}: as in the SQL function's result
**   warnings   [text]
**   strings    [text]
**   heads      [class, string of the name, string of the category, ...] three numbers for each kind of event; -1: it has no such text
**   classes    [{name, fields: [label], text: [bool], signature: [[label, count]]}] classes of events, by number. text: the field is a number of `strings`
**   processes  [{pid, name, command, label, rank, host, start, trace}] in the order of the page; pid as it is shown; trace: an index of `traces`, or 0
**   groups     [{process, name, gpu, agent}] agents as a process uses them
**   tracks     [{name, process, group, kind, key, lanes}] in the order of the page. group null: a thread, or what was sampled of it. kind: thread, samples,
**              stream, queue, copies, allocations, scratch. key: id of the thread, stream or queue;
**              events of kind samples are sampled stacks, named by their functions, the innermost first
**     lanes    [{events, first, last, depth, chunks, stats, pyramid}] events of a lane nest (threads) or follow each other. depth: largest nesting depth, at
**              least 1. last: the largest end of events that have one
**       chunks   six numbers each, in order of time: number of events, first start, largest end (null: an event has none), blob of times, blob of fields,
**                blob of arguments (-1: none)
**       stats    blob
**       pyramid  blob; -1: the lane is short
**   counters   [{name, process, group, rank, trace, bytes, real, values, low, high, blobs}] process null: of no process. rank: counters are in order of
**              rank, then of name. real: values are the bits of doubles
**   tables     [{name, title, sql, columns, rows, all, blob, why}] results of SQL queries, or []. rows: rows in the file; all: rows of the result. blob -1:
**              none; `why` gives the reason. Times are those of the first trace, and in columns whose names begin with b_ those of the second
**
** COLUMNS. Blobs consist of columns. Little endian:
**   u8 delta, u8 width, u8 nulls, u8 0, u32 n, i64 first, i64 base
**   nulls 1: all values are NULL, and nothing follows. nulls 2: (n + 7) / 8 bytes follow, one bit for each value, lowest first; 1: it is NULL
**   width planes of n bytes: the first has the lowest byte of each value; x[i] is the unsigned number that its bytes form
**   value[i] = base + x[i]. With delta, it is the sum of the last value before it that is not NULL, base and x[i]; the first value that is not NULL is `first`
**
** Blobs:
**   times      columns with a value for each event: gap: time from the end of the event before to its start or, with the flag ROCPD_HTML_WITHIN, from the
**              start of the event before to its start (0 for the first of a chunk); duration (NULL: no end), less the shortest of its head, sorted by head,
**              within a head in order of time; head: index into the chunk's list of heads; flags (ROCPD_HTML_*). Then for each head of the chunk: its number
**              in the directory, its shortest duration (0: none has an end). Then for each event that is open at the first one, outermost first: start
**              (since base), duration, head (number in the directory)
**   fields     for each class that has events in the chunk, in order of number: a column for each field, with the events of this class only. If the class
**              has signatures: a column with the number of each event's signature, then a column for each value of a signature, by number of the signature
**   arguments  JSON: {"row": {name: value, ...}}
**   stats      columns with a value for each chunk: number of its heads. With a value for each head of each chunk: head, events, sum of durations, shortest,
**              longest (the last three over events with an end). With a value for each chunk: smallest and largest stack_id
**   pyramid    columns with a value for each level, finest first: size of its buckets as a power of 2, number of its entries. With a value for each entry of
**              each level, in order of depth, then bucket: depth, bucket (since the lane's first), buckets (number of equal ones in a row), busy (1 to 255:
**              share of the bucket), head (number in the directory, of the longest event in it)
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
/* Appends a column of n values, which may be ROCPD_NULL; value NULL: all are. Returns SQLITE_OK or SQLITE_NOMEM. */
int rocpd_html_column(rocpd_html_bytes *out, const int64_t *value, size_t n);

/* ---- html_deflate.c */

typedef struct rocpd_html_deflater { /* of one thread; zero it at first */
  void *fast;    /* libdeflate's compressor; NULL: there is none yet */
  z_stream zlib; /* zalloc NULL: not initialized yet */
} rocpd_html_deflater;

/* Compresses n bytes, at most UINT32_MAX / 2, and replaces what `out` has. SQLITE_OK, SQLITE_NOMEM, or SQLITE_INTERNAL: the library fails. */
int rocpd_html_deflate(rocpd_html_deflater *d, const uint8_t *byte, size_t n, rocpd_html_bytes *out);
/* The same where there is no libdeflate. */
int rocpd_html_deflate_by_zlib(rocpd_html_deflater *d, const uint8_t *byte, size_t n, rocpd_html_bytes *out);
void rocpd_html_deflater_free(rocpd_html_deflater *d);

/* ---- html_blob.c: what one thread compresses by */

typedef struct rocpd_html_character { /* the text that stands for seven bits */
  char text[2];
  uint8_t size;
} rocpd_html_character;

typedef struct rocpd_html_packer {
  rocpd_html_deflater deflater;
  rocpd_html_character character[128];
  rocpd_html_bytes packed;
} rocpd_html_packer;
/* Writes a blob and empties `bytes`; *number is the blob's number. Any thread. */
int rocpd_html_blob(rocpd_writer *w, rocpd_html_bytes *bytes, int64_t *number, rocpd_error *err);
/* Writes a blob whose id is not a number. */
int rocpd_html_named_blob(rocpd_writer *w, const char *id, rocpd_html_bytes *bytes, rocpd_error *err);
void rocpd_html_packer_free(rocpd_html_packer *p);

/* ---- html_head.c: names that all events of a kind have, numbered for the whole file */

typedef struct rocpd_html_heads { /* shared by all threads; the export's mutex guards it */
  rocpd_map string;               /* string id -> number */
  rocpd_html_numbers strings;     /* ids */
  rocpd_map head[ROCPD_EVENT_CLASSES]; /* name and category -> number of the head */
  rocpd_html_numbers heads;       /* three numbers a head: class, string of name, string of category; -1: none */
} rocpd_html_heads;
/* A head that a thread used recently, or that the code of a batch's name stands for, with its index in the last chunk that has it. */
typedef struct rocpd_html_met {
  uint64_t key;         /* hash of name and category; for a code, its turn */
  uint32_t class, head; /* class: + 1; 0: unused */
  uint32_t chunk, place;
} rocpd_html_met;
/* If names come from a dictionary: the head of each code, for the batch that was read last. */
typedef struct rocpd_html_codes {
  const rocpd_export_batch *batch; /* NULL: none yet */
  bool decide;   /* the code of a name determines the head */
  uint64_t turn; /* number of the batch; entries with another turn are stale */
  rocpd_html_met *met;
  size_t codes;
} rocpd_html_codes;
enum { ROCPD_HTML_MET_BITS = 8 };
struct rocpd_html_chunk;
/* Finds the heads of a batch's events, and their indexes among the chunk's heads, to which new ones are added. */
int rocpd_html_block_heads(rocpd_writer *w, struct rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r, uint32_t *head,
                           rocpd_error *err);
int rocpd_html_string(rocpd_writer *w, rocpd_map *known, int64_t id, int64_t *number, rocpd_error *err);

/* ---- html_pyramid.c */

struct rocpd_html_pyramid;
/* Begins the pyramid of a lane with this number of events between these times. */
int rocpd_html_pyramid_begin(struct rocpd_html_pyramid **p, int64_t first, int64_t last, size_t events);
/* Adds n events, each with its depth from 0. Events of one depth must come in order of time, without overlap. */
int rocpd_html_pyramid_add(struct rocpd_html_pyramid *p, const rocpd_item *item, const uint32_t *depth, const uint32_t *head, uint32_t n);
/* Appends the blob's bytes. */
int rocpd_html_pyramid_end(struct rocpd_html_pyramid *p, rocpd_html_bytes *out);
void rocpd_html_pyramid_free(struct rocpd_html_pyramid *p);

/* ---- html_chunk.c */

typedef struct rocpd_html_head_sum { /* sums over a head's events in a chunk */
  uint32_t head;
  int64_t events, sum, shortest, longest; /* the last three over events with an end */
} rocpd_html_head_sum;

typedef struct rocpd_html_chunk {
  uint32_t n, class_n[ROCPD_EVENT_CLASSES];
  uint32_t number; /* how many chunks this thread has begun */
  int64_t base; /* the base of the file's times */
  int64_t start[ROCPD_HTML_CHUNK], duration[ROCPD_HTML_CHUNK], head[ROCPD_HTML_CHUNK], flags[ROCPD_HTML_CHUNK];
  uint32_t sorted[ROCPD_HTML_CHUNK]; /* by head: next index while durations are sorted */
  int64_t *field[ROCPD_EVENT_CLASSES]; /* [fields + signature][ROCPD_HTML_CHUNK]; NULL: not needed yet */
  uint32_t filled[ROCPD_EVENT_CLASSES][ROCPD_MAX_FIELDS]; /* number of values that are set; the others are NULL */
  rocpd_html_numbers around; /* start, duration and head of each event that is open at the first one */
  rocpd_html_head_sum *sum;  /* [sums], in order of the chunk's heads */
  size_t sums, sum_capacity;
  uint32_t *place;           /* by head: index in `sum` + 1; valid if sum[] there is of this head */
  size_t places;
  uint32_t *signature;       /* the same by number of a signature: number in the thread -> number in the chunk */
  size_t signatures;
  int64_t least_stack, most_stack, latest; /* latest: the largest end; INT64_MAX: an event has none */
  rocpd_html_bytes bytes;
  sqlite3_str *arguments; /* JSON; NULL: none yet */
} rocpd_html_chunk;
/* A head's place in a chunk (html_head.c). SQLITE_NOMEM. */
int rocpd_html_chunk_place(rocpd_html_chunk *c, uint32_t head, uint32_t *place);
/* Room for places of numbers up to this one; new ones are 0: not known. SQLITE_NOMEM. */
int rocpd_html_reserve_places(uint32_t **place, size_t *places, size_t number);
/* Before its first event. */
void rocpd_html_chunk_begin(rocpd_html_chunk *c);
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
  rocpd_counter about; /* its name is owned */
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
  struct rocpd_html_other *other; /* NULL: the file has one trace */
  /* of a trace */
  struct rocpd_html *first; /* NULL, or the writer state that has the members for the whole file */
  int64_t base;
  rocpd_html_track *track; /* [layout.tracks] */
  rocpd_html_counter *counter;
  size_t counters, counter_capacity;
  char *tables; /* result of rocpd_html_tables(); NULL: not called yet */
} rocpd_html;
/* The state shared by all writers of a trace, and the state shared by all traces of the file. */
static inline rocpd_html *rocpd_html_of(const rocpd_export *x) { return x->writers.at[0].state; }
static inline rocpd_html *rocpd_html_shared(const rocpd_export *x) {
  rocpd_html *own = rocpd_html_of(x);
  return own->first ? own->first : own;
}

/* ---- html_lane.c: one track's lanes */
/* Begins a trace, before its first event. */
int rocpd_html_begin(rocpd_writer *w, rocpd_error *err);
int rocpd_html_track_write(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);
/* ---- html_counter.c: what is measured */
int rocpd_html_counters(rocpd_writer *w, rocpd_error *err);
/* ---- html_directory.c: writes the file's directory; `tables`: its JSON member */
int rocpd_html_directory(rocpd_writer *w, const char *tables, rocpd_error *err);
/* ---- html_text.c: appends a text as a JSON string; NULL: null */
void rocpd_html_json_text(sqlite3_str *out, const char *text, size_t size);
/* embedded files: page.html, styles, scripts, and tables/NAME (queries, without .sql); ended by an entry without a name */
extern const struct rocpd_html_file { const char *name, *text; } rocpd_html_files[];
/* ---- html_query.c: returns one of these queries ready to run; the caller frees it by sqlite3_free(); NULL: out of memory */
char *rocpd_html_query(const char *text);
/* ---- html_tables.c: runs the queries; *out is the JSON of the directory's `tables`, which the caller frees by sqlite3_free() */
int rocpd_html_tables(rocpd_writer *w, char **out, rocpd_error *err);
/* ---- html_compare.c: the second trace of a comparison. If there is none, the first two functions do nothing */
/* Called before the first event: finds the point that is 0 in both traces. */
int rocpd_html_other_begin(rocpd_writer *w, rocpd_error *err);
/* Called after the last event: writes all of the second trace, and stores the counts of each trace; the first trace's counts then cover both. */
int rocpd_html_other_write(rocpd_writer *w, rocpd_error *err);
/* While it is on, tables read of both traces only what overlaps the selected time. */
int rocpd_html_other_window(const rocpd_export *x, bool on, rocpd_error *err);
/* The text of a query, so that a user can run it, with a note on what it lacks. The caller frees it by sqlite3_free(); NULL: out of memory. */
char *rocpd_html_other_sql(const rocpd_export *x, sqlite3_stmt *s);
/* Lists the traces, the connection's first; returns their number. */
int rocpd_html_traces(const rocpd_export *x, rocpd_export *of[2]);
/* JSON: the counts of one trace alone. */
const char *rocpd_html_counts(const rocpd_export *x, int trace);
void rocpd_html_other_free(struct rocpd_html_other *o);
/* ---- html_page.c: the page in front of the data */
int rocpd_html_page(rocpd_writer *w, rocpd_error *err);

#endif
