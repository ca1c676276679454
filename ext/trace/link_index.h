/* An index from ids to places of rows (link.h), for links whose ids do not ascend: one number for each id where they lie close together, altogether or in
** stretches (those of a thread's calls, which end in another order than they begin), else a hash map. */
#ifndef ROCPD_LINK_INDEX_H
#define ROCPD_LINK_INDEX_H
#include "column.h"
#include "map.h"

typedef struct rocpd_link_index {
  int64_t low;
  uint64_t places;
  uint32_t *place; /* [places]: place of id low + i */
  bool paged;      /* instead, place of the number of its stretch, and its other bits */
  rocpd_map map;   /* where paged stretch -> number, else, without `place`, id -> place */
  uint64_t room;   /* how many ids may be in stretches, those without a row included */
} rocpd_link_index;

/* It is zeroed at first, but for `room`. First, where not all ids lie close together, all of them; SQLITE_DONE: nor do they in stretches. */
int rocpd_link_index_stretches(rocpd_link_index *x, const int64_t *id, uint32_t n);
/* Then once: whether they do in stretches (`paged`), or all of them from low to high (`close`), or neither. */
int rocpd_link_index_begin(rocpd_link_index *x, bool paged, bool close, int64_t low, int64_t high);
/* Then all ids, again, in rows from `place` on: of rows with one id the first counts. */
int rocpd_link_index_add(rocpd_link_index *x, const int64_t *id, uint32_t n, uint64_t place);
void rocpd_link_index_free(rocpd_link_index *x);

/* The stretch that was looked up last: ids that follow each other are mostly of one. Zeroed at first; `page` is where its places begin. */
typedef struct rocpd_link_page {
  uint64_t stretch, page;
  bool known;
} rocpd_link_page;

/* Ids become places, ROCPD_NULL where they have none, as `nobody` has. Thread safe, with a page for each thread. */
void rocpd_link_index_find(const rocpd_link_index *x, rocpd_link_page *page, int64_t nobody, int64_t *id, uint32_t n);

#endif
