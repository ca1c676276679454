/* See call_rows.h. */
#include "call_rows.h"
#include "domain.h"

static bool is_program(rocpd_session *session, int64_t category) {
  return category != ROCPD_NULL && rocpd_is_program_category(rocpd_string(session, category, NULL));
}

/* Are there any among its values? Without a look at the rows: there may be. */
static bool may_be_program(rocpd_session *session, const rocpd_column *category) {
  if (rocpd_column_is_constant(category)) return is_program(session, rocpd_column_at(category, 0));
  bool some = !category->dict || category->low;
  for (uint32_t i = 0; !some && i < category->ndict; i++) some = is_program(session, category->dict[i]);
  return some;
}

int rocpd_call_rows(rocpd_session *session, rocpd_batch *b, uint8_t **out, rocpd_error *err) {
  const rocpd_column *category;
  int64_t last = ROCPD_NULL;
  bool program = false, any = false;
  int rc = rocpd_batch_column(b, ROCPD_REGION_category, &category, err);
  if (rc != SQLITE_OK || rocpd_column_only_nulls(category) || !may_be_program(session, category)) return rc;
  uint8_t *keep = sqlite3_malloc64((uint64_t)b->rows + 1);
  if (!keep) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", b->rows);
  for (uint32_t i = 0; i < b->rows; i++) {
    int64_t c = rocpd_column_at(category, i);
    if (c != last) program = is_program(session, c), last = c;
    any |= program;
    keep[i] = !program;
  }
  if (any) *out = keep;
  else sqlite3_free(keep);
  return SQLITE_OK;
}
