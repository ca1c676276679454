/* See idle_stack.h. Pauses come in blocks, to any thread. For each there is a table of its own, which adds up samples by what they belong to: the agent, the
** thread, the cause and the call. At the end the tables are joined, and the time of each is distributed over its samples. */
#include "idle_stack.h"
#include <pthread.h>
#include <stdlib.h>
#include "chosen_rows.h"
#include "filter.h"
#include "map.h"
#include "sum.h"

enum { KEY_LINE, KEY_THREAD, KEY_CAUSE, KEY_CALL, KEYS }; /* thread: its number among those of the calls */
enum { STACK_BITS = 32, STATE_BITS = 2 };                  /* of the key of a sum of samples; its place is above them */
enum { MOST_PLACES = 1 << 30 };

typedef struct place_sums { int64_t seen_ns, unseen_ns; } place_sums; /* time in rows of `stacks`, and other */

typedef struct table {
  rocpd_groups place; /* KEY_* */
  place_sums *sums;   /* [place.n] */
  size_t room;
  rocpd_map samples;  /* place, state and stack -> number */
  /* Of the piece looked at last: */
  const rocpd_call_thread *thread;
  const rocpd_seen_thread *seen;
  size_t near;
  struct table *next; /* in the list of tables that nobody uses */
} table;

typedef struct working {
  const rocpd_host *host;
  const rocpd_sightings *seen;
  const rocpd_chosen_rows *chosen; /* only pauses that one of these ends; NULL: all */
  const rocpd_sampled_time *time;
  pthread_mutex_t mutex; /* guards the list */
  table *free;
} working;

/* ---- a piece of a pause */

static int place_of(table *t, const int64_t key[KEYS], int64_t *place, rocpd_error *err) {
  size_t had = t->place.n;
  int rc = rocpd_group_add(&t->place, key, place, err);
  if (rc == SQLITE_OK && *place >= MOST_PLACES) return rocpd_fail(err, SQLITE_TOOBIG, "idle_stacks: more than %d threads and calls", MOST_PLACES);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&t->sums, &t->room, t->place.n, sizeof *t->sums));
  if (rc == SQLITE_OK && t->place.n > had) t->sums[*place] = (place_sums){0};
  return rc;
}

static uint64_t sample_key(int64_t place, unsigned state, uint32_t stack) {
  return (uint64_t)place << (STACK_BITS + STATE_BITS) | (uint64_t)state << STACK_BITS | stack;
}

static int add_samples(table *t, uint64_t key, uint64_t n) {
  rocpd_map_entry *e = t->samples.count ? &t->samples.entry[rocpd_map_slot(&t->samples, key)] : NULL;
  if (!e || !e->value_plus_1) return rocpd_map_set(&t->samples, key, n);
  e->value_plus_1 = rocpd_add_counts(e->value_plus_1 - 1, n) + 1;
  return SQLITE_OK;
}

/* Adds the samples in the piece, and the time of the piece that lies in rows. */
static int add_seen(table *t, const rocpd_host_time *p, int64_t place, rocpd_error *err) {
  const rocpd_seen_thread *s = t->seen;
  int64_t reached = p->start;
  int rc = SQLITE_OK;
  t->near = rocpd_sightings_from(s, t->near, p->start);
  for (size_t i = t->near; rc == SQLITE_OK && i < s->n; i++) {
    const rocpd_sighting *x = &s->row[i];
    uint32_t n = rocpd_samples_within(x, p->start, p->end);
    int64_t from = rocpd_later(x->start, reached), to = rocpd_earlier(x->end, p->end);
    if (to > from) t->sums[place].seen_ns += to - from, reached = to;
    if (n) rc = rocpd_fail_code(err, add_samples(t, sample_key(place, x->state, x->stack), n));
    if (x->end >= p->end) break;
  }
  return rc;
}

static int add_piece(const working *w, table *t, size_t line, const rocpd_host_time *p, rocpd_error *err) {
  int64_t place, number = p->thread - rocpd_host_calls(w->host)->thread;
  if (p->thread != t->thread) t->thread = p->thread, t->seen = rocpd_sightings_of(w->seen, p->thread), t->near = 0;
  int rc = place_of(t, (const int64_t[KEYS]){(int64_t)line, number, p->cause, p->host_call}, &place, err);
  if (rc != SQLITE_OK) return rc;
  int64_t before = t->sums[place].seen_ns;
  if (t->seen) rc = add_seen(t, p, place, err);
  t->sums[place].unseen_ns += p->end - p->start - (t->sums[place].seen_ns - before);
  return rc;
}

static bool is_in(const rocpd_sampled_time *t, const rocpd_pause *p) {
  return p->start >= t->from && p->start < t->to && p->start <= t->end && p->end >= t->start;
}

/* Does chosen work end the pause, and is it in the time? */
static bool counts(const working *w, const rocpd_pause *p) {
  return (!w->chosen || (p->after && rocpd_row_is_chosen(w->chosen, p->after, p->after_row))) && (!w->time || is_in(w->time, p));
}

/* ---- worker threads */

static table *take_table(working *w) {
  pthread_mutex_lock(&w->mutex);
  table *t = w->free;
  if (t) w->free = t->next;
  pthread_mutex_unlock(&w->mutex);
  if (!t && (t = rocpd_zeroed(sizeof *t))) t->place.keys = KEYS;
  return t;
}

static void give_back(working *w, table *t) {
  pthread_mutex_lock(&w->mutex);
  t->next = w->free, w->free = t;
  pthread_mutex_unlock(&w->mutex);
}

static int read_gaps(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err) {
  working *w = arg;
  rocpd_reasons reasons = {.wants_times = true};
  table *t = take_table(w);
  int rc = t ? rocpd_causes_of(w->host, pause, n, &reasons, err) : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < reasons.times; i++)
    if (counts(w, &pause[reasons.time[i].pause])) rc = add_piece(w, t, line, &reasons.time[i], err);
  rocpd_reasons_drop(&reasons);
  if (t) give_back(w, t);
  return rc;
}

/* ---- joining */

static int join(table *to, const table *from, rocpd_error *err) {
  int64_t *place = sqlite3_malloc64((from->place.n + 1) * sizeof *place);
  int rc = place ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < from->place.n; i++) {
    rc = place_of(to, &from->place.key[i * KEYS], &place[i], err);
    if (rc == SQLITE_OK) to->sums[place[i]].seen_ns += from->sums[i].seen_ns, to->sums[place[i]].unseen_ns += from->sums[i].unseen_ns;
  }
  for (uint64_t i = 0; rc == SQLITE_OK && from->samples.count && i <= from->samples.mask; i++) {
    const rocpd_map_entry *e = &from->samples.entry[i];
    uint64_t rest = e->key & (((uint64_t)1 << (STACK_BITS + STATE_BITS)) - 1);
    if (e->value_plus_1)
      rc = rocpd_fail_code(err, add_samples(to, (uint64_t)place[e->key >> (STACK_BITS + STATE_BITS)] << (STACK_BITS + STATE_BITS) | rest, e->value_plus_1 - 1));
  }
  sqlite3_free(place);
  return rc;
}

/* ---- distributing */

typedef struct count {
  size_t rank; /* of the place */
  uint32_t stack;
  unsigned state;
  uint64_t samples;
} count;

static int compare_counts(const void *a, const void *b) {
  const count *x = a, *y = b;
  return ROCPD_ORDER(x->rank, y->rank) ?: ROCPD_ORDER(x->stack, y->stack) ?: ROCPD_ORDER(x->state, y->state);
}

/* A place in the order of its keys. */
typedef struct ranked {
  int64_t key[KEYS];
  size_t place;
} ranked;

static int compare_places(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  for (int i = 0; i < KEYS; i++)
    if (x->key[i] != y->key[i]) return ROCPD_ORDER(x->key[i], y->key[i]);
  return 0;
}

static int add_stack(rocpd_idle_stacks *out, size_t *room, const ranked *of, uint32_t stack) {
  const rocpd_call_thread *thread = rocpd_host_calls(out->host)->thread + of->key[KEY_THREAD];
  const rocpd_idle_stack x = {.line = (size_t)of->key[KEY_LINE], .thread = thread, .cause = (enum rocpd_cause)of->key[KEY_CAUSE], .host_call = of->key[KEY_CALL],
                              .stack = stack};
  return ROCPD_APPEND(out->stack, out->n, *room, x);
}

/* Distributes the time of a place over its samples. Those up to some sample get their part of it, rounded down, so nothing is lost. */
static int distribute(rocpd_idle_stacks *out, size_t *room, const ranked *of, place_sums sums, const count *c, size_t n) {
  const rocpd_seen_thread *seen = n ? rocpd_sightings_of(out->seen, rocpd_host_calls(out->host)->thread + of->key[KEY_THREAD]) : NULL;
  double all = 0, done = 0;
  int64_t given = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < n; i++) all += (double)c[i].samples * seen->part_ns[c[i].state];
  bool equal = !(all > 0);
  for (size_t i = 0; equal && i < n; i++) all += (double)c[i].samples;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    done += (double)c[i].samples * (equal ? 1 : seen->part_ns[c[i].state]);
    int64_t upto = i + 1 == n ? sums.seen_ns : (int64_t)((double)sums.seen_ns * (done < all ? done / all : 1));
    if (!i || c[i].stack != c[i - 1].stack) rc = add_stack(out, room, of, c[i].stack);
    if (rc != SQLITE_OK) return rc;
    rocpd_idle_stack *x = &out->stack[out->n - 1];
    x->samples = rocpd_add_counts(x->samples, c[i].samples);
    x->ns[c[i].state] += upto - given;
    given = upto;
  }
  if (!n) sums.unseen_ns += sums.seen_ns;
  if (!sums.unseen_ns) return SQLITE_OK;
  rc = add_stack(out, room, of, ROCPD_NO_STACK);
  if (rc == SQLITE_OK) out->stack[out->n - 1].unseen_ns = sums.unseen_ns;
  return rc;
}

static int distribute_all(const table *t, rocpd_idle_stacks *out) {
  size_t n = 0, room = 0, first = 0;
  ranked *place = sqlite3_malloc64((t->place.n + 1) * sizeof *place);
  size_t *rank = sqlite3_malloc64((t->place.n + 1) * sizeof *rank);
  count *c = sqlite3_malloc64((t->samples.count + 1) * sizeof *c);
  int rc = place && rank && c ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK) {
    for (size_t i = 0; i < t->place.n; i++) memcpy(place[i].key, &t->place.key[i * KEYS], sizeof place[i].key), place[i].place = i;
    if (t->place.n) qsort(place, t->place.n, sizeof *place, compare_places);
    for (size_t i = 0; i < t->place.n; i++) rank[place[i].place] = i;
    for (uint64_t i = 0; t->samples.count && i <= t->samples.mask; i++) {
      const rocpd_map_entry *e = &t->samples.entry[i];
      if (e->value_plus_1) c[n++] = (count){rank[e->key >> (STACK_BITS + STATE_BITS)], (uint32_t)e->key, e->key >> STACK_BITS & 3, e->value_plus_1 - 1};
    }
    if (n) qsort(c, n, sizeof *c, compare_counts);
  }
  for (size_t i = 0, end; rc == SQLITE_OK && i < t->place.n; i++, first = end) {
    for (end = first; end < n && c[end].rank == i; end++) continue;
    rc = distribute(out, &room, &place[i], t->sums[place[i].place], c + first, end - first);
  }
  sqlite3_free(place), sqlite3_free(rank), sqlite3_free(c);
  return rc;
}

/* ---- the whole */

static void free_tables(table *t) {
  for (table *next; t; t = next) {
    next = t->next;
    rocpd_groups_free(&t->place);
    rocpd_map_free(&t->samples);
    sqlite3_free(t->sums);
    sqlite3_free(t);
  }
}

/* Pauses are those of the chosen GPUs. If kernels or streams are chosen, too, those count that such work ends. */
int rocpd_idle_stacks_make(rocpd_snapshot *chosen, const rocpd_sampled_time *time, rocpd_idle_stacks *out, rocpd_error *err) {
  rocpd_snapshot *s;
  working w = {.time = time};
  *out = (rocpd_idle_stacks){0};
  pthread_mutex_init(&w.mutex, NULL);
  int rc = rocpd_snapshot_by(chosen, ROCPD_TAKES_GPU, &s, err);
  if (rc == SQLITE_OK && s != chosen) rc = rocpd_chosen_rows_of(chosen, &w.chosen, err);
  if (rc == SQLITE_OK) rc = rocpd_host_take(s, &out->host, err);
  if (rc == SQLITE_OK) rc = rocpd_sightings_take(s, out->host, &out->seen, err);
  w.host = out->host, w.seen = out->seen;
  if (rc == SQLITE_OK)
    rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .pauses = &(rocpd_pause_reader){read_gaps, &w}}, &out->lines, err);
  while (rc == SQLITE_OK && w.free && w.free->next) {
    table *from = w.free->next;
    rc = join(w.free, from, err);
    w.free->next = from->next, from->next = NULL;
    free_tables(from);
  }
  if (rc == SQLITE_OK && w.free) rc = rocpd_fail_code(err, distribute_all(w.free, out));
  free_tables(w.free);
  pthread_mutex_destroy(&w.mutex);
  return rc;
}

void rocpd_idle_stacks_drop(rocpd_idle_stacks *x) {
  rocpd_timelines_drop(&x->lines);
  rocpd_sightings_release(x->seen);
  rocpd_host_release(x->host);
  sqlite3_free(x->stack);
  *x = (rocpd_idle_stacks){0};
}
