/* Launch signatures: the values that all launches of a kernel in one configuration share (grid, workgroup, ...). A trace has thousands of them for millions
** of launches, so formats encode each once. */
#include "writer.h"

static int grow_slots(rocpd_signatures *s) {
  size_t slots = s->slots ? s->slots * 2 : 256;
  uint32_t *slot = rocpd_zeroed(slots * sizeof *slot);
  if (!slot) return SQLITE_NOMEM;
  sqlite3_free(s->slot);
  s->slot = slot;
  s->slots = slots;
  return SQLITE_OK;
}

/* The slot of the value, or the empty slot where it belongs. */
static uint32_t *slot_of(const rocpd_signatures *s, const int64_t *value) {
  uint64_t h = 0;
  for (int i = 0; i < ROCPD_SIGNATURE_VALUES; i++) h = (h ^ (uint64_t)value[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  for (size_t i = h & (s->slots - 1);; i = (i + 1) & (s->slots - 1))
    if (!s->slot[i] || !memcmp(s->value[s->slot[i] - 1], value, sizeof *s->value)) return &s->slot[i];
}

static int number_of(rocpd_signatures *s, const int64_t *value, uint32_t *number) {
  if (s->n * 2 >= s->slots) {
    int rc = grow_slots(s);
    if (rc) return rc;
    for (size_t i = 0; i < s->n; i++) *slot_of(s, s->value[i]) = (uint32_t)i + 1;
  }
  uint32_t *slot = slot_of(s, value);
  if (!*slot) {
    int rc = rocpd_array_reserve(&s->value, &s->capacity, s->n + 1, sizeof *s->value);
    if (rc) return rc;
    memcpy(s->value[s->n], value, sizeof *s->value);
    *slot = (uint32_t)++s->n;
  }
  *number = *slot - 1;
  return SQLITE_OK;
}

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
  int rc = number_of(s, value, number);
  if (!rc && known) *known = *number + 1;
  return rc;
}

void rocpd_signatures_free(rocpd_signatures *s) {
  sqlite3_free(s->value);
  sqlite3_free(s->slot);
  sqlite3_free(s->of_code);
}
