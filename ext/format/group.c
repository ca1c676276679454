/* See group.h. Numbers groups by first appearance, with a table indexed by key if the
** keys are close together (threads), otherwise with a small hash table. Rows are then
** placed by a counting sort. */
#include "group.h"
#include <string.h>

#define SLOTS (4 * ROCZ_MAX_GROUPS)

typedef struct numbering {
  uint32_t groups;
  uint16_t slot[SLOTS]; /* group + 1 */
  int64_t key[ROCZ_MAX_GROUPS];
  uint32_t count[ROCZ_MAX_GROUPS];
} numbering;

static bool number_close(const int64_t *key, uint32_t n, int64_t low, numbering *t, uint32_t *group) {
  for (uint32_t i = 0; i < n; i++) {
    uint16_t *slot = &t->slot[(uint64_t)key[i] - (uint64_t)low];
    if (!*slot) {
      if (t->groups == ROCZ_MAX_GROUPS) return false;
      *slot = (uint16_t)++t->groups;
    }
    group[i] = *slot - 1u;
    t->count[group[i]]++;
  }
  return true;
}

static bool number_any(const int64_t *key, uint32_t n, numbering *t, uint32_t *group) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t h = (uint32_t)((uint64_t)key[i] * 0x9e3779b97f4a7c15u >> 54);
    while (t->slot[h] && t->key[t->slot[h] - 1] != key[i]) h = (h + 1) % SLOTS;
    if (!t->slot[h]) {
      if (t->groups == ROCZ_MAX_GROUPS) return false;
      t->key[t->groups] = key[i];
      t->slot[h] = (uint16_t)++t->groups;
    }
    group[i] = t->slot[h] - 1u;
    t->count[group[i]]++;
  }
  return true;
}

bool rocz_group(const int64_t *key, uint32_t n, int64_t low, int64_t high, rocz_groups *g) {
  numbering t;
  t.groups = 0;
  memset(t.slot, 0, sizeof(t.slot));
  memset(t.count, 0, sizeof(t.count));
  bool close = (uint64_t)high - (uint64_t)low < SLOTS;
  if (!(close ? number_close(key, n, low, &t, g->position) : number_any(key, n, &t, g->position))) return false;
  uint32_t at = 0;
  for (uint32_t k = 0; k < t.groups; k++) {
    g->start[k] = at;
    at += t.count[k];
    t.count[k] = g->start[k];
  }
  g->start[t.groups] = at;
  g->groups = t.groups;
  for (uint32_t i = 0; i < n; i++) g->position[i] = t.count[g->position[i]]++;
  return true;
}
