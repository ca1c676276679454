/* throttled: for how long GPUs were slowed down, by reason, and the kernels and copies that ran then. */
#include "energy.h"
#include <math.h>
#include <stdlib.h>
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(REASON, reason, TEXT) C(KIND, kind, TEXT) C(NAME, name, TEXT) C(THROTTLED_NS, throttled_ns, INTEGER) C(SHARE, share, REAL) C(KNOWN_NS, known_ns, INTEGER) \
  C(EVENTS, events, INTEGER) H(AGENT, agent_id, INTEGER) H(DEVICE, device, TEXT) ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

enum { REASONS = 64, PREFIX = sizeof "GPU Throttle " - 1 };

typedef struct throttled_rows {
  rocpd_snapshot *s;
  char *reason[REASONS]; /* those for which a GPU was slowed down: tracks up to their number */
  int reasons;
  rocpd_identity whose;
  rocpd_row_builder b;
} throttled_rows;

/* ---- reasons */

static int add_reason(throttled_rows *m, const char *track, rocpd_error *err) {
  const char *end = strstr(track, " [");
  if (strncmp(track, "GPU Throttle ", PREFIX) || !end) return SQLITE_OK;
  size_t n = (size_t)(end - track);
  for (int i = 0; i < m->reasons; i++)
    if (strlen(m->reason[i]) == n && !memcmp(m->reason[i], track, n)) return SQLITE_OK;
  if (m->reasons == REASONS) return rocpd_fail(err, SQLITE_TOOBIG, "throttled: there are more than %d reasons", REASONS);
  if (!(m->reason[m->reasons] = sqlite3_mprintf("%.*s", (int)n, track))) return rocpd_no_memory(err);
  m->reasons++;
  return SQLITE_OK;
}

static int find_reasons(throttled_rows *m, rocpd_error *err) {
  static const int wanted[] = {ROCPD_METRIC_track, ROCPD_METRIC_value};
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(m->s), ROCPD_KIND_METRIC, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *c[2];
    int64_t last = ROCPD_NULL; /* whose track is known */
    rc = rocpd_batch_columns(batch[i], wanted, 2, c, err);
    for (uint32_t k = 0; rc == SQLITE_OK && k < batch[i]->rows; k++) {
      int64_t track = rocpd_column_at(c[0], k), value = rocpd_column_at(c[1], k);
      if (track == last || track == ROCPD_NULL || value == ROCPD_NULL || !(rocpd_real_of(value) > 0)) continue;
      last = track;
      rc = add_reason(m, rocpd_string(rocpd_snapshot_session(m->s), track, NULL), err);
    }
  }
  return rc;
}

/* ---- rows */

static int add_row(throttled_rows *m, const char *reason, const rocpd_energy_row *r, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(m->s);
  double known = r->ns - r->unknown_ns, ns = r->joules * 1e9 / 100; /* the values are in % */
  int64_t value[COLUMNS];
  int rc = SQLITE_OK;
  for (int i = 0; i < COLUMNS; i++) value[i] = ROCPD_NULL;
  if (r->source) rc = rocpd_identify(&m->whose, m->s, r->source, r->agent, err);
  if (rc == SQLITE_OK && r->source) value[GUID] = m->whose.guid, value[SOURCE] = m->whose.path, value[HOST] = m->whose.origin.host;
  value[REASON] = rocpd_rows_text(session, reason + PREFIX, &rc);
  value[KIND] = rocpd_rows_text(session, rocpd_energy_kinds[r->kind], &rc);
  value[NAME] = r->name, value[AGENT] = r->agent, value[DEVICE] = r->device;
  value[THROTTLED_NS] = llround(ns), value[KNOWN_NS] = llround(known), value[SHARE] = rocpd_real_bits(ns < known ? ns / known : 1);
  if (r->kind != ROCPD_ENERGY_IDLE) value[EVENTS] = r->met;
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_rows_add(&m->b, value)) : rocpd_fail_code(err, rc);
}

static int compare(const void *a, const void *b) {
  const rocpd_energy_row *x = a, *y = b;
  return ROCPD_ORDER(y->joules, x->joules) ?: ROCPD_ORDER(x->kind, y->kind) ?: ROCPD_ORDER(x->name, y->name);
}

static int add_rows(throttled_rows *m, enum rocpd_energy_by by, const char *reason, rocpd_error *err) {
  rocpd_energy all;
  int rc = rocpd_energy_make(m->s, &(rocpd_energy_of){reason, true}, by, &all, err);
  if (rc != SQLITE_OK) return rc;
  if (all.n) qsort(all.row, all.n, sizeof *all.row, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < all.n; i++)
    if (all.row[i].joules * 1e9 / 100 >= 0.5) rc = add_row(m, reason, &all.row[i], err);
  rocpd_energy_drop(&all);
  return rc;
}

static int make_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  throttled_rows m = {.s = s, .b.columns = COLUMNS};
  enum rocpd_energy_by by = ROCPD_ENERGY_BY_DEVICE;
  int rc = SQLITE_OK;
  if (arg[0] && !strcmp(arg[0], "kernel")) by = ROCPD_ENERGY_BY_KERNEL;
  else if (arg[0] && strcmp(arg[0], "device")) rc = rocpd_fail(err, SQLITE_ERROR, "throttled: by is '%s', expected 'device' or 'kernel'", arg[0]);
  if (rc == SQLITE_OK) rc = find_reasons(&m, err);
  for (int i = 0; rc == SQLITE_OK && i < m.reasons; i++) rc = add_rows(&m, by, m.reason[i], err);
  for (int i = 0; i < m.reasons; i++) sqlite3_free(m.reason[i]);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(throttled) = {.name = "throttled", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                          .takes = ROCPD_TAKES_GPU, .rows = make_rows};
