/* See same.h. The rows of all sources that share a process are hashed, and for each hash the number of sources that hold it is counted. Then the sources are
** tried in turn: one is left out if each of its rows is held by two or more of the remaining sources. So a row is read only a few times, however many
** sources there are. Parts are tried first (they have fewer rows of a process than another source), then incomplete sources, and of equal ones the one
** attached last. So the whole trace stays, and of equal sources the one attached first.
**
** Times of a process are compared as they are in its files: a user may have moved one file, and an export keeps times as they were shown then. If the offset
** to UTC is known for all files, times in UTC are compared, which are the same in all of them. */
#include "same_state.h"
#include "parallel.h"
#include "snapshot_state.h"

struct rocpd_same_list {
  rocpd_same *same;
  size_t n;
};

/* ---- which sources are left out */

/* A value in `rows` has two parts: the number of sources that hold the row, and in the low bits the stamp of the one counted last. */
#define HOLDER ((uint64_t)1 << 32)
static uint64_t holders_of(const comparison *c, uint64_t hash) { return rocpd_map_get(&c->rows, hash, 0) / HOLDER; }

/* A source that has two rows with one hash counts once. */
static bool change_row(row_loop *l, uint64_t hash, uint64_t by) {
  uint64_t held = rocpd_map_get(&l->c->rows, hash, 0);
  if (held % HOLDER == l->c->stamp) return true;
  l->rc = rocpd_map_set(&l->c->rows, hash, (held / HOLDER + by) * HOLDER + l->c->stamp);
  return l->rc == SQLITE_OK;
}

static bool count_row(row_loop *l, uint64_t hash) { return l->part->rows++, change_row(l, hash, 1); }
static bool release_row(row_loop *l, uint64_t hash) { return l->rows++, change_row(l, hash, (uint64_t)-1); }
static bool is_elsewhere(row_loop *l, uint64_t hash) { return !(l->alone |= holders_of(l->c, hash) < 2); }

static bool count_twice(row_loop *l, uint64_t hash) {
  rocpd_same *t = &l->one->twice;
  if (holders_of(l->c, hash) < 2) return true;
  uint64_t own = (uint64_t)(l->one - l->c->one) + 1, first = rocpd_map_get(&l->c->first_holder, hash, 0);
  if (!l->rows++) t->first = t->last = l->start;
  t->first = rocpd_earlier(t->first, l->start), t->last = rocpd_later(t->last, l->start);
  t->of_kind[l->kind]++;
  t->surplus += first && first != own;
  if (!first) l->rc = rocpd_map_set(&l->c->first_holder, hash, own);
  return l->rc == SQLITE_OK;
}

/* Whether each process of a source is also in another source that remains. */
static bool has_others(const comparison *c, const compared *one) {
  for (size_t i = 0; i < one->parts; i++)
    if (holders_with(c, one->part[i].process)->sources < 2) return false;
  return true;
}

static void release_parts(const comparison *c, const compared *one) {
  for (size_t i = 0; i < one->parts; i++) {
    holders *h = holders_with(c, one->part[i].process);
    h->sources -= h->last != one->place; /* counts once if it has a process twice */
    h->last = one->place;
  }
}

static int try_to_leave_out(comparison *c, compared *one) {
  if (one->unreadable || !has_others(c, one)) return SQLITE_OK;
  row_loop l = {.c = c, .one = one, .row = is_elsewhere};
  int rc = rocpd_same_each_row(&l);
  if (rc != SQLITE_OK || l.alone) return rc;
  l = (row_loop){.c = c, .one = one, .row = release_row};
  rc = rocpd_same_each_row(&l);
  if (rc != SQLITE_OK) return rc;
  one->left_out = true;
  one->twice.rows = l.rows;
  release_parts(c, one);
  return SQLITE_OK;
}

static int for_all(comparison *c, bool (*row)(row_loop *l, uint64_t hash)) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < c->n; i++) {
    compared *one = &c->one[i];
    row_loop l = {.c = c, .one = one, .row = row};
    if (one->unreadable || one->left_out) continue;
    rc = rocpd_same_each_row(&l);
    one->twice.rows = l.rows;
  }
  return rc;
}

/* A source that cannot be read does not count as holding rows of others. */
static void forget_unreadable(const comparison *c) {
  for (size_t i = 0; i < c->processes; i++) c->holder[i].last = SIZE_MAX;
  for (size_t i = 0; i < c->n; i++)
    if (c->one[i].unreadable) release_parts(c, &c->one[i]);
}

enum { PARTS, NOT_WHOLE, WHOLE, TURNS };
static void find_turns(const comparison *c) {
  for (size_t i = 0; i < c->parts; i++) {
    holders *h = holders_with(c, c->part[i].process);
    if (c->part[i].rows > h->rows) h->rows = c->part[i].rows;
  }
  for (size_t i = 0; i < c->n; i++) {
    compared *one = &c->one[i];
    one->turn = rocpd_source_is_whole(one->source) ? WHOLE : NOT_WHOLE;
    for (size_t k = 0; k < one->parts; k++)
      if (one->part[k].rows < holders_with(c, one->part[k].process)->rows) one->turn = PARTS;
  }
}

static int decide(comparison *c) {
  forget_unreadable(c);
  int rc = for_all(c, count_row);
  find_turns(c);
  for (int turn = 0; turn < TURNS; turn++)
    for (size_t i = c->n; rc == SQLITE_OK && i-- > 0;)
      if (c->one[i].turn == turn) rc = try_to_leave_out(c, &c->one[i]);
  return rc == SQLITE_OK ? for_all(c, count_twice) : rc;
}

/* ---- the answer */

static bool have_common(const comparison *c, const compared *a, const compared *b) {
  for (size_t i = 0; i < a->parts; i++)
    for (size_t k = 0; k < b->parts; k++)
      if (a->part[i].process == b->part[k].process) return true;
  return false;
}

/* The first source that counts and shares a process with this one; NULL: none or, with `only`, several. */
static const rocpd_source *find_other(const comparison *c, const compared *one, bool only) {
  const rocpd_source *found = NULL;
  for (size_t i = 0; i < c->n; i++) {
    const compared *other = &c->one[i];
    if (other == one || other->left_out || other->unreadable || !have_common(c, one, other)) continue;
    if (found) return NULL;
    found = other->source;
    if (!only) break;
  }
  return found;
}

static int make_list(const comparison *c, rocpd_same_list **out) {
  rocpd_same_list *list = sqlite3_malloc64(sizeof(*list) + c->n * sizeof(*list->same));
  if (!list) return SQLITE_NOMEM;
  *list = (rocpd_same_list){.same = (rocpd_same *)(list + 1)};
  for (int left_out = 1; left_out >= 0; left_out--)
    for (size_t i = 0; i < c->n; i++) {
      const compared *one = &c->one[i];
      if (one->left_out != left_out || (!left_out && !one->twice.rows)) continue;
      rocpd_same *same = &list->same[list->n++];
      *same = one->twice;
      same->source = one->source, same->other = find_other(c, one, !left_out), same->left_out = left_out;
    }
  *out = list;
  return SQLITE_OK;
}

/* Removes the sources that are left out from the array. */
static void take_left_out(const comparison *c, rocpd_source **source, size_t *n) {
  size_t left = 0, k = 0;
  for (size_t i = 0; i < *n; i++) {
    while (k < c->n && c->one[k].place < i) k++;
    if (k < c->n && c->one[k].place == i && c->one[k].left_out) continue;
    source[left++] = source[i];
  }
  *n = left;
}

static int map_parts(comparison *c) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < c->n; i++)
    for (size_t k = 0; rc == SQLITE_OK && c->one[i].parts > 1 && k < c->one[i].parts; k++)
      rc = rocpd_map_set(&c->one[i].place_of, rocpd_same_key_of(c->one[i].part[k].nid, c->one[i].part[k].pid), k);
  return rc;
}

static int compare(comparison *c, rocpd_error *err) {
  rocpd_source **source = sqlite3_malloc64(c->n * sizeof(*source));
  if (!source) return rocpd_no_memory(err);
  for (size_t i = 0; i < c->n; i++) source[i] = c->one[i].source;
  int rc = rocpd_snapshot_of_sources(c->trace, source, c->n, &c->snapshot);
  sqlite3_free(source);
  if (rc == SQLITE_OK) rc = map_parts(c);
  if (rc == SQLITE_OK) rc = rocpd_same_read_all(c, err);
  return rocpd_fail_code(err, rc == SQLITE_OK ? decide(c) : rc);
}

static void comparison_free(comparison *c) {
  if (c->snapshot) rocpd_snapshot_drop(c->snapshot);
  for (size_t i = 0; i < c->n; i++) rocpd_map_free(&c->one[i].place_of);
  rocpd_map_free(&c->rows);
  rocpd_map_free(&c->first_holder);
  rocpd_map_free(&c->place);
  sqlite3_free(c->one);
  sqlite3_free(c->holder);
  sqlite3_free(c->part);
}

int rocpd_same_find(rocpd_trace *t, rocpd_source **source, const bool *keep, size_t *n, rocpd_same_list **out, rocpd_error *err) {
  comparison c = {.trace = t, .session = t->session};
  int rc = SQLITE_OK;
  *out = NULL;
  for (size_t i = 0; rc == SQLITE_OK && *n > 1 && i < *n; i++)
    if (!keep[i]) rc = rocpd_same_add_source(&c, source[i], i);
  if (rc == SQLITE_OK && c.processes < c.parts) rc = rocpd_same_list_compared(&c, source);
  if (rc == SQLITE_OK && c.n) rc = compare(&c, err);
  if (rc == SQLITE_OK && c.n) rc = make_list(&c, out);
  if (rc == SQLITE_OK && c.n) take_left_out(&c, source, n);
  comparison_free(&c);
  return rocpd_fail_code(err, rc);
}

/* ---- kept with a snapshot */

static const char same_owner;

static void list_free(void *data) {
  rocpd_same_list *list = data;
  for (size_t i = 0; i < list->n && list->same[i].left_out; i++) rocpd_source_unref(list->same[i].source);
  sqlite3_free(list);
}

int rocpd_same_keep(rocpd_snapshot *s, rocpd_same_list *list) {
  return !list || rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = &same_owner, .data = list, .free_data = list_free}) ? SQLITE_OK : SQLITE_NOMEM;
}

const rocpd_same *rocpd_snapshot_same(rocpd_snapshot *s, size_t *n) {
  const rocpd_same_list *list = rocpd_snapshot_kept(rocpd_snapshot_whole(s), &same_owner, 0);
  *n = list ? list->n : 0;
  return list ? list->same : NULL;
}
