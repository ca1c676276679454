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
static int sort_flows(rocpd_flows *l, const rocpd_flow_entry *differ) {
  uint32_t place[12][256] = {{0}};
  int digits[12], n = 0;
  rocpd_flow_entry *spare = sqlite3_malloc64((l->n ? l->n : 1) * sizeof *spare);
  if (!spare) return SQLITE_NOMEM;
  for (int d = 0; d < 12; d++)
    if (digit(differ, d)) digits[n++] = d;
  for (size_t i = 0; i < l->n; i++)
    for (int k = 0; k < n; k++) place[k][digit(&l->entry[i], digits[k])]++;
  for (int k = 0; k < n; k++) {
    uint32_t at = 0;
    for (int b = 0; b < 256; b++) {
      uint32_t count = place[k][b];
      place[k][b] = at;
      at += count;
    }
    for (size_t i = 0; i < l->n; i++) spare[place[k][digit(&l->entry[i], digits[k])]++] = l->entry[i];
    rocpd_flow_entry *sorted = spare;
    spare = l->entry;
    l->entry = sorted;
  }
  sqlite3_free(spare);
  return SQLITE_OK;
}

int rocpd_flows_make(rocpd_export *x, rocpd_error *err) {
  rocpd_flows *l = &x->flows;
  for (size_t i = 0; i < x->layout.tracks; i++) {
    rocpd_track *t = &x->layout.track[i];
    if (t->class == ROCPD_EVENT_REGION) continue;
    t->first_item = l->items;
    l->items += t->items;
  }
  if (!x->option.flows || !l->items) return SQLITE_OK;
  if (l->items >= UINT32_MAX)
    return rocpd_fail(err, SQLITE_TOOBIG, "%zu GPU events are too many for flows; use {\"flows\":false}", l->items);
  l->entry = sqlite3_malloc64(l->items * sizeof *l->entry);
  l->of_item = sqlite3_malloc64(l->items * sizeof *l->of_item);
  if (!l->entry || !l->of_item) return rocpd_no_memory(err);
  memset(l->of_item, 0, l->items * sizeof *l->of_item);
  rocpd_flow_entry differ = {0, 0, 0};
  for (size_t i = 0; i < x->layout.tracks; i++) {
    const rocpd_track *t = &x->layout.track[i];
    if (t->class == ROCPD_EVENT_REGION) continue;
    for (size_t k = 0; k < t->items; k++) {
      int64_t stack_id = rocpd_column_at(x->layout.view[t->item[k].view].stack_id, t->item[k].row);
      if (stack_id == ROCPD_NULL || stack_id == 0) continue; /* launched by no traced call */
      l->entry[l->n] = (rocpd_flow_entry){(uint64_t)stack_id, t->process, (uint32_t)(t->first_item + k)};
      differ.stack_id |= l->entry[l->n].stack_id ^ l->entry[0].stack_id;
      differ.process |= l->entry[l->n].process ^ l->entry[0].process;
      l->n++;
    }
  }
  return sort_flows(l, &differ) ? rocpd_no_memory(err) : SQLITE_OK;
}

static bool entry_before(const rocpd_flow_entry *e, uint32_t process, uint64_t stack_id) {
  return e->process != process ? e->process < process : e->stack_id < stack_id;
}

void rocpd_flows_find(rocpd_flows *l, size_t *cursor, uint32_t process, int64_t stack_id, size_t *first, size_t *count) {
  *count = 0;
  if (stack_id == ROCPD_NULL || !l->n) return;
  uint64_t id = (uint64_t)stack_id;
  size_t at = *cursor;
  /* Nearly always the entry at the cursor is the one, or the next greater. */
  bool here = (at == l->n || !entry_before(&l->entry[at], process, id)) && (at == 0 || entry_before(&l->entry[at - 1], process, id));
  if (!here) {
    size_t low = 0, high = l->n;
    if (at < l->n && entry_before(&l->entry[at], process, id)) { /* forward: in growing steps */
      size_t step = 1;
      low = at + 1;
      while (low + step <= l->n && entry_before(&l->entry[low + step - 1], process, id)) {
        low += step;
        step *= 2;
      }
      high = low + step <= l->n ? low + step - 1 : l->n;
    } else {
      high = at;
    }
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (entry_before(&l->entry[middle], process, id))
        low = middle + 1;
      else
        high = middle;
    }
    at = low;
  }
  *first = at;
  while (at < l->n && l->entry[at].process == process && l->entry[at].stack_id == id) at++;
  *cursor = at;
  if (at == *first) return;
  /* Two threads may have a call of the same number when rows are doubled: one gets the arrows. */
  if (__atomic_exchange_n(&l->of_item[l->entry[*first].item].id, (uint32_t)*first + 1, __ATOMIC_RELAXED)) return;
  *count = at - *first;
  l->of_item[l->entry[*first].item].group = (uint32_t)*first + 1;
  for (size_t k = *first + 1; k < at; k++) l->of_item[l->entry[k].item] = (rocpd_flow){(uint32_t)k + 1, (uint32_t)*first + 1};
}

void rocpd_flows_free(rocpd_flows *l) {
  sqlite3_free(l->entry);
  sqlite3_free(l->of_item);
}
