/* See link_index.h. */
#include "link_index.h"

#define STRETCH_SHIFT 9 /* log2 of the number of ids in a stretch */
#define NO_ROW UINT32_MAX

static __attribute__((noinline)) uint64_t turn_page(const rocpd_link_index *x, rocpd_link_page *p, uint64_t stretch) {
  p->page = rocpd_map_get(&x->map, stretch, UINT64_MAX >> STRETCH_SHIFT) << STRETCH_SHIFT;
  p->stretch = stretch, p->known = true;
  return p->page;
}

/* Position of an id in `place`; not less than `places`: the id has no row. */
static inline uint64_t slot_of(const rocpd_link_index *x, rocpd_link_page *p, int64_t id) {
  uint64_t stretch = (uint64_t)id >> STRETCH_SHIFT;
  if (!x->paged) return (uint64_t)id - (uint64_t)x->low;
  uint64_t page = p->known && p->stretch == stretch ? p->page : turn_page(x, p, stretch);
  return page | ((uint64_t)id & ((1 << STRETCH_SHIFT) - 1));
}

/* ---- making an index */

static int add_stretch(rocpd_link_index *x, uint64_t stretch) {
  if (rocpd_map_get(&x->map, stretch, UINT64_MAX) != UINT64_MAX) return SQLITE_OK;
  if ((x->map.count + 1) << STRETCH_SHIFT > x->room) return SQLITE_DONE;
  return rocpd_map_set(&x->map, stretch, x->map.count);
}

int rocpd_link_index_stretches(rocpd_link_index *x, const int64_t *id, uint32_t n) {
  uint64_t last = 0;
  bool any = false;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    uint64_t stretch = (uint64_t)id[i] >> STRETCH_SHIFT;
    if (id[i] == ROCPD_NULL || (any && stretch == last)) continue;
    last = stretch, any = true;
    rc = add_stretch(x, stretch);
  }
  return rc;
}

int rocpd_link_index_begin(rocpd_link_index *x, bool paged, bool close, int64_t low, int64_t high) {
  x->paged = paged;
  if (!paged) rocpd_map_free(&x->map);
  if (!paged && !close) return SQLITE_OK;
  x->low = low;
  x->places = paged ? x->map.count << STRETCH_SHIFT : (uint64_t)high - (uint64_t)low + 1;
  if (!(x->place = sqlite3_malloc64((x->places + 1) * sizeof *x->place))) return SQLITE_NOMEM;
  memset(x->place, 0xff, x->places * sizeof *x->place);
  return SQLITE_OK;
}

int rocpd_link_index_add(rocpd_link_index *x, const int64_t *id, uint32_t n, uint64_t place) {
  rocpd_link_page page = {0};
  int rc = SQLITE_OK;
  for (uint32_t i = 0; x->place && i < n; i++) {
    uint64_t slot = id[i] == ROCPD_NULL ? x->places : slot_of(x, &page, id[i]);
    if (slot < x->places && x->place[slot] == NO_ROW) x->place[slot] = (uint32_t)(place + i);
  }
  for (uint32_t i = 0; !x->place && rc == SQLITE_OK && i < n; i++)
    if (id[i] != ROCPD_NULL && rocpd_map_get(&x->map, (uint64_t)id[i], UINT64_MAX) == UINT64_MAX) rc = rocpd_map_set(&x->map, (uint64_t)id[i], place + i);
  return rc;
}

int64_t rocpd_link_index_bytes(const rocpd_link_index *x) { return (int64_t)(sqlite3_msize(x->place) + sqlite3_msize(x->map.entry)); }

void rocpd_link_index_free(rocpd_link_index *x) {
  sqlite3_free(x->place);
  rocpd_map_free(&x->map);
  *x = (rocpd_link_index){0};
}

/* ---- looking up */

void rocpd_link_index_find(const rocpd_link_index *x, rocpd_link_page *page, int64_t nobody, int64_t *id, uint32_t n) {
  const uint32_t *place = x->place;
  const uint64_t places = x->places;
  rocpd_link_page p = *page;
  for (uint32_t i = 0; place && i < n; i++) {
    uint64_t slot = slot_of(x, &p, id[i]); /* also for an id without a row */
    bool found = slot < places && id[i] != ROCPD_NULL && id[i] != nobody && place[slot] != NO_ROW;
    id[i] = found ? (int64_t)place[slot] : ROCPD_NULL;
  }
  for (uint32_t i = 0; !place && i < n; i++) {
    uint64_t found = id[i] == ROCPD_NULL || id[i] == nobody ? UINT64_MAX : rocpd_map_get(&x->map, (uint64_t)id[i], UINT64_MAX);
    id[i] = found == UINT64_MAX ? ROCPD_NULL : (int64_t)found;
  }
  *page = p;
}
