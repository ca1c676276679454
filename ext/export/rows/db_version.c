/* See db_version.h. */
#include "db_version.h"
#include "db_schema.h"

/* Whether the version is "3.0.1" or later. */
static bool is_later_version(const char *version) {
  return strncmp(version, "3.0.", 4) == 0 ? version[4] > '0' : version[0] > '3' && version[0] <= '9';
}

/* Whether a column has a value that only later versions can store. For required numbers, any value but 0. */
static int column_says_later(rocpd_batch *b, const rocpd_db_rule *r, bool *later, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, r->column), &c, err);
  if (!rc && !rocpd_column_only_nulls(c)) *later |= !r->required || c->min != 0 || c->max != 0;
  return rc;
}

/* A source's own version, and network cards. */
static int text_says_later(const rocpd_export *x, bool *later, rocpd_batch *b, rocpd_error *err) {
  bool metadata = b->kind == ROCPD_KIND_RAW_METADATA;
  const rocpd_column *tag, *value;
  int rc = rocpd_batch_column(b, metadata ? (int)ROCPD_RAW_METADATA_tag : (int)ROCPD_AGENT_type, &tag, err);
  if (!rc) rc = rocpd_batch_column(b, metadata ? (int)ROCPD_RAW_METADATA_value : (int)ROCPD_AGENT_type, &value, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++)
    *later |= metadata ? strcmp(rocpd_db_text_at(x, tag, i), "schema_version") == 0 && is_later_version(rocpd_db_text_at(x, value, i))
                         : strcmp(rocpd_db_text_at(x, tag, i), "NIC") == 0;
  return rc;
}

static int says_later(const rocpd_export *x, bool *later, const rocpd_db_table *t, rocpd_batch *b, rocpd_error *err) {
  int rc = SQLITE_OK;
  *later |= !rocpd_db_has_table(t, false) && b->rows;
  for (const rocpd_db_rule *r = t->rule; !rc && !*later && r->column; r++)
    if (r->after) rc = column_says_later(b, r, later, err);
  if (rc || (t->kind != ROCPD_KIND_RAW_METADATA && t->kind != ROCPD_KIND_AGENT)) return rc;
  return text_says_later(x, later, b, err);
}

int rocpd_db_find_version(rocpd_export *x, bool *later, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < rocpd_db_table_count; i++) {
    rocpd_batch **batch;
    size_t n;
    rc = rocpd_snapshot_batches(x->snapshot, rocpd_db_tables[i].kind, &batch, &n, err);
    for (size_t k = 0; !rc && k < n; k++) {
      rc = says_later(x, later, &rocpd_db_tables[i], batch[k], err);
      x->layout.rows += batch[k]->rows;
    }
  }
  return rc;
}
