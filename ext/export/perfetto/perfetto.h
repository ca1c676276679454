/* What the parts of the Perfetto export share: perfetto_track.c writes the head and the tracks, perfetto_intern.c gives texts their numbers, perfetto.c
** writes the events.
** perfetto_flow.c numbers the arrows, perfetto_gpu.c writes what GPUs did as packets of their own kind, where that is asked for, perfetto_stack.c writes
** sampled stacks.
**
** Each thread that writes has a packet sequence, in which its lanes follow one another: the packet before a lane makes its track the default. So a name
** stands in the file once for many lanes; but a track of many events begins a new sequence. Times are differences on a clock of the sequence.
** uuids are the numbers of processes, groups, tracks (for their first lanes) and lanes, in this order, from 1. */
#ifndef ROCPD_PERFETTO_H
#define ROCPD_PERFETTO_H
#include "deflate.h"
#include "counter.h"
#include "perfetto_wire.h"

/* Strings by id: the number that each has in a sequence. */
typedef struct rocpd_interned {
  uint32_t sequence, iid;
} rocpd_interned;

typedef struct rocpd_interned_table {
  rocpd_interned *entry;
  size_t size;
  uint32_t next;
} rocpd_interned_table;

/* What many events share: the launch signature, and the fields that have few values. As JSON text it is one annotation. */
enum { ROCPD_SHARED_VALUES = 8 };
typedef struct rocpd_shared {
  int64_t value[ROCPD_SHARED_VALUES]; /* class, number of the signature, values of the fields */
  uint32_t sequence, iid;             /* iid 0: free */
} rocpd_shared;

/* The last that was found of a signature: a track's events of one mostly have the same fields of few values, too. */
enum { ROCPD_SHARED_FIELDS = ROCPD_SHARED_VALUES - 2, ROCPD_SHARED_LAST = 1024 };
typedef struct rocpd_shared_last {
  uint32_t sequence, iid, signature, what; /* what: as few.what */
  int64_t field[ROCPD_SHARED_FIELDS];
} rocpd_shared_last;

typedef struct rocpd_shared_table {
  rocpd_shared *entry; /* hash */
  size_t n, slots;
  uint32_t next;
} rocpd_shared_table;

typedef struct rocpd_perfetto_sequence {
  uint32_t id;
  uint8_t head[8]; /* its id, as all its packets have it */
  int head_size;
  int64_t clock;   /* time of its last packet */
  rocpd_interned_table name, category, stage; /* stage: categories as those of GPU packets, behind the queues */
  rocpd_interned_table function, path, source, build_id; /* texts of sampled stacks */
  rocpd_interned_table mapping, frame, stack;            /* by their numbers + 1; 0: those that are not known */
  rocpd_shared_table shared;
} rocpd_perfetto_sequence;

/* What an event of a name and category begins with, behind its time: the last that was written of each. */
enum { ROCPD_PERFETTO_TITLES = 1024, ROCPD_TITLE_ROOM = 16 };
typedef struct rocpd_perfetto_title {
  int64_t name, category;
  uint32_t sequence; /* 0: free */
  uint8_t size, bytes[ROCPD_TITLE_ROOM];
} rocpd_perfetto_title;

/* An id of arrows, which is free again after `until`. */
enum { ROCPD_FLOW_IDS = 1024 };
typedef struct rocpd_perfetto_flow_id {
  int64_t until;
  uint32_t id, next;
} rocpd_perfetto_flow_id;

/* Events of a batch, and which of its fields are written how. A stream's lane goes to and fro between kernels and copies. */
enum { ROCPD_PERFETTO_OPEN = 4 };
typedef struct rocpd_perfetto_open {
  struct { uint8_t place[ROCPD_MAX_FIELDS], number[ROCPD_MAX_FIELDS], without[ROCPD_MAX_FIELDS], n; } alone; /* which of the batch's own fields are
                      ** annotations each, with which label, and of which events not: WITHOUT_* */
  struct { uint8_t place[ROCPD_MAX_FIELDS], number[ROCPD_MAX_FIELDS], n; uint32_t what; } few; /* which are of the shared text, its how manieth such field each
                      ** is, and a number for the class and these */
  const rocpd_export_batch *sorted; /* the batch that this is about, */
  uint32_t batch;   /* its number, */
  size_t most;      /* and the most bytes of its events without what their calls add */
  rocpd_block block;
  uint32_t next;    /* the block's events before were written */
} rocpd_perfetto_open;

typedef struct rocpd_perfetto {
  rocpd_perfetto_sequence sequence; /* id 0: none is begun yet */
  uint32_t sequences;               /* of the first writer, for all: how many are. Atomic */
  uint32_t short_flows, own_flows;  /* likewise: ids of arrows that may be used again, and of one each */
  struct { rocpd_perfetto_flow_id ring[ROCPD_FLOW_IDS]; uint32_t n, last; } flow; /* those of the lane's calls, each with the one that was given after it; the
                                       ** last that was given */
  rocpd_shared_last last[ROCPD_SHARED_LAST];
  rocpd_perfetto_title title[ROCPD_PERFETTO_TITLES];
  rocpd_perfetto_open open[ROCPD_PERFETTO_OPEN], *now; /* of the lane; that of the event */
  int next_open;                      /* which makes place for another */
  bool stages;                        /* what is shared is written as GPU packets have it */
  uint32_t *gpu;                      /* of the first writer, for all: [groups] which GPU a group is of; NULL: GPU packets are not asked for */
  struct { z_stream stream; bool open; uint8_t *bytes; size_t capacity; } pack;
} rocpd_perfetto;

/* A field is left out where it is 0, that of the slice around, what the launching call has, or that call's only launch has. */
enum { WITHOUT_ZERO = 1, WITHOUT_AROUND = 2, WITHOUT_LAUNCHED = 4, WITHOUT_ALONE = 8 };

/* iids of annotations' labels: a number for each field of a class, then those that are no fields. */
enum { LABEL_ARGUMENTS = ROCPD_EVENT_CLASSES * ROCPD_MAX_FIELDS + 1, LABEL_NEVER_STARTED, LABEL_SHARED /* + class */ };
static inline int rocpd_perfetto_label(const rocpd_event_kind *kind, int field) { return (int)(kind - rocpd_event_kinds) * ROCPD_MAX_FIELDS + field + 1; }
_Static_assert(LABEL_SHARED + ROCPD_EVENT_CLASSES <= 128, "labels are written in one byte");

/* ---- perfetto_track.c ---- */

/* The beginning of the file. */
int rocpd_perfetto_head(rocpd_writer *w, rocpd_error *err);
/* The descriptor of one lane. */
int rocpd_perfetto_describe(rocpd_writer *w, const rocpd_track *t, size_t lane, uint64_t uuid, rocpd_error *err);
uint64_t rocpd_perfetto_uuid(const rocpd_export_layout *l, const rocpd_track *t);
uint8_t *rocpd_perfetto_clock(uint8_t *p, int id, int64_t time, bool incremental);

/* A counter's track: it follows its owner's tracks of events. */
int rocpd_perfetto_describe_counter(rocpd_writer *w, const rocpd_counter *c, rocpd_error *err);

/* ---- perfetto.c ---- */

/* Which fields of a batch are written how. */
void rocpd_perfetto_sort_fields(rocpd_perfetto_open *o, const rocpd_export_batch *v);
/* Begins the writer's first sequence if it has none. */
int rocpd_perfetto_begin(rocpd_writer *w, int64_t start, rocpd_error *err);
/* Time and sequence, as all packets of a lane have them. */
static inline uint8_t *rocpd_perfetto_event_head(uint8_t *p, rocpd_perfetto_sequence *s, int64_t time) {
  *p++ = TAG(PACKET_TIMESTAMP, VARINT);
  p = put_varint(p, (uint64_t)(time - s->clock));
  s->clock = time;
  memcpy(p, s->head, sizeof s->head); /* room is there; only head_size counts */
  return p + s->head_size;
}

/* ---- perfetto_flow.c ---- */

/* Calls from here on may be earlier than those before. */
void rocpd_perfetto_begin_flows(rocpd_perfetto *f);
/* Gives the arrows that lead from a call their ids: x->flows.entry[first] and n - 1 after it. */
void rocpd_perfetto_number_flows(rocpd_writer *w, size_t first, size_t n, int64_t call_start);

/* ---- perfetto_gpu.c ---- */

/* Numbers the GPUs of all groups, and says what they are called. */
int rocpd_perfetto_gpus(rocpd_writer *w, rocpd_error *err);
/* Is the track's event a GPU packet? It lasts from its start to its end: others have none. */
static inline bool rocpd_perfetto_is_stage(const rocpd_export *x, const rocpd_track *t, const rocpd_item *it) {
  const rocpd_perfetto *first = x->writers.at[0].state;
  if (!first->gpu || t->group == ROCPD_NO_GROUP || !x->layout.group[t->group].gpu) return false;
  const rocpd_export_batch *v = &x->layout.batch[it->batch];
  return (v->event->kind == ROCPD_KIND_KERNEL || v->event->kind == ROCPD_KIND_COPY) && it->end != INT64_MAX && !rocpd_never_started(v, it->row);
}
/* Those of a track; *n: how many they are. */
int rocpd_perfetto_stages(rocpd_writer *w, const rocpd_track *t, size_t *n, rocpd_error *err);

/* ---- perfetto_stack.c ---- */

/* The samples of an event of class STACK, in order of time. */
int rocpd_perfetto_samples(rocpd_writer *w, const rocpd_track *t, const rocpd_item *it, rocpd_error *err);

/* ---- perfetto_pack.c ---- */

/* Packets as one compressed packet: what a buffer is flushed through. arg: a rocpd_perfetto. */
int rocpd_perfetto_pack(void *arg, const uint8_t **bytes, size_t *n, rocpd_error *err);
void rocpd_perfetto_end_pack(rocpd_perfetto *f);

/* ---- perfetto_intern.c ---- */

/* What a packet with interned data begins with; *data is open, its length `width` bytes. */
uint8_t *rocpd_perfetto_interned(const rocpd_perfetto *f, uint8_t *p, int width, uint8_t **data);
/* An entry of interned data; room for its text and 24 bytes more. */
uint8_t *rocpd_perfetto_entry(uint8_t *p, int list, uint32_t iid, const char *text, size_t size);
/* The labels of all annotations. list: INTERNED_LABEL, or INTERNED_ARGUMENT: those of GPU packets. */
uint8_t *rocpd_perfetto_labels(uint8_t *p, int list);
enum { ROCPD_PERFETTO_LABELS_ROOM = 4096 };
/* Gives a string its number in the sequence. */
int rocpd_perfetto_intern(rocpd_writer *w, int list, int64_t id, rocpd_interned_table *table, rocpd_error *err);
static inline int rocpd_perfetto_iid(rocpd_writer *w, int list, int64_t id, rocpd_interned_table *table, uint32_t *iid, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  if (id == ROCPD_NULL) return *iid = 0, SQLITE_OK;
  int rc = (uint64_t)id < table->size && table->entry[id].sequence == f->sequence.id ? SQLITE_OK : rocpd_perfetto_intern(w, list, id, table, err);
  if (!rc) *iid = table->entry[id].iid;
  return rc;
}
/* The number of the text of what event k shares with others; 0: nothing. */
int rocpd_perfetto_shared(rocpd_writer *w, const rocpd_block *b, uint32_t k, uint32_t *iid, rocpd_error *err);
/* The same, not for GPU packets. */
static inline int rocpd_perfetto_shared_again(rocpd_writer *w, const rocpd_block *b, uint32_t k, uint32_t *iid, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  const rocpd_perfetto_open *o = f->now;
  uint32_t signature = b->batch->event->signatures ? b->signature[k] : 0;
  rocpd_shared_last *last = &f->last[(signature + o->few.what) % ROCPD_SHARED_LAST];
  bool same = last->sequence == f->sequence.id && last->signature == signature && last->what == o->few.what;
  for (int i = 0; i < o->few.n; i++) same &= last->field[i] == b->field[o->few.place[i]][k];
  *iid = last->iid;
  if (same) return SQLITE_OK;
  int rc = rocpd_perfetto_shared(w, b, k, iid, err);
  *last = (rocpd_shared_last){.sequence = f->sequence.id, .iid = *iid, .signature = signature, .what = o->few.what};
  for (int i = 0; i < o->few.n; i++) last->field[i] = b->field[o->few.place[i]][k];
  return rc;
}
void rocpd_perfetto_forget(rocpd_perfetto_sequence *s);

#endif
