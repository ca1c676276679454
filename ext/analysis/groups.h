/* Groups of rows, numbered 0, 1, ... as they are met. */
#ifndef ROCPD_GROUPS_H
#define ROCPD_GROUPS_H
#include "group_key.h"

#define ROCPD_UNGROUPED ROCPD_NULL

typedef struct rocpd_groups { /* zeroed, but for: */
  int keys;
  bool by_text; /* one key, which is a text: its id is looked up in an array */
  int64_t *key; /* keys of each group */
  size_t n, room;
  uint32_t *index; /* number + 1, by id of the text + 1 or by hash; 0: none */
  size_t size;     /* of the index. By hash: a power of two */
} rocpd_groups;

void rocpd_groups_free(rocpd_groups *g);
/* The group of a row's keys (one after the other), made where it is new. */
int rocpd_group_add(rocpd_groups *g, const int64_t *key, int64_t *group, rocpd_error *err);
/* That of keys: ROCPD_UNGROUPED where there is none. */
int64_t rocpd_group_find(const rocpd_groups *g, const int64_t *key);
/* By text: make room for ids up to `greatest`, which is done before they are looked for. */
int rocpd_groups_reserve(rocpd_groups *g, int64_t greatest, rocpd_error *err);
/* The groups of n texts: ROCPD_UNGROUPED where there is none. Is there one for each? */
bool rocpd_groups_of_texts(const rocpd_groups *g, const int64_t *text, uint32_t n, int64_t *group);

#endif
