/* What is attached to a connection: files, folders and globs, the folder beside main's file, and the connection's databases. rocpd_set_update() brings a set of
** mounts up to date. A source is open only once, however many paths name its file. */
#define _GNU_SOURCE
#include "newer.h"
#include "stamp.h"
#include "trace_state.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- databases of the connection ----
**
** main and attached ones that are traces. A database is read like any other file if that shows the same rows. If not, the connection itself reads it: a
** database without a file (":memory:", deserialised), with another VFS, held exclusively, or with uncommitted changes. */

static void attached_free(rocpd_attached *a) {
  if (!a) return;
  sqlite3_free(a->schema);
  sqlite3_free(a->file);
  sqlite3_free(a);
}

static int attached_new(const char *schema, const char *file, rocpd_attached **out) {
  rocpd_attached *a = sqlite3_malloc64(sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  *a = (rocpd_attached){.schema = sqlite3_mprintf("%s", schema), .file = sqlite3_mprintf("%s", file)};
  *out = a;
  if (a->schema && a->file) return SQLITE_OK;
  attached_free(a);
  return SQLITE_NOMEM;
}

/* A key that changes when the database changes: SQLite's own count for this connection, the number of rows that it changed, and the file's time, which shows
** changes by others that SQLite has not seen yet. */
static void read_key(rocpd_trace *t, const rocpd_attached *a, int64_t key[ROCPD_ATTACHED_KEY]) {
  unsigned version = 0;
  struct stat st;
  sqlite3_file_control(t->db, a->schema, SQLITE_FCNTL_DATA_VERSION, &version);
  memset(key, 0, ROCPD_ATTACHED_KEY * sizeof(*key));
  key[0] = version;
  key[1] = sqlite3_total_changes(t->db);
  if (!*a->file || stat(a->file, &st) != 0) return;
  key[2] = rocpd_timespec_ns(st.st_mtim);
  key[3] = st.st_size;
}

/* Whether the first row of a statement about the schema is the text `wanted`. */
static int ask(rocpd_trace *t, const char *format, const char *schema, const char *wanted, bool *is) {
  char *sql = sqlite3_mprintf(format, schema);
  sqlite3_stmt *stmt;
  if (!sql) return SQLITE_NOMEM;
  int rc = sqlite3_prepare_v2(t->db, sql, -1, &stmt, NULL);
  sqlite3_free(sql);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(stmt);
  const char *text = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
  *is = text && strcmp(text, wanted) == 0;
  return sqlite3_finalize(stmt);
}

static int needs_connection(rocpd_trace *t, const rocpd_attached *a, bool writing, bool *needs) {
  sqlite3_vfs *vfs = NULL;
  *needs = true;
  if (!*a->file || writing) return SQLITE_OK;
  int rc = sqlite3_file_control(t->db, a->schema, SQLITE_FCNTL_VFS_POINTER, &vfs);
  if (rc != SQLITE_OK || !vfs || strcmp(vfs->zName, "unix")) return SQLITE_OK;
  return ask(t, "PRAGMA \"%w\".locking_mode", a->schema, "exclusive", needs);
}

/* *changed: the database must be opened again, or is gone. */
static int attached_look(rocpd_trace *t, rocpd_attached *a, bool *changed) {
  int64_t key[ROCPD_ATTACHED_KEY];
  bool writing = rocpd_is_writing(t->db, a->schema), candidate = false, direct = false;
  read_key(t, a, key);
  *changed = false;
  if (a->looked && !writing && !a->writing && memcmp(key, a->key, sizeof(key)) == 0) return SQLITE_OK;
  int rc = ask(t, "SELECT 'yes' FROM \"%w\".sqlite_master WHERE type = 'table' AND rootpage > 0 AND name GLOB 'rocpd_*' LIMIT 1", a->schema, "yes", &candidate);
  if (rc == SQLITE_OK && candidate) rc = needs_connection(t, a, writing, &direct);
  if (rocpd_is_stop(rc)) return rc;
  /* Locked, or not a database: what is known stays, and the next look asks again. */
  if (rc != SQLITE_OK) return SQLITE_OK;
  *changed = candidate != a->candidate || direct != a->direct || direct;
  a->candidate = candidate;
  a->direct = direct;
  a->writing = writing;
  a->looked = true;
  read_key(t, a, a->key);
  return SQLITE_OK;
}

/* ---- mounts ---- */

static void mount_clear(rocpd_mount *m) {
  for (size_t i = 0; i < m->sources; i++) rocpd_source_unref(m->source[i]);
  sqlite3_free(m->source);
  rocpd_listing_free(&m->listing);
  attached_free(m->attached);
  rocpd_aligned_free(m->aligned, m->aligneds);
  sqlite3_free(m->rank);
  sqlite3_free(m->path);
}

static bool mount_is_direct(const rocpd_mount *m) { return m->attached && m->attached->direct; }

void rocpd_set_clear(rocpd_trace *t, rocpd_set *set) {
  rocpd_set_forget(set);
  rocpd_keep_leave(&set->keep);
  for (size_t i = 0; i < set->mounts; i++) mount_clear(&set->mount[i]);
  sqlite3_free(set->mount);
  rocpd_window_set(&set->window, NULL);
  set->mount = NULL;
  set->mounts = 0;
}

static bool mount_has(const rocpd_mount *m, const rocpd_source *s) {
  size_t i = 0;
  while (i < m->sources && m->source[i] != s) i++;
  return i < m->sources;
}

/* The source of `path` in mounts of the set that were updated before this one. So {"damaged":"skip"} given for a file also holds if other paths name it, and
** uncommitted changes of the connection are seen through all paths. */
static rocpd_source *find_in_set(const rocpd_trace *t, const rocpd_set *set, const rocpd_mount *self, const char *path) {
  for (rocpd_source *s = rocpd_session_source_of(t->session, path, NULL); s; s = rocpd_session_source_of(t->session, path, s)) {
    if (s->state.follows || !(s->state.skip_damaged || rocpd_source_is_direct(s))) continue;
    for (size_t i = 0; i < set->mounts; i++) {
      const rocpd_mount *m = &set->mount[i];
      if (m != self && (m->options.skip_damaged || mount_is_direct(m)) && mount_has(m, s)) return s;
    }
  }
  return NULL;
}

/* Whether a file of a folder could not be opened because it has been removed. A running process removes its live file, and may replace its file by the next. */
static bool was_removed(const char *path, rocpd_listing *l) {
  bool removed = !l->single && access(path, F_OK) != 0 && errno == ENOENT;
  l->again |= removed;
  return removed;
}

/* The source of a file with a reference (and its siblings, with one each); *out is NULL if the file is not a trace. */
static int mount_source(rocpd_trace *t, rocpd_set *set, rocpd_mount *m, const char *file, rocpd_listing *l, rocpd_source **out, rocpd_error *err) {
  char path[PATH_MAX];
  *out = NULL;
  struct stat st;
  if (!realpath(file, path)) return SQLITE_OK; /* removed meanwhile */
  if (l->single && stat(path, &st) == 0 && !st.st_size && (!m->options.skip_damaged || rocpd_file_is_beside_folder(path)))
    return rocpd_file_fail_empty(path, err);
  rocpd_source *s = m->options.skip_damaged ? NULL : find_in_set(t, set, m, path);
  if (!s) s = rocpd_file_find_open(t, path, m->options.skip_damaged);
  if (!s) {
    bool empty = false;
    rocpd_open_options options = m->options;
    options.alone = l->single;
    options.brief = m->attached != NULL;
    int rc = rocpd_file_open(t, path, file, &options, &s, &empty, err);
    if (rc != SQLITE_OK && was_removed(path, l)) return rocpd_error_clear(err), SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (empty) l->again = true; /* a process may be about to write it; in a folder this is not reported */
    if (empty && l->single) l->expected = true;
    if (empty && !s && rocpd_file_note_empty(l, path) != SQLITE_OK) return rocpd_no_memory(err);
    if (!s && l->single && !empty) {
      char *names = rocpd_source_class_names();
      rc = rocpd_fail(err, SQLITE_ERROR, "%s: not a trace that rocpd can read (it reads: %s)", path, names ? names : "");
      sqlite3_free(names);
      return rc;
    }
  }
  *out = s;
  for (; s; s = s->sibling) {
    rocpd_source_ref(s);
    s->state.brief |= m->attached != NULL;
  }
  return SQLITE_OK;
}

static size_t count_siblings(const rocpd_source *s) {
  size_t n = 0;
  for (; s; s = s->sibling) n++;
  return n;
}

/* Adds a file's sources with their references. */
static int list_source(rocpd_source ***list, size_t *n, rocpd_source *s) {
  rocpd_source **more = sqlite3_realloc64(*list, (*n + count_siblings(s)) * sizeof(*more));
  if (more) *list = more;
  for (rocpd_source *next; s; s = next) {
    next = s->sibling;
    if (more) more[(*n)++] = s;
    else rocpd_source_unref(s);
  }
  return more ? SQLITE_OK : SQLITE_NOMEM;
}

static void sources_free(rocpd_source **source, size_t n) {
  for (size_t i = 0; i < n; i++) rocpd_source_unref(source[i]);
  sqlite3_free(source);
}

static bool same_left_out(const rocpd_listing *a, const rocpd_listing *b) {
  const char *why_a = a->why ? a->why : "", *why_b = b->why ? b->why : "";
  return a->unreadable == b->unreadable && strcmp(why_a, why_b) == 0;
}

/* Gives the mount these sources; it takes over the array and the listing. */
static void mount_set(rocpd_mount *m, rocpd_source **source, size_t n, const rocpd_listing *l, bool *changed) {
  if (n != m->sources || (n && memcmp(source, m->source, n * sizeof(*source))) || !same_left_out(l, &m->listing)) *changed = true;
  sources_free(m->source, m->sources);
  rocpd_listing_free(&m->listing);
  m->source = source;
  m->sources = n;
  m->listing = *l;
  m->listed = true;
  m->look_again = false;
}

/* A database that only the connection can read. When it changes, it becomes another source. */
static int direct_source(rocpd_trace *t, rocpd_mount *m, rocpd_source **out, rocpd_error *err) {
  char path[PATH_MAX];
  bool empty;
  if (!*m->attached->file || !realpath(m->attached->file, path)) sqlite3_snprintf(sizeof(path), path, "memory of database %s", m->attached->schema);
  rocpd_open_options options = {.schema = m->attached->schema};
  int rc = rocpd_file_open(t, path, NULL, &options, out, &empty, err);
  for (rocpd_source *s = *out; rc == SQLITE_OK && s; s = s->sibling) rocpd_source_ref(s);
  return rc;
}

static int mount_attached(rocpd_trace *t, rocpd_set *set, rocpd_mount *m, bool *changed, rocpd_error *err) {
  rocpd_listing l = {0};
  rocpd_source *s = NULL, **source = NULL;
  size_t n = 0;
  int rc = SQLITE_OK;
  if (mount_is_direct(m)) rc = direct_source(t, m, &s, err);
  else if (m->attached->candidate) rc = mount_source(t, set, m, m->attached->file, &l, &s, err);
  if (rc == SQLITE_OK && s) rc = list_source(&source, &n, s);
  if (rc == SQLITE_OK) mount_set(m, source, n, &l, changed);
  else sqlite3_free(source);
  return rocpd_fail_code(err, rc);
}

/* Lists a mount's files again and opens new ones. */
static int mount_list(rocpd_trace *t, rocpd_set *set, rocpd_mount *m, bool *changed, rocpd_error *err) {
  rocpd_listing l;
  if (m->attached) return mount_attached(t, set, m, changed, err);
  int rc = rocpd_listing_read(&l, m->path, m->literal, m->automatic ? ".rocz" : NULL, m->options.skip_damaged, err);
  if (rc == SQLITE_OK && m->listed && m->listing.single && !l.files)
    rc = rocpd_fail(err, SQLITE_CANTOPEN, "%s: the attached file is gone", m->path);
  if (rc != SQLITE_OK) {
    rocpd_listing_free(&l);
    return rc;
  }
  rocpd_source **source = NULL;
  size_t n = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < l.files; i++) {
    rocpd_source *s = NULL;
    rocpd_error why = {0};
    rc = mount_source(t, set, m, l.file[i], &l, &s, &why);
    if (rc == SQLITE_OK && s) rc = list_source(&source, &n, s);
    else if (rc != SQLITE_OK) rc = rocpd_listing_skip(&l, rc, &why, err);
  }
  if (rc != SQLITE_OK) {
    sources_free(source, n);
    rocpd_listing_free(&l);
    return rocpd_fail_code(err, rc);
  }
  mount_set(m, source, n, &l, changed);
  return SQLITE_OK;
}

/* The folder beside main's file. */
static int main_folder(rocpd_trace *t, char **out) {
  const char *file = sqlite3_db_filename(t->db, "main");
  *out = NULL;
  if (!file || !*file) return SQLITE_OK;
  size_t literal;
  char *path = rocpd_absolute(file, &literal);
  if (!path) return SQLITE_NOMEM;
  if (rocpd_file_cut_extension(path)) *out = path;
  else sqlite3_free(path);
  return SQLITE_OK;
}

static rocpd_mount *set_add(rocpd_set *set, char *path) {
  rocpd_mount *mount = sqlite3_realloc64(set->mount, (set->mounts + 1) * sizeof(*mount));
  if (!mount) {
    sqlite3_free(path);
    return NULL;
  }
  set->mount = mount;
  mount += set->mounts++;
  memset(mount, 0, sizeof(*mount));
  mount->path = path;
  set->changed = true;
  return mount;
}

/* Removes a mount from the set; what it holds is not freed. */
static rocpd_mount set_take(rocpd_set *set, size_t i) {
  rocpd_mount taken = set->mount[i];
  memmove(set->mount + i, set->mount + i + 1, (set->mounts - i - 1) * sizeof(*set->mount));
  set->mounts--;
  set->changed = true;
  return taken;
}

static void set_remove(rocpd_set *set, size_t i) {
  rocpd_mount m = set_take(set, i);
  mount_clear(&m);
}

/* Updates the mount of the folder beside main's file. ATTACH and VACUUM INTO do not affect it, but a deserialized main has no file any more. */
static int update_main_folder(rocpd_trace *t) {
  char *folder;
  int rc = main_folder(t, &folder);
  if (rc != SQLITE_OK) return rc;
  sqlite3_free(t->looked_in);
  t->looked_in = folder;
  rocpd_set *set = &t->main;
  for (size_t i = 0; i < set->mounts; i++) {
    if (!set->mount[i].automatic) continue;
    if (folder && strcmp(folder, set->mount[i].path) == 0) return SQLITE_OK;
    set_remove(set, i--);
  }
  if (!folder) return SQLITE_OK;
  char *path = sqlite3_mprintf("%s", folder);
  rocpd_mount *m = path ? set_add(set, path) : NULL;
  if (!m) return SQLITE_NOMEM;
  m->automatic = true;
  m->literal = strlen(m->path);
  return SQLITE_OK;
}

/* ---- the mounts of the connection's databases */

static void look_again(rocpd_set *set) {
  for (size_t i = 0; i < set->mounts; i++) set->mount[i].look_again = true;
}

/* Moves the mount of a database to place *seen of the set, behind those of the databases before it; adds the mount if there is none. */
static int see_attached(rocpd_set *set, const char *schema, const char *file, size_t *seen) {
  size_t i = *seen;
  while (i < set->mounts && !(set->mount[i].attached && strcmp(set->mount[i].attached->schema, schema) == 0 &&
                              strcmp(set->mount[i].attached->file, file) == 0))
    i++;
  if (i == set->mounts) {
    rocpd_attached *a;
    if (attached_new(schema, file, &a) != SQLITE_OK) return SQLITE_NOMEM;
    char *path = sqlite3_mprintf("%s", file);
    rocpd_mount *m = path ? set_add(set, path) : NULL;
    if (!m) {
      attached_free(a);
      return SQLITE_NOMEM;
    }
    m->attached = a;
  }
  rocpd_mount found = set->mount[i];
  memmove(set->mount + *seen + 1, set->mount + *seen, (i - *seen) * sizeof(found));
  set->mount[(*seen)++] = found;
  return SQLITE_OK;
}

/* Main and the attached databases: *seen of them, whose mounts are the first of the set afterwards. */
static int list_attached(rocpd_trace *t, size_t *seen) {
  sqlite3_stmt *stmt;
  int rc = sqlite3_prepare_v2(t->db, "PRAGMA database_list", -1, &stmt, NULL);
  *seen = 0;
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    const char *schema = (const char *)sqlite3_column_text(stmt, 1);
    if (!schema || strcmp(schema, "temp") == 0) continue;
    const char *file = sqlite3_db_filename(t->db, schema);
    rc = see_attached(&t->main, schema, file ? file : "", seen);
    if (rc != SQLITE_OK) break;
  }
  sqlite3_finalize(stmt);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Updates the mounts of the connection's databases. */
static int update_attached(rocpd_trace *t) {
  rocpd_set *set = &t->main;
  size_t seen;
  int rc = list_attached(t, &seen);
  for (size_t i = seen; rc == SQLITE_OK && i < set->mounts; i++)
    if (set->mount[i].attached) set_remove(set, i--);
  bool elsewhere = false;
  for (size_t i = 0; rc == SQLITE_OK && i < seen; i++) {
    rocpd_mount *m = &set->mount[i];
    bool was_direct = mount_is_direct(m), changed;
    rc = attached_look(t, m->attached, &changed);
    if (rc != SQLITE_OK || !changed) continue;
    m->listed = false;
    elsewhere |= was_direct || mount_is_direct(m);
  }
  /* If another mount of the set has the same file, it must use the same source. */
  if (elsewhere) look_again(set);
  return rc;
}

/* ---- updating */

static bool any_replaced(const rocpd_mount *m) {
  for (size_t i = 0; i < m->sources; i++)
    if (!rocpd_file_is_same(m->source[i])) return true;
  return false;
}

/* Refreshes a mount's sources; *outdated: some must be opened again. */
static int mount_refresh(rocpd_trace *t, const rocpd_set *set, rocpd_mount *m, bool *changed, bool *outdated, rocpd_error *err) {
  *outdated = false;
  for (size_t i = 0; i < m->sources; i++) {
    rocpd_source *s = m->source[i];
    if (s->state.epoch != rocpd_session_epoch(t->session)) {
      bool grown = false;
      int rc = s->class->refresh ? s->class->refresh(s, &grown, err) : SQLITE_OK;
      if (rc != SQLITE_OK) return rocpd_fail(err, rc, "cannot read %s", s->path);
      s->state.epoch = rocpd_session_epoch(t->session);
      if (grown) s->state.changed_epoch = rocpd_session_epoch(t->session);
    }
    *outdated |= s->info.outdated;
    /* Another set may have refreshed it. */
    if (s->state.changed_epoch > set->built_epoch) *changed = true;
  }
  return SQLITE_OK;
}

static int mount_update(rocpd_trace *t, rocpd_set *set, rocpd_mount *m, bool look, bool *changed, rocpd_error *err) {
  bool again = !m->listed || m->look_again || (look && (rocpd_listing_stale(&m->listing) || any_replaced(m)));
  int rc = SQLITE_OK;
  /* Newly opened sources are up to date. Sources that another set has open may be found outdated in turn. */
  do {
    if (again) rc = mount_list(t, set, m, changed, err);
    if (rc == SQLITE_OK) rc = mount_refresh(t, set, m, changed, &again, err);
  } while (rc == SQLITE_OK && again);
  return rc;
}

int rocpd_set_update(rocpd_trace *t, rocpd_set *set, bool *changed, rocpd_error *err) {
  bool look = set->epoch != rocpd_session_epoch(t->session);
  int rc = SQLITE_OK;
  if (look && set == &t->main) rc = update_main_folder(t);
  if (rc == SQLITE_OK && look && set == &t->main) rc = update_attached(t);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "cannot list the databases of the connection: %s", sqlite3_errmsg(t->db));
  *changed = set->changed;
  set->changed = true; /* until all of it is up to date */
  /* In this order: see find_in_set(). */
  for (int turn = 0; turn < 3; turn++)
    for (size_t i = 0; i < set->mounts; i++) {
      const rocpd_mount *m = &set->mount[i];
      if (turn != (mount_is_direct(m) ? 0 : m->options.skip_damaged ? 1 : 2)) continue;
      rc = mount_update(t, set, &set->mount[i], look, changed, err);
      if (rc != SQLITE_OK) return rc;
    }
  rc = *changed ? rocpd_set_apply_overrides(t, set, NULL, err) : SQLITE_OK;
  if (rc != SQLITE_OK) return rc;
  set->epoch = rocpd_session_epoch(t->session);
  set->changed = false;
  return SQLITE_OK;
}

/* ---- attach and detach ---- */

/* The mount that was attached with this path, or set->mounts if there is none. A relative pattern can mean something else in another working directory. */
static size_t find_attached(const rocpd_set *set, const char *path, size_t literal) {
  bool is_one_thing = !strpbrk(path, "*?[") || access(path, F_OK) == 0;
  for (size_t i = 0; i < set->mounts; i++) {
    const rocpd_mount *m = &set->mount[i];
    if (!m->automatic && !m->attached && strcmp(m->path, path) == 0 && (m->literal == literal || is_one_thing)) return i;
  }
  return set->mounts;
}

/* Takes over path. On failure, the set is as before. */
static int attach_anew(rocpd_trace *t, rocpd_set *set, char *path, size_t literal, const rocpd_open_options *options, int64_t *files,
                       rocpd_error *err) {
  rocpd_mount *m = set_add(set, path);
  if (!m) return rocpd_no_memory(err);
  m->literal = literal;
  m->options = *options;
  m->options.rank = m->rank = options->rank ? sqlite3_mprintf("%s", options->rank) : NULL;
  bool changed;
  int rc = options->rank && !m->rank ? rocpd_no_memory(err) : mount_list(t, set, m, &changed, err);
  if (rc == SQLITE_OK && !m->sources) rc = rocpd_listing_expect(&m->listing, m->path, err);
  if (rc == SQLITE_OK) rc = rocpd_set_apply_overrides(t, set, m, err);
  *files = (int64_t)m->sources;
  if (rc != SQLITE_OK) set_remove(set, (size_t)(m - set->mount));
  return rc;
}

/* Puts a mount back where it was removed from; the set still has room for it. */
static void set_put_back(rocpd_set *set, size_t i, const rocpd_mount *taken) {
  memmove(set->mount + i + 1, set->mount + i, (set->mounts - i) * sizeof(*taken));
  set->mount[i] = *taken;
  set->mounts++;
}

int rocpd_trace_attach(rocpd_trace *t, const char *path, const rocpd_open_options *options, int64_t *files, rocpd_error *err) {
  size_t literal;
  char *absolute = rocpd_absolute(path, &literal);
  if (!absolute) return rocpd_no_memory(err);
  rocpd_set *set = &t->main;
  bool changed = set->changed;
  /* An earlier mount of this path is replaced, unless the path cannot be attached again. */
  size_t at = find_attached(set, absolute, literal);
  bool is_again = at < set->mounts;
  rocpd_mount before = is_again ? set_take(set, at) : (rocpd_mount){0};
  int rc = attach_anew(t, set, absolute, literal, options, files, err);
  if (rc != SQLITE_OK) set->changed = changed;
  if (rc == SQLITE_OK && (options->skip_damaged || before.options.skip_damaged)) look_again(set); /* see find_in_set() */
  if (rc != SQLITE_OK && is_again) set_put_back(set, at, &before);
  else mount_clear(&before);
  if (!t->open_snapshots) rocpd_session_idle(t->session);
  return rc;
}

int rocpd_trace_detach(rocpd_trace *t, const char *path, int64_t *files, rocpd_error *err) {
  size_t literal;
  char *absolute = rocpd_absolute(path, &literal);
  if (!absolute) return rocpd_no_memory(err);
  rocpd_set *set = &t->main;
  size_t i = find_attached(set, absolute, literal);
  int rc = SQLITE_OK;
  if (i == set->mounts) {
    rc = rocpd_fail(err, SQLITE_ERROR, "%s is not attached: rocpd_detach takes a path as it was given to rocpd_attach", absolute);
  } else {
    *files = (int64_t)set->mount[i].sources;
    if (set->mount[i].options.skip_damaged) look_again(set);
    set_remove(set, i);
    /* Attaching it again must open the file again. */
    rocpd_set_forget(set);
  }
  sqlite3_free(absolute);
  return rc;
}
