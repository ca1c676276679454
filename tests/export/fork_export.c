/* fork_export ROCPD_SO TRACE FOLDER FORKS: forks while other threads export, open and close connections. Each child opens a connection of its own, loads the
** extension, asks and exports. Prints how many did not end well. A child that does not end within 30 s says where it is. */
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
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

/* Takes SQLite's locks often. */
static void *open_and_close(void *none) {
  for (;;) {
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) || sqlite3_exec(db, "CREATE TABLE t(x); INSERT INTO t VALUES (random())", NULL, NULL, NULL)) _exit(2);
    sqlite3_close(db);
  }
  return NULL;
}

/* Whether it waited or was busy, and where. */
static void does_not_end(int signal_number) {
  void *frame[64];
  struct rusage used;
  int n = backtrace(frame, 64);
  getrusage(RUSAGE_SELF, &used);
  dprintf(2, "child %d does not end; it has used %ld s of the processor, and %ld s in the kernel. It is at:\n", (int)getpid(), used.ru_utime.tv_sec,
          used.ru_stime.tv_sec);
  backtrace_symbols_fd(frame, n, 2);
  _exit(1);
}

static void child(void) {
  signal(SIGALRM, does_not_end);
  alarm(30);
  sqlite3 *db = connect();
  _exit(!db || sqlite3_exec(db, "SELECT count(*) FROM kernels", NULL, NULL, NULL) || run(db, "json", "child"));
}

/* A function that SQLite calls while it has a lock may fork. */
static int fork_with_lock(void) {
  sqlite3_mutex *own = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_PRNG);
  sqlite3_mutex_enter(own);
  int status;
  pid_t one = fork();
  if (!one) _exit(0);
  sqlite3_mutex_leave(own);
  return waitpid(one, &status, 0) != one || status;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *frame;
  library = argv[1], trace = argv[2], folder = argv[3];
  backtrace(&frame, 1); /* loads what it needs */
  sqlite3 *stays = connect(); /* the library, too */
  if (!stays || pthread_create(&thread, NULL, export, NULL) || pthread_create(&thread, NULL, open_and_close, NULL)) return 2;
  int forks = atoi(argv[4]), bad = fork_with_lock();
  for (int i = 0; i < forks && bad < 3; i++) {
    int status;
    usleep((useconds_t)(i * 7919 % 10000));
    pid_t one = fork();
    if (!one) child();
    bad += waitpid(one, &status, 0) != one || status;
  }
  printf("%d\n", bad);
  fflush(stdout);
  _exit(0);
}
