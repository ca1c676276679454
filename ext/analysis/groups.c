/* See groups.h. Names are by far the most common key. They are interned, so their ids are close together. */
#include "groups.h"
#include "slots.h"

#define FIRST_SIZE 256

void rocpd_groups_free(rocpd_groups *g) {
  sqlite3_free(g->key), sqlite3_free(g->index);
  memset(g, 0, sizeof *g);
}

static size_t hash(const int64_t *key, int keys) {
  uint64_t h = 0;
  for (int k = 0; k < keys; k++) h = (h ^ (uint64_t)key[k]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  return h;
}

static bool same(const int64_t *a, const int64_t *b, int keys) {
  int k = 0;
  while (k < keys && a[k] == b[k]) k++;
  return k == keys;
}

/* Finds the slot of a key in the index, or the free slot for it. */
static size_t place(const rocpd_groups *g, const int64_t *key) {
  return ROCPD_SLOT(i, hash(key, g->keys), g->size - 1, !g->index[i] || same(&g->key[(g->index[i] - 1) * (size_t)g->keys], key, g->keys));
}

static size_t place_of_text(int64_t text) { return text == ROCPD_NULL ? 0 : (size_t)text + 1; }

int rocpd_groups_reserve(rocpd_groups *g, int64_t greatest, rocpd_error *err) {
  size_t need = greatest < 0 ? 0 : place_of_text(greatest);
  if (need < g->size) return SQLITE_OK;
  size_t size = need + 1 < 2 * g->size ? 2 * g->size : need + 1;
  uint32_t *index = sqlite3_realloc64(g->index, size * sizeof *index);
  if (!index) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu names", size);
  memset(index + g->size, 0, (size - g->size) * sizeof *index);
  g->index = index, g->size = size;
  return SQLITE_OK;
}

/* At least half of the index stays free. */
static int grow_by_hash(rocpd_groups *g, rocpd_error *err) {
  if (2 * (g->n + 1) <= g->size) return SQLITE_OK;
  size_t size = g->size ? 2 * g->size : FIRST_SIZE;
  uint32_t *index = rocpd_zeroed(size * sizeof *index);
  if (!index) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu groups", size);
  sqlite3_free(g->index);
  g->index = index, g->size = size;
  for (size_t i = 0; i < g->n; i++) g->index[place(g, &g->key[i * (size_t)g->keys])] = (uint32_t)i + 1;
  return SQLITE_OK;
}

int rocpd_group_add(rocpd_groups *g, const int64_t *key, int64_t *group, rocpd_error *err) {
  int rc = g->by_text ? rocpd_groups_reserve(g, key[0], err) : grow_by_hash(g, err);
  if (rc != SQLITE_OK) return rc;
  size_t at = g->by_text ? place_of_text(key[0]) : place(g, key);
  if (!g->index[at]) {
    if (g->n >= UINT32_MAX - 1) return rocpd_fail(err, SQLITE_TOOBIG, "more than %u groups", UINT32_MAX - 1);
    rc = rocpd_array_reserve(&g->key, &g->room, (g->n + 1) * (size_t)g->keys, sizeof *g->key);
    if (rc != SQLITE_OK) return rocpd_no_memory(err);
    memcpy(&g->key[g->n * (size_t)g->keys], key, (size_t)g->keys * sizeof *key);
    g->index[at] = (uint32_t)++g->n;
  }
  *group = (int64_t)g->index[at] - 1;
  return SQLITE_OK;
}

int64_t rocpd_group_find(const rocpd_groups *g, const int64_t *key) {
  if (!g->size) return ROCPD_UNGROUPED;
  size_t at = g->by_text ? place_of_text(key[0]) : place(g, key);
  return at < g->size && g->index[at] ? (int64_t)g->index[at] - 1 : ROCPD_UNGROUPED;
}

bool rocpd_groups_of_texts(const rocpd_groups *g, const int64_t *restrict text, uint32_t n, int64_t *restrict group) {
  bool all = true;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t number = g->index[place_of_text(text[i])];
    group[i] = number ? (int64_t)number - 1 : ROCPD_UNGROUPED;
    all &= number != 0;
  }
  return all;
}
