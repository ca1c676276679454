/* Info rows of chunk files take little memory, give back what was put in, and are found by their last key. Of many small files,
** each takes about 50 KB once everything was summed by name. */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/stat.h>
#include "db.h"
#include "rocz_file.h"
#include "test.h"
#include "tracegen.h"

enum { ROWS = 3000 };

/* The same in a simple way. */
typedef struct plain_rows {
  unsigned columns;
  uint64_t rows;
  int64_t value[ROWS * ROCPD_ROCZ_INFO_COLUMNS];
} plain_rows;

static uint64_t key_at(const plain_rows *p, int kind, uint64_t i) {
  const int64_t *row = p->value + i * p->columns;
  return kind == ROCZ_PARAMETER ? (uint64_t)row[0] * 64 + (uint64_t)row[5] : (uint64_t)row[0];
}

static uint64_t find_in(const plain_rows *p, int kind, uint64_t key) {
  for (uint64_t i = p->rows; i > 0; i--)
    if (key_at(p, kind, i - 1) == key) return i - 1;
  return UINT64_MAX;
}

/* Values of every width, with or without NULLs, or only NULLs. */
static int64_t draw(int shape) {
  static const int64_t far[] = {INT64_MIN + 1, INT64_MAX, 0, -1, ROCPD_NULL};
  switch (shape) {
    case 0: return 77;
    case 1: return test_draw(200) - 100;
    case 2: return test_draw(10) ? test_draw(70000) : ROCPD_NULL;
    case 3: return (int64_t)1 << test_draw(63);
    case 4: return far[test_draw(5)];
    case 5: return ROCPD_NULL;
    case 6: return test_draw(2) ? ROCPD_NULL : 254;
    default: return test_draw(100) ? 5 : (int64_t)test_random() | 1;
  }
}

/* keys 0: counting up; 1: counting up in the beginning; 2: any, some of them several times. */
static void check_rows(int kind, unsigned columns, int keys, uint64_t step, int shapes) {
  static plain_rows plain;
  rocpd_rocz_info info = {.columns = (uint16_t)columns};
  plain.columns = columns;
  plain.rows = 0;
  while (plain.rows + step <= ROWS) {
    int64_t *to = plain.value + plain.rows * columns;
    for (uint64_t i = 0; i < step; i++)
      for (unsigned c = 0; c < columns; c++) {
        uint64_t row = plain.rows + i;
        to[i * columns + c] = c ? draw((int)(c + (unsigned)shapes) % 8) : keys == 0 || (keys == 1 && row < ROWS / 2) ? (int64_t)row + 3 : test_draw(ROWS);
      }
    CHECK_INT(rocpd_rocz_info_add(&info, kind, to, step), SQLITE_OK);
    plain.rows += step;
  }
  int wrong = 0;
  for (uint64_t i = 0; i < plain.rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(&info, i, row);
    wrong += memcmp(row, plain.value + i * columns, columns * sizeof(*row)) != 0;
    wrong += i % 7 == 0 && rocpd_rocz_info_find(&info, kind, key_at(&plain, kind, i)) != find_in(&plain, kind, key_at(&plain, kind, i));
  }
  for (int64_t key = -5; key < ROWS + 10; key += 3) wrong += rocpd_rocz_info_find(&info, kind, (uint64_t)key) != find_in(&plain, kind, (uint64_t)key);
  CHECK_INT(info.rows, plain.rows);
  CHECK_INT(wrong, 0);
  rocpd_rocz_info_clear(&info);
}

static void rows_as_put_in(void) {
  for (int keys = 0; keys < 3; keys++)
    for (int shapes = 0; shapes < 8; shapes++) {
      check_rows(ROCZ_LAUNCH, 10, keys, 1, shapes);
      check_rows(ROCZ_LAUNCH, 10, keys, 750, shapes);
      check_rows(ROCZ_PARAMETER, 8, keys, 100, shapes);
      check_rows(ROCZ_PROCESS_END, 1, keys, 3, shapes);
    }
}

/* Rows of info kinds are unpacked into arrays of this size. */
static void columns_fit(void) {
  for (uint16_t kind = 0; kind < ROCPD_ROCZ_INFO_KINDS; kind++) {
    const rocz_kind *k = rocz_kind_find(kind);
    CHECK(!k || k->columns <= ROCPD_ROCZ_INFO_COLUMNS);
  }
}

/* Bytes that a folder of n files takes after `top`, in addition to those that the connection took before. */
static sqlite3_int64 memory_of(const char *folder, int n) {
  char path[4200];
  mkdir(folder, 0777);
  for (int i = 0; i < n; i++) {
    tracegen_options o = tracegen_defaults(2000);
    o.threads = o.queues = 2;
    o.seed = o.pid = (uint32_t)i + 1;
    snprintf(path, sizeof(path), "%s/%d.rocz", folder, i);
    const char *failed = tracegen_write(path, &o);
    if (failed) printf("not ok %s: %s\n", path, failed);
  }
  sqlite3 *db = db_open(":memory:");
  sqlite3_int64 before = sqlite3_memory_used();
  CHECK_INT(db_attach(db, folder), SQLITE_OK);
  CHECK(db_int(db, "SELECT sum(total_calls) FROM top") > 1900 * n);
  sqlite3_int64 bytes = sqlite3_memory_used() - before;
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return bytes;
}

/* Each thread has memory for decoding: one must be enough. */
static void use_one_processor(void) {
  cpu_set_t all, one;
  int first = 0;
  CHECK_INT(sched_getaffinity(0, sizeof(all), &all), 0);
  while (!CPU_ISSET(first, &all)) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  CHECK_INT(sched_setaffinity(0, sizeof(one), &one), 0);
}

static void small_files(void) {
  char folder[4096];
  use_one_processor();
  snprintf(folder, sizeof(folder), "%s/few_files", test_tmp());
  sqlite3_int64 few = memory_of(folder, 20);
  snprintf(folder, sizeof(folder), "%s/more_files", test_tmp());
  sqlite3_int64 each = (memory_of(folder, 100) - few) / 80;
  printf("# %lld bytes a file\n", (long long)each);
  CHECK(each > 8000 && each < 55000);
}

int main(void) {
  RUN(rows_as_put_in);
  RUN(columns_fit);
  RUN(small_files);
  return test_result();
}
