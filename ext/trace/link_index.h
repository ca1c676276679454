/* An index from ids to the places of rows (link.h), for links whose ids are not in ascending order. If all ids lie close together, it is an array with one
** place for each id. If they lie close together in stretches, it is paged: one such array for each stretch. (A thread's calls are a stretch: they end in
** another order than they begin.) Otherwise it is a hash map. Its owner frees it with rocpd_link_index_free(). */
#ifndef ROCPD_LINK_INDEX_H
#define ROCPD_LINK_INDEX_H
#include "column.h"
#include "map.h"

typedef struct rocpd_link_index {
  int64_t low;
  uint64_t places;
  uint32_t *place; /* [places]: place of id low + i */
  bool paged;      /* instead, place[] is indexed by the number of the stretch and the id's low bits */
  rocpd_map map;   /* if paged: stretch -> its number; if there is no `place`: id -> place */
  uint64_t room;   /* the most ids that stretches may span, including ids without a row */
} rocpd_link_index;

/* Zero the index and set `room` first. For sparse ids call this with all ids; SQLITE_DONE means that paging does not pay: use the map. */
int rocpd_link_index_stretches(rocpd_link_index *x, const int64_t *id, uint32_t n);
/* Then call this once: with `paged` for stretches, with `close` if all ids lie between low and high, or with neither for the map. */
int rocpd_link_index_begin(rocpd_link_index *x, bool paged, bool close, int64_t low, int64_t high);
/* Then add all ids, for rows from `place` on. If several rows have one id, the first counts. */
int rocpd_link_index_add(rocpd_link_index *x, const int64_t *id, uint32_t n, uint64_t place);
int64_t rocpd_link_index_bytes(const rocpd_link_index *x);
void rocpd_link_index_free(rocpd_link_index *x);

/* Caches the stretch of the last look-up, since consecutive ids are mostly in one stretch. Zero it first; `page` is where its places begin. */
typedef struct rocpd_link_page {
  uint64_t stretch, page;
  bool known;
} rocpd_link_page;

/* Replace each id by its place, or by ROCPD_NULL if no row has it or it is `nobody`. Thread safe; each thread has its own page. */
void rocpd_link_index_find(const rocpd_link_index *x, rocpd_link_page *page, int64_t nobody, int64_t *id, uint32_t n);

#endif
