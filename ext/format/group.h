/* Orders rows by groups; see ROCZ_T_GROUPED in rocz.h. */
#ifndef ROCZ_GROUP_H
#define ROCZ_GROUP_H
#include <stdbool.h>
#include <stdint.h>
#include "rocz.h"

typedef struct rocz_groups {
  uint32_t groups;
  uint32_t start[ROCZ_MAX_GROUPS + 1];  /* start of each group in the grouped order */
  uint32_t position[ROCZ_MAX_ROWS];     /* position of each row in the grouped order */
} rocz_groups;

/* Groups n rows by their keys, which are in the range from `low` to `high`. Returns false if there are more than ROCZ_MAX_GROUPS groups. */
bool rocz_group(const int64_t *key, uint32_t n, int64_t low, int64_t high, rocz_groups *g);

#endif
