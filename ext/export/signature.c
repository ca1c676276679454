/* Launch signatures: the values that all launches of a kernel in one configuration share (grid, workgroup, ...). A trace has thousands of them for millions
** of launches, so formats encode each once. */
#include "writer.h"

int rocpd_signature_find(rocpd_signatures *s, const rocpd_export_batch *v, uint32_t row, uint32_t *number) {
  uint32_t *known = NULL;
  if (v->signature_code) {
    size_t end = v->first_code + v->signature_code->ndict, had = s->codes;
    if (had < end) {
      if (rocpd_array_reserve(&s->of_code, &s->codes, end, sizeof *s->of_code)) return SQLITE_NOMEM;
      memset(s->of_code + had, 0, (s->codes - had) * sizeof *s->of_code);
    }
    int64_t code = rocpd_column_code(v->signature_code, row);
    if (code != ROCPD_NULL) known = &s->of_code[v->first_code + (size_t)code];
    if (known && *known) {
      *number = *known - 1;
      return SQLITE_OK;
    }
  }
  int64_t value[ROCPD_SIGNATURE_VALUES] = {0};
  int n = 0;
  for (int f = 0; f < v->event->fields; f++)
    for (int i = 0; v->event->field[f].signature && i < v->event->field[f].count; i++) value[n++] = rocpd_column_at(v->field[f][i], row);
  int64_t group;
  s->all.keys = ROCPD_SIGNATURE_VALUES;
  int rc = rocpd_group_add(&s->all, value, &group, NULL);
  if (!rc) *number = (uint32_t)group;
  if (!rc && known) *known = *number + 1;
  return rc;
}

void rocpd_signatures_free(rocpd_signatures *s) {
  rocpd_groups_free(&s->all);
  sqlite3_free(s->of_code);
}
