/* See map.h: open addressing, at most two thirds full. */
#include "map.h"

static int map_grow(rocpd_map *m) {
  uint64_t slots = m->entry ? (m->mask + 1) * 2 : 16;
  rocpd_map larger = {rocpd_zeroed(slots * sizeof(rocpd_map_entry)), slots - 1, m->count};
  if (!larger.entry) return SQLITE_NOMEM;
  for (uint64_t i = 0; m->entry && i <= m->mask; i++)
    if (m->entry[i].value_plus_1) larger.entry[rocpd_map_slot(&larger, m->entry[i].key)] = m->entry[i];
  sqlite3_free(m->entry);
  *m = larger;
  return SQLITE_OK;
}

int rocpd_map_set(rocpd_map *m, uint64_t key, uint64_t value) {
  if (!m->entry || m->count * 3 >= (m->mask + 1) * 2) {
    int rc = map_grow(m);
    if (rc != SQLITE_OK) return rc;
  }
  rocpd_map_entry *e = &m->entry[rocpd_map_slot(m, key)];
  if (!e->value_plus_1) m->count++;
  *e = (rocpd_map_entry){key, value + 1};
  return SQLITE_OK;
}

void rocpd_map_free(rocpd_map *m) {
  sqlite3_free(m->entry);
  memset(m, 0, sizeof(*m));
}
