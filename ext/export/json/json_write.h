/* What the parts of the JSON export share: json_head.c writes what stands before the events and says which process and thread a lane is, json_counter.c
** counters, json_stack.c sampled stacks, json_piece.c puts together text that is copied often, json_time.c durations, json.c writes events.
**
** Times are microseconds with three digits behind the point, counted from otherData.base_ns: readers hold them as doubles, which know ns within 104 days
** only. Integers beyond 2^53, which JavaScript cannot hold, are written as text. */
#ifndef ROCPD_JSON_WRITE_H
#define ROCPD_JSON_WRITE_H
#include "counter.h"
#include "decimal.h"
#include "domain.h"
#include "escape.h"
#include "steps.h"

/* Text that is put together once and copied often; it can be copied in steps. */
typedef struct rocpd_json_piece {
  size_t offset;
  uint32_t size;
  bool made;
  uint8_t group; /* of a category: a group with a title */
} rocpd_json_piece;

/* Name and category of events: those of the last ones. */
typedef struct rocpd_json_name {
  int64_t name, category;
  rocpd_json_piece piece;
} rocpd_json_name;

typedef struct rocpd_json_pieces { /* by number */
  rocpd_json_piece *piece;
  size_t n;
} rocpd_json_pieces;

enum { JSON_NAME_BITS = 12, JSON_MOST_POOL = 8 << 20 };
enum { JSON_HEAD_ROOM = 80, JSON_LABEL_ROOM = 24, JSON_EVENT_ROOM = 1536 };

/* What an event begins with, up to its time; the phase is X. */
typedef struct rocpd_json_head {
  char text[JSON_HEAD_ROOM];
  uint32_t size; /* 0: not made yet */
  int64_t first; /* start of its first event with a length; INT64_MAX: none yet */
} rocpd_json_head;
enum { JSON_PHASE = 9 }; /* the phase's place in it */

typedef struct rocpd_json_state {
  int64_t base; /* all times count from this one */
  bool first; /* the next event is the file's first: without a comma before it */
  rocpd_json_head head[ROCZ_GROUPS]; /* of the lane's events, or of those of one group */
  struct rocpd_json_label {
    char text[JSON_LABEL_ROOM]; /* `"label":` */
    uint32_t size;
  } label[ROCPD_EVENT_CLASSES][ROCPD_MAX_FIELDS];
  rocpd_decimal_front front[ROCPD_EVENT_CLASSES][ROCPD_MAX_FIELDS]; /* of the last numbers of a field */
  struct rocpd_json_fields { /* of the events of a block */
    struct rocpd_json_field {
      const int64_t *value;
      const struct rocpd_json_label *label;
      rocpd_decimal_front *front;
      bool text, not_zero;
    } field[ROCPD_MAX_FIELDS]; /* from the first one on those of their own, from the last one back those that their call has, too */
    int own, of_call;
    size_t size;
    char alike[ROCPD_MAX_FIELDS * (JSON_LABEL_ROOM + ROCPD_DECIMAL_ROOM) + ROCPD_STEP];
  } fields;
  bool texts[ROCPD_EVENT_CLASSES]; /* are any of its fields texts? */
  rocpd_json_name name[1 << JSON_NAME_BITS]; /* two for each remainder */
  rocpd_json_pieces signature; /* by number */
  rocpd_decimal_front time, bound[ROCPD_DECIMAL_FRONTS]; /* of the last time, and numbers of arrows */
  rocpd_json_pieces counter; /* by id: what its values begin with */
  uint64_t counters;
  rocpd_map counter_names; /* by pid and name */
  int32_t nobody; /* the pid of counters that are of no process here; 0: there are none yet */
  char *pool; /* the pieces' bytes */
  size_t pool_used, pool_capacity;
} rocpd_json_state;

/* ---- numbers and text ---- */

/* An integer as JSON: text when a double could not hold it. */
static inline char *put_int(char *p, int64_t v) {
  bool quote = v > (1LL << 53) || v < -(1LL << 53);
  if (quote) *p++ = '"';
  p = rocpd_put_signed(p, v);
  if (quote) *p++ = '"';
  return p;
}

/* "ddd.ddd" of ns below a ms, the first digit in the lowest byte. */
static inline uint64_t us_digits(uint32_t ns) {
  uint64_t digits = rocpd_six_digits(ns);
  return (digits & 0xffffff) | (uint64_t)'.' << 24 | digits >> 24 << 32;
}

/* A time below a ms. There must be room for eight bytes. */
static inline char *put_short_time(char *p, uint32_t ns) {
  uint64_t digits = us_digits(ns);
  int zeros = __builtin_ctzll((digits ^ 0x303030) | 1 << 16) / 8; /* before the point one stays */
  digits >>= 8 * zeros;
  memcpy(p, &digits, 8);
  return p + 7 - zeros;
}

/* The time between two moments. */
static inline char *put_time(char *p, int64_t from, int64_t to) {
  uint64_t ns = (uint64_t)to - (uint64_t)from;
  if (to < from) *p++ = '-', ns = -ns;
  if (ns < 1000000) return put_short_time(p, (uint32_t)ns);
  p = rocpd_put_unsigned(p, ns / 1000000);
  uint64_t digits = us_digits((uint32_t)(ns % 1000000));
  memcpy(p, &digits, 8);
  return p + 7;
}

/* The same of one that mostly is within the ms of the one before it. */
static inline char *put_near_time(char *p, int64_t from, int64_t to, rocpd_decimal_front *front) {
  uint64_t ns = (uint64_t)to - (uint64_t)from, ms = ns / 1000000;
  if (to < from || !ms) return put_time(p, from, to);
  uint64_t digits = us_digits((uint32_t)(ns - 1000000 * ms));
  if (ms != front->number) front->number = ms, front->size = (uint32_t)(rocpd_put_unsigned(front->digits, ms) - front->digits);
  memcpy(p, front->digits, 16);
  memcpy(p + front->size, &digits, 8);
  return p + front->size + 7;
}

static inline char *put_bytes(char *p, const char *text, size_t size) {
  memcpy(p, text, size);
  return p + size;
}

#define PUT(p, literal) put_bytes(p, literal, sizeof(literal) - 1)

/* A text in quotes; room for 6 * size + 2 bytes. */
static inline char *put_quoted(char *p, const char *text, size_t size) {
  *p++ = '"';
  p = rocpd_json_escape(p, text, size);
  *p++ = '"';
  return p;
}

/* A piece; there must be room for a step more than it has. */
static inline char *put_piece(char *p, const rocpd_json_state *f, const rocpd_json_piece *c) { return rocpd_copy_steps(p, f->pool + c->offset, c->size); }

/* ---- json_piece.c ---- */

/* Begins a piece; room for `room` bytes and no other piece until it is ended. NULL: no memory. */
char *rocpd_json_begin_text(rocpd_json_state *f, rocpd_json_piece *c, size_t room);
/* The piece of a number, which is new. */
char *rocpd_json_begin_piece(rocpd_json_state *f, rocpd_json_pieces *all, uint64_t number, size_t room, rocpd_json_piece **out);
void rocpd_json_end_piece(rocpd_json_state *f, rocpd_json_piece *c, const char *end);
/* Before the pieces of an event: when there are many, as where each event has a name of its own, they are made anew. */
void rocpd_json_forget_pieces(rocpd_json_state *f);
static inline void rocpd_json_bound_pieces(rocpd_json_state *f) {
  if (f->pool_used > JSON_MOST_POOL) rocpd_json_forget_pieces(f);
}
/* The piece `,"name":"text","cat":"text"`; `at`: the two places where it may be. */
int rocpd_json_make_name(rocpd_writer *w, rocpd_json_name *at, int64_t name, int64_t category, rocpd_json_piece **out, rocpd_error *err);
static inline int rocpd_json_name_of(rocpd_writer *w, int64_t name, int64_t category, rocpd_json_piece **out, rocpd_error *err) {
  uint64_t hash = ((uint64_t)name * 0x9e3779b97f4a7c15u + (uint64_t)category) * 0xbf58476d1ce4e5b9u;
  rocpd_json_name *at = ((rocpd_json_state *)w->state)->name + ((hash >> (64 - JSON_NAME_BITS)) & ~(uint64_t)1);
  for (int i = 0; i < 2; i++)
    if (at[i].name == name && at[i].category == category && at[i].piece.made) return *out = &at[i].piece, SQLITE_OK;
  return rocpd_json_make_name(w, at, name, category, out, err);
}
/* The values of a signature that are not zero, `"label":value,...`. */
int rocpd_json_signature(rocpd_writer *w, uint32_t number, rocpd_json_piece **out, rocpd_error *err);
void rocpd_json_forget(rocpd_json_state *f);

/* ---- json_time.c ---- */

/* May something begin or end when the item does? `outer`: the end of what is around it. */
static inline bool rocpd_json_touches(const rocpd_item *it, const rocpd_item *lane_end, int64_t outer) {
  return it->end > it->start && (it->end == outer || (it + 1 < lane_end && it[1].start <= it->end));
}
/* Of what has no length: still 0 ns. Speedscope takes what ends before what begins at one time, so that this would end before it begins where anything
** else begins or ends then, and all that follows in the thread would be lost. */
#define JSON_NO_LENGTH "0.0001"
/* before: it ends just before, as Speedscope takes what follows for a part of it when both have the same name and arguments. *until: where it must
** have ended at the latest, INFINITY: anywhere; then where readers find that it ends. */
char *rocpd_json_put_touching(char *p, int64_t base, int64_t first, int64_t start, int64_t end, bool before, double *until);

/* ---- json_head.c ---- */

/* All up to the events, with the processes' names and the counters. */
int rocpd_json_begin(rocpd_writer *w, rocpd_error *err);
/* What the lane's events of one group begin with; names its thread. */
int rocpd_json_make_head(rocpd_writer *w, const rocpd_track *t, size_t lane, int group, rocpd_error *err);
/* The process and thread in the file of a lane's events of one group; names that thread. */
void rocpd_json_thread_of(const rocpd_writer *w, const rocpd_track *t, size_t lane, int group, int64_t *pid, int64_t *tid);
int rocpd_json_name_thread(rocpd_writer *w, const rocpd_track *t, size_t lane, int group, rocpd_error *err);
int rocpd_json_name_process(rocpd_writer *w, int64_t pid, const char *name, int64_t place, rocpd_error *err);
/* What a thread of a process or agent is called, or a counter: it says what it is of where its process does not. NULL: no memory. */
char *rocpd_json_name_in(const rocpd_writer *w, uint32_t process, uint32_t group, const char *text);
/* The process that it stands in. */
int64_t rocpd_json_pid_of(const rocpd_writer *w, uint32_t process, uint32_t gpu, int group);

/* ---- json_stack.c ---- */

/* Names the thread whose stacks are on the track. */
int rocpd_json_name_sampled(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);
/* The sections of all samples, behind the events, if there are any. */
int rocpd_json_write_stacks(rocpd_writer *w, rocpd_error *err);

/* ---- json_counter.c ---- */

/* The values of all counters. */
int rocpd_json_write_counters(rocpd_writer *w, rocpd_error *err);

#endif
