/* Which kernels and copies a call launched: their (process, stack_id) in order, so
** that a thread's calls, which come in the order of their numbers, find theirs at a
** cursor that mostly moves forward. */
#include "export.h"

/* By byte d of the key: 0 to 7 of the stack_id, 8 to 11 of the process. */
static inline unsigned digit(const rocpd_flow_entry *e, int d) {
  return (d < 8 ? e->stack_id >> d * 8 : e->process >> (d - 8) * 8) & 255;
}

/* Radix sort by process, then stack_id. `differ` has the bits in which keys differ:
** bytes that are the same in all cost nothing. */
static int sort_flows(rocpd_flows *f, const rocpd_flow_entry *differ) {
  uint32_t place[12][256] = {{0}};
  int digits[12], n = 0;
  rocpd_flow_entry *spare = sqlite3_malloc64((f->n ? f->n : 1) * sizeof *spare);
  if (!spare) return SQLITE_NOMEM;
  for (int d = 0; d < 12; d++)
    if (digit(differ, d)) digits[n++] = d;
  for (size_t i = 0; i < f->n; i++)
    for (int k = 0; k < n; k++) place[k][digit(&f->entry[i], digits[k])]++;
  for (int k = 0; k < n; k++) {
    uint32_t at = 0;
    for (int b = 0; b < 256; b++) {
      uint32_t count = place[k][b];
      place[k][b] = at;
      at += count;
    }
    for (size_t i = 0; i < f->n; i++) spare[place[k][digit(&f->entry[i], digits[k])]++] = f->entry[i];
    rocpd_flow_entry *sorted = spare;
    spare = f->entry;
    f->entry = sorted;
  }
  sqlite3_free(spare);
  return SQLITE_OK;
}

int rocpd_flows_make(rocpd_export *x, rocpd_error *err) {
  rocpd_flows *f = &x->flows;
  for (size_t i = 0; i < x->layout.tracks; i++) {
    rocpd_track *t = &x->layout.track[i];
    if (t->class == ROCPD_EVENT_REGION) continue;
    t->first_item = f->items;
    f->items += t->items;
  }
  if (!x->option.flows || !f->items) return SQLITE_OK;
  if (f->items >= UINT32_MAX)
    return rocpd_fail(err, SQLITE_TOOBIG, "%zu GPU events are too many for flows; use {\"flows\":false}", f->items);
  f->entry = sqlite3_malloc64(f->items * sizeof *f->entry);
  f->of_item = sqlite3_malloc64(f->items * sizeof *f->of_item);
  if (!f->entry || !f->of_item) return rocpd_no_memory(err);
  memset(f->of_item, 0, f->items * sizeof *f->of_item);
  rocpd_flow_entry differ = {0, 0, 0};
  for (size_t i = 0; i < x->layout.tracks; i++) {
    const rocpd_track *t = &x->layout.track[i];
    if (t->class == ROCPD_EVENT_REGION) continue;
    for (size_t k = 0; k < t->items; k++) {
      int64_t stack_id = rocpd_column_at(x->layout.batch[t->item[k].batch].stack_id, t->item[k].row);
      if (stack_id == ROCPD_NULL || stack_id == 0) continue; /* launched by no traced call */
      f->entry[f->n] = (rocpd_flow_entry){(uint64_t)stack_id, t->process, (uint32_t)(t->first_item + k)};
      differ.stack_id |= f->entry[f->n].stack_id ^ f->entry[0].stack_id;
      differ.process |= f->entry[f->n].process ^ f->entry[0].process;
      f->n++;
    }
  }
  return sort_flows(f, &differ) ? rocpd_no_memory(err) : SQLITE_OK;
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
  f->of_item[f->entry[*first].item].group = (uint32_t)*first + 1;
  for (size_t k = *first + 1; k < at; k++) f->of_item[f->entry[k].item] = (rocpd_flow){(uint32_t)k + 1, (uint32_t)*first + 1};
}

void rocpd_flows_free(rocpd_flows *f) {
  sqlite3_free(f->entry);
  sqlite3_free(f->of_item);
}
