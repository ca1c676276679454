/* See runs.h. */
#include "runs.h"

enum { RUN = 1 << ROCPD_RUN_SHIFT };

static int add_run(rocpd_runs *m, uint64_t key) {
  int rc = rocpd_array_push_reserve(&m->value, m->runs, RUN * sizeof(*m->value));
  if (rc == SQLITE_OK) rc = rocpd_map_set(&m->place, key, m->runs);
  if (rc != SQLITE_OK) return rc;
  memset(m->value + m->runs * RUN, 0, RUN * sizeof(*m->value));
  m->key = key;
  m->run = m->runs++;
  return SQLITE_OK;
}

int rocpd_runs_set(rocpd_runs *m, uint64_t key, uint64_t value) {
  uint64_t of = key >> ROCPD_RUN_SHIFT;
  if (!m->runs || m->key != of) {
    uint64_t run = rocpd_map_get(&m->place, of, UINT64_MAX);
    int rc = run == UINT64_MAX ? add_run(m, of) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (run != UINT64_MAX) m->key = of, m->run = run;
  }
  m->value[m->run * RUN + (key & (RUN - 1))] = value + 1;
  return SQLITE_OK;
}

void rocpd_runs_free(rocpd_runs *m) {
  sqlite3_free(m->value);
  rocpd_map_free(&m->place);
  memset(m, 0, sizeof(*m));
}
