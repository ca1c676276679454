/* See calls_kept.h; and what belongs to calls is freed here, since it may be shared. */
#include "calls_kept.h"

static const char calls_owner;

static void free_calls(void *data) {
  rocpd_calls_drop(data);
  sqlite3_free(data);
}

static int make(rocpd_snapshot *s, int (*order)(rocpd_snapshot *s, rocpd_calls *out, rocpd_error *err), rocpd_kept **kept, rocpd_error *err) {
  rocpd_calls *c = sqlite3_malloc64(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  *c = (rocpd_calls){0};
  int rc = order(s, c, err);
  if (rc != SQLITE_OK) return sqlite3_free(c), rc;
  int64_t bytes = (int64_t)sqlite3_msize(c->row);
  *kept = rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = &calls_owner, .data = c, .bytes = bytes, .free_data = free_calls, .until = ROCPD_KEPT_IN_USE});
  return *kept ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_calls_kept(rocpd_snapshot *s, int (*order)(rocpd_snapshot *s, rocpd_calls *out, rocpd_error *err), rocpd_calls *out, rocpd_error *err) {
  s = rocpd_snapshot_whole(s);
  rocpd_kept *kept = rocpd_snapshot_use(s, &calls_owner, 0);
  int rc = kept ? SQLITE_OK : make(s, order, &kept, err);
  if (rc != SQLITE_OK) return *out = (rocpd_calls){0}, rc;
  *out = *(const rocpd_calls *)rocpd_kept_data(kept);
  out->kept = kept;
  return SQLITE_OK;
}

void rocpd_calls_forget_order(rocpd_calls *c) {
  if (!c->kept) sqlite3_free(c->row);
  sqlite3_free(c->start), sqlite3_free(c->end), sqlite3_free(c->parent);
  c->row = NULL, c->start = c->end = NULL, c->parent = NULL;
  c->n = 0;
}

void rocpd_calls_drop(rocpd_calls *c) {
  rocpd_calls_forget_order(c);
  if (c->kept) rocpd_kept_release(c->kept);
  else sqlite3_free(c->first_row), sqlite3_free(c->source), sqlite3_free(c->thread);
  memset(c, 0, sizeof *c);
}
