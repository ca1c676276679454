/* Maps of integers (map.h, dense_map.h), compared with an array that is searched from its beginning: keys of all sizes, keys
** chosen to collide, and memory that runs out. */
#include "memory.h"
#include "dense_map.h"
#include "test.h"

#define MOST 2500
#define NOTHING UINT64_C(777777777777)

/* What was set: the truth. */
static struct { uint64_t key, value; } entry[MOST];
static uint64_t entries;

static uint64_t truth_at(uint64_t key) {
  uint64_t i = 0;
  while (i < entries && entry[i].key != key) i++;
  return i;
}

static uint64_t truth_get(uint64_t key) {
  uint64_t i = truth_at(key);
  return i < entries ? entry[i].value : NOTHING;
}

static void truth_set(uint64_t key, uint64_t value) {
  uint64_t i = truth_at(key);
  if (i == entries) entries++;
  entry[i].key = key;
  entry[i].value = value;
}

/* ---- keys */

/* The factor by which map.h spreads keys, and its inverse modulo 2^64. */
#define SPREAD UINT64_C(0x9e3779b97f4a7c15)

static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

static uint64_t in_order(uint64_t i) { return i; }
static uint64_t backwards(uint64_t i) { return MOST - i; }
static uint64_t from_the_top(uint64_t i) { return UINT64_MAX - i; }
static uint64_t around_zero(uint64_t i) { return i % 2 ? -i : i; }
static uint64_t alone(uint64_t i) { return i * 1000003; }
static uint64_t power(uint64_t i) { return (UINT64_C(1) << i % 64) + i / 64 - 1; }
static uint64_t any(uint64_t i) { return test_random(); }
static uint64_t again(uint64_t i) { return test_random() % 300; }
/* The search for all these keys begins at the same place, however large the table is. */
static uint64_t hostile(uint64_t i) { return inverse(SPREAD) * i; }
/* Begins at the last place, so colliding keys continue at the first. */
static uint64_t hostile_at_the_end(uint64_t i) { return inverse(SPREAD) * (UINT64_MAX - i); }

static uint64_t (*const keys[])(uint64_t i) = {in_order, backwards, from_the_top, around_zero, alone, power, any, again, hostile, hostile_at_the_end};
enum { KEYS = sizeof(keys) / sizeof(*keys) };

static uint64_t any_value(void) {
  uint64_t odd[] = {0, 1, UINT64_MAX - 1, INT64_MAX, (uint64_t)INT64_MAX + 1};
  return test_draw(4) ? test_random() >> 1 : odd[test_draw(5)];
}

/* ---- the map */

static uint64_t map_get(void *m, uint64_t key) { return rocpd_map_get(m, key, NOTHING); }
static uint64_t dense_get(void *m, uint64_t key) { return rocpd_dense_map_get(m, key, NOTHING); }

/* Whether the map contains exactly what was set. */
static int same(void *m, uint64_t (*get)(void *m, uint64_t key)) {
  for (uint64_t i = 0; i < entries; i++) {
    uint64_t key = entry[i].key;
    if (get(m, key) != entry[i].value || get(m, key + 1) != truth_get(key + 1) || get(m, key ^ 32) != truth_get(key ^ 32)) return 0;
  }
  uint64_t edge[] = {0, 1, 31, 32, UINT64_MAX, UINT64_MAX - 31, UINT64_MAX - 32, (uint64_t)INT64_MAX, (uint64_t)INT64_MAX + 1};
  for (size_t i = 0; i < sizeof(edge) / sizeof(*edge); i++)
    if (get(m, edge[i]) != truth_get(edge[i])) return 0;
  return 1;
}

/* There is always a free place, at which a search for a missing key ends. */
static int is_sparse(const rocpd_map *m) { return !(m->mask & (m->mask + 1)) && m->count * 3 <= (m->mask + 1) * 2 + 2; }

static void map_of(uint64_t (*key_of)(uint64_t i)) {
  rocpd_map m = {0};
  entries = 0;
  CHECK(same(&m, map_get));
  for (uint64_t i = 0; i < MOST; i++) {
    uint64_t key = key_of(i), value = any_value();
    CHECK(map_get(&m, key) == truth_get(key));
    CHECK_INT(rocpd_map_set(&m, key, value), SQLITE_OK);
    truth_set(key, value);
    CHECK(m.count == entries && is_sparse(&m));
    if (!(i & (i + 1))) CHECK(same(&m, map_get));
  }
  CHECK(same(&m, map_get));
  rocpd_map_free(&m);
  CHECK(!m.count && rocpd_map_get(&m, 1, NOTHING) == NOTHING);
}

static void maps(void) {
  for (int k = 0; k < KEYS; k++) map_of(keys[k]);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* Memory stays in proportion: the table has at most six times as many places as entries. */
static void maps_are_small(void) {
  rocpd_map m = {0};
  for (uint64_t i = 0; i < 100000; i++) CHECK_INT(rocpd_map_set(&m, i * 64, i), SQLITE_OK);
  CHECK(m.mask + 1 <= 100000 * 3);
  rocpd_map_free(&m);
}

/* ---- stretches */

static uint64_t stretch_count(void) {
  uint64_t n = 0;
  for (uint64_t i = 0; i < entries; i++) {
    uint64_t k = 0;
    while (entry[k].key >> ROCPD_STRETCH_SHIFT != entry[i].key >> ROCPD_STRETCH_SHIFT) k++;
    n += k == i;
  }
  return n;
}

static void stretches_of(uint64_t (*key_of)(uint64_t i)) {
  rocpd_dense_map m = {0};
  entries = 0;
  CHECK(same(&m, dense_get));
  for (uint64_t i = 0; i < MOST; i++) {
    uint64_t key = key_of(i), value = any_value();
    if (i % 4 == 0) CHECK(dense_get(&m, key) == truth_get(key)); /* otherwise another stretch of keys was used last */
    CHECK_INT(rocpd_dense_map_set(&m, key, value), SQLITE_OK);
    truth_set(key, value);
    CHECK(dense_get(&m, key) == value);
    if (!(i & (i + 1))) CHECK(same(&m, dense_get));
    if (i % 3 == 0) { /* what was looked up last is in another run now */
      uint64_t old = entry[test_draw((int64_t)entries)].key;
      CHECK(dense_get(&m, old) == truth_get(old));
    }
  }
  CHECK(same(&m, dense_get));
  CHECK_INT(m.stretches, stretch_count());
  rocpd_dense_map_free(&m);
  CHECK(!m.stretches && rocpd_dense_map_get(&m, 1, NOTHING) == NOTHING);
}

static void stretches(void) {
  for (int k = 0; k < KEYS; k++) stretches_of(keys[k]);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* ---- no memory */

static int set_map(void *m, uint64_t key, uint64_t value) { return rocpd_map_set(m, key, value); }
static int set_dense(void *m, uint64_t key, uint64_t value) { return rocpd_dense_map_set(m, key, value); }

/* Each allocation fails once: the map is as it was before, and the next attempt succeeds. */
static int without_memory(void *m, int (*set)(void *m, uint64_t key, uint64_t value), uint64_t (*get)(void *m, uint64_t key)) {
  int failures = 0;
  entries = 0;
  for (uint64_t i = 0; i < 600; i++) {
    uint64_t key = i * 33;
    for (long nth = 1;; nth++) {
      memory_fail_at(nth);
      int rc = set(m, key, i);
      if (!memory_failed()) {
        CHECK_INT(rc, SQLITE_OK);
        break;
      }
      failures++;
      CHECK_INT(rc, SQLITE_NOMEM);
      for (uint64_t near = key & ~UINT64_C(31); near <= (key | 31); near++) CHECK(get(m, near) == truth_get(near));
      CHECK(same(m, get));
    }
    truth_set(key, i);
  }
  CHECK(same(m, get));
  return failures;
}

static void out_of_memory(void) {
  rocpd_map map = {0};
  rocpd_dense_map of = {0};
  CHECK(without_memory(&map, set_map, map_get) >= 6); /* from 16 to 1024 places */
  CHECK(without_memory(&of, set_dense, dense_get) >= 12);
  rocpd_map_free(&map);
  rocpd_dense_map_free(&of);
  CHECK_INT(sqlite3_memory_used(), 0);
}

int main(void) {
  memory_begin();
  RUN(maps);
  RUN(maps_are_small);
  RUN(stretches);
  RUN(out_of_memory);
  return test_result();
}
