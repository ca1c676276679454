/* Loads the real rocpd.so in many situations: transactions, locks, read-only databases, names in main, folders beside the
** database, several connections and threads, auto-extension. */
#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sqlite3ext.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "test.h"
#include "small.h"

static char library[4096], trace[4096];

static char *in_tmp(const char *name) { return sqlite3_mprintf("%s/%s", test_tmp(), name); }

static int load(sqlite3 *db, char **message) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, (int *)0);
  return sqlite3_load_extension(db, library, NULL, message);
}

/* Opens a connection with the library loaded. */
static sqlite3 *loaded(const char *path) {
  sqlite3 *db = NULL;
  char *message = NULL;
  CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
  int rc = load(db, &message);
  if (rc != SQLITE_OK) { test_failures++; printf("not ok loading on %s: %s\n", path, message); }
  sqlite3_free(message);
  return db;
}

static sqlite3_int64 kernels_of(sqlite3 *db, const char *table) {
  char *sql = sqlite3_mprintf("SELECT count(*) FROM %s", table);
  sqlite3_int64 n = db_int(db, sql);
  sqlite3_free(sql);
  return n;
}

/* The message of a statement that must fail. */
static char *failure(sqlite3 *db, const char *sql) {
  char *message = NULL;
  if (sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK) { test_failures++; printf("not ok succeeds: %s\n", sql); }
  return message ? message : sqlite3_mprintf("");
}

static void memory_database(void) {
  sqlite3 *db = loaded(":memory:");
  CHECK_INT(kernels_of(db, "kernels"), 0);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(kernels_of(db, "kernels") > 0);
  CHECK_INT(kernels_of(db, "kernels"), kernels_of(db, "temp.kernels"));
  CHECK_INT(kernels_of(db, "kernels"), kernels_of(db, "trace_kernels"));
  CHECK_INT(db_int(db, "SELECT count(*) FROM main.sqlite_master"), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void open_transaction_is_refused(void) {
  sqlite3 *db = NULL;
  char *message = NULL;
  sqlite3_open(":memory:", &db);
  db_run(db, "BEGIN");
  CHECK(load(db, &message) != SQLITE_OK);
  CHECK(message && strstr(message, "transaction"));
  sqlite3_free(message);
  db_run(db, "COMMIT");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(kernels_of(db, "kernels"), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void twice_on_one_connection(void) {
  sqlite3 *db = loaded(":memory:");
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK(kernels_of(db, "kernels") > 0); /* the sources are still attached */
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void query_only(void) {
  sqlite3 *db = NULL;
  sqlite3_open(":memory:", &db);
  db_run(db, "PRAGMA query_only = 1");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(kernels_of(db, "trace_kernels") > 0);
  char *message = NULL;
  if (sqlite3_exec(db, "SELECT count(*) FROM kernels", NULL, NULL, &message) != SQLITE_OK) CHECK(strstr(message, "rocpd") != NULL);
  sqlite3_free(message);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void locked_main(void) {
  char *path = in_tmp("locked.db");
  sqlite3 *owner = NULL, *db = NULL;
  sqlite3_open(path, &owner);
  db_run(owner, "CREATE TABLE t(x); BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)");
  sqlite3_open(path, &db);
  CHECK_INT(load(db, NULL), SQLITE_OK);
  char *message = failure(db, "SELECT count(*) FROM kernels"); /* it is still locked: the message must say more than "no such table" */
  CHECK(strstr(message, "lock") || strstr(message, "rocpd"));
  sqlite3_free(message);
  db_run(owner, "COMMIT");
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(kernels_of(db, "trace_kernels") > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_close(owner), SQLITE_OK);
  sqlite3_free(path);
}

static void read_only_file(void) {
  char *path = in_tmp("readonly.db");
  sqlite3 *db = NULL;
  sqlite3_open(path, &db);
  db_run(db, "CREATE TABLE t(x)");
  sqlite3_close(db);
  chmod(path, 0444);
  CHECK_INT(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(kernels_of(db, "kernels") > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(path);
}

static void own_table_of_the_name(void) {
  char *path = in_tmp("own.db");
  sqlite3 *db = NULL;
  sqlite3_open(path, &db);
  db_run(db, "CREATE TABLE kernels(mine); INSERT INTO kernels VALUES (42); CREATE VIEW top AS SELECT 7 AS mine");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT mine FROM kernels"), 42);
  CHECK_INT(db_int(db, "SELECT mine FROM top"), 7);
  CHECK(kernels_of(db, "trace_kernels") > 0);
  CHECK(kernels_of(db, "trace_top") > 0);
  CHECK(kernels_of(db, "regions") > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(path);
}

static void copy_file(const char *from, const char *to) {
  char *command = sqlite3_mprintf("cp '%s' '%s'", from, to);
  CHECK_INT(system(command), 0);
  sqlite3_free(command);
}

/* NAME.db sees NAME/, also if the folder or a file appears later, and in subfolders. */
static void folder_beside_the_database(void) {
  char *path = in_tmp("run.db"), *folder = in_tmp("run"), *sub = in_tmp("run/node1"), *one = in_tmp("run/a.rocz"), *two = in_tmp("run/node1/b.rocz");
  sqlite3 *db = loaded(path);
  CHECK_INT(kernels_of(db, "kernels"), 0);
  char *health = db_rows(db, "SELECT * FROM health", 0, NULL);
  CHECK(strstr(health, folder) != NULL); /* the message names the folder */
  sqlite3_free(health);
  copy_file("/etc/passwd", folder); /* a file of that name is not taken for a folder */
  CHECK_INT(kernels_of(db, "kernels"), 0);
  unlink(folder);
  mkdir(folder, 0777);
  copy_file(trace, one);
  sqlite3_int64 n = kernels_of(db, "kernels");
  CHECK(n > 0);
  mkdir(sub, 0777);
  CHECK(small_trace(two, 400, 3) == NULL);
  CHECK(kernels_of(db, "kernels") > n);
  CHECK_INT(kernels_of(db, "sources"), 2);
  unlink(two);
  CHECK_INT(kernels_of(db, "kernels"), n);
  CHECK_INT(access(path, F_OK) == 0 ? db_int(db, "SELECT count(*) FROM main.sqlite_master") : 0, 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  unlink(one), rmdir(sub), rmdir(folder);
  sqlite3_free(path), sqlite3_free(folder), sqlite3_free(sub), sqlite3_free(one), sqlite3_free(two);
}

static void path_arguments(void) {
  sqlite3 *db = loaded(":memory:");
  char *sql = sqlite3_mprintf("SELECT count(*) FROM kernels(%Q)", trace), *glob = sqlite3_mprintf("SELECT count(*) FROM kernels('%s/*.rocz')", test_tmp());
  char *folder = sqlite3_mprintf("SELECT count(*) FROM trace_kernels('%s')", test_tmp()), *top = sqlite3_mprintf("SELECT count(*) FROM top(%Q)", trace);
  sqlite3_int64 n = db_int(db, sql);
  CHECK(n > 0);
  CHECK_INT(db_int(db, glob), n);
  CHECK_INT(db_int(db, folder), n);
  CHECK(db_int(db, top) > 0);
  CHECK_INT(kernels_of(db, "kernels"), 0); /* that attached nothing */
  char *message = failure(db, "SELECT * FROM kernels('/nonexistent/x.rocz')");
  CHECK(strstr(message, "/nonexistent/x.rocz") != NULL);
  sqlite3_free(message);
  message = failure(db, "SELECT rocpd_attach('/nonexistent/x.rocz')");
  CHECK(strstr(message, "/nonexistent/x.rocz") != NULL);
  sqlite3_free(message);
  message = failure(db, "SELECT rocpd_attach('/etc/passwd')");
  CHECK(strstr(message, "/etc/passwd") != NULL);
  sqlite3_free(message);
  /* A view or trigger of a hostile schema must not open files. */
  db_run(db, "PRAGMA trusted_schema = 0");
  char *view = sqlite3_mprintf("CREATE VIEW v AS SELECT rocpd_attach(%Q)", trace);
  db_run(db, view);
  message = failure(db, "SELECT * FROM v");
  CHECK(strstr(message, "unsafe") != NULL);
  sqlite3_free(message), sqlite3_free(view), sqlite3_free(sql), sqlite3_free(glob), sqlite3_free(folder), sqlite3_free(top);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void attach_and_detach(void) {
  sqlite3 *db = loaded(":memory:");
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK_INT(kernels_of(db, "sources"), 1);
  sqlite3_int64 n = kernels_of(db, "kernels");
  CHECK_INT(db_attach(db, trace), SQLITE_OK); /* attaching it twice has no further effect */
  CHECK_INT(kernels_of(db, "kernels"), n);
  char *sql = sqlite3_mprintf("SELECT rocpd_detach(%Q)", trace);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_free(sql);
  CHECK_INT(kernels_of(db, "kernels"), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void *in_thread(void *arg) {
  for (int i = 0; i < 20; i++) {
    sqlite3 *db = loaded(":memory:");
    db_attach(db, trace);
    *(sqlite3_int64 *)arg = kernels_of(db, "kernels");
    sqlite3_close(db);
  }
  return NULL;
}

static void several_threads(void) {
  pthread_t thread[4];
  sqlite3_int64 n[4] = {0};
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, in_thread, &n[i]);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < 4; i++) CHECK(n[i] > 0 && n[i] == n[0]);
}

int sqlite3_rocpd_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static void auto_extension(void) {
  sqlite3 *db = NULL;
  CHECK_INT(sqlite3_auto_extension((void (*)(void))sqlite3_rocpd_init), SQLITE_OK);
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(kernels_of(db, "kernels") > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  /* The same with a rocprofv3 database, a read-only one, and one that another connection has locked. */
  sqlite3_cancel_auto_extension((void (*)(void))sqlite3_rocpd_init);
}

static void load_extension_function(void) {
  sqlite3 *db = NULL;
  sqlite3_open(":memory:", &db);
  sqlite3_enable_load_extension(db, 1);
  char *sql = sqlite3_mprintf("SELECT load_extension(%Q)", library);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_free(sql);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(kernels_of(db, "kernels") > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* A genuine rocprofv3 database as main: our tables have the same columns in the same order, and its own stay reachable. */
static void rocprofv3_main(void) {
  const char *file = "tests/data/heliosr_146104_results.db";
  if (access(file, R_OK)) { test_failures++; printf("not ok %s is missing\n", file); return; }
  sqlite3 *db = loaded(file);
  /* All are ours, except counters_collection, which the database may have as a table or not. */
  char *views = db_rows(db, "SELECT name FROM main.sqlite_schema WHERE type = 'view'", 0, NULL), *rest = views;
  int seen = 0;
  for (char *name; (name = strtok_r(rest, "\n", &rest)); seen++) {
    name[strlen(name) - 1] = 0; /* "tNAME|" */
    char *theirs = sqlite3_mprintf("SELECT name FROM pragma_table_info(%Q, 'main')", name + 1);
    char *ours = sqlite3_mprintf("SELECT name FROM pragma_table_info(%Q, 'temp')", name + 1);
    char *want = db_rows(db, theirs, 0, NULL), *got = db_rows(db, ours, 0, NULL);
    if (strcmp(name + 1, "counters_collection") || *got) CHECK_TEXT(got, want);
    sqlite3_free(theirs), sqlite3_free(ours), sqlite3_free(want), sqlite3_free(got);
  }
  sqlite3_free(views);
  CHECK_INT(seen, 41);
  CHECK_INT(kernels_of(db, "hip_events") + kernels_of(db, "graph_launches") + kernels_of(db, "spm_counters"), 0); /* main has none of them */
  CHECK_INT(kernels_of(db, "main.kernels"), 5);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* A main of a later schema: its columns in its order, NULL in those that we do not know, and the path is still the first argument. */
static void later_schema(void) {
  char *path = in_tmp("later.db");
  sqlite3 *db = NULL;
  sqlite3_open(path, &db);
  db_run(db, "CREATE VIEW rocpd_metadata AS SELECT 1 AS id, 'schema_version' AS tag, '3.0.9' AS value;"
             "CREATE VIEW kernels AS SELECT 1 AS id, 'x' AS \"odd \"\"name\", 2 AS graph_exec_id, 3 AS start, 4 AS \"END\", 5 AS name;"
             "CREATE VIEW regions AS SELECT * FROM missing");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  char *names = db_rows(db, "SELECT group_concat(name, ',') FROM pragma_table_info('kernels', 'temp')", 0, NULL);
  CHECK_TEXT(names, "tid,odd \"name,graph_exec_id,start,END,name|\n");
  sqlite3_free(names);
  sqlite3_int64 n = kernels_of(db, "kernels");
  CHECK(n > 0);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels WHERE \"odd \"\"name\" IS NULL AND name IS NOT NULL AND stack_id > 0"), n);
  char *sql = sqlite3_mprintf("SELECT count(*) FROM kernels(%Q)", trace);
  CHECK_INT(db_int(db, sql), n);
  CHECK(kernels_of(db, "regions") > 0); /* main's view is broken: ours has the columns of 3.0.0 */
  CHECK_INT(db_int(db, "SELECT count(*) FROM pragma_table_info('regions', 'temp')"), 17);
  sqlite3_free(sql);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(path);
}

/* A file of rocmProfileData has a table rocpd_metadata, too, and tables and views of its own. Those stay as they are; ours have
** the other names, and trace_NAME. */
static void rpd_main(void) {
  char *path = in_tmp("rpd.db");
  sqlite3 *db = NULL;
  sqlite3_open(path, &db);
  db_run(db, "CREATE TABLE rocpd_metadata(id INTEGER PRIMARY KEY, tag, value); INSERT INTO rocpd_metadata VALUES (1, 'schema_version', '2');"
             "CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string); INSERT INTO rocpd_string VALUES (1, 'theirs');"
             "CREATE TABLE rocpd_api(id INTEGER PRIMARY KEY, pid, tid, start, end, apiName_id, args_id);"
             "CREATE TABLE rocpd_op(id INTEGER PRIMARY KEY, gpuId, queueId, sequenceId, start, end, description_id, opType_id);"
             "CREATE VIEW api AS SELECT * FROM rocpd_api; CREATE VIEW op AS SELECT * FROM rocpd_op;"
             "CREATE VIEW top AS SELECT 'theirs' AS Name; CREATE VIEW busy AS SELECT 0 AS gpuId");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM rocpd_string WHERE string = 'theirs'"), 1);
  CHECK_INT(db_int(db, "SELECT Name = 'theirs' FROM top"), 1);
  CHECK_INT(kernels_of(db, "api"), 0);
  CHECK(kernels_of(db, "kernels") > 0);
  CHECK(kernels_of(db, "trace_top") > 0);
  CHECK_INT(kernels_of(db, "rocpd_info_node"), 0 + kernels_of(db, "trace_rocpd_info_node"));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(path);
}

static void no_database(void) {
  char *path = in_tmp("garbage.db");
  FILE *f = fopen(path, "w");
  for (int i = 0; i < 1000; i++) fprintf(f, "no database at all\n");
  fclose(f);
  sqlite3 *db = NULL;
  sqlite3_open(path, &db);
  CHECK_INT(load(db, NULL), SQLITE_OK);
  char *message = failure(db, "SELECT * FROM kernels");
  CHECK(strstr(message, "not a database") != NULL);
  sqlite3_free(message);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(path);
}

/* After a refusal, loading it again succeeds. */
static void again_after_a_refusal(void) {
  sqlite3 *db = NULL;
  sqlite3_open(":memory:", &db);
  db_run(db, "PRAGMA query_only = 1");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  char *message = failure(db, "SELECT * FROM kernels");
  CHECK(strstr(message, "readonly") && strstr(message, "trace_"));
  sqlite3_free(message);
  db_run(db, "PRAGMA query_only = 0");
  CHECK_INT(load(db, NULL), SQLITE_OK);
  CHECK(kernels_of(db, "kernels") > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* A host with an older SQLite is told so. Its table of functions has only what it had then. */
static int old_version(void) { return 3025003; }
static const char *old_version_text(void) { return "3.25.3"; }

static void old_sqlite(void) {
  static sqlite3_api_routines old;
  old.libversion_number = old_version;
  old.libversion = old_version_text;
  old.mprintf = sqlite3_mprintf;
  void *handle = dlopen(library, RTLD_NOW);
  CHECK(handle != NULL);
  int (*init)(sqlite3 *, char **, const sqlite3_api_routines *) =
    handle ? (int (*)(sqlite3 *, char **, const sqlite3_api_routines *))dlsym(handle, "sqlite3_rocpd_init") : NULL;
  CHECK(init != NULL);
  if (!init) return;
  char *message = NULL;
  CHECK_INT(init(NULL, &message, &old), SQLITE_ERROR);
  CHECK(message && strstr(message, "3.26") && strstr(message, "3.25.3"));
  sqlite3_free(message);
  dlclose(handle);
}

static sqlite3_api_routines host;
static int learn_host(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  host = *api;
  return SQLITE_OK;
}

/* A host built without a function has NULL in the table. */
static void omitted_function(void) {
  sqlite3_auto_extension((void (*)(void))learn_host);
  sqlite3 *db = NULL;
  sqlite3_open(":memory:", &db);
  sqlite3_cancel_auto_extension((void (*)(void))learn_host);
  host.progress_handler = NULL;
  void *handle = dlopen(library, RTLD_NOW);
  int (*init)(sqlite3 *, char **, const sqlite3_api_routines *) =
    (int (*)(sqlite3 *, char **, const sqlite3_api_routines *))dlsym(handle, "sqlite3_rocpd_init");
  char *out = in_tmp("omitted.db");
  CHECK_INT(init(db, NULL, &host), SQLITE_OK);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK(db_int(db, db_format("SELECT json_extract(rocpd_export_db(%Q), '$.rows')", out)) > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(out);
  dlclose(handle);
}

/* A view in the file must not make tables read files. */
static void views_of_a_file(void) {
  char *path = in_tmp("views.db");
  sqlite3 *db = loaded(path);
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  CHECK_INT(db_run(db, "CREATE VIEW stored AS SELECT * FROM trace_kernels; CREATE TEMP VIEW mine AS SELECT * FROM kernels WHERE duration > 0"), SQLITE_OK);
  char *message = failure(db, "SELECT * FROM stored");
  CHECK(strstr(message, "unsafe") != NULL);
  CHECK(kernels_of(db, "mine") > 0);
  sqlite3_free(message);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  sqlite3_free(path);
}

/* Closes with open statements, and in awkward orders. */
static void closing(void) {
  sqlite3 *db = loaded(":memory:");
  CHECK_INT(db_attach(db, trace), SQLITE_OK);
  sqlite3_stmt *s = NULL;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT name FROM kernels ORDER BY start", -1, &s, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  CHECK_INT(sqlite3_close(db), SQLITE_BUSY);
  CHECK_INT(sqlite3_close_v2(db), SQLITE_OK); /* it exists until the statement ends */
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  CHECK_INT(sqlite3_finalize(s), SQLITE_OK);
  db = loaded(":memory:");
  db_run(db, "DROP TABLE temp.kernels");
  CHECK_INT(load(db, NULL), SQLITE_OK); /* comes back */
  CHECK_INT(kernels_of(db, "kernels"), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  const char *build = getenv("BUILD");
  snprintf(library, sizeof library, "%s/rocpd.so", build ? build : "build");
  snprintf(trace, sizeof trace, "%s/load.rocz", test_tmp());
  const char *failed_write = small_trace(trace, 300, 3);
  if (failed_write) { printf("not ok %s: %s\n", trace, failed_write); return 1; }
  RUN(memory_database);
  RUN(open_transaction_is_refused);
  RUN(twice_on_one_connection);
  RUN(query_only);
  RUN(locked_main);
  RUN(read_only_file);
  RUN(own_table_of_the_name);
  RUN(folder_beside_the_database);
  RUN(path_arguments);
  RUN(attach_and_detach);
  RUN(several_threads);
  RUN(load_extension_function);
  RUN(rocprofv3_main);
  RUN(later_schema);
  RUN(rpd_main);
  RUN(no_database);
  RUN(again_after_a_refusal);
  RUN(old_sqlite);
  RUN(omitted_function);
  RUN(views_of_a_file);
  RUN(closing);
  RUN(auto_extension);
  return test_result();
}
