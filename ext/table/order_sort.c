/* Sorts pairs of key and place, only as far as they are read: by a quicksort that leaves the right parts for later, or by merging, if the rows consist of
** few ascending runs. See order.c, which makes the pairs. */
#include "order_state.h"
#include "heap.h"

#define INSERTION_ROWS 24
#define MAX_RUNS 512
#define RUN_ROWS 32 /* mean length from which merging runs is better than sorting */

/* ---- sorting as far as needed ---- */

/* Compares texts, not positions, which another cursor may compute anew while this one is read. */
static bool text_less(const rocpd_table_sort *s, int64_t x, int64_t y) {
  rocpd_session *session = vtab_of(s->cur)->session;
  int64_t x_size, y_size;
  const char *p = rocpd_string(session, x, &x_size), *q = rocpd_string(session, y, &y_size);
  int c = memcmp(p, q, (size_t)(x_size < y_size ? x_size : y_size));
  return c ? c < 0 : x_size < y_size;
}

static int compare_rest(const rocpd_table_sort *s, rocpd_table_place a, rocpd_table_place b) {
  for (int i = s->packed; i < s->columns; i++) {
    const rocpd_order_column *o = &s->column[i];
    int64_t x = rocpd_table_value(s->cur, a, o->column), y = rocpd_table_value(s->cur, b, o->column);
    if (x == y) continue;
    bool less = x == ROCPD_NULL || y == ROCPD_NULL ? x == ROCPD_NULL
              : o->type == ROCPD_TEXT              ? text_less(s, x, y)
                                                   : rocpd_order_ordinal(s, o, x) < rocpd_order_ordinal(s, o, y);
    return less != o->descending ? -1 : 1;
  }
  return 0;
}

/* Ties are in the order of places, so that the result is always the same. */
static bool before(const rocpd_table_sort *s, const sort_entry *a, const sort_entry *b) {
  if (a->key != b->key) return a->key < b->key;
  if (s->packed < s->columns) {
    int c = compare_rest(s, a->place, b->place);
    if (c) return c < 0;
  }
  return a->place < b->place;
}

static void insertion_sort(const rocpd_table_sort *s, size_t lo, size_t hi) {
  for (size_t i = lo + 1; i < hi; i++) {
    sort_entry e = s->entry[i];
    size_t j = i;
    for (; j > lo && before(s, &e, &s->entry[j - 1]); j--) s->entry[j] = s->entry[j - 1];
    s->entry[j] = e;
  }
}

static size_t median(const rocpd_table_sort *s, size_t a, size_t b, size_t c) {
  const sort_entry *e = s->entry;
  if (before(s, &e[b], &e[a])) { size_t t = a; a = b; b = t; }
  if (before(s, &e[c], &e[b])) b = before(s, &e[c], &e[a]) ? a : c;
  return b;
}

/* For large ranges, takes the median of nine entries, so that no input order is slow. */
static size_t choose_pivot(const rocpd_table_sort *s, size_t lo, size_t hi) {
  size_t n = hi - lo, step = n / 8, last = hi - 1;
  if (n < 1000) return median(s, lo, lo + n / 2, last);
  size_t a = median(s, lo, lo + step, lo + 2 * step), b = median(s, lo + 3 * step, lo + 4 * step, lo + 5 * step);
  return median(s, a, b, median(s, last - 2 * step, last - step, last));
}

static void swap(sort_entry *a, sort_entry *b) {
  sort_entry t = *a;
  *a = *b;
  *b = t;
}

/* Moves the entries before the pivot to the left and returns the pivot's final index. The loop has no branch that depends on the keys. */
static size_t partition(rocpd_table_sort *s, size_t lo, size_t hi) {
  sort_entry *e = s->entry;
  swap(&e[choose_pivot(s, lo, hi)], &e[hi - 1]);
  sort_entry pivot = e[hi - 1];
  size_t k = lo;
  if (s->packed == s->columns) {
    for (size_t i = lo; i < hi - 1; i++) {
      sort_entry x = e[i];
      bool less = (x.key < pivot.key) | ((x.key == pivot.key) & (x.place < pivot.place));
      e[i] = e[k];
      e[k] = x;
      k += less;
    }
  } else {
    for (size_t i = lo; i < hi - 1; i++) {
      sort_entry x = e[i];
      bool less = before(s, &x, &pivot);
      e[i] = e[k];
      e[k] = x;
      k += less;
    }
  }
  swap(&e[k], &e[hi - 1]);
  return k;
}

static int later_add(rocpd_table_sort *s, size_t end) {
  return ROCPD_APPEND(s->later, s->laters, s->later_capacity, end);
}

/* Puts at least one more entry in its place. later[] has the ends of unsorted ranges, the next one last; all entries of a range come before those of later
** ranges. */
static int sort_some(rocpd_table_sort *s) {
  while (s->laters && s->later[s->laters - 1] <= s->next) s->laters--;
  for (;;) {
    size_t hi = s->laters ? s->later[s->laters - 1] : s->entries;
    if (hi - s->next <= INSERTION_ROWS) {
      insertion_sort(s, s->next, hi);
      s->sorted = hi + (s->laters > 0); /* behind a range stands its pivot, in place */
      return SQLITE_OK;
    }
    if (rocpd_interrupted(vtab_of(s->cur)->session)) return SQLITE_INTERRUPT;
    s->partitioned += hi - s->next;
    size_t pivot = partition(s, s->next, hi);
    if (pivot == s->next) { /* the pivot was the least */
      s->sorted = pivot + 1;
      return SQLITE_OK;
    }
    int rc = later_add(s, pivot);
    if (rc != SQLITE_OK) return rc;
  }
}

/* ---- few runs in order: merging */

static bool run_before(const void *a, const void *b) {
  const rocpd_sort_run *x = a, *y = b;
  return before(x->of, x->next, y->next);
}
static const rocpd_heap_kind by_next = {sizeof(rocpd_sort_run), run_before};

/* Finds the end of the run that begins at `first`. A descending run, as of a lane with ORDER BY start DESC, is reversed. */
static size_t run_end(rocpd_table_sort *s, size_t first) {
  sort_entry *e = s->entry;
  size_t end = first + 1;
  bool down = end < s->entries && before(s, &e[end], &e[first]);
  while (end < s->entries && before(s, &e[end], &e[end - 1]) == down) end++;
  for (size_t a = first, b = end - 1; down && a < b; a++, b--) swap(&e[a], &e[b]);
  return end;
}

/* Finds the runs: rows of a lane are mostly in order already. If there are many runs, sorting is better. */
int rocpd_table_order_sort(rocpd_table_sort *s) {
  s->merges = false;
  s->runs = 0;
  for (size_t first = 0, end; first < s->entries; first = end) {
    if (s->runs == MAX_RUNS || s->runs > first / RUN_ROWS + 16) return SQLITE_OK;
    if (rocpd_array_reserve(&s->run, &s->run_capacity, s->runs + 1, sizeof(*s->run)) != SQLITE_OK) return SQLITE_NOMEM;
    end = run_end(s, first);
    rocpd_heap_push(&by_next, s->run, &s->runs, &(rocpd_sort_run){&s->entry[first], &s->entry[end], s});
  }
  s->merges = true;
  return SQLITE_OK;
}

static sort_entry merge_next(rocpd_table_sort *s) {
  rocpd_sort_run run = *s->run;
  sort_entry e = *run.next++;
  if (run.next < run.end) rocpd_heap_replace(&by_next, s->run, s->runs, &run);
  else rocpd_heap_pop(&by_next, s->run, &s->runs);
  return e;
}

int rocpd_table_order_next(rocpd_table_sort *s, bool *more, rocpd_table_place *place) {
  for (*more = false; s->next < s->entries && !*more;) {
    if (!s->merges && s->next >= s->sorted) {
      int rc = sort_some(s);
      if (rc != SQLITE_OK) return rc;
    }
    sort_entry e = s->merges ? merge_next(s) : s->entry[s->next];
    s->next++;
    if (s->distinct && s->has_last && e.key == s->last.key && !compare_rest(s, e.place, s->last.place)) continue;
    s->last = e;
    s->has_last = true;
    *place = e.place;
    *more = true;
  }
  return SQLITE_OK;
}

uint64_t rocpd_table_order_work(const rocpd_table_sort *s) { return s->partitioned; }
