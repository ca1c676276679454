/* See calls_kept.h; and what belongs to calls is freed here, since it may be shared. */
#include "calls_kept.h"
#include "cache.h"

enum { PART_OF_CACHE = 8 }; /* of the bytes that columns may take between statements */

struct rocpd_calls_kept {
  rocpd_calls calls;
  rocpd_session *session;
  int users;
  struct calls_holder *holder; /* NULL: the snapshot is gone */
};

/* With a snapshot. */
typedef struct calls_holder {
  struct rocpd_calls_kept *kept; /* NULL: there is none */
} calls_holder;

static const char calls_owner;

static void let_go(struct rocpd_calls_kept *k) {
  if (k->holder) k->holder->kept = NULL;
  k->holder = NULL;
  if (k->users) return;
  rocpd_calls_drop(&k->calls);
  sqlite3_free(k);
}

static void free_holder(void *data) {
  calls_holder *h = data;
  if (h->kept) let_go(h->kept);
  sqlite3_free(h);
}

static int make(calls_holder *h, rocpd_snapshot *s, int (*order)(rocpd_snapshot *s, rocpd_calls *out, rocpd_error *err), rocpd_error *err) {
  struct rocpd_calls_kept *k = sqlite3_malloc64(sizeof *k);
  if (!k) return rocpd_no_memory(err);
  *k = (struct rocpd_calls_kept){.session = rocpd_snapshot_session(s), .holder = h};
  int rc = order(s, &k->calls, err);
  if (rc == SQLITE_OK) h->kept = k;
  else sqlite3_free(k);
  return rc;
}

int rocpd_calls_kept(rocpd_snapshot *s, int (*order)(rocpd_snapshot *s, rocpd_calls *out, rocpd_error *err), rocpd_calls *out, rocpd_error *err) {
  void *own;
  s = rocpd_snapshot_whole(s);
  int rc = rocpd_snapshot_own(s, &calls_owner, sizeof(calls_holder), free_holder, &own, err);
  calls_holder *h = own;
  if (rc == SQLITE_OK && !h->kept) rc = make(h, s, order, err);
  if (rc != SQLITE_OK) return *out = (rocpd_calls){0}, rc;
  *out = h->kept->calls;
  out->kept = h->kept;
  out->kept->users++;
  return SQLITE_OK;
}

void rocpd_calls_kept_release(struct rocpd_calls_kept *k) {
  int64_t bytes = (int64_t)((uint64_t)k->calls.n * sizeof *k->calls.row);
  if (!--k->users && (!k->holder || bytes > rocpd_cache_limit(k->session) / PART_OF_CACHE)) let_go(k);
}

void rocpd_calls_forget_order(rocpd_calls *c) {
  if (!c->kept) sqlite3_free(c->row);
  sqlite3_free(c->start), sqlite3_free(c->end), sqlite3_free(c->parent);
  c->row = NULL, c->start = c->end = NULL, c->parent = NULL;
  c->n = 0;
}

void rocpd_calls_drop(rocpd_calls *c) {
  rocpd_calls_forget_order(c);
  if (c->kept) rocpd_calls_kept_release(c->kept);
  else sqlite3_free(c->first_row), sqlite3_free(c->source), sqlite3_free(c->thread);
  memset(c, 0, sizeof *c);
}
