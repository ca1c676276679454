/* Some intervals of each chain are gathered, such that all chains cover about the same time. Intervals that start before the last gathered one of every
** unfinished chain can be merged: this is a round. The keys of chains are sorted lists, which are merged in pairs. */
#include "merge.h"
#include "bisect.h"

/* Number of intervals that are gathered: for few chains as many as fit the first-level cache, for many chains some of each. */
#define ROOM 1024
#define ROOM_OF_CHAIN 16 /* at least */

typedef struct chain_cursor {
  rocpd_place at, to; /* next row to gather; end of the chain */
  uint32_t first, room; /* its places */
  uint32_t i, n;        /* intervals [i, n) are gathered and not merged yet */
  uint8_t class;
  bool more; /* there may be more rows to gather */
} chain_cursor;

/* ---- cursors ---- */

/* Gives each chain places by its share of the rows. Returns the number of places. */
static uint64_t place_cursors(rocpd_merger *m) {
  const rocpd_slice *s = m->slice;
  const rocpd_chains *c = s->chains;
  uint64_t rows = rocpd_slice_rows(s), places = 0;
  uint64_t share = c->chains * ROOM_OF_CHAIN > ROOM ? c->chains * ROOM_OF_CHAIN : ROOM;
  for (size_t k = 0; k < c->chains; k++) {
    uint64_t room = ROOM_OF_CHAIN + (rows ? (uint64_t)((unsigned __int128)rocpd_slice_chain_rows(s, k) * share / rows) : 0);
    m->cursor[k] = (chain_cursor){.at = s->from[k], .to = s->to[k], .first = (uint32_t)places, .room = (uint32_t)room,
                                  .class = c->stretch[c->first[k]].class, .more = true};
    places += room;
  }
  return places;
}

int rocpd_merger_open(rocpd_slice *s, bool rows, rocpd_merger *out, rocpd_error *err) {
  rocpd_merger *m = out;
  size_t n = s->chains->chains;
  *m = (rocpd_merger){.slice = s};
  m->cursor = sqlite3_malloc64((n + 1) * sizeof *m->cursor);
  m->list = sqlite3_malloc64((n + 1) * sizeof *m->list);
  uint64_t places = m->cursor ? place_cursors(m) : 0;
  while (places >> m->bits) m->bits++;
  m->twin = places + 2 * n; /* lists have a place at each end */
  m->room = sqlite3_malloc64((2 * m->twin + 1) * sizeof *m->room);
  m->start = sqlite3_malloc64((places + 1) * sizeof *m->start);
  m->end = sqlite3_malloc64((places + 1) * sizeof *m->end);
  m->row = rows ? sqlite3_malloc64((places + 1) * sizeof *m->row) : NULL;
  m->stretch = rows ? sqlite3_malloc64((places + 1) * sizeof *m->stretch) : NULL;
  bool got = m->cursor && m->list && m->room && m->start && m->end && (!rows || (m->row && m->stretch));
  if (!got) rocpd_merger_close(m);
  return got ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
}

void rocpd_merger_close(rocpd_merger *m) {
  sqlite3_free(m->cursor), sqlite3_free(m->list), sqlite3_free(m->room);
  sqlite3_free(m->start), sqlite3_free(m->end), sqlite3_free(m->row), sqlite3_free(m->stretch);
  *m = (rocpd_merger){0};
}

/* ---- intervals are gathered ---- */

/* Moves to the next row to gather; returns the number of rows left in its stretch, 0 at the end. */
static uint32_t find_rows(const rocpd_stretch *stretch, chain_cursor *c) {
  for (;; c->at = (rocpd_place){c->at.stretch + 1, 0}) {
    bool last = c->at.stretch >= c->to.stretch;
    uint32_t left = (last ? c->to.row : stretch[c->at.stretch].n) - c->at.row;
    if (left || last) return left;
  }
}

/* Adds durations in 64 bits, unless one is so long that the sum may overflow. */
static rocpd_sum sum_durations(const int64_t *start, const int64_t *end, uint32_t n) {
  uint64_t sum = 0, any = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t d = (uint64_t)rocpd_later(end[i], start[i]) - (uint64_t)start[i];
    sum += d, any |= d;
  }
  if (!n || any < UINT64_MAX / n) return sum;
  rocpd_sum wide = 0;
  for (uint32_t i = 0; i < n; i++) wide += (uint64_t)rocpd_later(end[i], start[i]) - (uint64_t)start[i];
  return wide;
}

/* Gathers the next rows of one stretch at places from `to` on; returns the number of those with an interval. */
static uint32_t gather(rocpd_merger *m, chain_cursor *c, uint32_t to, uint32_t rows) {
  const rocpd_stretch *s = &m->slice->chains->stretch[c->at.stretch];
  uint32_t got = rocpd_stretch_gather(s, c->at.row, rows, m->start + to, m->end + to, m->row ? m->row + to : NULL);
  for (uint32_t i = 0; m->stretch && i < got; i++) m->stretch[to + i] = s;
  if (m->slice->chains->parts) m->slice->durations += sum_durations(m->start + to, m->end + to, got);
  c->at.row += rows;
  return got;
}

static void refill(rocpd_merger *m, chain_cursor *c) {
  uint32_t from = c->first + c->i, left = c->n - c->i, rows = 0;
  memmove(m->start + c->first, m->start + from, left * sizeof *m->start);
  memmove(m->end + c->first, m->end + from, left * sizeof *m->end);
  if (m->row) memmove(m->row + c->first, m->row + from, left * sizeof *m->row);
  if (m->row) memmove(m->stretch + c->first, m->stretch + from, left * sizeof *m->stretch);
  c->i = 0, c->n = left;
  while (c->n < c->room && (rows = find_rows(m->slice->chains->stretch, c)) > 0)
    c->n += gather(m, c, c->first + c->n, rows < c->room - c->n ? rows : c->room - c->n);
  c->more = find_rows(m->slice->chains->stretch, c) > 0;
}

/* ---- rounds ---- */

/* Counts how many of n sorted starts are at most `reach` after the base. */
static uint32_t within(const int64_t *start, uint32_t n, int64_t base, uint64_t reach) {
  if (n && (uint64_t)start[n - 1] - (uint64_t)base <= reach) return n;
  return ROCPD_FIRST(i, 0, n, (uint64_t)start[i] - (uint64_t)base > reach);
}

/* Makes a list of keys of a cursor's part of the round. */
static rocpd_sorted take(const rocpd_merger *m, chain_cursor *c, uint64_t reach, uint64_t *out) {
  uint32_t first = c->first + c->i, n = within(m->start + first, c->n - c->i, m->base, reach);
  for (uint32_t i = 0; i < n; i++) out[i] = ((uint64_t)m->start[first + i] - (uint64_t)m->base) << m->bits | (first + i);
  c->i += n;
  return (rocpd_sorted){out, n};
}

/* Merges the keys of one class in the chains from *k on. */
static rocpd_sorted take_class(const rocpd_merger *m, uint8_t class, uint64_t reach, size_t *k) {
  const rocpd_chains *c = m->slice->chains;
  size_t n = 0;
  for (; *k < c->chains && m->cursor[*k].class == class; ++*k) m->list[n++] = take(m, &m->cursor[*k], reach, m->room + m->cursor[*k].first + 2 * *k + 1);
  return rocpd_sorted_merge_all(m->list, n, (ptrdiff_t)m->twin);
}

/* Finds the end of the round: the last gathered start of the unfinished chain that reaches least far. If nothing starts before it, the round has all
** intervals that start together with the first. */
static bool find_reach(rocpd_merger *m, uint64_t *reach) {
  int64_t low = INT64_MAX, high = INT64_MAX;
  bool any = false, more = false;
  for (size_t k = 0; k < m->slice->chains->chains; k++) {
    chain_cursor *c = &m->cursor[k];
    if (c->more && c->n - c->i < c->room / 2) refill(m, c);
    if (c->i == c->n) continue;
    any = true, low = rocpd_earlier(low, m->start[c->first + c->i]);
    if (c->more) more = true, high = rocpd_earlier(high, m->start[c->first + c->n - 1]);
  }
  uint64_t widest = (UINT64_MAX >> m->bits) - 1;
  m->base = low;
  *reach = !more ? widest : high > low ? (uint64_t)high - (uint64_t)low - 1 : 0;
  if (*reach > widest) *reach = widest;
  return any;
}

bool rocpd_merger_round(rocpd_merger *m) {
  uint64_t reach;
  size_t k = 0;
  if (!find_reach(m, &reach)) return false;
  for (uint8_t class = 0; class < ROCPD_CLASSES; class++) m->of[class] = take_class(m, class, reach, &k);
  return true;
}

bool rocpd_merger_next(rocpd_merger *m, rocpd_met *out) {
  if (m->next == m->all.n) {
    if (!rocpd_merger_round(m)) return false;
    m->all = rocpd_sorted_merge_all(m->of, ROCPD_CLASSES, (ptrdiff_t)m->twin), m->next = 0;
  }
  size_t place = rocpd_key_place(m, m->all.at[m->next++]);
  *out = (rocpd_met){m->start[place], rocpd_later(m->end[place], m->start[place]), m->stretch[place], m->row[place]};
  return true;
}
