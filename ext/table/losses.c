/* losses: what the trace lacks, one row for each loss. Columns: ext/help/tables/losses.md */
#include "loss.h"
#include "rows.h"
#include "trace.h"

#define COLUMN_LIST(C, H) \
  C(SOURCE, source, TEXT) C(LOSS, loss, TEXT) C(ROWS, rows, INTEGER) C(BYTES, bytes, INTEGER) C(DETAIL, detail, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct losses {
  rocpd_session *session;
  rocpd_row_builder rows;
  const char *source;
} losses;

static int add(losses *l, const char *loss, int64_t rows, int64_t bytes, const char *detail) {
  int rc = SQLITE_OK;
  const int64_t row[COLUMNS] = {[SOURCE] = rocpd_rows_text(l->session, l->source, &rc), [LOSS] = rocpd_rows_text(l->session, loss, &rc),
                                [ROWS] = rows, [BYTES] = bytes, [DETAIL] = rocpd_rows_text(l->session, detail, &rc)};
  return rc == SQLITE_OK ? rocpd_rows_add(&l->rows, row) : rc;
}

/* Takes those facts of a file's health that mean missing rows. */
static int take_fact(void *arg, const char *name, int64_t value, const char *detail) {
  losses *l = arg;
  if (value <= 0 || !rocpd_is_loss(name)) return SQLITE_OK;
  char *text = sqlite3_mprintf("%s: %lld", name, (long long)value);
  int rc = text ? add(l, name, value, ROCPD_NULL, text) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc;
}

/* Adds the reason why the file is not complete. */
static int add_lack(losses *l, const rocpd_source *s) {
  static const char *const name[] = {[ROCPD_LACK_RUNNING] = "running", [ROCPD_LACK_KILLED] = "killed", [ROCPD_LACK_EXPORTED] = "exported",
                                     [ROCPD_LACK_CUT] = "cut", [ROCPD_LACK_DAMAGED] = "damaged", [ROCPD_LACK_EMPTY] = "empty"};
  enum rocpd_lack lack = rocpd_source_lack(s);
  int64_t bytes = s->info.cut_bytes;
  char *text = NULL;
  if (lack == ROCPD_LACK_NONE) return SQLITE_OK;
  const char *damage = s->faults.damage ? s->faults.damage : "";
  size_t path = strlen(s->path);
  if (strncmp(damage, s->path, path) == 0 && strncmp(damage + path, ": ", 2) == 0) damage += path + 2; /* the row's column `source` names the file */
  if (lack == ROCPD_LACK_DAMAGED) text = sqlite3_mprintf("%s: %s", rocpd_lack_text(lack), damage);
  else if (lack == ROCPD_LACK_EMPTY && bytes) text = sqlite3_mprintf("the file ends within its header, after %lld bytes", (long long)bytes);
  else if (bytes) text = sqlite3_mprintf("%s: its last %lld bytes cannot be read", rocpd_lack_text(lack), (long long)bytes);
  else text = sqlite3_mprintf("%s", rocpd_lack_text(lack));
  bool of_bytes = lack == ROCPD_LACK_CUT || lack == ROCPD_LACK_EMPTY || lack == ROCPD_LACK_KILLED;
  int rc = text ? add(l, name[lack], ROCPD_NULL, of_bytes ? bytes : ROCPD_NULL, text) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc;
}

static int add_source(losses *l, rocpd_source *s) {
  l->source = s->path;
  int rc = rocpd_source_health(s, take_fact, l); /* first, since it may read the file and find losses */
  return rc == SQLITE_OK ? add_lack(l, s) : rc;
}

static int add_unreadable(void *arg, int64_t files, const char *why) { return add(arg, "unreadable", files, ROCPD_NULL, why); }

static int losses_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  losses l = {.session = rocpd_snapshot_session(s), .rows.columns = COLUMNS};
  int rc = rocpd_snapshot_left_out(s, add_unreadable, &l);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_source(&l, source[i]);
  return rocpd_rows_end(&l.rows, rc, out, err);
}

ROCPD_TABLE(losses) = {
  .name = "losses", .kind = -1, .column = columns, .columns = COLUMNS, .takes_sums = true, .ignores = ROCPD_TAKES_ROWS, .rows = losses_rows};
