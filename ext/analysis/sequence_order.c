/* See sequence_order.h. */
#include "sequence_order.h"
#include <stdlib.h>

/* ---- what workers found */

/* Blocks of results, which take most of the memory, so they grow without being copied. */
typedef struct found_block {
  struct found_block *before;
  uint32_t n;
  rocpd_sequence item[256];
} found_block;

static int push(rocpd_sequence_found *p, const rocpd_sequence *x, uint32_t n) {
  found_block *b = p->last;
  if (!b || b->n + n > sizeof b->item / sizeof *b->item) {
    if (!(b = sqlite3_malloc64(sizeof *b))) return SQLITE_NOMEM;
    b->before = p->last, b->n = 0, p->last = b;
  }
  memcpy(b->item + b->n, x, n * sizeof *x);
  b->n += n, p->n += n;
  return SQLITE_OK;
}

static void free_blocks(rocpd_sequence_found *f) {
  for (found_block *b = f->last, *before; b; b = before) before = b->before, sqlite3_free(b);
  f->last = NULL;
}

void rocpd_sequence_found_begin(rocpd_sequence_found *f) { pthread_mutex_init(&f->mutex, NULL); }

void rocpd_sequence_found_end(rocpd_sequence_found *f) {
  pthread_mutex_destroy(&f->mutex);
  free_blocks(f);
}

int rocpd_sequence_found_add(rocpd_sequence_found *f, const rocpd_sequence *x, uint32_t n) {
  pthread_mutex_lock(&f->mutex);
  int rc = push(f, x, n);
  pthread_mutex_unlock(&f->mutex);
  return rc;
}

/* ---- those that are the same but for where they begin, and the order of all */

static uint32_t turned(const rocpd_sequence_kernel *kernel, const rocpd_sequence *x, uint32_t turn, uint32_t i) {
  uint64_t k = (uint64_t)turn + i;
  return kernel[x->first + (k < x->length ? k : k - x->length)].name & ~ROCPD_SEQUENCE_BREAK;
}

/* Finds the least rotation of a sequence, by comparing the rotations at i and j. */
static uint32_t least_turn(const rocpd_sequence_kernel *kernel, const rocpd_sequence *x) {
  const rocpd_sequence_kernel *of = kernel + x->first;
  uint64_t least = UINT64_MAX; /* a name in the upper bits, its place in the lower ones */
  uint32_t times = 0;
  for (uint32_t i = 0; i < x->length; i++) {
    uint64_t here = (uint64_t)(of[i].name & ~ROCPD_SEQUENCE_BREAK) << 32 | i;
    least = here < least ? here : least;
  }
  for (uint32_t i = 0; i < x->length; i++) times += (of[i].name & ~ROCPD_SEQUENCE_BREAK) == least >> 32;
  if (times == 1) return (uint32_t)least;
  uint32_t i = 0, j = 1, same = 0;
  while (i < x->length && j < x->length && same < x->length) {
    uint32_t a = turned(kernel, x, i, same), b = turned(kernel, x, j, same);
    if (a == b) {
      same++;
      continue;
    }
    if (a > b) i += same + 1;
    else j += same + 1;
    j += i == j, same = 0;
  }
  return i < j ? i : j;
}

static int compare_turns(const rocpd_sequence_kernel *kernel, const rocpd_sequence *a, uint32_t turn_a, const rocpd_sequence *b, uint32_t turn_b) {
  for (uint32_t i = 0; i < a->length; i++) {
    uint32_t x = turned(kernel, a, turn_a, i), y = turned(kernel, b, turn_b, i);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

static int same_but_beginning(const rocpd_sequence_kernel *kernel, const rocpd_sequence *a, const rocpd_sequence *b) {
  return ROCPD_ORDER(a->length, b->length) ?: compare_turns(kernel, a, least_turn(kernel, a), b, least_turn(kernel, b));
}

static int by_time(const rocpd_sequence *x, const rocpd_sequence *y) {
  return ROCPD_ORDER(y->gap_ns, x->gap_ns) ?: ROCPD_ORDER(y->count, x->count);
}

static bool lists_before(const rocpd_sequence_kernel *kernel, const rocpd_sequence *x, const rocpd_sequence *y) {
  int c = by_time(x, y);
  return (c ? c : same_but_beginning(kernel, x, y)) < 0;
}

/* A hash table of items: index + 1. */
typedef struct item_slots {
  uint32_t *slot;
  size_t mask;
} item_slots;

/* Keeps one of the sequences that differ only in where they begin. */
static void keep_one_of_same(struct rocpd_sequence_part *p, const item_slots *s, const rocpd_sequence *x, const rocpd_sequence_kernel *kernel) {
  size_t at = x->hash / ROCPD_SEQUENCE_PARTS & s->mask;
  rocpd_sequence *same = NULL;
  for (; s->slot[at] && !same; at = (at + 1) & s->mask) {
    rocpd_sequence *y = &p->item[s->slot[at] - 1];
    if (x->hash == y->hash && !same_but_beginning(kernel, x, y)) same = y;
  }
  int c = same ? by_time(x, same) : 0;
  if (same && (c ? c : compare_turns(kernel, x, 0, same, 0)) < 0) *same = *x;
  if (!same) p->item[p->n++] = *x, s->slot[at] = (uint32_t)p->n;
}

/* Takes the sequences of a part, each once. */
static int take_found(rocpd_sequence_found *f, struct rocpd_sequence_part *p, const rocpd_sequence_kernel *kernel) {
  item_slots s = {.mask = 15};
  while (s.mask < 2 * f->n) s.mask = 2 * s.mask + 1;
  s.slot = rocpd_zeroed((s.mask + 1) * sizeof *s.slot), p->item = sqlite3_malloc64(f->n * sizeof *p->item);
  if (s.slot && p->item) {
    for (const found_block *b = f->last; b; b = b->before)
      for (uint32_t k = 0; k < b->n; k++) keep_one_of_same(p, &s, &b->item[k], kernel);
  }
  int rc = s.slot && p->item ? SQLITE_OK : SQLITE_NOMEM;
  sqlite3_free(s.slot);
  free_blocks(f);
  return rc;
}

/* Restores the heap of items that were not returned yet. */
static void sink(struct rocpd_sequence_part *p, size_t i, const rocpd_sequence_kernel *kernel) {
  size_t n = p->n - p->given;
  rocpd_sequence x = p->item[i];
  for (size_t below = 2 * i + 1; below < n; below = 2 * i + 1) {
    if (below + 1 < n && lists_before(kernel, &p->item[below + 1], &p->item[below])) below++;
    if (!lists_before(kernel, &p->item[below], &x)) break;
    p->item[i] = p->item[below], i = below;
  }
  p->item[i] = x;
}

int rocpd_sequence_found_order(rocpd_sequence_found *f, const rocpd_sequence_kernel *kernel, struct rocpd_sequence_part *out, rocpd_error *err) {
  if (!f->n) return SQLITE_OK;
  if (take_found(f, out, kernel) != SQLITE_OK) return rocpd_no_memory(err);
  for (size_t k = out->n / 2; k-- > 0;) sink(out, k, kernel);
  rocpd_sequence *less = sqlite3_realloc64(out->item, out->n * sizeof *less);
  if (less) out->item = less;
  return SQLITE_OK;
}

const rocpd_sequence *rocpd_sequences_next(rocpd_sequences *s) {
  struct rocpd_sequence_part *best = NULL;
  for (int i = 0; i < ROCPD_SEQUENCE_PARTS; i++) {
    struct rocpd_sequence_part *p = &s->part[i];
    if (p->given < p->n && (!best || lists_before(s->kernels.kernel, &p->item[0], &best->item[0]))) best = p;
  }
  if (!best) return NULL;
  rocpd_sequence *last = &best->item[best->n - ++best->given], x = best->item[0]; /* it stays behind the end of the heap */
  best->item[0] = *last, *last = x;
  if (best->given < best->n) sink(best, 0, s->kernels.kernel);
  return last;
}
