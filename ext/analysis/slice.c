/* See slice.h. What a slice needs of the intervals before it are their last ends: rocpd_slice_before(). */
#include "slice.h"
#include "bisect.h"

#define BLOCK 128
#define MOST_SLICE 65536 /* larger ones make threads and interrupts wait for the last */
#define SLICES 16

static int64_t start_at(const rocpd_stretch *s, uint32_t i) { return rocpd_column_at(s->start, s->row ? s->row[i] : i); }

/* Finds the first row of a chain that starts at `time` or later. */
static rocpd_place place_of(const rocpd_chains *c, size_t chain, int64_t time) {
  rocpd_place p = {c->first[chain], 0};
  while (p.stretch < c->first[chain + 1] && start_at(&c->stretch[p.stretch], c->stretch[p.stretch].n - 1) < time) p.stretch++;
  if (p.stretch == c->first[chain + 1]) return p;
  p.row = ROCPD_FIRST(row, 0, c->stretch[p.stretch].n, start_at(&c->stretch[p.stretch], row) >= time);
  return p;
}

static int64_t cut_time(const rocpd_chains *c, uint64_t part, uint64_t parts) {
  size_t longest = 0;
  uint64_t most = 0;
  for (size_t k = 0; k < c->chains; k++) {
    uint64_t rows = 0;
    for (size_t i = c->first[k]; i < c->first[k + 1]; i++) rows += c->stretch[i].n;
    if (rows > most) most = rows, longest = k;
  }
  uint64_t row = most * part / parts;
  for (size_t i = c->first[longest];; i++) {
    if (row < c->stretch[i].n) return start_at(&c->stretch[i], (uint32_t)row);
    row -= c->stretch[i].n;
  }
}

int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err) {
  for (size_t i = 0; i < n; i++) {
    slice[i] = (rocpd_slice){.chains = c};
    slice[i].from = sqlite3_malloc64((2 * c->chains + 1) * sizeof *slice[i].from);
    if (!slice[i].from) {
      while (i--) rocpd_slice_close(&slice[i]);
      return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", c->chains);
    }
    slice[i].to = slice[i].from + c->chains;
    int64_t cut = i ? cut_time(c, i, n) : 0;
    for (size_t k = 0; k < c->chains; k++) {
      slice[i].from[k] = i ? place_of(c, k, cut) : (rocpd_place){c->first[k], 0};
      slice[i].to[k] = (rocpd_place){c->first[k + 1], 0};
      if (i) slice[i - 1].to[k] = slice[i].from[k];
    }
  }
  return SQLITE_OK;
}

uint64_t rocpd_slice_chain_rows(const rocpd_slice *s, size_t k) {
  uint64_t rows = 0;
  for (size_t i = s->from[k].stretch; i < s->to[k].stretch; i++) rows += s->chains->stretch[i].n;
  return rows + s->to[k].row - s->from[k].row;
}

uint64_t rocpd_slice_rows(const rocpd_slice *s) {
  uint64_t rows = 0;
  for (size_t k = 0; k < s->chains->chains; k++) rows += rocpd_slice_chain_rows(s, k);
  return rows;
}

void rocpd_slice_close(rocpd_slice *s) { sqlite3_free(s->from), s->from = NULL; }

/* ---- lines ---- */

static size_t slices_wanted(uint64_t intervals, uint64_t least) {
  uint64_t size = intervals / SLICES;
  if (size > MOST_SLICE) size = MOST_SLICE;
  if (size < least) size = least;
  return (size_t)(intervals / size + (intervals % size != 0));
}

/* The first start in a slice; INT64_MAX: it is empty. */
static int64_t first_start(const rocpd_slice *s) {
  int64_t first = INT64_MAX;
  for (size_t k = 0; k < s->chains->chains; k++)
    if (rocpd_slice_chain_rows(s, k)) first = rocpd_earlier(first, start_at(&s->chains->stretch[s->from[k].stretch], s->from[k].row));
  return first;
}

static int cut_line(rocpd_sliced *all, size_t line, uint64_t least, rocpd_error *err) {
  size_t n = slices_wanted(all->chains[line].intervals, least);
  rocpd_slice *slice = all->slice + all->slices;
  int rc = rocpd_slices(&all->chains[line], slice, n, err);
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; i < n; i++) {
    slice[i].line = line, slice[i].rows = rocpd_slice_rows(&slice[i]), slice[i].first = all->intervals, slice[i].begins = first_start(&slice[i]),
    slice[i].seam = i > 0;
    all->intervals += slice[i].rows;
  }
  int64_t next = INT64_MAX;
  for (size_t i = n; i-- > 0; next = rocpd_earlier(next, slice[i].begins)) slice[i].next = next;
  all->slices += n;
  return SQLITE_OK;
}

static int open_lines(rocpd_sliced *all, rocpd_stretch *stretch, const size_t *first, size_t n, bool parts, uint64_t least, rocpd_error *err) {
  size_t slices = 0;
  int rc = (all->chains = sqlite3_malloc64((n + 1) * sizeof *all->chains)) ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu timelines", n);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_chains_open(stretch + first[i], first[i + 1] - first[i], parts, &all->chains[i], err);
    if (rc == SQLITE_OK) all->n++, slices += slices_wanted(all->chains[i].intervals, least);
  }
  if (rc == SQLITE_OK && !(all->slice = sqlite3_malloc64((slices + 1) * sizeof *all->slice)))
    rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu slices", slices);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = cut_line(all, i, least, err);
  return rc;
}

int rocpd_sliced_open(rocpd_stretch *stretch, const size_t *first, size_t n, bool parts, enum rocpd_slice_size least, rocpd_sliced *out, rocpd_error *err) {
  *out = (rocpd_sliced){0};
  int rc = open_lines(out, stretch, first, n, parts, least, err);
  if (rc != SQLITE_OK) rocpd_sliced_close(out);
  return rc;
}

void rocpd_sliced_close(rocpd_sliced *s) {
  for (size_t i = 0; i < s->slices; i++) rocpd_slice_close(&s->slice[i]);
  for (size_t i = 0; i < s->n; i++) rocpd_chains_close(&s->chains[i]);
  sqlite3_free(s->slice), sqlite3_free(s->chains);
  *s = (rocpd_sliced){0};
}

/* ---- what was before ---- */

/* The last end among rows [from, to). */
static int64_t last_end(const rocpd_stretch *s, uint32_t from, uint32_t to) {
  if (!from && to == s->n && !s->row && !s->unended) return rocpd_later(s->end->max, start_at(s, to - 1));
  int64_t start[BLOCK], end[BLOCK], last = INT64_MIN;
  for (uint32_t row = from; row < to; row += BLOCK) {
    uint32_t got = rocpd_stretch_gather(s, row, to - row < BLOCK ? to - row : BLOCK, start, end, NULL);
    for (uint32_t i = 0; i < got; i++) last = rocpd_later(last, end[i]);
    if (got) last = rocpd_later(last, start[got - 1]);
  }
  return last;
}

/* True if an end may be after `last`. The latest stretches are tested first; mostly only the first one may. */
static bool reaches(const rocpd_stretch *s, int64_t last) { return rocpd_later(s->end->max, s->start->max) > last; }

/* Adds the rows of a chain from one place up to another. */
static void add_rows(const rocpd_chains *c, rocpd_place from, rocpd_place to, int64_t last[ROCPD_CLASSES]) {
  for (size_t i = to.stretch + 1; i-- > from.stretch;) {
    const rocpd_stretch *x = &c->stretch[i];
    uint32_t first = i == from.stretch ? from.row : 0, end = i == to.stretch ? to.row : x->n;
    if (end > first && reaches(x, last[x->class])) last[x->class] = rocpd_later(last[x->class], last_end(x, first, end));
  }
}

/* The nearest slice before this one of which the same is known; NULL: none is. */
static const rocpd_slice *known_before(const rocpd_slice *s) {
  while (s->seam)
    if (__atomic_load_n(&(--s)->known, __ATOMIC_ACQUIRE)) return s;
  return NULL;
}

void rocpd_slice_before(rocpd_slice *s, int64_t last[ROCPD_CLASSES]) {
  const rocpd_chains *c = s->chains;
  if (__atomic_load_n(&s->known, __ATOMIC_ACQUIRE)) {
    memcpy(last, s->before, sizeof s->before);
    return;
  }
  const rocpd_slice *before = known_before(s);
  for (int i = 0; i < ROCPD_CLASSES; i++) last[i] = before ? before->before[i] : INT64_MIN;
  for (size_t k = 0; k < c->chains; k++) {
    rocpd_place to = s->from[k];
    if (to.stretch == c->first[k + 1]) to = (rocpd_place){to.stretch - 1, c->stretch[to.stretch - 1].n};
    add_rows(c, before ? before->from[k] : (rocpd_place){c->first[k], 0}, to, last);
  }
  memcpy(s->before, last, sizeof s->before);
  __atomic_store_n(&s->known, true, __ATOMIC_RELEASE);
}

/* ---- in no order ---- */

/* Moves to rows that have not been read; returns their number in the stretch, 0 at the end. */
static uint32_t find_rows(rocpd_slice_run *r) {
  const rocpd_slice *s = r->slice;
  for (; r->chain < s->chains->chains; r->chain++, r->inside = false) {
    rocpd_place to = s->to[r->chain];
    if (!r->inside) r->at = s->from[r->chain], r->inside = true;
    for (; r->at.stretch < to.stretch; r->at = (rocpd_place){r->at.stretch + 1, 0})
      if (r->at.row < s->chains->stretch[r->at.stretch].n) return s->chains->stretch[r->at.stretch].n - r->at.row;
    if (r->at.row < to.row) return to.row - r->at.row;
  }
  return 0;
}

bool rocpd_slice_run_next(rocpd_slice_run *r) {
  uint32_t left = find_rows(r), n = left < ROCPD_RUN_ROWS ? left : ROCPD_RUN_ROWS;
  if (!n) return false;
  r->stretch = &r->slice->chains->stretch[r->at.stretch];
  r->n = rocpd_stretch_gather(r->stretch, r->at.row, n, r->start, r->end, NULL);
  r->at.row += n;
  for (uint32_t i = 0; i < r->n; i++) r->end[i] = r->end[i] > r->start[i] ? r->end[i] : r->start[i];
  return true;
}
