/* Opens a file as a source: which class reads it, whether it is open already, and what an empty file is. See open_file.h. */
#include "open_file.h"
#include "registry.h"
#include "trace_state.h"
#include "unix_file.h"
#include <errno.h>
#include <sys/stat.h>

#define HEAD_BYTES 4096

extern const rocpd_source_class *const __start_rocpd_sources[] __attribute__((weak, visibility("hidden")));
extern const rocpd_source_class *const __stop_rocpd_sources[] __attribute__((weak, visibility("hidden")));

/* The next class after `last`, in order of names, that accepts the file; NULL: none. */
static const rocpd_source_class *probe(const char *path, const uint8_t *head, size_t n, const rocpd_source_class *last) {
  const rocpd_source_class *best = NULL;
  for (const rocpd_source_class *const *c = __start_rocpd_sources; c < __stop_rocpd_sources; c++) {
    if (last && strcmp((*c)->name, last->name) <= 0) continue;
    if ((!best || strcmp((*c)->name, best->name) < 0) && (*c)->probe(path, head, n)) best = *c;
  }
  return best;
}

int rocpd_file_may_be_trace(const char *path, bool *may) {
  uint8_t head[HEAD_BYTES];
  int n = 0, rc = rocpd_vfs_read_head(path, head, HEAD_BYTES, &n);
  *may = !rc && n > 0 && probe(path, head, (size_t)n, NULL);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
}

/* The class whose file name suffix this is; NULL: none. */
static const rocpd_source_class *class_of_name(const char *path) {
  for (const rocpd_source_class *const *c = __start_rocpd_sources; c < __stop_rocpd_sources; c++)
    if ((*c)->suffix && rocpd_has_suffix(path, (*c)->suffix)) return *c;
  return NULL;
}

/* Names of all kinds of source, for an error message. */
char *rocpd_source_class_names(void) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (const rocpd_source_class *const *c = __start_rocpd_sources; c < __stop_rocpd_sources; c++)
    sqlite3_str_appendf(text, "%s%s", c == __start_rocpd_sources ? "" : ", ", (*c)->name);
  return sqlite3_str_finish(text);
}

/* open() and close() are not used: close() would drop the locks that the program's own connections have on a database. */
static int read_head(const char *path, uint8_t *head, int *n, struct stat *st, rocpd_error *err) {
  int rc = stat(path, st) == 0 ? rocpd_vfs_read_head(path, head, HEAD_BYTES, n) : SQLITE_CANTOPEN;
  int error = errno;
  if (rc == SQLITE_NOMEM) return rocpd_fail(err, rc, "out of memory"); /* errno is from another call */
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "cannot open %s: %s", path, error ? strerror(error) : sqlite3_errstr(rc));
}

/* Whether the name still refers to the source's file. */
bool rocpd_file_is_same(const rocpd_source *s) {
  struct stat st;
  if (s->info.outdated || s->info.schema) return !s->info.outdated;
  return stat(s->path, &st) == 0 && st.st_dev == s->state.device && st.st_ino == s->state.inode;
}

/* Whether the names of the source's file and of its siblings still refer to them. Siblings are opened again together. */
static bool is_current(const rocpd_source *s) {
  for (const rocpd_source *i = s; i; i = i->sibling)
    if (i->info.outdated) return false;
  return rocpd_file_is_same(s);
}

rocpd_source *rocpd_file_find_open(rocpd_trace *t, const char *path, bool skip_damaged) {
  rocpd_source *s = rocpd_session_source_of(t->session, path, NULL);
  while (s && (s->state.follows || rocpd_source_is_direct(s) || s->state.skip_damaged != skip_damaged || !is_current(s)))
    s = rocpd_session_source_of(t->session, path, s);
  return s;
}

/* Turns a file's path into that of the folder beside it: NAME for NAME.db. False: the file has no extension, so the folder would have its name. */
bool rocpd_file_cut_extension(char *path) {
  char *name = strrchr(path, '/');
  char *dot = strrchr(name ? name + 1 : path, '.');
  if (!dot || !dot[1] || dot == (name ? name + 1 : path)) return false;
  *dot = 0;
  return true;
}

/* The path of the folder beside a file, such as NAME beside NAME.db; NULL: there is none. */
static char *folder_beside(const char *file) {
  struct stat st;
  char *folder = sqlite3_mprintf("%s", file);
  if (folder && rocpd_file_cut_extension(folder) && stat(folder, &st) == 0 && S_ISDIR(st.st_mode)) return folder;
  sqlite3_free(folder);
  return NULL;
}

bool rocpd_file_is_beside_folder(const char *file) {
  char *folder = folder_beside(file);
  sqlite3_free(folder);
  return folder != NULL;
}

/* An empty file is not a trace. Either its process has only just begun, or what it wrote is lost, or sqlite3 created it when it was called with the name
** beside a folder of traces. */
int rocpd_file_fail_empty(const char *file, rocpd_error *err) {
  char *folder = folder_beside(file);
  int rc = folder ? rocpd_fail(err, SQLITE_CANTOPEN, "%s is empty; the traces are in the folder beside it: %s", file, folder)
                  : rocpd_fail(err, SQLITE_CANTOPEN, "%s is empty (0 bytes)", file);
  sqlite3_free(folder);
  return rc;
}

/* Counts an empty file in a folder whose name is that of a trace database. */
int rocpd_file_note_empty(rocpd_listing *l, const char *file) {
  if (!rocpd_has_suffix(file, ".db") && !rocpd_has_suffix(file, ".rpd")) return SQLITE_OK;
  if (rocpd_file_is_beside_folder(file)) return SQLITE_OK;
  l->empty++;
  return l->unreadable++ || (l->why = sqlite3_mprintf("%s is empty (0 bytes)", file)) ? SQLITE_OK : SQLITE_NOMEM;
}

/* Opens a file that is not open yet and was found by this name, or a database of the connection (name NULL). *out is NULL if no class accepts it. */
int rocpd_file_open(rocpd_trace *t, const char *path, const char *name, const rocpd_open_options *options, rocpd_source **out,
                     bool *empty, rocpd_error *err) {
  uint8_t head[HEAD_BYTES] = "SQLite format 3";
  int n = 16;
  *out = NULL;
  struct stat st = {0};
  int rc = options->schema ? SQLITE_OK : read_head(path, head, &n, &st, err);
  if (rc != SQLITE_OK) return rc;
  *empty = n == 0;
  const rocpd_source_class *class = n ? probe(path, head, (size_t)n, NULL) : NULL;
  if (!class && name) class = class_of_name(name);
  for (; !*out && class; class = probe(path, head, (size_t)n, class)) {
    rc = class->open(class, t->session, path, options, out, err);
    if (rc != SQLITE_OK) return rocpd_fail(err, rc, "cannot open %s", path);
  }
  if (!*out) return SQLITE_OK;
  for (rocpd_source *s = *out; s; s = s->sibling) {
    s->state.follows = s != *out;
    s->state.epoch = rocpd_session_epoch(t->session);
    s->state.skip_damaged = options->skip_damaged;
    s->state.device = st.st_dev;
    s->state.inode = st.st_ino;
  }
  return SQLITE_OK;
}
