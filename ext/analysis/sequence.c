/* See sequence.h. Sequences of n kernels get numbers from those of n - 1 and a kernel more, so that each length is a pass over the kernels; who
** does not come twice is not looked at again, since nothing longer that it is part of can. */
#define _GNU_SOURCE /* qsort_r */
#include "sequence.h"
#include <stdlib.h>
#include "map.h"
#include "sum.h"

#define NONE UINT32_MAX

/* A sequence of the length that is looked at. */
typedef struct gram {
  rocpd_sequence s;
  uint64_t next; /* where the next one that counts may begin */
  uint32_t prefix, suffix; /* all but the last, all but the first */
  bool covered;  /* part of one with a kernel more that comes as often */
  int turn;      /* by how many kernels it is turned to be the first of those that are the same but for their beginning */
} gram;

typedef struct grams {
  gram *item;
  size_t n, room;
} grams;

typedef struct searching {
  rocpd_session *session;
  const rocpd_queue_order *q;
  uint32_t *name; /* of each kernel: the place of its name in the order of all */
  int64_t *gap;   /* pause before the next kernel, -1: no sequence goes on there */
  uint32_t *id;   /* the sequence that begins with it, NONE: none that comes twice */
  grams level;    /* what ids lead to */
  grams listed;
  int64_t least_gap;
} searching;

static int push(grams *g, const gram *x) {
  int rc = rocpd_array_reserve(&g->item, &g->room, g->n + 1, sizeof *x);
  if (rc == SQLITE_OK) g->item[g->n++] = *x;
  return rc;
}

/* ---- the kernels */

static void find_gaps(searching *m, size_t queue, int64_t within_ns) {
  const rocpd_queue_order *q = m->q;
  int64_t reached = INT64_MIN; /* last end up to here */
  for (uint64_t i = q->first[queue]; i < q->first[queue + 1]; i++) {
    if (q->kernel[i].end > reached) reached = q->kernel[i].end;
    m->gap[i] = -1;
    if (i + 1 == q->first[queue + 1]) continue;
    int64_t pause = q->kernel[i + 1].start - reached;
    if (pause >= 0 && (m->least_gap < 0 || pause < m->least_gap)) m->least_gap = pause;
    if (pause <= within_ns) m->gap[i] = pause < 0 ? 0 : pause;
  }
}

static int prepare(searching *m, int64_t within_ns, rocpd_error *err) {
  const uint32_t *position = NULL;
  size_t positions;
  uint64_t n = m->q->n;
  m->least_gap = -1;
  m->name = sqlite3_malloc64((n + 1) * sizeof *m->name), m->id = sqlite3_malloc64((n + 1) * sizeof *m->id), m->gap = sqlite3_malloc64((n + 1) * sizeof *m->gap);
  if (!m->name || !m->id || !m->gap) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)n);
  int rc = n ? rocpd_string_positions(m->session, &position, &positions) : SQLITE_OK;
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  if (n >= NONE) return rocpd_fail(err, SQLITE_TOOBIG, "kernel_sequences: %llu kernels, expected fewer than %u", (unsigned long long)n, NONE);
  for (uint64_t i = 0; i < n; i++) m->id[i] = m->name[i] = m->q->kernel[i].name == ROCPD_NULL ? 0 : position[m->q->kernel[i].name] + 1;
  for (size_t queue = 0; queue < m->q->queues; queue++) find_gaps(m, queue, within_ns);
  return SQLITE_OK;
}

/* ---- one length more */

static void count(const searching *m, gram *g, uint64_t at, int length) {
  if (at < g->next) return;
  g->s.count++, g->next = at + (uint64_t)length;
  for (uint64_t i = at; i < at + (uint64_t)length; i++) g->s.kernel_ns = rocpd_add(g->s.kernel_ns, m->q->kernel[i].end - m->q->kernel[i].start);
  for (uint64_t i = at; i + 1 < at + (uint64_t)length; i++) g->s.gap_ns = rocpd_add(g->s.gap_ns, m->gap[i]);
}

/* Does a sequence begin here of which all but the last and all but the first come twice? */
static bool goes_on(const searching *m, uint64_t at) { return at + 1 < m->q->n && m->id[at] != NONE && m->id[at + 1] != NONE && m->gap[at] >= 0; }

/* The number of a sequence like x, which begins as it does. */
static int number(grams *next, rocpd_map *known, uint64_t key, const gram *x, uint32_t *out) {
  uint64_t id = rocpd_map_get(known, key, NONE);
  if (id == NONE) {
    id = next->n;
    int rc = rocpd_map_set(known, key, id);
    if (rc == SQLITE_OK) rc = push(next, x);
    if (rc != SQLITE_OK) return rc;
  }
  *out = (uint32_t)id;
  return SQLITE_OK;
}

/* Which keys came once, and which again, by their hashes: so that most of those that come once need no more memory. */
typedef struct sieve {
  uint64_t *once, *again, mask;
} sieve;

static int sieve_open(sieve *s, uint64_t n) {
  uint64_t bits = 1024;
  while (bits < 8 * n) bits *= 2;
  s->mask = bits - 1;
  s->once = sqlite3_malloc64(bits / 8), s->again = sqlite3_malloc64(bits / 8);
  if (!s->once || !s->again) return SQLITE_NOMEM;
  memset(s->once, 0, bits / 8), memset(s->again, 0, bits / 8);
  return SQLITE_OK;
}

static void sieve_close(sieve *s) { sqlite3_free(s->once), sqlite3_free(s->again); }

static uint64_t bit_of(const sieve *s, uint64_t key) { return (key * 0x9e3779b97f4a7c15u >> 20) & s->mask; }

static void sieve_add(sieve *s, uint64_t key) {
  uint64_t bit = bit_of(s, key), one = (uint64_t)1 << (bit & 63);
  s->again[bit >> 6] |= s->once[bit >> 6] & one;
  s->once[bit >> 6] |= one;
}

static bool sieve_may(const sieve *s, uint64_t key) {
  uint64_t bit = bit_of(s, key);
  return s->again[bit >> 6] >> (bit & 63) & 1;
}

static uint64_t key_at(const searching *m, uint64_t i, int length) { return (uint64_t)m->id[i] << 32 | m->name[i + (uint64_t)length - 1]; }

/* Ids become those of sequences with a kernel more: one after the other, so that what is behind i is as it was. */
static int lengthen(searching *m, int length, grams *next, rocpd_error *err) {
  rocpd_map known = {0};
  sieve s;
  int rc = sieve_open(&s, m->q->n);
  for (uint64_t i = 0; rc == SQLITE_OK && i < m->q->n; i++)
    if (goes_on(m, i)) sieve_add(&s, key_at(m, i, length));
  for (uint64_t i = 0; rc == SQLITE_OK && i < m->q->n; i++) {
    if (i % 65536 == 0 && rocpd_interrupted(m->session)) rc = SQLITE_INTERRUPT;
    if (!goes_on(m, i) || !sieve_may(&s, key_at(m, i, length))) {
      m->id[i] = NONE;
      continue;
    }
    gram x = {.s = {.first = i, .length = length}, .prefix = m->id[i], .suffix = m->id[i + 1]};
    rc = number(next, &known, key_at(m, i, length), &x, &m->id[i]);
    if (rc == SQLITE_OK) count(m, &next->item[m->id[i]], i, length);
  }
  for (uint64_t i = 0; rc == SQLITE_OK && i < m->q->n; i++)
    if (m->id[i] != NONE && next->item[m->id[i]].s.count < 2) m->id[i] = NONE;
  sieve_close(&s);
  rocpd_map_free(&known);
  return rocpd_fail_code(err, rc);
}

/* ---- which are listed */

/* The least number of kernels that it is a repetition of; its length where it is none. */
static int period_of(const searching *m, const rocpd_sequence *s) {
  for (int p = 1; p < s->length; p++) {
    int same = 0;
    while (s->length % p == 0 && p + same < s->length && m->name[s->first + (uint64_t)same] == m->name[s->first + (uint64_t)(p + same)]) same++;
    if (s->length % p == 0 && p + same == s->length) return p;
  }
  return s->length;
}

/* Those of the level that are part of one of the next as they are listed. */
static void cover(const searching *m, const grams *next) {
  for (size_t i = 0; i < next->n && m->level.n; i++) {
    const gram *x = &next->item[i];
    if (x->s.count < 2) continue;
    gram *part[] = {&m->level.item[x->prefix], &m->level.item[x->suffix]};
    bool one = period_of(m, &x->s) == 1;
    for (int k = 0; k < 2; k++) part[k]->covered |= one || part[k]->s.count == x->s.count;
  }
}

static int list_level(searching *m) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->level.n; i++) {
    const gram *x = &m->level.item[i];
    if (x->s.count < 2 || x->covered) continue;
    int period = period_of(m, &x->s);
    if (period == x->s.length || period == 1) rc = push(&m->listed, x);
  }
  return rc;
}

/* ---- those that are the same but for where they begin */

static uint32_t turned(const searching *m, const gram *x, int turn, int i) { return m->name[x->s.first + (uint64_t)((turn + i) % x->s.length)]; }

static int compare_turns(const searching *m, const gram *a, int turn_a, const gram *b, int turn_b) {
  for (int i = 0; i < a->s.length; i++) {
    uint32_t x = turned(m, a, turn_a, i), y = turned(m, b, turn_b, i);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

static void find_turn(const searching *m, gram *x) {
  for (int turn = 1; turn < x->s.length; turn++)
    if (compare_turns(m, x, turn, x, x->turn) < 0) x->turn = turn;
}

static int same_but_beginning(const searching *m, const gram *a, const gram *b) {
  if (a->s.length != b->s.length) return a->s.length < b->s.length ? -1 : 1;
  return compare_turns(m, a, a->turn, b, b->turn);
}

static int compare(const void *a, const void *b, void *m) {
  const gram *x = a, *y = b;
  int c = same_but_beginning(m, x, y);
  if (c) return c;
  if (x->s.gap_ns != y->s.gap_ns) return x->s.gap_ns < y->s.gap_ns ? 1 : -1;
  if (x->s.count != y->s.count) return x->s.count < y->s.count ? 1 : -1;
  return compare_turns(m, x, 0, y, 0);
}

static int choose(searching *m, rocpd_sequences *out, rocpd_error *err) {
  grams *l = &m->listed;
  out->item = sqlite3_malloc64((l->n + 1) * sizeof *out->item);
  if (!out->item) return rocpd_no_memory(err);
  for (size_t i = 0; i < l->n; i++) find_turn(m, &l->item[i]);
  if (l->n) qsort_r(l->item, l->n, sizeof *l->item, compare, m);
  for (size_t i = 0; i < l->n; i++)
    if (!i || same_but_beginning(m, &l->item[i - 1], &l->item[i])) l->item[i].s.place = out->n, out->item[out->n++] = l->item[i].s;
  out->least_gap_ns = m->least_gap < 0 ? 0 : m->least_gap;
  return SQLITE_OK;
}

/* ---- */

static int search(searching *m, int longest, rocpd_error *err) {
  int rc = SQLITE_OK;
  bool more = true;
  for (int length = 2; rc == SQLITE_OK && more && length <= longest; length++) {
    grams next = {0};
    rc = lengthen(m, length, &next, err);
    if (rc == SQLITE_OK) cover(m, &next);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, list_level(m));
    sqlite3_free(m->level.item);
    m->level = next;
    more = next.n > 0;
  }
  return rc == SQLITE_OK ? rocpd_fail_code(err, list_level(m)) : rc;
}

int rocpd_sequences_make(rocpd_session *session, const rocpd_queue_order *q, int longest, int64_t within_ns, rocpd_sequences *out, rocpd_error *err) {
  searching m = {.session = session, .q = q};
  memset(out, 0, sizeof *out);
  int rc = prepare(&m, within_ns, err);
  if (rc == SQLITE_OK) rc = search(&m, longest, err);
  if (rc == SQLITE_OK) rc = choose(&m, out, err);
  sqlite3_free(m.name), sqlite3_free(m.id), sqlite3_free(m.gap), sqlite3_free(m.level.item), sqlite3_free(m.listed.item);
  return rc;
}
