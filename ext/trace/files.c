/* The files that a path names: one file, a folder with all files below it, or those that a glob matches. Folders are remembered with their time of change,
** so that looking again costs one stat() each. And one file: which class reads it, whether it is open already, and what an empty file is. */
#define _GNU_SOURCE
#include "files.h"
#include "registry.h"
#include "stamp.h"
#include "trace_state.h"
#include "unix_file.h"
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_DEPTH 64
#define HEAD_BYTES 4096

/* ---- the files of a path ---- */

static int64_t realtime_ns(void) {
  struct timespec ts;
  clock_gettime(CLOCK_REALTIME, &ts);
  return rocpd_timespec_ns(ts);
}

char *rocpd_absolute(const char *path, size_t *literal) {
  char cwd[4096];
  *literal = 0;
  if (path[0] == '/' || !getcwd(cwd, sizeof(cwd))) return sqlite3_mprintf("%s", path);
  while (strncmp(path, "./", 2) == 0) path += 2;
  if (strcmp(path, ".") == 0) path = "";
  *literal = strlen(cwd);
  return sqlite3_mprintf("%s%s%s", cwd, *path ? "/" : "", path);
}

static int add_file(rocpd_listing *l, const char *path) {
  if (rocpd_array_push_reserve(&l->file, l->files, sizeof(*l->file)) != SQLITE_OK) return SQLITE_NOMEM;
  l->file[l->files] = sqlite3_mprintf("%s", path);
  if (!l->file[l->files]) return SQLITE_NOMEM;
  l->files++;
  return SQLITE_OK;
}

static int add_folder(rocpd_listing *l, const char *path, const struct stat *st) {
  if (rocpd_array_push_reserve(&l->folder, l->folders, sizeof(*l->folder)) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_folder *folder = &l->folder[l->folders];
  folder->path = sqlite3_mprintf("%s", path);
  if (!folder->path) return SQLITE_NOMEM;
  folder->mtime_ns = rocpd_timespec_ns(st->st_mtim);
  l->folders++;
  return SQLITE_OK;
}

int rocpd_listing_skip(rocpd_listing *l, int rc, rocpd_error *why, rocpd_error *err) {
  if (!rocpd_is_unreadable(rc) || !l->skip || l->single) {
    rocpd_fail_for(err, rc, why);
  } else {
    l->again = true;
    rc = SQLITE_OK;
    if (!l->unreadable++) {
      l->why = why->message;
      why->message = NULL;
    }
  }
  rocpd_error_clear(why);
  return rc;
}

int rocpd_listing_expect(const rocpd_listing *l, const char *path, rocpd_error *err) {
  if (l->expected || l->unreadable > l->empty) return SQLITE_OK;
  if (l->files || l->folders) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: no trace in it that rocpd can read", path);
  return rocpd_fail(err, SQLITE_CANTOPEN, l->pattern ? "%s: no file matches" : "%s: no such file or folder", path);
}

bool rocpd_has_suffix(const char *name, const char *suffix) {
  size_t n = strlen(name), m = strlen(suffix);
  return n > m && strcmp(name + n - m, suffix) == 0;
}

static int walk(rocpd_listing *l, const char *path, const char *suffix, int depth, rocpd_error *err);

/* Handles one name in a folder. Links to files are followed. Links to folders are not, since they could form a cycle. Hidden names are left out. */
static int walk_entry(rocpd_listing *l, const char *folder, const char *name, const char *suffix, int depth, rocpd_error *err) {
  if (name[0] == '.') return SQLITE_OK;
  char *path = sqlite3_mprintf("%s/%s", strcmp(folder, "/") ? folder : "", name);
  if (!path) return SQLITE_NOMEM;
  struct stat st;
  int rc = SQLITE_OK;
  if (lstat(path, &st) == 0) {
    if (S_ISDIR(st.st_mode)) rc = walk(l, path, suffix, depth + 1, err);
    else if ((!suffix || rocpd_has_suffix(name, suffix)) && stat(path, &st) == 0 && S_ISREG(st.st_mode)) rc = add_file(l, path);
  } else if (errno != ENOENT) {
    rocpd_error why = {0};
    rc = rocpd_fail(&why, SQLITE_CANTOPEN, "cannot access %s: %s", path, strerror(errno));
    rc = rocpd_listing_skip(l, rc, &why, err);
  }
  sqlite3_free(path);
  return rc;
}

static int walk(rocpd_listing *l, const char *path, const char *suffix, int depth, rocpd_error *err) {
  struct stat st;
  if (depth > MAX_DEPTH) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: more than %d folders deep", path, MAX_DEPTH);
  DIR *dir = opendir(path);
  if (!dir) {
    if (depth && errno == ENOENT) return SQLITE_OK; /* removed meanwhile */
    rocpd_error why = {0};
    int rc = rocpd_fail(&why, rocpd_code_of(errno, SQLITE_CANTOPEN), "cannot open folder %s: %s", path, strerror(errno));
    return rocpd_listing_skip(l, rc, &why, err);
  }
  /* The time of change is taken before the folder is read, so that a change during reading is seen next time. */
  int rc = fstat(dirfd(dir), &st) == 0 ? add_folder(l, path, &st) : SQLITE_OK;
  struct dirent *e;
  while (rc == SQLITE_OK && (e = readdir(dir))) rc = walk_entry(l, path, e->d_name, suffix, depth, err);
  closedir(dir);
  return rc;
}

static int read_path(rocpd_listing *l, const char *path, const char *suffix, rocpd_error *err) {
  struct stat st;
  if (stat(path, &st) != 0) return SQLITE_OK;
  if (S_ISDIR(st.st_mode)) return walk(l, path, suffix, 0, err);
  if (S_ISREG(st.st_mode)) return add_file(l, path);
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s: neither a regular file nor a folder", path);
}

/* The glob pattern for a path whose first `literal` bytes are not a pattern. */
static char *pattern_of(const char *path, size_t literal) {
  sqlite3_str *pattern = sqlite3_str_new(NULL);
  for (; literal; path++, literal--) {
    if (strchr("*?[\\", *path)) sqlite3_str_appendchar(pattern, 1, '\\');
    sqlite3_str_appendchar(pattern, 1, *path);
  }
  sqlite3_str_appendall(pattern, path);
  return sqlite3_str_finish(pattern);
}

static int read_pattern(rocpd_listing *l, const char *path, size_t literal, const char *suffix, rocpd_error *err) {
  char *pattern = pattern_of(path, literal);
  if (!pattern) return SQLITE_NOMEM;
  glob_t found;
  int rc = SQLITE_OK, g = glob(pattern, GLOB_NOSORT, NULL, &found);
  sqlite3_free(pattern);
  if (g == GLOB_NOSPACE) rc = SQLITE_NOMEM;
  else if (g == GLOB_ABORTED) rc = rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot read a folder in it", path);
  for (size_t i = 0; g == 0 && rc == SQLITE_OK && i < found.gl_pathc; i++) {
    /* Sockets and the like that happen to match are not errors. */
    struct stat st;
    if (stat(found.gl_pathv[i], &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
      rc = read_path(l, found.gl_pathv[i], suffix, err);
  }
  if (g == 0) globfree(&found);
  return rc;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts files by name and removes duplicates. */
static void sort_files(rocpd_listing *l) {
  if (l->files < 2) return;
  qsort(l->file, l->files, sizeof(*l->file), compare_names);
  size_t kept = 1;
  for (size_t i = 1; i < l->files; i++) {
    if (strcmp(l->file[kept - 1], l->file[i]) == 0) sqlite3_free(l->file[i]);
    else l->file[kept++] = l->file[i];
  }
  l->files = kept;
}

int rocpd_listing_read(rocpd_listing *l, const char *path, size_t literal, const char *suffix, bool skip, rocpd_error *err) {
  struct stat st;
  memset(l, 0, sizeof(*l));
  l->skip = skip;
  l->listed_ns = realtime_ns();
  int rc;
  if (stat(path, &st) == 0 && suffix && !S_ISDIR(st.st_mode)) {
    rc = SQLITE_OK; /* a folder was expected: a file NAME beside NAME.db has nothing to do with it */
  } else if (stat(path, &st) == 0) {
    l->single = S_ISREG(st.st_mode);
    rc = read_path(l, path, suffix, err);
  } else if (strpbrk(path + literal, "*?[")) {
    l->again = l->pattern = true;
    rc = read_pattern(l, path, literal, suffix, err);
  } else {
    rc = SQLITE_OK;
  }
  if (rc != SQLITE_OK) {
    rocpd_listing_free(l);
    return rocpd_fail_code(err, rc);
  }
  sort_files(l);
  return SQLITE_OK;
}

bool rocpd_listing_stale(const rocpd_listing *l) {
  if (l->single) return access(l->file[0], F_OK) != 0;
  if (l->again || !l->folders) return true;
  for (size_t i = 0; i < l->folders; i++) {
    struct stat st;
    if (stat(l->folder[i].path, &st) != 0) return true;
    if (rocpd_timespec_ns(st.st_mtim) != l->folder[i].mtime_ns) return true;
    if (l->folder[i].mtime_ns > l->listed_ns - ROCPD_RACY_NS) return true;
  }
  return false;
}

void rocpd_listing_free(rocpd_listing *l) {
  for (size_t i = 0; i < l->files; i++) sqlite3_free(l->file[i]);
  for (size_t i = 0; i < l->folders; i++) sqlite3_free(l->folder[i].path);
  sqlite3_free(l->file);
  sqlite3_free(l->folder);
  sqlite3_free(l->why);
  memset(l, 0, sizeof(*l));
}

/* ---- one file as a source ---- */

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
