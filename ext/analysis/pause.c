/* See pause.h. */
#include "pause.h"

/* Is x, which does not start before it, to be had before the last one that ends when x does? */
static bool comes_last(const rocpd_met *last, const rocpd_met *x) {
  if (x->end != last->end) return x->end > last->end;
  return x->start > last->start || !rocpd_is_copy(x->stretch->class) || rocpd_is_copy(last->stretch->class);
}

static void find_all(rocpd_merger *m, uint64_t n, rocpd_pause *out) {
  rocpd_met last, x;
  if (!rocpd_merger_next(m, &last)) return;
  while (n && rocpd_merger_next(m, &x)) {
    if (x.start > last.end) {
      *out++ = (rocpd_pause){last.end, x.start, last.stretch->batch, x.stretch->batch, (rocpd_row)last.row, (rocpd_row)x.row};
      n--;
    }
    if (comes_last(&last, &x)) last = x;
  }
}

int rocpd_pauses_find(const rocpd_chains *c, uint64_t n, rocpd_pause **out, rocpd_error *err) {
  rocpd_slice s = {0};
  rocpd_merger *m = NULL;
  *out = sqlite3_malloc64(n * sizeof **out);
  int rc = *out ? rocpd_slices(c, &s, 1, err) : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu gaps", (unsigned long long)n);
  if (rc == SQLITE_OK) rc = rocpd_merger_open(&s, &m, err);
  if (rc == SQLITE_OK) find_all(m, n, *out);
  rocpd_merger_close(m);
  rocpd_slice_close(&s);
  return rc;
}
