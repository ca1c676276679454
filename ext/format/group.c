/* See group.h. Groups are numbered by first appearance with a small hash table, then
** rows are placed by counting. */
#include "group.h"
#include <string.h>

#define SLOTS (4 * ROCZ_MAX_GROUPS)

bool rocz_group(const int64_t *key, uint32_t n, rocz_groups *g) {
  uint16_t slot[SLOTS]; /* group + 1 */
  int64_t group_key[ROCZ_MAX_GROUPS];
  uint32_t count[ROCZ_MAX_GROUPS];
  uint32_t groups = 0, last = 0;
  memset(slot, 0, sizeof(slot));
  for (uint32_t i = 0; i < n; i++) {
    if (i == 0 || key[i] != group_key[last]) {
      uint32_t h = (uint32_t)((uint64_t)key[i] * 0x9e3779b97f4a7c15u >> 54);
      while (slot[h] && group_key[slot[h] - 1] != key[i]) h = (h + 1) % SLOTS;
      if (!slot[h]) {
        if (groups == ROCZ_MAX_GROUPS) return false;
        group_key[groups] = key[i];
        count[groups] = 0;
        slot[h] = (uint16_t)++groups;
      }
      last = slot[h] - 1u;
    }
    count[last]++;
    g->position[i] = last; /* its group, for now */
  }
  uint32_t at = 0;
  for (uint32_t k = 0; k < groups; k++) {
    g->start[k] = at;
    at += count[k];
    count[k] = g->start[k];
  }
  g->start[groups] = at;
  g->groups = groups;
  for (uint32_t i = 0; i < n; i++) g->position[i] = count[g->position[i]]++;
  return true;
}
