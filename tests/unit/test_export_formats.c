/* The exporters, for a source of this test whose rows are as awkward as rows can be: threads mixed in one batch, intervals that
** cross, any encoding of columns, NULLs, bytes that are not text. tests/export/check.py decodes the output and compares it with
** the tables. */
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "given.h"
#include "test.h"

/* ---- exporting and checking ---- */

/* Writes the rows that satisfy `where`, as tests/export/dump.sql does. */
static void dump(sqlite3 *db, const char *path, const char *options, const char *where) {
  FILE *in = fopen("tests/export/dump.sql", "r"), *out = fopen(path, "w");
  char sql[8192];
  size_t n = in ? fread(sql, 1, sizeof sql - 1, in) : 0;
  CHECK(n > 0);
  sql[n] = 0;
  for (const char *tail = sql; *tail;) {
    sqlite3_stmt *statement = NULL;
    /* Each statement ends in FROM table; the condition is put before its semicolon. */
    const char *from = strstr(tail, " FROM "), *semicolon = from ? strchr(from, ';') : NULL;
    if (!semicolon) break;
    bool arguments = strncmp(from, " FROM region_args", 17) == 0;
    if (arguments && !(options && strstr(options, "args"))) break; /* they are then not exported */
    char *one = sqlite3_mprintf("%.*s %s", (int)(semicolon - tail), tail, arguments ? "" : where);
    CHECK_INT(sqlite3_prepare_v2(db, one, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) fprintf(out, "%s\n", sqlite3_column_text(statement, 0));
    CHECK_INT(sqlite3_finalize(statement), SQLITE_OK);
    sqlite3_free(one);
    tail = semicolon + 1;
  }
  fclose(in);
  fclose(out);
}

static int64_t summary(sqlite3 *db, const char *format, const char *options, const char *key) {
  char *out = given_path(strcmp(format, "json") ? "out.pftrace" : "out.json");
  unlink(out);
  char *sql = sqlite3_mprintf("SELECT json_extract(rocpd_export_%s(%Q, %Q), '$.%s')", format, out, options, key);
  int64_t n = db_int(db, sql);
  sqlite3_free(sql), sqlite3_free(out);
  return n;
}

/* Exports in both ways with the options, and compares with the rows that satisfy `where`. */
static void compare(sqlite3 *db, const char *options, const char *where) {
  int64_t events = summary(db, "perfetto", options, "events");
  CHECK_INT(summary(db, "json", options, "events"), events);
  char *rows = given_path("rows.json");
  dump(db, rows, options, where);
  char *command = sqlite3_mprintf("python3 tests/export/check.py %s %s/out.pftrace %s/out.json %lld %s >%s/check.log", rows, test_tmp(), test_tmp(), events,
                                  *where ? "part" : "",
                                  test_tmp());
  if (system(command) != 0) {
    test_failures++;
    printf("not ok %s %s\n", options ? options : "", where);
    fflush(stdout);
    char *show = sqlite3_mprintf("cut -c 1-600 %s/check.log", test_tmp());
    if (system(show)) printf("no log\n");
    sqlite3_free(show);
  }
  sqlite3_free(command);
  sqlite3_free(rows);
}

static void export_given(const char *options, const char *where) {
  sqlite3 *db = given_open();
  compare(db, options, where);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- tests ---- */

/* A source without rows. */
static void empty_trace(void) {
  given[0].guid = "0000-empty", given[0].host = "host";
  export_given(NULL, "");
}

static void odd_text(void) {
  given_trace *s = &given[0];
  s->guid = "0000-odd", s->host = "host";
  given_process(s, 77, "/usr/bin/pro\"gram\xff --flag");
  given_lane *calls = given_lane_add(s, ROCPD_KIND_REGION, GIVEN_NARROW), *kernels = given_lane_add(s, ROCPD_KIND_KERNEL, GIVEN_SIGNATURES),
             *args = given_lane_add(s, ROCPD_KIND_ARG, GIVEN_WIDE);
  char *huge = malloc((1 << 20) + 1);
  memset(huge, 'n', 1 << 20);
  memcpy(huge + 1000, "\"\\\n\x80", 4);
  huge[1 << 20] = 0;
  int64_t time = 1000000;
  for (int i = 0; i < GIVEN_ODD + 2; i++) {
    const char *name = i < GIVEN_ODD ? given_odd[i] : i == GIVEN_ODD ? huge : NULL;
    int64_t *r = given_region(s, calls, 77, 78, name, time, time + 500, 100 + i);
    if (i == 3) r[ROCPD_REGION_category] = 0;
    if (i == 4) r[ROCPD_REGION_result] = -1;
    if (i == 5) r[ROCPD_REGION_result] = 700;
    given_kernel(s, kernels, 77, 1, 1, name, time + 600, time + 700, 100 + i);
    for (int a = 0; a < 3; a++)
      given_argument(s, args, 77, 100 + i, a, given_odd[(i + a) % GIVEN_ODD], i == GIVEN_ODD ? huge : given_odd[(i * 3 + a) % GIVEN_ODD]);
    time += 1000;
  }
  given_argument(s, args, 77, 100, 7, NULL, "nameless");
  given_argument(s, args, 77, 101, 7, "valueless", NULL);
  export_given("{\"args\":true}", "");
  given_forget();
  free(huge);
}

static void random_traces(void) {
  int rounds = test_soak() ? 60 : 4;
  for (int i = 0; i < rounds; i++) {
    given_random(i % 3 ? 4 : 1, 1 + (int)test_draw(test_soak() ? 3000 : 700), (enum given_style)(i % 3));
    export_given(i % 2 ? "{\"args\":true}" : NULL, "");
    given_forget();
  }
}

/* Notes about the times are printed if they apply, and only then. */
static void warnings(void) {
  for (int sources = 1; sources <= 4; sources += 3) {
    given_random(sources, 50, GIVEN_NARROW);
    sqlite3 *db = given_open();
    for (int i = 0; i < 2; i++) {
      const char *what = db_format("SELECT json_extract(rocpd_export_%s('/dev/null'), '$.warnings')", i ? "json" : "perfetto");
      CHECK_TEXT(db_text(db, what), sources == 1 ? "[]" : "[\"2 hosts, each with times of its own clock: rocpd_align() puts them on one time line\"]");
    }
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
    given_forget();
  }
}

static void windows_and_filters(void) {
  given_random(1, 1000, GIVEN_SIGNATURES);
  for (int i = 0; i < given[0].lanes; i++) /* windows are tested without arguments */
    if (given[0].lane[i].kind == ROCPD_KIND_ARG) given[0].lane[i].rows = 0;
  sqlite3 *db = given_open();
  char options[256], where[1024];
  int64_t first = db_int(db, "SELECT min(start) FROM regions"), last = db_int(db, "SELECT max(\"end\") FROM regions");
  int64_t from = first + (last - first) / 4, to = first + (last - first) / 2;
  /* As in rocpd_window(from, to, 0): events that end or begin exactly at an edge are included. */
  from = db_int(db, db_format("SELECT \"end\" FROM regions WHERE start < \"end\" AND \"end\" >= %lld ORDER BY \"end\" LIMIT 1", from));
  to = db_int(db, db_format("SELECT start FROM regions WHERE start < \"end\" AND start >= %lld ORDER BY start LIMIT 1", to));
  snprintf(options, sizeof options, "{\"start\":%lld,\"end\":%lld}", (long long)from, (long long)to);
  snprintf(where, sizeof where, "WHERE start <= %lld AND ifnull(\"end\", 9e18) >= %lld", (long long)to, (long long)from);
  compare(db, options, where);
  int64_t all = summary(db, "json", NULL, "events"), window = summary(db, "json", options, "events");
  CHECK(window > 0 && window < all);
  CHECK_INT(summary(db, "json", "{\"start\":\"0%\",\"end\":\"100%\"}", "events"), all - summary(db, "json", NULL, "without_start"));
  snprintf(options, sizeof options, "{\"end\":%lld}", (long long)first);
  CHECK_INT(summary(db, "json", options, "events"),
            db_int(db, db_format("SELECT (SELECT count(*) FROM kernels WHERE start <= %lld) + (SELECT count(*) FROM regions WHERE start <= %lld) + "
                                 "(SELECT count(*) FROM memory_copies WHERE start <= %lld)", first, first, first)));
  CHECK_INT(summary(db, "json", "{\"start\":\"25%\"}", "events") < all, 1);

  compare(db, "{\"names\":\"inner\"}", "WHERE name = 'inner'");
  compare(db, "{\"names\":[\"*quoted*\",\"p*n\"]}", "WHERE name GLOB '*quoted*' OR name GLOB 'p*n'");
  compare(db, "{\"categories\":[\"KERNEL_*\",\"MEMORY_COPY\"]}", "WHERE category GLOB 'KERNEL_*' OR category = 'MEMORY_COPY'");
  compare(db, "{\"categories\":[\"KERNEL_DISPATCH\"],\"names\":\"plain\"}", "WHERE category = 'KERNEL_DISPATCH' AND name = 'plain'");
  compare(db, "{\"min_duration_ns\":2500}", "WHERE ifnull(\"end\", 9e18) - start >= 2500");
  int64_t pid = db_int(db, "SELECT max(pid) FROM kernels");
  snprintf(options, sizeof options, "{\"processes\":[%lld]}", (long long)pid), snprintf(where, sizeof where, "WHERE pid = %lld", (long long)pid);
  compare(db, options, where);
  CHECK_INT(summary(db, "json", "{\"ranks\":[123456]}", "events"), 0);
  CHECK_INT(summary(db, "json", "{\"categories\":[]}", "events"), 0);
  CHECK_INT(summary(db, "json", NULL, "categories.KERNEL_DISPATCH"), db_int(db, "SELECT count(*) FROM kernels WHERE category = 'KERNEL_DISPATCH'"));
  CHECK_INT(summary(db, "perfetto", "{\"flows\":false}", "flows"), 0);
  CHECK(summary(db, "perfetto", NULL, "flows") > 0);
  CHECK_INT(summary(db, "perfetto", NULL, "without_start"), db_int(db, "SELECT count(*) FROM kernels WHERE start IS NULL"));
  CHECK_INT(
    summary(db, "perfetto", NULL, "unfinished"),
    db_int(db, "SELECT (SELECT count(*) FROM kernels WHERE start IS NOT NULL AND \"end\" IS NULL) + (SELECT count(*) FROM regions WHERE \"end\" IS NULL)"));
  CHECK_INT(summary(db, "perfetto", NULL, "ends_before_start"), db_int(db, "SELECT count(*) FROM kernels WHERE \"end\" < start"));
  CHECK_INT(summary(db, "perfetto", NULL, "events"),
            db_int(db, "SELECT (SELECT count(*) FROM kernels) + (SELECT count(*) FROM regions) + (SELECT count(*) FROM memory_copies)"));
  char *path = given_path("out.json");
  struct stat st;
  CHECK_INT(summary(db, "json", NULL, "bytes"), stat(path, &st) ? -1 : st.st_size);
  sqlite3_free(path);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  given_forget();
}

/* Crowds: thousands of simultaneous events on one track, and calls that are nested too deeply. */
static void crowds(void) {
  given_trace *s = &given[0];
  s->guid = "crowd", s->host = "h";
  given_process(s, 9, "crowd");
  given_lane *gpu = given_lane_add(s, ROCPD_KIND_KERNEL, GIVEN_NARROW), *calls = given_lane_add(s, ROCPD_KIND_REGION, GIVEN_NARROW);
  for (int i = 0; i < 3000; i++) given_kernel(s, gpu, 9, 1, 1, "all at once", 1000 + i % 7, 100000 + i, 0);
  for (int i = 0; i < 600; i++) given_region(s, calls, 9, 9, "deep", 1000 + i, 10000 - i, i + 1);
  for (int i = 0; i < 100; i++) given_region(s, calls, 9, 10, "crossing", 1000 + i, 10000 + i, i + 1000);
  for (int i = 0; i < 50; i++) given_region(s, calls, 9, 11, "equal", 1000, 10000, 3000 - i);
  export_given(NULL, "");
  given_forget();
}

int main(void) {
  RUN(empty_trace);
  RUN(odd_text);
  RUN(random_traces);
  RUN(warnings);
  RUN(windows_and_filters);
  RUN(crowds);
  return test_result();
}
