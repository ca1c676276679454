/* Groups of rows, numbered 0, 1, ... in the order in which they are first added. */
#ifndef ROCPD_GROUPS_H
#define ROCPD_GROUPS_H
#include "base.h"
#include "column.h"

#define ROCPD_UNGROUPED ROCPD_NULL

typedef struct rocpd_groups { /* zero it at first, except: */
  int keys;
  bool by_text; /* there is one key, a text, whose id is looked up in an array */
  int64_t *key; /* keys of each group */
  size_t n, room;
  uint32_t *index; /* number of the group + 1, by id of the text + 1, or by hash; 0: none */
  size_t size;     /* size of the index; a power of two if by hash */
} rocpd_groups;

void rocpd_groups_free(rocpd_groups *g);
/* Finds the group of a row's keys (an array), adding it if it is new. */
int rocpd_group_add(rocpd_groups *g, const int64_t *key, int64_t *group, rocpd_error *err);
/* Finds the group of keys; ROCPD_UNGROUPED: there is none. */
int64_t rocpd_group_find(const rocpd_groups *g, const int64_t *key);
/* With by_text: makes room for ids up to `greatest`. Must be called before such ids are looked up. */
int rocpd_groups_reserve(rocpd_groups *g, int64_t greatest, rocpd_error *err);
/* With by_text: finds the groups of n texts; ROCPD_UNGROUPED: there is none. True if each text has one. */
bool rocpd_groups_of_texts(const rocpd_groups *g, const int64_t *text, uint32_t n, int64_t *group);

#endif
