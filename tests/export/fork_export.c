/* fork_export ROCPD_SO TRACE FOLDER FORKS: forks while another thread exports. Each child opens a connection of its own, loads the extension, asks and exports.
** Prints how many did not end well. SQLite's figures of memory are off: their lock is not made for children. */
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *library, *trace, *folder;

static int run(sqlite3 *db, const char *format, const char *name) {
  char *why = NULL, *sql = sqlite3_mprintf("SELECT rocpd_export_%s('%q/%q', '{\"overwrite\":true}')", format, folder, name);
  int rc = sqlite3_exec(db, sql, NULL, NULL, &why);
  if (rc) fprintf(stderr, "%s: %s\n", format, why);
  sqlite3_free(sql), sqlite3_free(why);
  return rc;
}

static sqlite3 *connect(void) {
  sqlite3 *db;
  char *why = NULL, *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", trace);
  int rc = sqlite3_open(":memory:", &db);
  if (!rc) sqlite3_enable_load_extension(db, 1);
  if (!rc) rc = sqlite3_load_extension(db, library, NULL, &why);
  if (!rc) rc = sqlite3_exec(db, sql, NULL, NULL, &why);
  if (rc) fprintf(stderr, "%s\n", why ? why : sqlite3_errstr(rc));
  sqlite3_free(sql), sqlite3_free(why);
  return rc ? NULL : db;
}

/* Connections come and go, too. */
static void *export(void *none) {
  static const char *const format[] = {"perfetto", "db", "csv", "rocz"};
  for (int i = 0;; i++) {
    sqlite3 *db = connect();
    if (!db || run(db, format[i % 4], format[i % 4])) _exit(2);
    sqlite3_close(db);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  library = argv[1], trace = argv[2], folder = argv[3];
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3 *stays = connect(); /* the library, too */
  if (!stays || pthread_create(&thread, NULL, export, NULL)) return 2;
  int forks = atoi(argv[4]), bad = 0;
  for (int i = 0; i < forks && bad < 3; i++) {
    int status;
    usleep((useconds_t)(i * 7919 % 10000));
    pid_t child = fork();
    if (!child) {
      alarm(30);
      sqlite3 *db = connect();
      _exit(!db || sqlite3_exec(db, "SELECT count(*) FROM kernels", NULL, NULL, NULL) || run(db, "json", "child"));
    }
    bad += waitpid(child, &status, 0) != child || status;
  }
  printf("%d\n", bad);
  fflush(stdout);
  _exit(0);
}
