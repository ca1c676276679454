/* See dense_map.h. */
#include "dense_map.h"

enum { STRETCH = 1 << ROCPD_STRETCH_SHIFT };

static int add_stretch(rocpd_dense_map *m, uint64_t key) {
  int rc = rocpd_array_push_reserve(&m->value, m->stretches, STRETCH * sizeof(*m->value));
  if (rc == SQLITE_OK) rc = rocpd_map_set(&m->place, key, m->stretches);
  if (rc != SQLITE_OK) return rc;
  memset(m->value + m->stretches * STRETCH, 0, STRETCH * sizeof(*m->value));
  m->key = key;
  m->stretch = m->stretches++;
  return SQLITE_OK;
}

int rocpd_dense_map_set(rocpd_dense_map *m, uint64_t key, uint64_t value) {
  uint64_t of = key >> ROCPD_STRETCH_SHIFT;
  if (!m->stretches || m->key != of) {
    uint64_t stretch = rocpd_map_get(&m->place, of, UINT64_MAX);
    int rc = stretch == UINT64_MAX ? add_stretch(m, of) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (stretch != UINT64_MAX) m->key = of, m->stretch = stretch;
  }
  m->value[m->stretch * STRETCH + (key & (STRETCH - 1))] = value + 1;
  return SQLITE_OK;
}

void rocpd_dense_map_free(rocpd_dense_map *m) {
  sqlite3_free(m->value);
  rocpd_map_free(&m->place);
  memset(m, 0, sizeof(*m));
}
