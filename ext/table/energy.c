/* energy: the joules that GPUs took by kernel, GPU or rank, or for each kernel and copy; and the joules that they took while nothing ran. */
#include "energy.h"
#include <math.h>
#include <stdlib.h>
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(KIND, kind, TEXT) C(NAME, name, TEXT) C(CALLS, calls, INTEGER) C(BUSY_NS, busy_ns, INTEGER) C(JOULES, joules, REAL) C(ERROR, error_j, REAL) \
  C(MEAN, mean_w, REAL) C(SHARE, share, REAL) C(UNKNOWN_NS, unknown_ns, INTEGER) \
  H(TOTAL_NS, total_ns, INTEGER) H(ID, id, INTEGER) H(PID, pid, INTEGER) H(START, start, BIGINT) H(AGENT, agent_id, INTEGER) H(DEVICE, device, TEXT) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct energy_rows {
  rocpd_snapshot *s;
  rocpd_energy all;
  double joules; /* of all rows */
  rocpd_identity whose;
  rocpd_row_builder b;
} energy_rows;

static const char *const by_words[] = {[ROCPD_ENERGY_BY_KERNEL] = "kernel", [ROCPD_ENERGY_BY_DEVICE] = "device", [ROCPD_ENERGY_BY_RANK] = "rank",
                                       [ROCPD_ENERGY_BY_EVENT] = "event"};

static int read_by(const char *by, enum rocpd_energy_by *out, rocpd_error *err) {
  *out = ROCPD_ENERGY_BY_KERNEL;
  for (int i = 0; by && i <= ROCPD_ENERGY_BY_EVENT; i++)
    if (!strcmp(by, by_words[i])) return *out = (enum rocpd_energy_by)i, SQLITE_OK;
  return by ? rocpd_fail(err, SQLITE_ERROR, "energy: by is '%s', expected 'kernel', 'device', 'rank' or 'event'", by) : SQLITE_OK;
}

/* The power of a row is known in some of its time. */
static bool is_known(const rocpd_energy_row *r) { return r->ns - r->unknown_ns > 0.5; }

static int most_first(const void *a, const void *b) {
  const rocpd_energy_row *x = a, *y = b;
  bool known = is_known(x), other = is_known(y);
  return ROCPD_ORDER(other, known) ?: ROCPD_ORDER(y->joules, x->joules) ?: ROCPD_ORDER(y->ns, x->ns) ?: ROCPD_ORDER(x->kind, y->kind) ?:
         ROCPD_ORDER(x->name, y->name);
}

static int add_row(energy_rows *m, const rocpd_energy_row *r, rocpd_error *err) {
  bool known = is_known(r);
  int64_t value[COLUMNS];
  int rc = SQLITE_OK;
  for (int i = 0; i < COLUMNS; i++) value[i] = ROCPD_NULL;
  if (r->source) rc = rocpd_identify(&m->whose, m->s, r->source, r->agent, err);
  if (rc == SQLITE_OK && r->source)
    value[GUID] = r->guid != ROCPD_NULL ? r->guid : m->whose.guid, value[SOURCE] = m->whose.path, value[HOST] = m->whose.origin.host;
  value[KIND] = rocpd_rows_text(rocpd_snapshot_session(m->s), rocpd_energy_kinds[r->kind], &rc);
  value[NAME] = r->name, value[CALLS] = r->calls, value[TOTAL_NS] = r->total_ns, value[ID] = r->id, value[PID] = r->pid, value[START] = r->start;
  value[AGENT] = r->agent, value[DEVICE] = r->device, value[RUN] = r->run, value[RANK] = r->rank;
  value[BUSY_NS] = llround(r->ns), value[UNKNOWN_NS] = llround(r->unknown_ns);
  if (known) {
    value[JOULES] = rocpd_real_bits(r->joules), value[ERROR] = rocpd_real_bits(r->error);
    value[MEAN] = rocpd_real_bits(r->joules / (r->ns - r->unknown_ns) * 1e9);
    if (m->joules > 0) value[SHARE] = rocpd_real_bits(r->joules / m->joules);
  }
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_rows_add(&m->b, value)) : rocpd_fail_code(err, rc);
}

static int make_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  energy_rows m = {.s = s, .b.columns = COLUMNS};
  enum rocpd_energy_by by;
  int rc = read_by(arg[0], &by, err);
  if (rc == SQLITE_OK) rc = rocpd_energy_make(s, &rocpd_energy_power, by, &m.all, err);
  for (size_t i = 0; rc == SQLITE_OK && i < m.all.n; i++)
    if (is_known(&m.all.row[i])) m.joules += m.all.row[i].joules;
  if (rc == SQLITE_OK && m.all.n && by != ROCPD_ENERGY_BY_EVENT) qsort(m.all.row, m.all.n, sizeof *m.all.row, most_first);
  for (size_t i = 0; rc == SQLITE_OK && i < m.all.n; i++) rc = add_row(&m, &m.all.row[i], err);
  rocpd_energy_drop(&m.all);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(energy) = {.name = "energy", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                       .takes = ROCPD_TAKES_GPU, .rows = make_rows};
