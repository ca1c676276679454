/* Sources that are read as a whole (whole_source.h). Reading that fails half way leaves none of the rows that it has added, so
** the next query, which reads again, shows each row once. */
#include <stdio.h>
#include "db.h"
#include "guid.h"
#include "registry.h"
#include "test.h"
#include "whole_source.h"

/* ---- a source of a few calls, and of as many marks that are read late; reading fails as often as the test says */

enum { ROWS = 5 };
static int failures, late_failures, reads, late_reads;

enum { V_ID, V_TIME, V_TID, V_VALUES };
static const uint8_t region_value[ROCPD_REGION_COLUMNS] = {
  ROCPD_SHOWS(REGION, id, V_ID), ROCPD_SHOWS(REGION, event_id, V_ID), ROCPD_SHOWS(REGION, stack_id, V_ID), ROCPD_SHOWS(REGION, start, V_TIME),
  ROCPD_SHOWS(REGION, end, V_TIME), ROCPD_SHOWS(REGION, tid, V_TID)};
static const rocpd_row_layout region_layout = {.kind = ROCPD_KIND_REGION, .width = V_VALUES, .final = true, .value = region_value,
                                               .text = {{ROCPD_REGION_name, "call"}}};
static const uint8_t sample_value[ROCPD_SAMPLE_COLUMNS] = {
  ROCPD_SHOWS(SAMPLE, id, V_ID), ROCPD_SHOWS(SAMPLE, timestamp, V_TIME), ROCPD_SHOWS(SAMPLE, tid, V_TID)};
static const rocpd_row_layout sample_layout = {.kind = ROCPD_KIND_SAMPLE, .width = V_VALUES, .final = true, .value = sample_value,
                                               .text = {{ROCPD_SAMPLE_name, "mark"}}};

typedef struct halves {
  rocpd_whole_source whole; /* must be first */
  rocpd_row_store region, sample;
} halves;

/* While failures are left, it adds only some of the rows. */
static int add_rows(halves *h, rocpd_row_store *store, int *failing) {
  for (int i = 0; i < ROWS; i++) {
    uint32_t thread;
    int rc = rocpd_pair_number(&h->whole.entities.thread, h->whole.source.info.pid, i, &thread);
    int64_t *row = rc == SQLITE_OK ? rocpd_row_store_add(store, thread) : NULL;
    if (!row) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
    row[V_ID] = store == &h->region ? 1 + i : 100 + i;
    row[V_TIME] = 10 * i;
    row[V_TID] = i;
    if (i == ROWS - 2 && *failing > 0) return --*failing, SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

static int read_calls(rocpd_whole_source *w, rocpd_error *err) {
  reads++;
  int rc = add_rows((halves *)w, &((halves *)w)->region, &failures);
  return rc == SQLITE_OK ? rocpd_entity_table_rows(&w->entities) : rc;
}

static int read_marks(rocpd_whole_source *w, rocpd_error *err) {
  late_reads++;
  return add_rows((halves *)w, &((halves *)w)->sample, &late_failures);
}

static const rocpd_whole_rows stores[] = {{.layout = &region_layout, .offset = offsetof(halves, region)},
                                          {.layout = &sample_layout, .offset = offsetof(halves, sample), .is_late = true}};
static const rocpd_whole_class whole = {.rows = stores, .stores = 2, .read = read_calls, .read_late = read_marks};

static int halves_probe(const char *path, const uint8_t *head, size_t n) { return n >= 6 && memcmp(head, "halves", 6) == 0; }

static void halves_close(rocpd_source *s) {
  rocpd_whole_free((rocpd_whole_source *)s);
  rocpd_source_free(s);
}

static int halves_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                       rocpd_error *err) {
  halves *h = (halves *)rocpd_source_new(session, class, path, sizeof(*h));
  if (!h) return rocpd_no_memory(err);
  rocpd_whole_begin(&h->whole, &whole);
  rocpd_guid_make(&h->whole.source, path, strlen(path));
  h->whole.source.info.pid = 7;
  int rc = rocpd_stamp_take(path, &h->whole.stamp, err);
  if (rc == SQLITE_OK) *out = &h->whole.source;
  else halves_close(&h->whole.source);
  return rc;
}

ROCPD_SOURCE_CLASS(halves) = {.name = "halves", .probe = halves_probe, .open = halves_open, .close = halves_close, .refresh = rocpd_whole_refresh,
                              .batches = rocpd_whole_batches, .forget = rocpd_whole_forget};

/* ---- tests */

static sqlite3 *open_halves(void) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/a.halves", test_tmp());
  FILE *f = fopen(path, "w");
  CHECK(f && fputs("halves", f) >= 0 && fclose(f) == 0);
  reads = late_reads = failures = late_failures = 0;
  return db_open_trace(path);
}

static int rc_of(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

static void calls(void) {
  sqlite3 *db = open_halves();
  failures = 2;
  for (int i = 0; i < 2; i++) CHECK_INT(rc_of(db, "SELECT count(*) FROM regions"), SQLITE_NOMEM);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), ROWS);
  CHECK_INT(db_int(db, "SELECT sum(start) FROM regions"), 100);
  CHECK_INT(db_int(db, "SELECT count(*) FROM threads"), ROWS);
  CHECK_INT(reads, 3); /* read again only after a failure */
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void marks(void) {
  sqlite3 *db = open_halves();
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), ROWS);
  late_failures = 2;
  for (int i = 0; i < 2; i++) CHECK_INT(rc_of(db, "SELECT count(*) FROM samples"), SQLITE_NOMEM);
  CHECK_INT(db_int(db, "SELECT count(*) FROM samples"), ROWS);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), ROWS);
  CHECK_INT(reads, 1);
  CHECK_INT(late_reads, 3);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  RUN(calls);
  RUN(marks);
  return test_result();
}
