/* What a column states about all its values without reading them (bounds and the like), compared with the values: in every form
** that column.h allows, with NULL marked in the data, by an index or by a dictionary. */
#include "column.h"
#include <math.h>
#include <stdlib.h>
#include "test.h"

#define MOST 9

typedef struct made {
  rocpd_column column;
  uint64_t data[MOST];
  int64_t dict[MOST];
  uint32_t rows;
} made;

static uint64_t all_ones(int width) { return width == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * width) - 1; }

static void put(made *m, int width, uint32_t i, uint64_t u) { memcpy((char *)m->data + i * (unsigned)width, &u, (size_t)width); }

/* Few different values, so that constant columns and columns of NULLs are frequent. `bound` is an upper limit, for indexes. */
static void draw_codes(made *m, uint32_t bound) {
  static const uint8_t widths[] = {0, 1, 2, 4, 8};
  rocpd_column *c = &m->column;
  uint64_t spread = 1 + (uint64_t)test_draw(bound < 3 ? bound : 3);
  c->width = widths[test_draw(5)];
  c->data = m->data;
  if (c->width == 0) {
    c->base = test_draw(4) ? test_draw(bound) : ROCPD_NULL;
    if (c->base != ROCPD_NULL && c->base + (int64_t)m->rows <= (int64_t)bound) c->step = test_draw(2);
    return;
  }
  c->nulls = test_draw(3) == 0;
  c->base = c->width == 8 && c->nulls ? 0 : test_draw(2);
  if (spread + (uint64_t)c->base > bound) c->base = 0;
  for (uint32_t i = 0; i < m->rows; i++) {
    bool null = c->nulls && test_draw(2);
    put(m, c->width, i, !null ? (uint64_t)test_draw((int64_t)spread) : c->width == 8 ? (uint64_t)ROCPD_NULL : all_ones(c->width));
  }
}

/* Bounds are those of the values, or wider (in a column made from rows of another). */
static void set_bounds(made *m, bool wide) {
  rocpd_column *c = &m->column;
  c->min = INT64_MAX, c->max = INT64_MIN;
  for (uint32_t i = 0; i < m->rows; i++) {
    int64_t v = rocpd_column_at(c, i);
    if (v == ROCPD_NULL) continue;
    if (v < c->min) c->min = v;
    if (v > c->max) c->max = v;
  }
  if (wide && c->min <= c->max) c->min--, c->max++;
}

static void draw_column(made *m) {
  memset(m, 0, sizeof *m);
  m->rows = 1 + (uint32_t)test_draw(MOST);
  uint32_t entries = test_draw(2) ? 1 + (uint32_t)test_draw(MOST) : 0;
  draw_codes(m, entries ? entries : 1000);
  for (uint32_t i = 0; i < entries; i++) m->dict[i] = test_draw(4) ? 70 + test_draw(2) : ROCPD_NULL;
  if (entries) m->column.dict = m->dict, m->column.ndict = entries;
  set_bounds(m, test_draw(4) == 0);
}

/* Runs of rows, and picked rows, one of them twice, have the same values as single rows. */
static void rows_are_read(void) {
  int wrong = 0, wide = 0;
  for (int round = 0; round < 100000; round++) {
    made m;
    int64_t run[MOST], picked[MOST + 1];
    uint32_t row[MOST + 1];
    draw_column(&m);
    uint32_t first = (uint32_t)test_draw(m.rows), n = m.rows - first;
    for (uint32_t i = 0; i <= m.rows; i++) row[i] = (uint32_t)test_draw(m.rows);
    rocpd_column_get(&m.column, first, n, run);
    rocpd_column_pick(&m.column, row, m.rows + 1, picked);
    for (uint32_t i = 0; i < n; i++) wrong += run[i] != rocpd_column_at(&m.column, first + i);
    for (uint32_t i = 0; i <= m.rows; i++) wrong += picked[i] != rocpd_column_at(&m.column, row[i]);
    wide += m.column.width == 8 && m.column.nulls && m.column.dict;
  }
  CHECK_INT(wrong, 0);
  CHECK(wide > 1000);
}

static void answers_are_true(void) {
  int wrong = 0, constant = 0, without_null = 0, with_dictionary = 0;
  for (int round = 0; round < 200000; round++) {
    made m;
    draw_column(&m);
    const rocpd_column *c = &m.column;
    bool null = false, equal = true, all_null = true;
    for (uint32_t i = 0; i < m.rows; i++) {
      int64_t v = rocpd_column_at(c, i);
      null |= v == ROCPD_NULL;
      all_null &= v == ROCPD_NULL;
      equal &= v == rocpd_column_at(c, 0);
    }
    bool may = rocpd_column_may_be_null(c), one = rocpd_column_is_constant(c);
    wrong += (null && !may) || (one && !equal) || rocpd_column_only_nulls(c) != all_null;
    constant += one && m.rows > 1, without_null += !may, with_dictionary += c->dict && (one || !may);
    /* Everything that can be known is known, if no dictionary has more entries than the rows use. */
    bool exact = !c->dict && !(c->width && c->nulls) && (c->min == c->max || c->width == 0);
    wrong += exact && (may != null || (c->step == 0 && one != equal));
    if (rocpd_column_has_base(c)) {
      rocpd_column moved = *c;
      moved.base += 5;
      for (uint32_t i = 0; i < m.rows; i++) {
        int64_t v = rocpd_column_at(c, i);
        wrong += rocpd_column_at(&moved, i) != (v == ROCPD_NULL ? v : v + 5);
      }
    }
  }
  CHECK_INT(wrong, 0);
  CHECK(constant > 10000 && without_null > 10000 && with_dictionary > 10000);
}

static void named_cases(void) {
  const int64_t some[] = {7, ROCPD_NULL}, one[] = {7}, none[] = {ROCPD_NULL};
  const uint8_t both[] = {0, 1}, first[] = {0, 0};
  rocpd_column null_in_dictionary = {.width = 1, .data = both, .dict = some, .ndict = 2, .min = 7, .max = 7};
  CHECK(rocpd_column_may_be_null(&null_in_dictionary) && !rocpd_column_is_constant(&null_in_dictionary));
  rocpd_column one_entry = {.width = 1, .data = first, .dict = one, .ndict = 1, .min = 7, .max = 7};
  CHECK(!rocpd_column_may_be_null(&one_entry) && rocpd_column_is_constant(&one_entry));
  rocpd_column only_null = {.width = 1, .data = first, .dict = none, .ndict = 1, .min = INT64_MAX, .max = INT64_MIN};
  CHECK(rocpd_column_may_be_null(&only_null) && rocpd_column_is_constant(&only_null) && rocpd_column_only_nulls(&only_null));
  /* All rows have the same entry of a dictionary with NULL: the bounds may be those of all entries. */
  rocpd_column entry = {.base = 0, .dict = some, .ndict = 2, .min = 7, .max = 9}, missing = entry;
  missing.base = 1;
  CHECK(!rocpd_column_may_be_null(&entry) && rocpd_column_is_constant(&entry));
  CHECK(rocpd_column_may_be_null(&missing) && rocpd_column_is_constant(&missing));
  rocpd_column counting = {.base = 3, .step = 1, .min = 3, .max = 9}, constant = {.base = 3, .min = 3, .max = 3};
  CHECK(!rocpd_column_may_be_null(&counting) && !rocpd_column_is_constant(&counting));
  CHECK(!rocpd_column_may_be_null(&constant) && rocpd_column_is_constant(&constant));
  rocpd_column no_value = {.base = ROCPD_NULL, .min = INT64_MAX, .max = INT64_MIN};
  CHECK(rocpd_column_may_be_null(&no_value) && rocpd_column_is_constant(&no_value));
}

/* REAL values: -0.0, whose bits are those of NULL, becomes 0; what is not a number becomes NULL. */
static void reals(void) {
  const double some[] = {0.0, 1.5, -1.5, 1e308, -1e-308, INFINITY};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) CHECK(rocpd_real_bits(some[i]) != ROCPD_NULL && rocpd_real_of(rocpd_real_bits(some[i])) == some[i]);
  CHECK_INT(rocpd_real_bits(-0.0), 0);
  CHECK_INT(rocpd_real_bits(NAN), ROCPD_NULL);
}

int main(void) {
  RUN(named_cases);
  RUN(reals);
  RUN(rows_are_read);
  RUN(answers_are_true);
  return test_result();
}
