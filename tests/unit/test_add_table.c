/* New tables and exports, written after CONTRIBUTING.md and the headers that it names: a table over a record kind, a computed
** table, an export of tracks, and one of rows. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "db.h"
#include "export.h"
#include "fake.h"
#include "format.h"
#include "rows.h"
#include "statistics.h"
#include "test.h"

/* ---- a table over a record kind */

ROCPD_TABLE(dispatches) = {.name = "dispatches", .kind = ROCPD_KIND_KERNEL};

/* ---- a computed table: for each category, the rows of regions and the longest
**
**    SELECT * FROM longest; */

#define COLUMN_LIST(C, H) \
  C(CATEGORY, category, TEXT) C(ROWS, rows, INTEGER) C(LONGEST, longest_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

static int longest_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  static const rocpd_group_input input = {.kind = ROCPD_KIND_REGION, .duration = ROCPD_REGION_duration, .key = {ROCPD_REGION_category}};
  rocpd_statistics st;
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = rocpd_statistics_make(s, &input, 1, 1, &st, err);
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; rc == SQLITE_OK && i < st.n; i++)
    rc = rocpd_rows_add(&b, (int64_t[COLUMNS]){st.stat[i].key[0], (int64_t)st.stat[i].rows, st.stat[i].ended ? st.stat[i].max_ns : ROCPD_NULL});
  rocpd_statistics_free(&st);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(longest) = {.name = "longest", .kind = -1, .column = columns, .columns = COLUMNS, .rows = longest_rows};

/* ---- an export of tracks: a line for each event */

static int write_event(rocpd_writer *w, const rocpd_track *t, const rocpd_item *item, int64_t name, rocpd_error *err) {
  const char *text = name == ROCPD_NULL ? "" : rocpd_string(w->x->session, name, NULL);
  char *line = sqlite3_mprintf("%d,%s,%lld,%lld\n", (int)(w->x->layout.batch[item->batch].event - rocpd_event_kinds), text, item->start,
                               item->end == INT64_MAX ? -1 : item->end);
  int rc = line ? rocpd_buffer_add(&w->out, (const uint8_t *)line, strlen(line), err) : rocpd_no_memory(err);
  sqlite3_free(line);
  return rc;
}

static int write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  rocpd_block b;
  int rc = SQLITE_OK;
  for (size_t i = 0, lane = 0; rc == SQLITE_OK && lane < t->lanes; lane++) {
    rocpd_lane_number(w);
    for (; rc == SQLITE_OK && i < t->lane_end[lane]; i += b.n) {
      if (rocpd_block_read(w, &t->item[i], t->lane_end[lane] - i, &b)) return rocpd_no_memory(err);
      for (uint32_t k = 0; rc == SQLITE_OK && k < b.n; k++) rc = write_event(w, t, &t->item[i + k], b.name[k], err);
      if (rc == SQLITE_OK) rc = rocpd_writer_poll(w, b.n, err);
    }
  }
  return rc;
}

ROCPD_EXPORT_FORMAT(lines) = {.function = "rocpd_export_lines", .alias = "rows", .suffix = "txt", .track = write_track};

/* ---- an export of rows: the ids of kernels */

static int write_ids(rocpd_export *x, rocpd_error *err) {
  rocpd_batch **batch;
  rocpd_buffer out = {.file = &x->file};
  uint64_t rows = 0;
  size_t n;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_KERNEL, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *id;
    rc = rocpd_batch_column(batch[i], ROCPD_KERNEL_id, &id, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++, rows++) {
      char line[32];
      int size = snprintf(line, sizeof(line), "%lld\n", (long long)rocpd_column_at(id, row));
      rc = rocpd_buffer_add(&out, (const uint8_t *)line, (size_t)size, err);
    }
  }
  if (rc == SQLITE_OK) rc = rocpd_buffer_flush(&out, err);
  sqlite3_free(out.bytes);
  x->result.summary = rc == SQLITE_OK ? sqlite3_mprintf("\"rows\":%llu", (sqlite3_uint64)rows) : NULL;
  return rc == SQLITE_OK && !x->result.summary ? rocpd_no_memory(err) : rc;
}

ROCPD_EXPORT_FORMAT(ids) = {.function = "rocpd_export_ids", .write = write_ids};

/* ---- tests */

static sqlite3 *open_fake(void) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/trace.fake", test_tmp());
  CHECK_INT(fake_write(path, 7, 2, 300), 0);
  return db_open_trace(path);
}

static void same(sqlite3 *db, const char *ours, const char *wanted) { CHECK(db_same(db, NULL, ours, wanted, 1) > 0); }

/* Filters, order, joins and paths work without further code. */
static void over_a_kind(void) {
  sqlite3 *db = open_fake();
  same(db, "SELECT rowid, * FROM dispatches", "SELECT rowid, * FROM kernels");
  same(db, "SELECT id, name, start FROM dispatches WHERE start > 1020000 AND name LIKE '%e%'",
       "SELECT id, name, start FROM (SELECT id, name, start FROM kernels LIMIT -1) WHERE +start > 1020000 AND +name LIKE '%e%'");
  CHECK(db_same(db, NULL, "SELECT start FROM dispatches WHERE start NOT NULL ORDER BY start DESC LIMIT 50",
                "SELECT start FROM (SELECT +start AS start FROM kernels) WHERE start NOT NULL ORDER BY start DESC LIMIT 50", 0) == 50);
  same(db, "SELECT d.id, k.name FROM dispatches d JOIN kernels k USING (guid, id)",
       "SELECT a.id, b.name FROM kernels a JOIN kernels b ON +a.id = +b.id AND +a.guid = +b.guid");
  char *path = sqlite3_mprintf("SELECT count(*) FROM dispatches('%s/trace.fake')", test_tmp());
  CHECK_INT(db_int(db, path), db_int(db, "SELECT count(*) FROM kernels"));
  sqlite3_free(path);
  sqlite3_close(db);
}

static void computed(void) {
  sqlite3 *db = open_fake();
  same(db, "SELECT category, rows, longest_ns FROM longest", "SELECT category, count(*), max(duration) FROM regions GROUP BY category");
  CHECK_INT(db_int(db, "SELECT rows FROM longest ORDER BY rows DESC LIMIT 1"),
            db_int(db, "SELECT max(n) FROM (SELECT count(*) AS n FROM regions GROUP BY category)"));
  CHECK_INT(db_int(db, "SELECT count(*) FROM longest WHERE longest_ns > (SELECT avg(longest_ns) FROM longest)"),
            db_int(db, "WITH l AS (SELECT max(duration) AS m FROM regions GROUP BY category) SELECT count(*) FROM l WHERE m > (SELECT avg(m) FROM l)"));
  sqlite3_close(db);
}

/* Reads the lines of the file as rows of temp.got. */
static void read_lines(sqlite3 *db, const char *function, int columns_of_line) {
  char path[4096], line[4096], *part[4];
  snprintf(path, sizeof(path), "%s/out.txt", test_tmp());
  CHECK(strchr(db_text(db, db_format("SELECT %s(%Q)", function, path)), '{'));
  CHECK_INT(db_run(db, "DROP TABLE IF EXISTS temp.got; CREATE TABLE temp.got(a INT, b, c INT, d INT)"), SQLITE_OK);
  FILE *f = fopen(path, "r");
  while (f && fgets(line, sizeof(line), f)) {
    line[strcspn(line, "\n")] = 0;
    part[0] = line;
    for (int i = columns_of_line - 1; i > 1; i--) *strrchr(line, ',') = 0, part[i] = line + strlen(line) + 1;
    if (columns_of_line > 1) part[1] = strchr(line, ',') + 1, part[1][-1] = 0;
    CHECK_INT(db_run(db, columns_of_line > 1 ? db_format("INSERT INTO temp.got VALUES (%s, %Q, %s, %s)", part[0], part[1], part[2], part[3]) :
                                               db_format("INSERT INTO temp.got(a) VALUES (%s)", part[0])),
              SQLITE_OK);
  }
  if (f) fclose(f);
  unlink(path);
}

/* An event that ends before it starts has no length. */
#define EVENT "coalesce(name, ''), start, coalesce(max(start, \"end\"), -1)"
static void tracks(void) {
  sqlite3 *db = open_fake();
  read_lines(db, "rocpd_export_lines", 4);
  same(db, "SELECT a, b, c, d FROM temp.got",
       "SELECT 0, " EVENT " FROM regions WHERE start NOT NULL UNION ALL SELECT 1, " EVENT " FROM kernels WHERE start NOT NULL UNION ALL "
       "SELECT 2, " EVENT " FROM memory_copies WHERE start NOT NULL UNION ALL "
       "SELECT 3, " EVENT " FROM (SELECT *, type AS name FROM memory_allocations) WHERE start NOT NULL UNION ALL "
       "SELECT 4, " EVENT " FROM (SELECT *, operation AS name FROM scratch_memory) WHERE start NOT NULL UNION ALL "
       "SELECT 5, " EVENT " FROM (SELECT *, timestamp AS start, timestamp AS \"end\" FROM samples) WHERE start NOT NULL");
  sqlite3_close(db);
}

static void rows(void) {
  sqlite3 *db = open_fake();
  read_lines(db, "rocpd_export_ids", 1);
  same(db, "SELECT a FROM temp.got", "SELECT id FROM kernels");
  sqlite3_close(db);
}

/* Commands that offer formats by name know these, too. */
static void formats(void) {
  CHECK(rocpd_format_find("lines") && rocpd_format_find("Rows") == rocpd_format_find("lines") && !rocpd_format_find("line"));
  CHECK_TEXT(rocpd_format_suffix(rocpd_format_find("lines")), "txt");
  CHECK_TEXT(rocpd_format_suffix(rocpd_format_find("IDS")), "ids");
  CHECK(rocpd_format_has(rocpd_format_find("ids"), "start") && !rocpd_format_has(rocpd_format_find("ids"), "name") &&
        rocpd_format_has(rocpd_format_find("csv"), "name"));
  sqlite3 *db = open_fake();
  CHECK_INT(db_run(db, "CREATE TEMP TABLE got(i, name)"), SQLITE_OK);
  for (size_t i = 0; rocpd_format_at(i); i++)
    CHECK_INT(db_run(db, db_format("INSERT INTO temp.got VALUES (%d, 'rocpd_export_%s')", (int)i, rocpd_format_name(rocpd_format_at(i)))), SQLITE_OK);
  same(db, "SELECT i, name FROM temp.got", "SELECT row_number() OVER (ORDER BY name) - 1, name FROM (SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE 'rocpd\\_export\\_%' ESCAPE '\\')");
  sqlite3_close(db);
}

int main(void) {
  RUN(over_a_kind);
  RUN(computed);
  RUN(tracks);
  RUN(rows);
  RUN(formats);
  return test_result();
}
