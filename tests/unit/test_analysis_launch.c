/* The calls that launched kernels and copies (launch.h), compared with a search through all regions, in traces of every kind. */
#include <stdlib.h>
#include "db.h"
#include "fake.h"
#include "launch.h"
#include "small.h"
#include "test.h"
#include "trace.h"

typedef struct call {
  int64_t stack_id, place;
} call;

static int by_stack(const void *a, const void *b) {
  const call *x = a, *y = b;
  if (x->stack_id != y->stack_id) return x->stack_id < y->stack_id ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* All regions of a source by stack_id; the first one of each. */
static call *list_calls(rocpd_batch **batch, size_t n, size_t *calls) {
  size_t rows = 0, used = 0;
  for (size_t i = 0; i < n; i++) rows += batch[i]->rows;
  call *list = malloc((rows + 1) * sizeof *list);
  for (size_t i = 0, k = 0; i < n; i++) {
    const rocpd_column *c;
    CHECK_INT(rocpd_batch_column(batch[i], ROCPD_REGION_stack_id, &c, NULL), SQLITE_OK);
    for (uint32_t r = 0; r < batch[i]->rows; r++, k++) list[k] = (call){rocpd_column_at(c, r), (int64_t)i << 16 | r};
  }
  qsort(list, rows, sizeof *list, by_stack);
  for (size_t i = 0; i < rows; i++)
    if (!used || list[used - 1].stack_id != list[i].stack_id) list[used++] = list[i];
  *calls = used;
  return list;
}

static int64_t value_at(rocpd_batch **batch, int64_t place, int column) {
  const rocpd_column *c;
  if (place == ROCPD_NULL) return ROCPD_NULL;
  CHECK_INT(rocpd_batch_column(batch[rocpd_place_batch(place)], column, &c, NULL), SQLITE_OK);
  return rocpd_column_at(c, rocpd_place_row(place));
}

/* Counts how many rows of the batch were launched by a call. All rows are looked up, in blocks of different sizes. */
static int check_batch(rocpd_links *links, rocpd_batch *b, rocpd_batch **region, const call *list, size_t calls) {
  static int64_t place[ROCPD_BATCH_ROWS], start[ROCPD_BATCH_ROWS], name[ROCPD_BATCH_ROWS];
  const rocpd_column *stack;
  int found = 0, wrong = 0;
  CHECK_INT(rocpd_batch_column(b, rocpd_kind_column(b->kind, "stack_id"), &stack, NULL), SQLITE_OK);
  for (uint32_t first = 0, n; first < b->rows; first += n) {
    n = 1 + (uint32_t)test_draw(2000);
    if (n > b->rows - first) n = b->rows - first;
    CHECK_INT(rocpd_launch_places(links, b, first, n, place + first, NULL), SQLITE_OK);
    CHECK_INT(rocpd_launch_values(links, b, first, n, ROCPD_REGION_start, start + first, NULL), SQLITE_OK);
    CHECK_INT(rocpd_launch_values(links, b, first, n, ROCPD_REGION_name, name + first, NULL), SQLITE_OK);
  }
  for (uint32_t i = 0; i < b->rows; i++) {
    call key = {rocpd_column_at(stack, i), INT64_MAX}, *at = NULL;
    for (size_t lo = 0, hi = calls; lo < hi;) {
      size_t mid = (lo + hi) / 2;
      if (list[mid].stack_id == key.stack_id) { at = (call *)&list[mid]; break; }
      if (list[mid].stack_id < key.stack_id) lo = mid + 1;
      else hi = mid;
    }
    int64_t want = at && key.stack_id && key.stack_id != ROCPD_NULL ? at->place : ROCPD_NULL;
    wrong += place[i] != want || start[i] != value_at(region, want, ROCPD_REGION_start) || name[i] != value_at(region, want, ROCPD_REGION_name);
    found += want != ROCPD_NULL;
  }
  CHECK_INT(wrong, 0);
  return found;
}

/* Rows of several batches at once, in any order, are found as each alone is. */
static void check_mixed(rocpd_links *links, rocpd_batch **batch, size_t n) {
  enum { ROWS = 500 };
  rocpd_batch *of[ROWS] = {0};
  uint32_t row[ROWS] = {0}, rows = 0;
  int64_t place[ROWS], alone;
  int wrong = 0;
  for (int i = 0; n && i < ROWS; i++) {
    rocpd_batch *b = batch[test_draw((int64_t)n)];
    if (b->rows) of[rows] = b, row[rows++] = (uint32_t)test_draw(b->rows);
  }
  CHECK_INT(rocpd_launch_places_of(links, of, row, rows, place, NULL), SQLITE_OK);
  for (uint32_t i = 0; i < rows; i++) {
    CHECK_INT(rocpd_launch_places(links, of[i], row[i], 1, &alone, NULL), SQLITE_OK);
    wrong += place[i] != alone;
  }
  CHECK_INT(wrong, 0);
}

static int check_trace(const char *path) {
  sqlite3 *db = db_open_trace(path);
  rocpd_snapshot *s;
  size_t sources;
  int found = 0;
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  rocpd_source **source = rocpd_snapshot_sources(s, &sources);
  for (size_t i = 0; i < sources; i++) {
    rocpd_batch **region, **batch;
    size_t regions, calls, n;
    rocpd_links *links;
    CHECK_INT(rocpd_launch_calls(s, source[i], &links, NULL), SQLITE_OK);
    CHECK_INT(rocpd_snapshot_batches_of(s, source[i], ROCPD_KIND_REGION, &region, &regions, NULL), SQLITE_OK);
    call *list = list_calls(region, regions, &calls);
    for (int k = 0; k < 2; k++) {
      CHECK_INT(rocpd_snapshot_batches_of(s, source[i], k ? ROCPD_KIND_COPY : ROCPD_KIND_KERNEL, &batch, &n, NULL), SQLITE_OK);
      for (size_t b = 0; b < n; b++) found += check_batch(links, batch[b], region, list, calls);
      check_mixed(links, batch, n);
    }
    free(list);
  }
  rocpd_snapshot_release(s);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return found;
}

static void chunk_files(void) {
  for (int i = 0; i < 6; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/launch%d.rocz", test_tmp(), i);
    tracegen_options o = small_options(i ? 3000 : 200000, (uint64_t)i + 1);
    if (i == 2) o.chunk_rows = 16;
    CHECK_TEXT(tracegen_write(path, &o) ? "not written" : "", "");
    CHECK(check_trace(path) > 100);
  }
}

static void others(void) {
  char database[4096];
  snprintf(database, sizeof database, "%s/launch.db", test_tmp());
  sqlite3 *db = db_open_trace(db_format("%s/launch1.rocz", test_tmp()));
  CHECK_INT(db_run(db, db_format("SELECT rocpd_export_db(%Q)", database)), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK(check_trace(database) > 100);
  check_trace("tests/data/heliosr_146104_results.db");
  CHECK(check_trace("tests/data/rpd/matmul_result.rpd") > 10);
  check_trace("tests/data/rtg");
  for (uint64_t seed = 1; seed <= 10; seed++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/launch%d.fake", test_tmp(), (int)seed);
    CHECK_INT(fake_write(path, seed, 1 + (int)seed % 3, 40 << seed % 4), 0);
    check_trace(path);
  }
}

int main(void) {
  test_seed = 11;
  RUN(chunk_files);
  RUN(others);
  return test_result();
}
