/* Exports that fail: their messages, that they leave no files, and the files that they would replace. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "given.h"
#include "small.h"
#include "test.h"

/* The message of a statement that must fail. It must leave nothing in the folder. */
static void refused(sqlite3 *db, const char *arguments, int code, const char *part) {
  char *sql = sqlite3_mprintf("SELECT rocpd_export_json(%s)", arguments), *message = NULL;
  int rc = sqlite3_exec(db, sql, NULL, NULL, &message);
  if (rc != code || !message || !strstr(message, part)) {
    test_failures++;
    printf("not ok %s: %d %s (expected %d and '%s')\n", arguments, rc, message ? message : "(no message)", code, part);
  }
  sqlite3_free(message);
  sqlite3_free(sql);
}

static int files_of_export(void) {
  int n = 0;
  DIR *folder = opendir(test_tmp());
  for (struct dirent *e; folder && (e = readdir(folder));) n += strncmp(e->d_name, ".rocpd-export", 13) == 0;
  closedir(folder);
  return n;
}

static void errors(void) {
  given_random(1, 2000, GIVEN_NARROW);
  sqlite3 *db = given_open();
  char *path = given_path("x.json"), *arguments;
#define REFUSED(code, part, ...) arguments = sqlite3_mprintf(__VA_ARGS__), refused(db, arguments, code, part), sqlite3_free(arguments)
  REFUSED(SQLITE_ERROR, "NULL", "NULL");
  REFUSED(SQLITE_ERROR, "empty", "''");
  REFUSED(SQLITE_CANTOPEN, "is a folder", "%Q", test_tmp());
  REFUSED(SQLITE_CANTOPEN, "names a folder", "'%s/0.given/'", test_tmp());
  REFUSED(SQLITE_CANTOPEN, "No such file", "'%s/no/such/out.json'", test_tmp());
  REFUSED(SQLITE_CANTOPEN, "/proc/", "'/proc/self/out.json'");
  REFUSED(SQLITE_CANTOPEN, "is read by this connection", "'%s/0.given'", test_tmp());
  char *other = given_path("other.rocz");
  tracegen_options o = small_options(100, 1);
  CHECK(!tracegen_write(other, &o));
  REFUSED(SQLITE_CANTOPEN, "other.rocz exists and would be replaced: give another name, or the option {\"overwrite\":true}", "%Q", other);
  char *replaced = sqlite3_mprintf("SELECT rocpd_export_json(%Q, '{\"overwrite\":true}') IS NOT NULL", other);
  CHECK_INT(db_int(db, replaced), 1);
  sqlite3_free(replaced), sqlite3_free(other);
  sqlite3 *none = db_open(":memory:");
  refused(none, "'out.json'", SQLITE_ERROR, "there is no trace to export");
  CHECK_INT(sqlite3_close(none), SQLITE_OK);
  REFUSED(SQLITE_FULL, "/dev/full: write failed at byte 0", "'/dev/full'");
  REFUSED(SQLITE_ERROR, "unknown option \"begin\" (known: start, end, categories, names, agents, overwrite, processes, ranks, min_duration_ns, marker, split, max_bytes, allow_empty, args, flows, kernel_names, group_by, agent_index, counters, annotations, arrange, launch_names)", "%Q, '{\"begin\":1}'", path);
  REFUSED(SQLITE_ERROR, "found: {", "%Q, '{'", path);
  REFUSED(SQLITE_ERROR, "expected a JSON object", "%Q, ''", path);
  REFUSED(SQLITE_ERROR, "expected a JSON object, found array", "%Q, '[1]'", path);
  REFUSED(SQLITE_ERROR, "expected a JSON object, found integer", "%Q, 5", path);
  REFUSED(SQLITE_ERROR, "option start: expected ns", "%Q, '{\"start\":1.5}'", path);
  REFUSED(SQLITE_ERROR, "option end: '101%': a percentage is between", "%Q, '{\"end\":\"101%%\"}'", path);
  REFUSED(SQLITE_ERROR, "option start: 'nowhere': expected ns, 10ms, 12:30:05, 10%", "%Q, '{\"start\":\"nowhere\"}'", path);
  REFUSED(SQLITE_ERROR, "option end: expected ns", "%Q, '{\"end\":null}'", path);
  REFUSED(SQLITE_ERROR, "option end: 20 is not after start, 30", "%Q, '{\"start\":30,\"end\":20}'", path);
  REFUSED(SQLITE_ERROR, "option end: ", "%Q, '{\"start\":\"50%%\",\"end\":\"20%%\"}'", path);
  REFUSED(SQLITE_ERROR, "option args: expected true or false", "%Q, '{\"args\":1}'", path);
  REFUSED(SQLITE_ERROR, "option names: expected text", "%Q, '{\"names\":5}'", path);
  REFUSED(SQLITE_ERROR, "option names: expected text", "%Q, '{\"names\":null}'", path);
  REFUSED(SQLITE_ERROR, "option categories: expected text in the array, found integer", "%Q, '{\"categories\":[5]}'", path);
  REFUSED(SQLITE_ERROR, "option ranks: expected integers in the array, found text", "%Q, '{\"ranks\":[\"1\"]}'", path);
  REFUSED(SQLITE_ERROR, "option processes: the array is empty", "%Q, '{\"processes\":[]}'", path);
  REFUSED(SQLITE_ERROR, "option min_duration_ns: expected ns, an integer from 0 on, found -1", "%Q, '{\"min_duration_ns\":-1}'", path);
  REFUSED(SQLITE_ERROR, "nothing is written: no event of the trace matches the options; the option {\"allow_empty\":true} writes the file anyway",
          "%Q, '{\"names\":\"nothere\",\"allow_empty\":false}'", path);
  REFUSED(SQLITE_ERROR, "nothing is written: no event of the trace", "%Q, '{\"names\":\"nothere\",\"split\":3,\"allow_empty\":false}'", path);
  CHECK(access(path, F_OK) && files_of_export() == 0);
  CHECK_INT(db_int(db, "SELECT rocpd_window(1, 2) IS NULL"), 0);
  REFUSED(SQLITE_ERROR, "nothing is written: the trace has no event in this time", "%Q, '{\"allow_empty\":false}'", path);
  CHECK_INT(db_int(db, "SELECT rocpd_window() IS NULL"), 1);
  /* Too large numbers, and a path with a zero byte, are refused instead of being shortened. */
  REFUSED(SQLITE_ERROR, "option start: expected ns as an integer", "%Q, '{\"start\":99999999999999999999}'", path);
  REFUSED(SQLITE_ERROR, "option min_duration_ns: expected ns, an integer from 0 on", "%Q, '{\"min_duration_ns\":9223372036854775808}'", path);
  REFUSED(SQLITE_ERROR, "option agents: expected integers in the array, found real", "%Q, '{\"agents\":[-9223372036854775809]}'", path);
  REFUSED(SQLITE_CANTOPEN, "x.json: the path has a zero byte after this", "%Q || char(0) || 'more'", path);
  REFUSED(SQLITE_ERROR, "option categories: it has a zero byte", "%Q, '{\"categories\":\"a\\u0000b\"}'", path);
  REFUSED(SQLITE_ERROR, "option names: it has a zero byte", "%Q, '{\"agents\":[0],\"names\":[\"*\",\"a\\\\\\u0000\"]}'", path);
  REFUSED(SQLITE_ERROR, "option start: it has a zero byte", "%Q, '{\"start\":\"10%%\\u0000\"}'", path);
  REFUSED(SQLITE_ERROR, "option end\xef\xbf\xbd""x: it has a zero byte", "%Q, '{\"end\\u0000x\":5}'", path);
  REFUSED(SQLITE_ERROR, "options: a zero byte", "%Q, '{\"categories\":\"*\"}' || char(0) || '}'", path);
  refused(db, "'/dev/null', '{\"marker\":\"a\\\\u0000\"}'", SQLITE_ERROR, "a\\u0000"); /* a backslash and letters */
  /* Messages are valid UTF-8, whatever they quote and wherever they are cut. */
  REFUSED(SQLITE_CANTOPEN, "/no?/such \xc3\xa4: No such file", "CAST(x'2f6e6fff2f7375636820c3a42f78' AS TEXT)");
  REFUSED(SQLITE_ERROR, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?", "%Q, '{%s\xc3\xa4'", path,
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  /* If a key is given twice, the last one counts. */
  CHECK_INT(
    db_int(db, "SELECT json_extract(rocpd_export_json('/dev/null', '{\"names\":\"*\",\"names\":[\"none\"],\"processes\":[0],\"processes\":[1]}'), '$.events')"),
    0);
  CHECK(db_int(db, "SELECT json_extract(rocpd_export_json('/dev/null', '{\"names\":[\"none\"],\"names\":\"*\"}'), '$.events')") > 0);
  REFUSED(SQLITE_ERROR, "expected a path and at most one", "%Q, '{}', 1", path);
  REFUSED(SQLITE_ERROR, "expected a path", "");
  CHECK(access(path, F_OK) != 0);

  /* A limit on file sizes is an error and does not end the process; the old file stays. */
  FILE *old = fopen(path, "w");
  fputs("old", old);
  fclose(old);
  chmod(path, 0640);
  struct rlimit limit, small = {100000, RLIM_INFINITY};
  getrlimit(RLIMIT_FSIZE, &limit);
  small.rlim_max = limit.rlim_max;
  setrlimit(RLIMIT_FSIZE, &small);
  REFUSED(SQLITE_IOERR, "write failed at byte 100000: File too large", "%Q, '{\"overwrite\":true}'", path);
  setrlimit(RLIMIT_FSIZE, &limit);
  struct stat st;
  CHECK_INT(stat(path, &st) ? -1 : st.st_size, 3);
  CHECK_INT(files_of_export(), 0);

  /* A successful export replaces the file and keeps its permissions; a link stays a link. */
  char *link = given_path("link.json");
  CHECK_INT(symlink("x.json", link), 0);
  arguments = sqlite3_mprintf("SELECT rocpd_export_json(%Q, '{\"overwrite\":true}')", link);
  CHECK_INT(db_run(db, arguments), SQLITE_OK);
  sqlite3_free(arguments);
  CHECK(stat(path, &st) == 0 && st.st_size > 100000 && (st.st_mode & 0777) == 0640);
  CHECK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
  sqlite3_free(link);

  /* An export cannot be called from a view or trigger of a foreign schema. */
  arguments = sqlite3_mprintf("CREATE VIEW v AS SELECT rocpd_export_json(%Q) AS x", path);
  db_run(db, arguments);
  sqlite3_free(arguments);
  char *message = NULL;
  CHECK_INT(sqlite3_exec(db, "SELECT x FROM v", NULL, NULL, &message), SQLITE_ERROR);
  CHECK(message && strstr(message, "unsafe use of rocpd_export_json"));
  sqlite3_free(message);

  /* The connection's limits apply to our own statements, too, without a crash. */
  int before = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 200);
  CHECK(sqlite3_exec(db, "SELECT rocpd_export_json('/dev/null', '{\"names\":\"*\"}')", NULL, NULL, NULL) != SQLITE_CORRUPT);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, before);
  CHECK_INT(db_run(db, "SELECT rocpd_export_json('/dev/null')"), SQLITE_OK);
  sqlite3_free(path);
  CHECK_INT(files_of_export(), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  given_forget();
}

static int stop_interrupting; /* changed atomically */
static void *interrupt(void *db) {
  while (!__atomic_load_n(&stop_interrupting, __ATOMIC_RELAXED)) {
    usleep(2000);
    sqlite3_interrupt(db);
  }
  return NULL;
}

static void interrupted(void) {
  given_trace *s = &given[0];
  s->guid = "long", s->host = "h";
  for (int k = 0; k < 8; k++) {
    given_lane *calls = given_lane_add(s, ROCPD_KIND_REGION, GIVEN_NARROW);
    for (int i = 0; i < 40000; i++) given_region(s, calls, 9, 9, "call", 1000 + (k * 40000 + i) * 10, 1005 + (k * 40000 + i) * 10, k * 40000 + i + 1);
  }
  sqlite3 *db = given_open();
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), 320000);
  static const char *const format[] = {"json", "html", "rocz", "db"};
  for (size_t f = 0; f < sizeof format / sizeof *format; f++) {
    pthread_t thread;
    __atomic_store_n(&stop_interrupting, 0, __ATOMIC_RELAXED);
    pthread_create(&thread, NULL, interrupt, db);
    char *path = sqlite3_mprintf("%s/long.%s", test_tmp(), format[f]), *sql = sqlite3_mprintf("SELECT rocpd_export_%s(%Q)", format[f], path);
    CHECK_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_INTERRUPT);
    __atomic_store_n(&stop_interrupting, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    CHECK(access(path, F_OK) != 0);
    CHECK_INT(files_of_export(), 0);
    CHECK_INT(db_run(db, sql), SQLITE_OK);
    char *count = sqlite3_mprintf("SELECT count(*) FROM regions(%Q)", path);
    if (f > 1) CHECK_INT(db_int(db, count), 320000);
    CHECK(access(path, F_OK) == 0);
    unlink(path);
    sqlite3_free(count);
    sqlite3_free(path);
    sqlite3_free(sql);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  given_forget();
}

int main(void) {
  RUN(errors);
  RUN(interrupted);
  return test_result();
}
