/* Which kernels and copies each call launched. Entries are sorted by (process, stack_id). A thread's calls come in order of their numbers, so each finds its
** entries at a cursor that mostly moves forward. */
#include "bisect.h"
#include "export.h"
#include "format.h"
#include "parallel.h"

/* A stable radix sort, highest digit first. A digit consists of up to DIGIT_BITS of the bits in which keys differ, wherever these are: ids of a few threads,
** far from each other, differ in about 20 of 64 bits. Entries come by track, and within a track nearly in order of calls. So the first pass touches few
** places at a time, and the entries of one first digit fit the first-level cache. */
enum { DIGIT_BITS = 11, SLOTS = 1 << DIGIT_BITS, KEY_BITS = 64 + 32, MOST_DIGITS = KEY_BITS / DIGIT_BITS + 1, FEW = 32 };

/* Consecutive bits of the key, and their position in the digit. */
typedef struct digit_part {
  bool process; /* bits of the process, not of the stack_id */
  uint8_t shift, to;
  uint64_t mask;
} digit_part;

typedef struct key_digit {
  digit_part part[DIGIT_BITS];
  int parts;
} key_digit;

typedef struct flow_sort {
  key_digit digit[MOST_DIGITS]; /* lowest digit first */
  int digits;
  rocpd_flow_entry *from, *to; /* the first pass moves entries from `from` to `to`; later passes use both as memory */
  size_t n, slices;
  uint32_t (*place)[SLOTS]; /* by slice of the entries, which one thread reads: the count of each digit, later its next free place, finally its end */
} flow_sort;

static inline unsigned digit_of(const key_digit *d, const rocpd_flow_entry *e) {
  uint64_t digit = 0;
  for (int i = 0; i < d->parts; i++) digit |= ((d->part[i].process ? e->process : e->stack_id) >> d->part[i].shift & d->part[i].mask) << d->part[i].to;
  return (unsigned)digit;
}

/* Divides the bits that are set in `differ` into digits. */
static void find_digits(flow_sort *s, const rocpd_flow_entry *differ) {
  int to = DIGIT_BITS;
  for (int bit = 0; bit < KEY_BITS; bit++) {
    bool process = bit >= 64;
    int at = process ? bit - 64 : bit;
    if (!((process ? differ->process : differ->stack_id) >> at & 1)) continue;
    if (to == DIGIT_BITS) to = 0, s->digits++;
    key_digit *d = &s->digit[s->digits - 1];
    digit_part *last = d->parts ? &d->part[d->parts - 1] : NULL;
    bool goes_on = last && last->process == process && last->shift + (to - last->to) == at;
    if (goes_on) last->mask = last->mask << 1 | 1;
    else d->part[d->parts++] = (digit_part){process, (uint8_t)at, (uint8_t)to, 1};
    to++;
  }
}

static bool before(const rocpd_flow_entry *a, const rocpd_flow_entry *b) {
  return a->process != b->process ? a->process < b->process : a->stack_id < b->stack_id;
}

static void sort_few(rocpd_flow_entry *e, size_t n) {
  for (size_t i = 1; i < n; i++) {
    rocpd_flow_entry moved = e[i];
    size_t k = i;
    for (; k && before(&moved, &e[k - 1]); k--) e[k] = e[k - 1];
    e[k] = moved;
  }
}

/* Sorts in place, by this number of digits. */
static void sort_by(const key_digit *digit, int digits, rocpd_flow_entry *e, rocpd_flow_entry *spare, size_t n) {
  uint32_t place[SLOTS];
  size_t in_order = 1;
  while (in_order < n && !before(&e[in_order], &e[in_order - 1])) in_order++;
  if (in_order >= n) return;
  if (n <= FEW) return sort_few(e, n);
  const key_digit *d = &digit[digits - 1];
  memset(place, 0, sizeof place);
  for (size_t i = 0; i < n; i++) place[digit_of(d, &e[i])]++;
  for (uint32_t k = 0, at = 0, count; k < SLOTS; k++, at += count) count = place[k], place[k] = at;
  for (size_t i = 0; i < n; i++) spare[place[digit_of(d, &e[i])]++] = e[i];
  memcpy(e, spare, n * sizeof *e);
  for (uint32_t k = 0, at = 0; k < SLOTS && digits > 1; at = place[k++])
    if (place[k] - at > 1) sort_by(digit, digits - 1, e + at, spare + at, place[k] - at);
}

static int count_slice(void *arg, size_t slice, rocpd_error *err) {
  const flow_sort *s = arg;
  uint32_t *place = s->place[slice];
  memset(place, 0, sizeof *s->place);
  for (size_t i = s->n * slice / s->slices; i < s->n * (slice + 1) / s->slices; i++) place[digit_of(&s->digit[s->digits - 1], &s->from[i])]++;
  return SQLITE_OK;
}

static int move_slice(void *arg, size_t slice, rocpd_error *err) {
  const flow_sort *s = arg;
  uint32_t *place = s->place[slice];
  for (size_t i = s->n * slice / s->slices; i < s->n * (slice + 1) / s->slices; i++)
    s->to[place[digit_of(&s->digit[s->digits - 1], &s->from[i])]++] = s->from[i];
  return SQLITE_OK;
}

static int sort_slot(void *arg, size_t slot, rocpd_error *err) {
  const flow_sort *s = arg;
  const uint32_t *end = s->place[s->slices - 1];
  uint32_t at = slot ? end[slot - 1] : 0;
  if (end[slot] - at > 1) sort_by(s->digit, s->digits - 1, s->to + at, s->from + at, end[slot] - at);
  return SQLITE_OK;
}

/* `differ` has the bits in which keys differ. *spare: memory for the same number of entries that is no longer used; NULL: none. */
static int sort_entries(rocpd_export *x, const rocpd_flow_entry *differ, void **spare, rocpd_error *err) {
  rocpd_flows *f = &x->flows;
  flow_sort s = {.from = f->entry, .n = f->n, .slices = (size_t)rocpd_parallel_threads(x->session)};
  find_digits(&s, differ);
  if (!s.digits) return SQLITE_OK; /* all belong to one call, in the order of items */
  s.place = sqlite3_malloc64(s.slices * sizeof *s.place);
  s.to = rocpd_large_alloc(f->items * sizeof *s.to);
  int rc = s.place && s.to ? rocpd_parallel(x->session, s.slices, count_slice, &s, err) : rocpd_no_memory(err);
  for (uint32_t k = 0, at = 0, count; k < SLOTS && !rc; k++)
    for (size_t i = 0; i < s.slices; i++, at += count) count = s.place[i][k], s.place[i][k] = at;
  if (!rc) rc = rocpd_parallel(x->session, s.slices, move_slice, &s, err);
  if (!rc && s.digits > 1) rc = rocpd_parallel(x->session, SLOTS, sort_slot, &s, err);
  sqlite3_free(s.place);
  *spare = rc ? s.to : s.from;
  if (!rc) f->entry = s.to;
  return rc;
}

void rocpd_flows_number(rocpd_export *x) {
  for (size_t i = 0; i < x->layout.tracks; i++) {
    rocpd_track *t = &x->layout.track[i];
    t->first_item = x->flows.items; /* set for threads, too, so that the track of a number can be found by binary search */
    for (size_t k = 0; t->group != ROCPD_NO_GROUP && k < t->ranges; k++) x->flows.items += t->range[k].rows;
  }
}

int rocpd_flows_begin(rocpd_export *x, rocpd_error *err) {
  rocpd_flows *f = &x->flows;
  bool starts = rocpd_format_needs(x->format, ROCPD_NEEDS_LAUNCH_STARTS) && !x->views.gpu_stays;
  if (!x->option.flows || !f->items) return SQLITE_OK;
  if (f->items >= INT32_MAX)
    return rocpd_fail(err, SQLITE_TOOBIG, "%zu GPU events are too many for flows; use {\"flows\":false}", f->items);
  f->entry = rocpd_large_alloc(f->items * sizeof *f->entry);
  if (starts) f->start = rocpd_large_alloc(f->items * sizeof *f->start);
  return f->entry && (f->start || !starts) ? SQLITE_OK : rocpd_no_memory(err);
}

void rocpd_flows_add(rocpd_export *x, rocpd_track *t) {
  rocpd_flow_entry *first = x->flows.entry + t->first_item, *out = first;
  if (!x->flows.entry || (t->class != ROCPD_EVENT_KERNEL && t->class != ROCPD_EVENT_COPY)) return;
  for (size_t k = 0; k < t->items; k++) {
    const rocpd_export_batch *v = &x->layout.batch[t->item[k].batch];
    int64_t stack_id = rocpd_column_at(v->stack_id, t->item[k].row);
    if (stack_id == ROCPD_NULL || stack_id == 0) continue; /* no traced call launched it */
    if (out > first) t->launch_differs |= first->stack_id ^ (uint64_t)stack_id;
    *out++ = (rocpd_flow_entry){(uint64_t)stack_id, t->process, (uint32_t)(t->first_item + k) & INT32_MAX, t->item[k].end == INT64_MAX};
    if (x->flows.start) x->flows.start[t->first_item + k] = rocpd_never_started(v, t->item[k].row) ? ROCPD_NULL : t->item[k].start;
  }
  t->launched = (size_t)(out - first);
}

int rocpd_flows_make(rocpd_export *x, rocpd_error *err) {
  rocpd_flows *f = &x->flows;
  rocpd_flow_entry differ = {0};
  if (!f->entry) return SQLITE_OK;
  for (size_t i = 0; i < x->layout.tracks; i++) { /* closes the gaps between the tracks' entries */
    const rocpd_track *t = &x->layout.track[i];
    rocpd_flow_entry *from = f->entry + t->first_item, *to = f->entry + f->n;
    if (from != to) memmove(to, from, t->launched * sizeof *to);
    f->n += t->launched;
    differ.stack_id |= t->launched ? t->launch_differs | (to->stack_id ^ f->entry->stack_id) : 0;
    differ.process |= t->launched ? to->process ^ f->entry->process : 0;
  }
  void *spare = NULL;
  int rc = sort_entries(x, &differ, &spare, err);
  /* Reuses memory whose pages are already mapped. */
  if (!rc) f->of_item = sqlite3_realloc64(spare, f->items * sizeof *f->of_item);
  if (!f->of_item) sqlite3_free(spare);
  if (!f->of_item) return rc ? rc : rocpd_no_memory(err);
  memset(f->of_item, 0, f->items * sizeof *f->of_item);
  return SQLITE_OK;
}

static bool entry_before(const rocpd_flow_entry *e, uint32_t process, uint64_t stack_id) {
  return e->process != process ? e->process < process : e->stack_id < stack_id;
}

void rocpd_flows_find(rocpd_flows *f, size_t *cursor, uint32_t process, int64_t stack_id, size_t *first, size_t *count) {
  *count = 0;
  if (stack_id == ROCPD_NULL || !f->n) return;
  uint64_t id = (uint64_t)stack_id;
  /* Nearly always it is the entry at the cursor, or that is the next greater one. */
  size_t at = ROCPD_FIRST_NEAR(i, *cursor, 0, f->n, !entry_before(&f->entry[i], process, id));
  *first = at;
  while (at < f->n && f->entry[at].process == process && f->entry[at].stack_id == id) at++;
  *cursor = at;
  if (at == *first) return;
  /* If rows are doubled, two threads may have a call of one number: only the first gets the arrows. */
  if (__atomic_exchange_n(&f->of_item[f->entry[*first].item].id, (uint32_t)*first + 1, __ATOMIC_RELAXED)) return;
  *count = at - *first;
  f->of_item[f->entry[*first].item].alone = *count == 1;
  for (size_t k = *first + 1; k < at; k++) f->of_item[f->entry[k].item] = (rocpd_flow){.id = (uint32_t)k + 1};
}

void rocpd_flows_called(rocpd_flows *f) {
  sqlite3_free(f->entry), sqlite3_free(f->start);
  f->entry = NULL, f->start = NULL;
}

void rocpd_flows_free(rocpd_flows *f) {
  sqlite3_free(f->entry);
  sqlite3_free(f->of_item);
  sqlite3_free(f->start);
}
