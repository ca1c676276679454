/* Which kernels and copies a call launched: their (process, stack_id) in order, so
** that a thread's calls, which come in the order of their numbers, find theirs at a
** cursor that mostly moves forward. */
#include "export.h"

/* By byte d of the key: 0 to 3 of the item, 4 to 11 of the stack_id, 12 to 15 of the process. */
enum { DIGITS = 16 };
static inline unsigned digit(const rocpd_flow_entry *e, int d) {
  return (d < 4 ? (uint64_t)e->item >> d * 8 : d < 12 ? e->stack_id >> (d - 4) * 8 : (uint64_t)e->process >> (d - 12) * 8) & 255;
}

static bool before(const rocpd_flow_entry *a, const rocpd_flow_entry *b) {
  if (a->process != b->process) return a->process < b->process;
  return a->stack_id != b->stack_id ? a->stack_id < b->stack_id : a->item < b->item;
}

static void sort_few(rocpd_flow_entry *e, size_t n) {
  for (size_t i = 1; i < n; i++) {
    rocpd_flow_entry moved = e[i];
    size_t k = i;
    for (; k && before(&moved, &e[k - 1]); k--) e[k] = e[k - 1];
    e[k] = moved;
  }
}

/* Radix sort in place, by bytes d and below. `differ` has the bits in which keys differ:
** bytes that are the same in all cost nothing. */
static void sort_entries(rocpd_flow_entry *e, size_t n, int d, const rocpd_flow_entry *differ) {
  enum { FEW = 32 };
  size_t next[256], end[256] = {0};
  while (!digit(differ, d)) d--;
  for (size_t i = 0; i < n; i++) end[digit(&e[i], d)]++;
  for (size_t b = 0, at = 0; b < 256; b++) next[b] = at, at = end[b] += at;
  for (unsigned b = 0; b < 256; b++)
    while (next[b] < end[b]) {
      rocpd_flow_entry moved = e[next[b]];
      for (unsigned to; (to = digit(&moved, d)) != b;) {
        rocpd_flow_entry other = e[next[to]];
        e[next[to]++] = moved;
        moved = other;
      }
      e[next[b]++] = moved;
    }
  for (size_t b = 0, at = 0; b < 256; at = end[b++]) {
    if (end[b] - at > FEW) sort_entries(e + at, end[b] - at, d - 1, differ); /* no two are the same: there are bytes left in which they differ */
    else sort_few(e + at, end[b] - at);
  }
}

int rocpd_flows_begin(rocpd_export *x, rocpd_error *err) {
  rocpd_flows *f = &x->flows;
  for (size_t i = 0; i < x->layout.tracks; i++) {
    rocpd_track *t = &x->layout.track[i];
    t->first_item = f->items; /* also of threads: who looks for a number's track can halve */
    for (size_t k = 0; t->group != ROCPD_NO_GROUP && k < t->ranges; k++) f->items += t->range[k].rows;
  }
  if (!x->option.flows || !f->items) return SQLITE_OK;
  if (f->items >= INT32_MAX)
    return rocpd_fail(err, SQLITE_TOOBIG, "%zu GPU events are too many for flows; use {\"flows\":false}", f->items);
  f->entry = rocpd_large_alloc(f->items * sizeof *f->entry);
  if (x->format->launch_starts) f->start = rocpd_large_alloc(f->items * sizeof *f->start);
  return f->entry && (f->start || !x->format->launch_starts) ? SQLITE_OK : rocpd_no_memory(err);
}

void rocpd_flows_add(rocpd_export *x, rocpd_track *t) {
  rocpd_flow_entry *out = x->flows.entry + t->first_item;
  if (!x->flows.entry || (t->class != ROCPD_EVENT_KERNEL && t->class != ROCPD_EVENT_COPY)) return;
  for (size_t k = 0; k < t->items; k++) {
    const rocpd_export_batch *v = &x->layout.batch[t->item[k].batch];
    int64_t stack_id = rocpd_column_at(v->stack_id, t->item[k].row);
    if (stack_id == ROCPD_NULL || stack_id == 0) continue; /* launched by no traced call */
    *out++ = (rocpd_flow_entry){(uint64_t)stack_id, t->process, (uint32_t)(t->first_item + k) & INT32_MAX, t->item[k].end == INT64_MAX};
    if (x->flows.start) x->flows.start[t->first_item + k] = rocpd_never_started(v, t->item[k].row) ? ROCPD_NULL : t->item[k].start;
  }
  t->launched = (size_t)(out - x->flows.entry) - t->first_item;
}

int rocpd_flows_make(rocpd_export *x, rocpd_error *err) {
  rocpd_flows *f = &x->flows;
  rocpd_flow_entry differ = {0};
  if (!f->entry) return SQLITE_OK;
  for (size_t i = 0; i < x->layout.tracks; i++) { /* they move together */
    const rocpd_track *t = &x->layout.track[i];
    for (size_t k = 0; k < t->launched; k++) {
      rocpd_flow_entry e = f->entry[f->n++] = f->entry[t->first_item + k];
      differ.stack_id |= e.stack_id ^ f->entry[0].stack_id;
      differ.process |= e.process ^ f->entry[0].process;
      differ.item |= e.item ^ f->entry[0].item;
    }
  }
  if (f->n > 1) sort_entries(f->entry, f->n, DIGITS - 1, &differ);
  f->of_item = rocpd_large_alloc(f->items * sizeof *f->of_item);
  if (!f->of_item) return rocpd_no_memory(err);
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
  size_t at = *cursor;
  /* Nearly always the entry at the cursor is the one, or the next greater. */
  bool here = (at == f->n || !entry_before(&f->entry[at], process, id)) && (at == 0 || entry_before(&f->entry[at - 1], process, id));
  if (!here) {
    size_t low = 0, high = f->n;
    if (at < f->n && entry_before(&f->entry[at], process, id)) { /* forward: in growing steps */
      size_t step = 1;
      low = at + 1;
      while (low + step <= f->n && entry_before(&f->entry[low + step - 1], process, id)) {
        low += step;
        step *= 2;
      }
      high = low + step <= f->n ? low + step - 1 : f->n;
    } else {
      high = at;
    }
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (entry_before(&f->entry[middle], process, id))
        low = middle + 1;
      else
        high = middle;
    }
    at = low;
  }
  *first = at;
  while (at < f->n && f->entry[at].process == process && f->entry[at].stack_id == id) at++;
  *cursor = at;
  if (at == *first) return;
  /* Two threads may have a call of the same number when rows are doubled: one gets the arrows. */
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
