/* See database.h. A pool: the number of connections is limited by descriptors, and there may be a thousand files. So an idle connection is closed if another
** file needs its place. */
#define _GNU_SOURCE
#include "database.h"
#include "vfs.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A connection uses up to three descriptors: the file, its -wal and -shm; or the file twice. The program needs descriptors, too. */
#define DESCRIPTORS_EACH 3
#define DESCRIPTORS_LEFT 16
#define MAX_CONNECTIONS 64
#define BUSY_MS 2000
#define MAX_BEGINS 1000

typedef struct connection_pool { /* the session's */
  pthread_mutex_t mutex;
  pthread_cond_t returned;
  const char *vfs; /* NULL until the first connection is needed */
  int limit, open; /* limit: maximum number of connections; open: number of those in use and idle */
  rocpd_connection *idle; /* most recently used first */
  rocpd_connection *used;
} connection_pool;

static int connection_limit(void) {
  struct rlimit r;
  if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur == RLIM_INFINITY) return MAX_CONNECTIONS;
  int64_t n = ((int64_t)r.rlim_cur - DESCRIPTORS_LEFT) / DESCRIPTORS_EACH;
  return n < 1 ? 1 : n > MAX_CONNECTIONS ? MAX_CONNECTIONS : (int)n;
}

/* ---- opening */

/* Makes a URI of a path, with a parameter. */
static char *uri_of(const char *path, const char *parameter) {
  sqlite3_str *uri = sqlite3_str_new(NULL);
  sqlite3_str_appendall(uri, "file:");
  for (; *path; path++) {
    if (*path == '?' || *path == '#' || *path == '%') sqlite3_str_appendf(uri, "%%%02X", (unsigned)(uint8_t)*path);
    else sqlite3_str_appendchar(uri, 1, *path);
  }
  sqlite3_str_appendf(uri, "?%s", parameter);
  return sqlite3_str_finish(uri);
}

/* Makes a connection safe: code in the file's schema must not run. Double-quoted strings are allowed, since default values are written so. */
static void make_safe(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 1, NULL);
}

/* Opens a connection. "unix" opens a -shm file for writing if it can, and rebuilds one that a crash has left. With readonly_shm, that file is not changed. */
static int connection_open(rocpd_connection *c, bool readonly_shm, rocpd_error *err) {
  char *uri = uri_of(c->path, readonly_shm ? "readonly_shm=1" : "readonly_shm=0");
  if (!uri) return rocpd_no_memory(err);
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
  int rc = sqlite3_open_v2(uri, &c->db, flags, c->vfs);
  sqlite3_free(uri);
  if (rc != SQLITE_OK) {
    rocpd_fail(err, rc, "cannot open %s: %s", c->path, c->db ? sqlite3_errmsg(c->db) : sqlite3_errstr(rc));
    sqlite3_close(c->db);
    c->db = NULL;
    return rc;
  }
  sqlite3_extended_result_codes(c->db, 1);
  sqlite3_busy_timeout(c->db, BUSY_MS);
  make_safe(c->db);
  return SQLITE_OK;
}

/* ---- transactions */

static uint64_t big_endian(const uint8_t *p, int bytes) {
  uint64_t v = 0;
  for (int i = 0; i < bytes; i++) v = v << 8 | p[i];
  return v;
}

/* Number of bytes that a file lacks according to its header (https://sqlite.org/fileformat.html); 0: none, or unknown. */
static int64_t missing_bytes(const char *path) {
  enum { PAGE_SIZE = 16, PAGES = 28, HEADER = 100 };
  uint8_t head[HEADER];
  struct stat st;
  int n = 0;
  if (stat(path, &st) != 0 || rocpd_vfs_read_head(path, head, HEADER, &n) != SQLITE_OK || n < PAGES + 4) return 0;
  uint64_t page = big_endian(head + PAGE_SIZE, 2);
  int64_t missing = (int64_t)((page == 1 ? 65536 : page) * big_endian(head + PAGES, 4)) - st.st_size;
  return missing > 0 ? missing : 0;
}

/* Makes the error of opening: SQLite does not say which of a database's files it cannot open, nor that one is cut. */
static int fail_open(const rocpd_connection *c, int rc, rocpd_error *err) {
  static const char *const suffix[] = {"-wal", "-shm"};
  for (int i = 0; (rc & 0xff) == SQLITE_CANTOPEN && i < 2; i++) {
    char *name = sqlite3_mprintf("%s%s", c->path, suffix[i]);
    struct stat st;
    const char *why = NULL;
    if (name && stat(name, &st) == 0)
      why = !S_ISREG(st.st_mode) ? "not a file" : faccessat(AT_FDCWD, name, R_OK, AT_EACCESS) ? strerror(errno) : NULL;
    if (why) rocpd_fail(err, rc, "cannot read %s: %s, which is a part of it: %s", c->path, name, why);
    sqlite3_free(name);
    if (why) return rc;
  }
  int64_t missing = (rc & 0xff) == SQLITE_CORRUPT ? missing_bytes(c->path) : 0;
  if (missing) return rocpd_fail(err, rc, "cannot read %s: the file is cut: %lld bytes at its end are missing", c->path, (long long)missing);
  return rocpd_fail(err, rc, "cannot read %s: %s", c->path, sqlite3_errmsg(c->db));
}

static int fail_begin(const rocpd_connection *c, int rc, rocpd_error *err) {
  if (rc == SQLITE_READONLY_ROLLBACK)
    return rocpd_fail(err, rc,
                      "%s: a program that wrote to it did not end properly, and %s-journal holds what must be undone; "
                      "to do that run: sqlite3 '%s' 'PRAGMA user_version'",
                      c->path, c->path, c->path);
  if ((rc & 0xff) == SQLITE_BUSY)
    return rocpd_fail(err, rc, "%s: locked by another program that is writing to it (waited %d ms)", c->path, BUSY_MS);
  if ((rc & 0xff) == SQLITE_READONLY)
    return rocpd_fail(err, rc,
                      "%s: the programs that use it have left no mark in %s-shm that a reader can share, "
                      "and to make one that file must be writable", c->path, c->path);
  return fail_open(c, rc, err);
}

static int begin_sql(rocpd_connection *c) {
  /* This reads only the file's header, not the schema. */
  return sqlite3_exec(c->db, "BEGIN; PRAGMA schema_version", NULL, NULL, NULL);
}

/* A connection that cannot end its transaction (out of memory) is closed. */
static void end_sql(rocpd_connection *c) {
  if (!c->db || sqlite3_get_autocommit(c->db)) return;
  sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
  if (sqlite3_get_autocommit(c->db)) return;
  sqlite3_close(c->db);
  c->db = NULL;
}

/* True if another program uses the -shm file, but no reader has set a read mark in it that could be shared; setting one needs writing. */
static bool needs_mark(int rc) { return rc == SQLITE_READONLY_CANTINIT || rc == SQLITE_READONLY_RECOVERY; }

/* Opens the connection, if it is not open, and begins a transaction. If the file is in rollback mode and locked, the transaction shows the same state as its
** pages. */
static int connection_begin_sql(rocpd_connection *c, rocpd_error *err) {
  int rc = c->db ? SQLITE_OK : connection_open(c, true, err);
  if (rc != SQLITE_OK) return rc;
  rc = begin_sql(c);
  if (needs_mark(rc)) {
    sqlite3_close(c->db);
    c->db = NULL;
    rc = connection_open(c, false, err);
    if (rc != SQLITE_OK) return rc;
    rc = begin_sql(c);
  }
  return rc == SQLITE_OK ? rc : fail_begin(c, rc, err);
}

/* Begins reading. If pages can be read directly, an SQL transaction begins only when it is needed. */
static int connection_begin(rocpd_connection *c, rocpd_error *err) {
  int rc = c->rollback_db ? SQLITE_OK : c->db ? SQLITE_NOTFOUND : rocpd_rollback_db_open(c->path, &c->rollback_db);
  if (rc == SQLITE_OK) rc = rocpd_rollback_db_begin(c->rollback_db);
  if (rc != SQLITE_NOTFOUND) return rocpd_fail_code(err, rc);
  rocpd_rollback_db_close(c->rollback_db);
  c->rollback_db = NULL;
  return connection_begin_sql(c, err);
}

static void connection_end(rocpd_connection *c) {
  end_sql(c);
  if (c->rollback_db) rocpd_rollback_db_end(c->rollback_db);
  c->state = 0;
}

static int connection_state(const rocpd_connection *c, uint64_t *state) {
  sqlite3_file *file;
  if (c->rollback_db) return *state = rocpd_vfs_state_of_head(c->rollback_db->head), SQLITE_OK;
  int rc = sqlite3_file_control(c->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return rc == SQLITE_OK ? rocpd_vfs_state(file, state) : rc;
}

/* Begins, and determines the state that it shows: it must have been seen before, here or by the caller. */
static int connection_begin_known(rocpd_connection *c, uint64_t wanted, rocpd_error *err) {
  uint64_t state, before = wanted;
  for (int i = 0; i < MAX_BEGINS; i++) {
    int rc = connection_begin(c, err);
    if (rc != SQLITE_OK) return rc;
    rc = connection_state(c, &state);
    if (rc != SQLITE_OK) return rocpd_fail(err, rc, "cannot read %s: %s", c->path, sqlite3_errstr(rc));
    if (c->rollback_db || state == before) return c->state = state, SQLITE_OK;
    before = state;
    connection_end(c);
  }
  return rocpd_fail(err, SQLITE_BUSY_SNAPSHOT, "%s: another program changes it all the time; run the query again", c->path);
}

static rocpd_connection *connection_new(const char *path, const char *vfs) {
  rocpd_connection *c = sqlite3_malloc64(sizeof(*c));
  char *copy = sqlite3_mprintf("%s", path);
  if (!c || !copy) {
    sqlite3_free(c);
    sqlite3_free(copy);
    return NULL;
  }
  *c = (rocpd_connection){.path = copy, .schema = "main", .vfs = vfs};
  return c;
}

static void connection_free(rocpd_connection *c) {
  if (!c->is_users) {
    connection_end(c);
    sqlite3_close(c->db);
    rocpd_rollback_db_close(c->rollback_db);
  }
  sqlite3_free(c->path);
  sqlite3_free(c);
}

/* ---- the pool */

static void pool_init(void *data) {
  connection_pool *p = data;
  pthread_mutex_init(&p->mutex, NULL);
  pthread_cond_init(&p->returned, NULL);
}

/* Closes idle connections: their transactions end, and a fork finds none open. */
static void pool_idle(void *data) {
  connection_pool *p = data;
  for (rocpd_connection *c; (c = p->idle); connection_free(c)) {
    p->idle = c->next;
    p->open--;
  }
}

static void pool_free(void *data) {
  connection_pool *p = data;
  pool_idle(p);
  pthread_mutex_destroy(&p->mutex);
  pthread_cond_destroy(&p->returned);
  if (p->vfs) rocpd_vfs_drop();
}

static const rocpd_slot_class pool_class = {.size = sizeof(connection_pool), .init = pool_init, .idle = pool_idle, .free = pool_free};

static int pool_of(rocpd_session *session, connection_pool **out, rocpd_error *err) {
  connection_pool *p = *out = rocpd_session_slot(session, &pool_class);
  if (!p) return rocpd_no_memory(err);
  pthread_mutex_lock(&p->mutex);
  if (!p->vfs) {
    p->vfs = rocpd_vfs_hold();
    p->limit = connection_limit();
  }
  bool there = p->vfs != NULL;
  pthread_mutex_unlock(&p->mutex);
  return there ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "SQLite has no \"unix\" VFS: databases cannot be read");
}

static void remove_from(rocpd_connection **list, const rocpd_connection *c) {
  while (*list != c) list = &(*list)->next;
  *list = c->next;
}

/* Finds a connection to the file in a list; if `state` is not 0, one that shows this state. */
static rocpd_connection *find(rocpd_connection *list, const char *path, uint64_t state) {
  for (; list; list = list->next)
    if (strcmp(list->path, path) == 0 && (!state || list->state == state)) return list;
  return NULL;
}

static rocpd_connection *take_idle(connection_pool *p, const char *path, uint64_t state) {
  rocpd_connection *c = find(p->idle, path, state);
  if (!c) c = find(p->idle, path, 0);
  if (c) remove_from(&p->idle, c);
  return c;
}

static rocpd_connection *take_oldest(connection_pool *p) {
  rocpd_connection **at = &p->idle;
  if (!*at) return NULL;
  while ((*at)->next) at = &(*at)->next;
  rocpd_connection *c = *at;
  *at = NULL;
  return c;
}

static int borrow_users(rocpd_session *session, const rocpd_database *d, rocpd_connection **out, rocpd_error *err) {
  rocpd_connection *c = connection_new(d->path, NULL);
  if (!c) return rocpd_no_memory(err);
  c->db = rocpd_session_db(session);
  c->schema = d->schema;
  c->is_users = true;
  *out = c;
  return SQLITE_OK;
}

/* Closes a connection and removes it from the pool. */
static void pool_drop(connection_pool *p, rocpd_connection *c) {
  if (c) connection_free(c);
  pthread_mutex_lock(&p->mutex);
  p->open--;
  pthread_cond_broadcast(&p->returned);
  pthread_mutex_unlock(&p->mutex);
}

/* Takes a connection to the file, or a new one in place of another; it may be in a transaction or not. *wanted: the state to be read. */
static rocpd_connection *pool_take(connection_pool *p, const rocpd_database *d, uint64_t *wanted) {
  rocpd_connection *c, *old = NULL;
  pthread_mutex_lock(&p->mutex);
  *wanted = d->state;
  while (!(c = take_idle(p, d->path, *wanted)) && p->open >= p->limit && !(old = take_oldest(p))) pthread_cond_wait(&p->returned, &p->mutex);
  if (!c && !old) p->open++;
  pthread_mutex_unlock(&p->mutex);
  if (old) connection_free(old);
  return c ? c : connection_new(d->path, p->vfs);
}

/* True if the state of c can be used: it is the first one, or only the user's own connection has changed the file since. (Rows that are still to be read are
** then found by their ids.) */
static bool takes_state(rocpd_session *session, rocpd_database *d, const rocpd_connection *c) {
  int64_t changes = rocpd_connection_changes(session);
  if (c->state == d->state) return true;
  if (d->state == ROCPD_STATE_LOST || (d->state && !(d->brief && changes != d->changes))) return false;
  d->state = c->state;
  d->changes = changes;
  return true;
}

/* Waits for a connection of another thread that shows the state; if there is none, the state is lost. The caller holds the mutex. */
static rocpd_connection *wait_for_state(connection_pool *p, rocpd_database *d) {
  rocpd_connection *c;
  while (!(c = find(p->idle, d->path, d->state)) && find(p->used, d->path, d->state)) pthread_cond_wait(&p->returned, &p->mutex);
  if (c) remove_from(&p->idle, c);
  else d->state = ROCPD_STATE_LOST;
  return c;
}

/* Takes c, and returns the connection that shows the state to be read, which is then in use. */
static rocpd_connection *pool_use(rocpd_session *session, connection_pool *p, rocpd_database *d, rocpd_connection *c) {
  rocpd_connection *other = NULL;
  pthread_mutex_lock(&p->mutex);
  if (!takes_state(session, d, c)) {
    other = c;
    c = wait_for_state(p, d);
  }
  if (c) {
    c->brief = d->brief;
    c->next = p->used;
    p->used = c;
  }
  pthread_mutex_unlock(&p->mutex);
  if (other) pool_drop(p, other);
  return c;
}

int rocpd_database_borrow(rocpd_session *session, rocpd_database *d, rocpd_connection **out, rocpd_error *err) {
  connection_pool *p;
  uint64_t wanted;
  if (d->schema) return borrow_users(session, d, out, err);
  int rc = pool_of(session, &p, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_connection *c = pool_take(p, d, &wanted);
  if (c && c->state && c->state != wanted) connection_end(c);
  if (!c || !c->state) rc = c ? connection_begin_known(c, wanted, err) : rocpd_no_memory(err);
  if (rc != SQLITE_OK) {
    pool_drop(p, c);
    return rc;
  }
  *out = pool_use(session, p, d, c);
  return *out ? rc : rocpd_fail(err, SQLITE_BUSY_SNAPSHOT, "%s: another program has changed it while it was read; run the query again", d->path);
}

/* True in WAL mode, in which a transaction does not keep others from writing. */
static bool is_wal(const rocpd_connection *c) {
  sqlite3_file *file;
  return !c->rollback_db && sqlite3_file_control(c->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && rocpd_vfs_is_wal(file);
}

void rocpd_database_give(rocpd_session *session, rocpd_connection *c) {
  if (c->is_users) {
    connection_free(c);
    return;
  }
  connection_pool *p = rocpd_session_slot(session, &pool_class);
  pthread_mutex_lock(&p->mutex);
  remove_from(&p->used, c);
  if (c->brief && !is_wal(c)) connection_end(c);
  c->next = p->idle;
  p->idle = c;
  pthread_cond_broadcast(&p->returned);
  pthread_mutex_unlock(&p->mutex);
}

/* ---- reading */

int rocpd_database_probe(const char *path, const uint8_t *head, size_t n) { return n >= 16 && memcmp(head, "SQLite format 3", 16) == 0; }

const char *rocpd_database_reason(sqlite3 *db, int rc) {
  if (rc == SQLITE_NOMEM) return "out of memory"; /* SQLite may not know about it */
  bool joined = sqlite3_extended_errcode(db) == SQLITE_BUSY_SNAPSHOT; /* see vfs.c */
  return joined ? "another program has opened it meanwhile and may have changed it; run the query again" : sqlite3_errmsg(db);
}

int rocpd_database_prepare(rocpd_connection *c, sqlite3_stmt **out, rocpd_error *err, const char *format, ...) {
  *out = NULL;
  int rc = c->is_users || (c->db && !sqlite3_get_autocommit(c->db)) ? SQLITE_OK : connection_begin_sql(c, err);
  if (rc != SQLITE_OK) return rc;
  va_list args;
  va_start(args, format);
  char *sql = sqlite3_vmprintf(format, args);
  va_end(args);
  if (!sql) return rocpd_no_memory(err);
  rc = sqlite3_prepare_v2(c->db, sql, -1, out, NULL);
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "cannot read %s: %s", c->path, rocpd_database_reason(c->db, rc));
  sqlite3_free(sql);
  return rc;
}
