/* rocpd_export_ctf(folder [, options]): the Common Trace Format 1.8, which babeltrace2 and Trace Compass read.
**
** A stream class for each category, with an event class for begins and one for ends (id CTF_START and CTF_END). A stream, which is a file, has
** what one channel (thread_N, queue_N, stream_N) has of a category. What a source has lost is a stream without events, whose packets count it. What is the
** same in all of a packet is said at its head: guid, category and channel. An event is its id, the lowest bits of its time, the duration (that of an end; 0
** in a begin, -1 if there will be no end), integers and texts. Integers have the least size that holds all values of the trace; what is not known, or is
** empty, is -1 or "-". */
#ifndef ROCPD_CTF_H
#define ROCPD_CTF_H
#include "export.h"

/* ---- fields.c: what is written of each kind of row ---- */

enum { CTF_FIELDS = 40, CTF_TEXTS = 10, CTF_FIXED = 8 * (1 + CTF_FIELDS), CTF_CHANNELS = 2 };
enum { CTF_START, CTF_END };
enum { CTF_STREAM, CTF_QUEUE };
enum { CTF_ARGS = UINT8_MAX };
enum { CTF_ID }; /* the first field is the row's id */

typedef struct rocpd_ctf_kind {
  uint8_t kind;      /* enum rocpd_kind_id */
  bool point;        /* its events have no duration: one CTF event instead of two */
  const char *event; /* name of the event classes, before _start and _end */
  struct {
    const char *prefix;
    uint8_t column;
  } channel[CTF_CHANNELS]; /* the first one whose column is not NULL is the channel; if all are NULL, the first prefix is used */
  bool grouped; /* the option group_by applies: the channels are CTF_STREAM and CTF_QUEUE */
  struct {
    const char *name; /* the name used by babeltrace2's ROCpd plugin, if it has the field */
    uint8_t column; /* or CTF_ARGS: the arguments of the call, with the option `args` */
  } field[CTF_FIELDS]; /* ended by one without a name */
} rocpd_ctf_kind;

enum { CTF_KINDS = 6 };
extern const rocpd_ctf_kind rocpd_ctf_kinds[CTF_KINDS];
static inline bool rocpd_ctf_is_text(const rocpd_ctf_kind *k, int field) {
  return k->field[field].column == CTF_ARGS || rocpd_kinds[k->kind].column[k->field[field].column].type == ROCPD_TEXT;
}

/* ---- text.c ---- */

enum { CTF_STEP = 16, CTF_KNOWN = 4096 }; /* CTF_STEP: bytes copied at once; buffers have room for as many more. CTF_KNOWN: number of texts in the cache */

typedef struct rocpd_ctf_text { /* a NUL-terminated text in the pool */
  size_t offset;
  uint32_t size;
} rocpd_ctf_text;

typedef struct rocpd_ctf_texts {
  struct {
    int64_t id;
    rocpd_ctf_text text; /* size 0: this entry is unused */
  } known[CTF_KNOWN];
  char *pool;
  size_t used, capacity;
} rocpd_ctf_texts;

/* Finds the text of a string id, with bytes that CTF does not allow replaced; "-" for NULL. */
int rocpd_ctf_find_text(rocpd_ctf_texts *t, rocpd_session *session, int64_t id, rocpd_ctf_text *out, rocpd_error *err);
/* Joins several texts to one. */
int rocpd_ctf_join_texts(rocpd_ctf_texts *t, const rocpd_ctf_text *text, int n, rocpd_ctf_text *out, rocpd_error *err);
/* Makes room at the end of the pool for a text of `size` bytes, its NUL included. */
int rocpd_ctf_reserve_text(rocpd_ctf_texts *t, size_t size, rocpd_error *err);
/* Adds the text that was written there; it ends before `end`. */
void rocpd_ctf_add_text(rocpd_ctf_texts *t, char *end, rocpd_ctf_text *out);
/* Empties the pool when it has become large: all texts found before are invalid. */
void rocpd_ctf_texts_forget(rocpd_ctf_texts *t);
void rocpd_ctf_texts_free(rocpd_ctf_texts *t);

static inline uint8_t *rocpd_ctf_copy(uint8_t *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; i += CTF_STEP) memcpy(to + i, (const uint8_t *)from + i, CTF_STEP);
  return to + size;
}

/* ---- clocks.c: what times mean ---- */

struct rocpd_ctf_shared;

typedef struct rocpd_ctf_clock_domain { /* sources whose times are of the same clock */
  int64_t wall;     /* add it to times of the tables to get UTC; ROCPD_NULL: unknown */
  const char *host; /* host of the first source; NULL: unknown */
} rocpd_ctf_clock_domain;

typedef struct rocpd_ctf_clock {
  char name[32];
  const char *description;
  int64_t seconds, ns; /* of time 0 */
  bool absolute;       /* the offset is since 1970 */
  bool has_uuid;       /* the uuid is the same in all traces of the host since its boot */
  uint8_t uuid[16];
} rocpd_ctf_clock;

int rocpd_ctf_find_clocks(rocpd_export *x, struct rocpd_ctf_shared *s, rocpd_error *err);
/* Finds the number of a source's clock. Sources with one guid have the clock of the first. A source without a time of day has clock 0. */
int rocpd_ctf_clock_of(const rocpd_export *x, const struct rocpd_ctf_shared *s, const rocpd_source *source, uint32_t *clock, rocpd_error *err);
/* Describes one of the trace's clocks. Clock 0 is that of the first source that has a time of day; others follow, if their times differ. */
rocpd_ctf_clock rocpd_ctf_find_clock(const struct rocpd_ctf_shared *s, uint32_t number);
/* Add it to times of a clock to get times of clock 0. */
int64_t rocpd_ctf_clock_ahead(const struct rocpd_ctf_shared *s, uint32_t clock);

/* ---- loss.c: what could not be recorded ---- */

enum { CTF_LOSSES = 5 };

typedef struct rocpd_ctf_loss { /* rows that a source lost at unknown times between two */
  uint8_t kind; /* of rocpd_ctf_kinds */
  uint32_t clock;
  int64_t guid, what, pid; /* string ids; what: the name in the table health */
  int64_t first, last;     /* times of the tables */
  uint64_t rows;
} rocpd_ctf_loss;

/* Counts the rows of each kind of loss; ROCPD_NULL: unknown. */
int rocpd_ctf_count_losses(const rocpd_source *source, int64_t rows[CTF_LOSSES], rocpd_error *err);
int rocpd_ctf_find_losses(rocpd_export *x, struct rocpd_ctf_shared *s, rocpd_error *err);

/* ---- plan.c: shared by all writers; fixed once anything is written, but for the classes ---- */

/* A batch: its columns, and a template of its events' integers, in which those that are the same for all rows are filled in. */
typedef struct rocpd_ctf_batch {
  uint8_t kind; /* of rocpd_ctf_kinds */
  uint32_t clock; /* clock of its times */
  uint8_t first_channel; /* first channel of the kind that is used; those before it are not */
  bool one_channel; /* all rows have the same channel */
  const rocpd_column *category, *channel[CTF_CHANNELS], *field[CTF_FIELDS];
  uint8_t changing[CTF_FIELDS], changings; /* changing: fields that are integers and differ between rows; */
  bool again[CTF_FIELDS];                  /* again[i]: the field has the same values as the changing one before it; */
  uint8_t changing_text[CTF_TEXTS], changing_texts; /* changing_text: texts that differ, by their number among texts */
  uint8_t fixed[CTF_FIXED + CTF_STEP];
  uint8_t duration, width[CTF_FIELDS]; /* number of bytes of the duration, and of each integer field */
} rocpd_ctf_batch;

typedef struct rocpd_ctf_class { /* of streams */
  uint8_t kind;
  uint32_t clock;
  int64_t category; /* string id */
} rocpd_ctf_class;

typedef struct rocpd_ctf_shared {
  uint8_t uuid[16];
  int64_t base; /* the tables' time at CTF time 0: 0, or less if there are negative times */
  rocpd_ctf_clock_domain *clock; /* at least one */
  uint32_t clocks;
  rocpd_map clock_of_guid; /* guids of sources that have a time of day */
  rocpd_ctf_loss *loss;
  size_t losses, loss_capacity;
  rocpd_ctf_batch *batch;
  uint8_t width[CTF_KINDS][CTF_FIELDS];     /* bytes of an integer field; 0: a text, or no field */
  uint8_t duration[CTF_KINDS];              /* bytes of the duration, which comes first */
  uint16_t offset[CTF_KINDS][CTF_FIELDS], fixed[CTF_KINDS]; /* offset of each integer; fixed: bytes of all integers and the duration */
  uint8_t fields[CTF_KINDS], texts[CTF_KINDS]; /* texts: number of texts, which are the last fields */
  rocpd_map number_of_class;
  rocpd_ctf_class *class; /* guarded by the export's mutex, like number_of_class */
  size_t classes, class_capacity;
} rocpd_ctf_shared;

/* Writes an integer of `width` bytes; NULL becomes -1. It is little-endian, like all machines with AMD GPUs. */
static inline __attribute__((always_inline)) void ctf_put_integer(uint8_t *p, uint8_t width, int64_t v) {
  if (v == ROCPD_NULL) v = -1;
  switch (width) {
    case 1: memcpy(p, &v, 1); break;
    case 2: memcpy(p, &v, 2); break;
    case 4: memcpy(p, &v, 4); break;
    default: memcpy(p, &v, 8);
  }
}

int rocpd_ctf_plan(rocpd_export *x, rocpd_ctf_shared *s, rocpd_error *err);
void rocpd_ctf_plan_free(rocpd_ctf_shared *s);
/* In a large trace, columns may have been dropped since the plan was made. This gets those of a track that is being written. */
int rocpd_ctf_plan_track(rocpd_export *x, rocpd_ctf_shared *s, const rocpd_track *t, rocpd_error *err);
/* Gets those of a batch that is open. */
int rocpd_ctf_plan_batch(rocpd_export *x, const rocpd_ctf_shared *s, uint32_t batch, rocpd_error *err);

/* Finds the number of the stream class of a kind, clock and category; adds it if it is new. Any thread. */
int rocpd_ctf_find_class(rocpd_export *x, rocpd_ctf_shared *s, int kind, uint32_t clock, int64_t category, uint32_t *number, rocpd_error *err);

/* ---- describe.c: what the trace and its streams are called, by all that show it ---- */

typedef struct rocpd_ctf_channel {
  int source; /* index of ctf_kind.channel */
  int64_t id; /* ROCPD_NULL: no channel is known */
} rocpd_ctf_channel;
static inline rocpd_ctf_channel rocpd_ctf_channel_of(const rocpd_ctf_batch *b, uint32_t row) {
  rocpd_ctf_channel c = {.id = ROCPD_NULL};
  for (int i = b->first_channel; i < CTF_CHANNELS && c.id == ROCPD_NULL; i++) c.source = i, c.id = rocpd_column_at(b->channel[i], row);
  if (c.id == ROCPD_NULL) c.source = b->first_channel;
  return c;
}

enum { CTF_CHANNEL_NAME = 64, CTF_EVENT_NAME = 64, CTF_HEADS = 5 };
extern const char *const rocpd_ctf_heads[CTF_HEADS]; /* names of the texts in the header of each packet */
typedef struct rocpd_ctf_owner { /* of a stream */
  const rocpd_track *track; /* NULL: the stream is about a loss */
  const rocpd_ctf_loss *loss;
  int kind;
  int64_t category;
  rocpd_ctf_channel channel;
} rocpd_ctf_owner;
/* Makes these texts (sqlite3_malloc). Free them by rocpd_ctf_free_heads(), also after a failure. */
int rocpd_ctf_make_heads(const rocpd_export *x, const rocpd_ctf_owner *o, char *text[CTF_HEADS], rocpd_error *err);
void rocpd_ctf_free_heads(char *text[CTF_HEADS]);
static inline rocpd_ctf_owner rocpd_ctf_owner_of_loss(const rocpd_ctf_loss *l) {
  return (rocpd_ctf_owner){.loss = l, .kind = l->kind, .category = l->what, .channel = {.id = ROCPD_NULL}};
}
void rocpd_ctf_channel_name(int kind, const rocpd_ctf_channel *c, char *name);
/* Writes the name of the event classes without _start and _end. category: the category's text, or NULL. */
void rocpd_ctf_event_name(int kind, const char *category, char name[CTF_EVENT_NAME]);
static inline const char *rocpd_ctf_event_suffix(int kind, int id) { return rocpd_ctf_kinds[kind].point ? "" : id == CTF_START ? "_start" : "_end"; }

/* Calls take() for each fact about the trace and its sources; if `text` is NULL, the value is `number`. */
typedef int (*rocpd_ctf_take_fact)(void *arg, const char *name, const char *text, int64_t number, rocpd_error *err);
int rocpd_ctf_environment(const rocpd_export *x, rocpd_ctf_take_fact take, void *arg, rocpd_error *err);
enum { CTF_DESCRIBED = 200 }; /* up to this number of sources, each is described */
int rocpd_ctf_warn_of_many(rocpd_export *x, rocpd_error *err);

/* Add it to times of the tables to get times since the clock's offset. */
static inline int64_t rocpd_ctf_clock_origin(const rocpd_ctf_clock *c, const rocpd_ctf_shared *s) { return c->seconds * 1000000000 + c->ns - s->base; }

/* ---- arguments.c ---- */

/* Makes a JSON object of a call's arguments, as texts. *cursor: see rocpd_arguments_find(). */
int rocpd_ctf_find_arguments(const rocpd_export *x, size_t *cursor, rocpd_ctf_texts *t, uint32_t process, int64_t region, rocpd_ctf_text *out,
                             rocpd_error *err);

/* ---- payload.c: what follows the heads of events, made for neighbours in a lane together ---- */

enum { CTF_CHUNK = ROCPD_BLOCK_EVENTS, CTF_CHUNK_BYTES = 256 << 10 };

typedef struct rocpd_ctf_payload {
  uint32_t offset, size;
  uint32_t stream; /* number of the stream within the track, in order of first use */
  uint8_t width;   /* bytes of the duration, which comes first */
  bool point;      /* it has no duration */
  bool alone;      /* there is no end event */
} rocpd_ctf_payload;

typedef struct rocpd_ctf_chunk {
  size_t first; /* index of the first item of the track */
  uint32_t n, most;
  rocpd_ctf_payload *payload; /* [most] */
  uint8_t *bytes;
  size_t used, capacity;
} rocpd_ctf_chunk;

typedef struct rocpd_ctf_model { /* what is the same for all events of a batch */
  uint32_t of; /* number of the batch + 1; 0: none */
  uint32_t size; /* size of the integers and of the texts that are the same */
  rocpd_ctf_text blob[CTF_TEXTS + 1]; /* the constant texts before each changing text, and those after the last one */
} rocpd_ctf_model;

/* Makes the payloads of at least one of n neighbouring events, from item[first] of the track on; c->n says how many. */
int rocpd_ctf_make_payloads(rocpd_writer *w, rocpd_ctf_chunk *c, const rocpd_track *t, size_t first, size_t n, rocpd_error *err);

/* ---- stream.c: files of packets ---- */

typedef struct rocpd_ctf_stream {
  rocpd_output file;
  rocpd_buffer packet;
  uint8_t *head; /* of each packet */
  size_t head_size, head_capacity;
  uint64_t packets, discarded; /* numbers so far; discarded counts rows */
  int64_t first, last; /* first and last time in the packet */
} rocpd_ctf_stream;

enum { CTF_OPEN = 64 }; /* number of streams that a writer has open at once; each has a file and a buffer */

typedef struct rocpd_ctf_writer {
  rocpd_ctf_shared *shared; /* set in the first writer only, and shared by all */
  rocpd_ctf_stream stream[CTF_OPEN];
  rocpd_ctf_texts texts;
  rocpd_ctf_model model;
  rocpd_ctf_text text[CTF_TEXTS][CTF_CHUNK]; /* texts of the payloads that are being made */
  rocpd_ctf_payload payload[CTF_CHUNK + 1];
  rocpd_ctf_chunk chunk[CTF_CHUNK], late; /* a chunk for each lane that is being merged; `late` has events that end after their chunk */
  size_t chunks;
  struct {
    int64_t category, channel;
    int kind, source;
    uint32_t number;
  } last; /* the stream that was found last; kind CTF_KINDS: none */
  rocpd_map channel[CTF_CHANNELS], number; /* for the current track: numbers of its channels and of its streams */
  uint64_t channels;
} rocpd_ctf_writer;

static inline rocpd_ctf_shared *rocpd_ctf_shared_of(const rocpd_export *x) { return ((rocpd_ctf_writer *)x->writers.at[0].state)->shared; }

/* Opens the file of the stream that a track's event belongs to. */
int rocpd_ctf_stream_open(rocpd_writer *w, rocpd_ctf_stream *s, const rocpd_track *t, const rocpd_item *it, rocpd_error *err);
/* Writes the whole stream of a loss: packets without events. */
int rocpd_ctf_stream_loss(rocpd_writer *w, rocpd_ctf_stream *s, const rocpd_ctf_loss *loss, rocpd_error *err);
/* Writes an event. CTF_STEP further bytes behind the payload must be readable. */
int rocpd_ctf_stream_event(rocpd_ctf_stream *s, int id, int64_t time, const uint8_t *bytes, const rocpd_ctf_payload *payload, int64_t duration,
                           rocpd_error *err);
/* Writes the rest and closes the file. The stream can be opened again. */
int rocpd_ctf_stream_finish(rocpd_ctf_stream *s, rocpd_error *err);
void rocpd_ctf_stream_free(rocpd_ctf_stream *s);

/* ---- channel.c: which stream a row belongs to ---- */

/* Finds the number, within the track, of each row's stream. */
int rocpd_ctf_find_streams(rocpd_ctf_writer *f, const rocpd_ctf_batch *b, const rocpd_block_rows *r, rocpd_ctf_payload *out, rocpd_error *err);
/* Forgets these numbers, at the begin of another track. */
void rocpd_ctf_forget_streams(rocpd_ctf_writer *f);

/* ---- metadata.c ---- */

int rocpd_ctf_write_metadata(rocpd_export *x, const rocpd_ctf_shared *s, rocpd_error *err);

#endif
