/* Links (link.h), compared with a search through plain arrays. Ids are dense, sparse, duplicate, unordered, negative, NULL or as
** large as possible, in batches of any size, with known bounds or not. They are looked up one by one and in runs, in
** dictionaries, and by several threads. */
#include <unistd.h>
#include "db.h"
#include "link.h"
#include "memory.h"
#include "parallel.h"
#include "select_source.h"
#include "test.h"
#include "trace.h"

enum { MOST = 900, ASKED = 3000 };

/* The rows of each table: an id and a value. */
static struct { int64_t id, value; } row[MOST];
static int rows;

/* The same rows are in three tables: one of few rows, one of many, and one with the ids in another column. */
static const struct { int link, column, id; } links[] = {
  {ROCPD_LINK_AGENT, ROCPD_AGENT_absolute_index, ROCPD_AGENT_id}, {ROCPD_LINK_EVENT, ROCPD_RAW_EVENT_stack_id, ROCPD_RAW_EVENT_id},
  {ROCPD_LINK_REGION_OF_EVENT, ROCPD_RAW_REGION_id, ROCPD_RAW_REGION_event_id}};
enum { LINKS = sizeof(links) / sizeof(*links) };

static int row_of(int64_t id) {
  int i = 0;
  while (i < rows && row[i].id != id) i++;
  return i < rows && id != ROCPD_NULL ? i : -1;
}

/* ---- ids */

static int64_t dense(int i) { return i + 1; }
static int64_t from_below(int i) { return i - 400; }
static int64_t gaps(int i) { return 3 * (int64_t)i + i / 50; }
static int64_t doubled(int i) { return i / 2; }
static int64_t descending(int i) { return 5000 - i; }
static int64_t turned(int i) { return i % 2 ? i - 1 : i + 1; } /* pairs are swapped */
static int64_t shuffled(int i) { return (int64_t)i * 7919 % 1009; }
static int64_t alone(int i) { return (int64_t)i * 1000003 - 5000000; }
static int64_t alone_shuffled(int i) { return (int64_t)i * 7919 % 1009 * 98765432123; }
static int64_t alone_again(int i) { return (int64_t)(i % 150) * 98765432123; }
static int64_t any(int i) { return (int64_t)test_random(); }
static int64_t at_the_top(int i) { return INT64_MAX - MOST + 1 + i; }
static int64_t at_the_bottom(int i) { return INT64_MIN + 1 + i; }
static int64_t at_both_ends(int i) { return i < 300 ? INT64_MIN + 1 + i : INT64_MAX - MOST + 1 + i; }
static int64_t all_same(int i) { return 42; }
static int64_t no_ids(int i) { return ROCPD_NULL; }
static int64_t some_ids(int i) { return i % 4 == 1 ? ROCPD_NULL : i; }
static int64_t again(int i) { return i % 150; } /* the batches' ranges overlap */
static int64_t dense_but_one(int i) { return i == 500 ? 499 : i; }
static int64_t back_at_512(int i) { return i < 512 ? i : i - 300; } /* where a search by blocks begins a new block */
static int64_t of_threads(int i) { return (int64_t)(1 + i / 250) << 40 | (int64_t)(i % 250 ^ 1); } /* close together in runs, with pairs swapped */
static int64_t just_close(int i) { return i ? 4 * (int64_t)rows + 1024 - 1 - (rows - 1 - i) : 0; } /* the widest range that counts as close */
static int64_t just_apart(int i) { return i ? 4 * (int64_t)rows + 1024 - (rows - 1 - i) : 0; }

static int64_t (*const ids[])(int i) = {dense,          from_below,  gaps,          doubled,     descending,    turned,       shuffled,  alone,
                                        alone_shuffled, alone_again, any,           at_the_top,  at_the_bottom, at_both_ends, all_same,  no_ids,
                                        some_ids,       again,       dense_but_one, back_at_512, of_threads,    just_close,   just_apart};
enum { IDS = sizeof(ids) / sizeof(*ids) };

/* ---- the trace */

static sqlite3 *db;
static rocpd_snapshot *snapshot;
static rocpd_links *of;

static void fill(int64_t (*id_of)(int i), int n) {
  rows = n;
  for (int i = 0; i < n; i++) {
    row[i].id = id_of(i);
    row[i].value = i % 13 == 5 ? ROCPD_NULL : (int64_t)i * 1000 - 7;
  }
}

static void write_rows(const char *path) {
  static const char *const insert[] = {"INSERT INTO rocpd_info_agent VALUES (?1, ?2)", "INSERT INTO rocpd_event VALUES (?1, ?2)",
                                       "INSERT INTO rocpd_region VALUES (?1, ?2)"};
  sqlite3 *to;
  unlink(path);
  CHECK_INT(sqlite3_open(path, &to), SQLITE_OK);
  CHECK_INT(db_run(to, "PRAGMA synchronous = off; PRAGMA journal_mode = off; BEGIN; CREATE TABLE rocpd_info_agent (id, absolute_index); CREATE TABLE rocpd_event (id, stack_id); "
                       "CREATE TABLE rocpd_region (event_id, id)"), SQLITE_OK);
  for (int t = 0; t < LINKS; t++) {
    sqlite3_stmt *s;
    CHECK_INT(sqlite3_prepare_v2(to, insert[t], -1, &s, NULL), SQLITE_OK);
    for (int i = 0; i < rows; i++) {
      int64_t v[] = {row[i].id, row[i].value};
      for (int k = 0; k < 2; k++) v[k] == ROCPD_NULL ? sqlite3_bind_null(s, k + 1) : sqlite3_bind_int64(s, k + 1, v[k]);
      CHECK_INT(sqlite3_step(s), SQLITE_DONE);
      sqlite3_reset(s);
    }
    sqlite3_finalize(s);
  }
  CHECK_INT(db_run(to, "COMMIT"), SQLITE_OK);
  sqlite3_close(to);
}

/* Batches of this many rows, which know the bounds of their ids before they are decoded, or do not. */
static void begin(int batch_rows, int zones) {
  char database[4096], trace[4096];
  snprintf(database, sizeof database, "%s/link.db", test_tmp());
  snprintf(trace, sizeof trace, "%s/link.select", test_tmp());
  write_rows(database);
  CHECK_INT(select_write(trace, database, batch_rows, zones), 0);
  db = db_open_trace(trace);
  size_t n;
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &snapshot, NULL), SQLITE_OK);
  rocpd_source **source = rocpd_snapshot_sources(snapshot, &n);
  CHECK_INT(n, 1);
  CHECK_INT(rocpd_links_of(snapshot, source[0], &of, NULL), SQLITE_OK);
  rocpd_links *again_of;
  CHECK_INT(rocpd_links_of(snapshot, source[0], &again_of, NULL), SQLITE_OK);
  CHECK(of == again_of);
}

static void end(void) {
  rocpd_snapshot_release(snapshot);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- looking up */

/* Ids to look up: in the order of rows, at random, next to existing ones, none. */
static uint32_t ask(int64_t *id, int form) {
  static const int64_t odd[] = {0, -1, 1, INT64_MAX, INT64_MIN + 1, ROCPD_NULL, INT32_MAX, -5000000, 1 << 20};
  uint32_t n = form == 0 ? (uint32_t)rows : 1 + (uint32_t)test_draw(form % 3 ? 300 : ASKED);
  for (uint32_t i = 0; i < n; i++) {
    int64_t at = rows ? form == 0 ? i : form == 1 ? (int64_t)i % rows : form == 2 ? rows - 1 - (int64_t)i % rows : test_draw(rows) : 0;
    int64_t near = form > 3 && !test_draw(3) ? test_draw(5) - 2 : 0;
    id[i] = rows && row[at].id != ROCPD_NULL ? (int64_t)((uint64_t)row[at].id + (uint64_t)near) : ROCPD_NULL;
    if (form > 2 && !test_draw(20)) id[i] = odd[test_draw(sizeof(odd) / sizeof(*odd))];
    if (form == 5) id[i] = i ? (int64_t)((uint64_t)id[0] + i) : id[0]; /* one after the other, beyond the end */
  }
  return n;
}

static int map_is_right(int k, int form) {
  static _Thread_local int64_t asked[ASKED], id[ASKED];
  uint32_t n = ask(asked, form), wrong = 0;
  memcpy(id, asked, n * sizeof(*id));
  if (rocpd_link_map(of, links[k].link, links[k].column, id, n, NULL) != SQLITE_OK) return 0;
  for (uint32_t i = 0; i < n; i++) {
    int r = row_of(asked[i]);
    wrong += id[i] != (r < 0 ? ROCPD_NULL : row[r].value);
  }
  memcpy(id, asked, n * sizeof(*id));
  if (rocpd_link_exists(of, links[k].link, id, n, NULL) != SQLITE_OK) return 0;
  for (uint32_t i = 0; i < n; i++) wrong += id[i] != (row_of(asked[i]) >= 0);
  memcpy(id, asked, n * sizeof(*id));
  if (rocpd_link_find(of, links[k].link, id, n, NULL) != SQLITE_OK) return 0;
  for (uint32_t i = 0; i < n; i++) {
    int r = row_of(asked[i]);
    const rocpd_column *c = NULL;
    wrong += (id[i] == ROCPD_NULL) != (r < 0);
    if (id[i] == ROCPD_NULL || r < 0) continue;
    if (rocpd_batch_column(rocpd_link_batch(of, links[k].link, id[i]), links[k].column, &c, NULL) != SQLITE_OK) return 0;
    wrong += rocpd_column_at(c, rocpd_place_row(id[i])) != row[r].value;
  }
  return !wrong;
}

/* The dictionary contains all ids, if they are close together. */
static void check_attributes(int k) {
  const rocpd_attributes *a, *b;
  int64_t low = INT64_MAX, high = INT64_MIN, least = INT64_MAX, most = INT64_MIN;
  for (int i = 0; i < rows; i++) {
    if (row[i].id == ROCPD_NULL) continue;
    if (row[i].id < low) low = row[i].id;
    if (row[i].id > high) high = row[i].id;
    int64_t v = row[row_of(row[i].id)].value;
    if (v == ROCPD_NULL) continue;
    if (v < least) least = v;
    if (v > most) most = v;
  }
  bool close = low > high || (uint64_t)high - (uint64_t)low < 4 * (uint64_t)rows + 1024;
  CHECK_INT(rocpd_link_attributes(of, links[k].link, links[k].column, &a, NULL), SQLITE_OK);
  CHECK_INT(a != NULL, close && links[k].link == ROCPD_LINK_AGENT);
  if (!a) return;
  CHECK(a->min == least && a->max == most);
  CHECK(low > high ? a->n == 0 : a->low == low && a->n == (uint64_t)high - (uint64_t)low + 1);
  for (uint32_t i = 0; i < a->n; i++) {
    int r = row_of((int64_t)((uint64_t)low + i));
    CHECK(a->value[i] == (r < 0 ? ROCPD_NULL : row[r].value));
  }
  CHECK_INT(rocpd_link_attributes(of, links[k].link, links[k].column, &b, NULL), SQLITE_OK);
  CHECK(a == b);
  CHECK_INT(rocpd_link_attributes(of, links[k].link, links[k].id, &b, NULL), SQLITE_OK);
  for (uint32_t i = 0; b && i < b->n; i++) CHECK(b->value[i] == ROCPD_NULL || b->value[i] == (int64_t)((uint64_t)low + i));
}

static void lookups(void) {
  static const int sizes[] = {1, 7, 100, 5000};
  for (int g = 0; g < IDS; g++)
    for (int s = 0; s < 4; s++) {
      int before = test_failures, n = s == 0 ? 60 : s == 1 ? 299 : MOST;
      rows = n;
      fill(ids[g], n);
      begin(sizes[s], (g + s) % 2);
      for (int k = 0; k < LINKS; k++) {
        if (g % 2) check_attributes(k); /* before the others, or after them */
        for (int form = 0; form < 6; form++) CHECK(map_is_right(k, form));
        check_attributes(k);
      }
      end();
      if (test_failures > before) printf("# ids %d in batches of %d\n", g, sizes[s]);
    }
  CHECK_INT(rocpd_link_kind(ROCPD_LINK_REGION_OF_EVENT), ROCPD_KIND_RAW_REGION);
}

/* Tables without rows, and one that does not exist. */
static void nothing(void) {
  rows = 0;
  begin(10, 0);
  for (int k = 0; k < LINKS; k++) {
    CHECK(map_is_right(k, 3));
    check_attributes(k);
  }
  int64_t id[] = {1, ROCPD_NULL, 0};
  CHECK_INT(rocpd_link_map(of, ROCPD_LINK_SAMPLE, ROCPD_RAW_SAMPLE_id, id, 3, NULL), SQLITE_OK);
  CHECK(id[0] == ROCPD_NULL && id[1] == ROCPD_NULL && id[2] == ROCPD_NULL);
  CHECK_INT(rocpd_link_exists(of, ROCPD_LINK_SAMPLE, id, 3, NULL), SQLITE_OK);
  CHECK(!id[0] && !id[1] && !id[2]);
  CHECK_INT(rocpd_link_map(of, ROCPD_LINK_EVENT, ROCPD_RAW_EVENT_id, NULL, 0, NULL), SQLITE_OK);
  end();
}

/* ---- threads, memory */

static int work(void *arg, size_t i, rocpd_error *err) {
  int k = (int)(i % LINKS), wrong = 0;
  int64_t id[40];
  for (int j = 0; j < 40; j++) id[j] = row[(i * 37 + (size_t)j) % (size_t)rows].id;
  const rocpd_attributes *a;
  if (rocpd_link_attributes(of, links[k].link, links[k].column, &a, err) != SQLITE_OK) return SQLITE_ERROR;
  if (rocpd_link_map(of, links[k].link, links[k].column, id, 40, err) != SQLITE_OK) return SQLITE_ERROR;
  for (int j = 0; j < 40; j++) wrong += id[j] != row[row_of(row[(i * 37 + (size_t)j) % (size_t)rows].id)].value;
  return wrong ? SQLITE_ERROR : SQLITE_OK;
}

static void threads(void) {
  static int64_t (*const some[])(int i) = {dense, turned, shuffled, of_threads, dense_but_one};
  for (int i = 0; i < 5; i++) {
    fill(some[i], MOST);
    begin(50, i % 2);
    CHECK_INT(rocpd_parallel(rocpd_snapshot_session(snapshot), 300, work, NULL, NULL), SQLITE_OK);
    end();
  }
}

/* What could not be made is made at the next lookup. */
static void out_of_memory(void) {
  static int64_t (*const some[])(int i) = {dense, of_threads, alone, alone_shuffled};
  int failures = 0;
  for (int i = 0; i < 4; i++) {
    fill(some[i], 200);
    begin(50, 0);
    for (int k = 0; k < LINKS; k++)
      for (long nth = 1;; nth++) {
        int64_t id[] = {row[0].id, row[150].id, row[3].id};
        const rocpd_attributes *a;
        rocpd_error err = {0};
        memory_fail_at(1 + nth % 3 + nth / 20); /* what was made already is not made again */
        int rc = rocpd_link_map(of, links[k].link, links[k].column, id, 3, &err);
        if (rc == SQLITE_OK) rc = rocpd_link_attributes(of, links[k].link, links[k].column, &a, &err);
        bool failed = memory_failed();
        CHECK_INT(rc, failed ? SQLITE_NOMEM : SQLITE_OK);
        rocpd_error_clear(&err);
        failures += failed;
        if (failed) continue;
        CHECK(id[0] == row[0].value && id[1] == row[150].value && id[2] == row[3].value);
        break;
      }
    for (int k = 0; k < LINKS; k++) {
      CHECK(map_is_right(k, 3));
      check_attributes(k);
    }
    end();
  }
  CHECK(failures > 20);
}

int main(void) {
  memory_begin();
  RUN(lookups);
  RUN(nothing);
  RUN(threads);
  RUN(out_of_memory);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
