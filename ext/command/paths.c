/* Finds the traces that PATH stands for: files, folders, globs, and indexes of rocpd package. */
#include "run.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path) {
  struct stat st;
  return stat(path, &st) == 0;
}
static bool is_folder(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}
static bool is_empty(const char *path) {
  struct stat st;
  return stat(path, &st) != 0 || !st.st_size;
}
static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}
static bool is_glob(const char *path) { return strpbrk(path, "*?[") != NULL; }

void rocpd_paths_free(char **path, size_t n) {
  for (size_t i = 0; path && i < n; i++) sqlite3_free(path[i]);
  sqlite3_free(path);
}

/* Appends the path, and takes ownership of it. */
static int add(char ***found, size_t *n, char *path) {
  if (path && rocpd_array_push_reserve(found, *n, sizeof **found) == SQLITE_OK) return (*found)[(*n)++] = path, ROCPD_DONE;
  sqlite3_free(path);
  return rocpd_say_no_memory();
}

const char *rocpd_paths_here(void) {
  static char folder[PATH_MAX];
  return getcwd(folder, sizeof folder) ? folder : "this folder";
}

/* ---- the newest folder ---- */

static bool is_trace(const char *name) {
  return strncmp(name, "trace", 5) == 0 && (!name[5] || (name[5] == '.' && name[6] >= '0' && name[6] <= '9'));
}
static bool is_later(const struct timespec *a, const struct timespec *b) { return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec; }

int rocpd_paths_newest(char ***found, size_t *n) {
  char best[NAME_MAX + 1] = "";
  struct timespec newest = {0};
  DIR *d = opendir(".");
  for (struct dirent *e; d && (e = readdir(d));) {
    struct stat st;
    if (!is_trace(e->d_name) || stat(e->d_name, &st) || !S_ISDIR(st.st_mode)) continue;
    bool same = !is_later(&st.st_mtim, &newest) && !is_later(&newest, &st.st_mtim);
    if (*best && (same ? strcmp(e->d_name, best) > 0 : !is_later(&st.st_mtim, &newest))) continue;
    snprintf(best, sizeof best, "%s", e->d_name);
    newest = st.st_mtim;
  }
  if (d) closedir(d);
  if (*best) return add(found, n, sqlite3_mprintf("%s", best));
  return rocpd_say_failure(ROCPD_NO_ANSWER, "no PATH, and there is no trace in %s (rocpd record makes one, rocpd --help tells more)", rocpd_paths_here());
}

/* ---- index.yaml ---- */

/* Returns a YAML scalar without its quotes, in place; NULL: there is none. */
static char *scalar(char *s) {
  s += strspn(s, " \t");
  size_t n = strlen(s);
  while (n && strchr(" \t\r\n", s[n - 1])) s[--n] = 0;
  char quote = n > 1 && s[0] == s[n - 1] && (*s == '"' || *s == '\'') ? *s : 0;
  if (!quote) return n ? s : NULL;
  s[n - 1] = 0;
  char *to = ++s;
  for (const char *p = s; *p; p++) {
    if ((quote == '"' && *p == '\\' && (p[1] == '"' || p[1] == '\\')) || (quote == '\'' && *p == '\'' && p[1] == '\'')) p++;
    *to++ = *p;
  }
  *to = 0;
  return *s ? s : NULL;
}

typedef struct yaml_index {
  char *folder; /* value of path:; NULL: none */
  char **file;
  size_t files;
} yaml_index;

static int add_listed(yaml_index *x, char *text) {
  char *name = scalar(text);
  return name ? add(&x->file, &x->files, sqlite3_mprintf("%s", name)) : ROCPD_DONE;
}

/* Adds the names of a list in brackets: [a, b]. */
static int add_flow(yaml_index *x, char *list) {
  int code = ROCPD_DONE;
  for (char *rest = list, *part; code == ROCPD_DONE && (part = strsep(&rest, ","));) code = add_listed(x, part);
  return code;
}

/* Returns what follows the key in a line; NULL: the line has another key. */
static char *behind_key(char *line, const char *key) {
  line += strspn(line, " \t");
  size_t n = strlen(key);
  return strncmp(line, key, n) == 0 ? line + n : NULL;
}

static int read_line(yaml_index *x, char *line, bool *listing) {
  char *value = behind_key(line, "path:"), *item = line + strspn(line, " \t");
  if (value) {
    char *folder = scalar(value);
    sqlite3_free(x->folder);
    x->folder = folder ? sqlite3_mprintf("%s", folder) : NULL;
    return !folder || x->folder ? ROCPD_DONE : rocpd_say_no_memory();
  }
  if ((value = behind_key(line, "files:"))) {
    *listing = true;
    value += strspn(value, " \t");
    size_t n = strlen(value);
    while (n && strchr(" \t\r\n", value[n - 1])) value[--n] = 0;
    if (n < 2 || value[0] != '[' || value[n - 1] != ']') return add_listed(x, value);
    value[n - 1] = 0;
    return add_flow(x, value + 1);
  }
  if (*listing && strncmp(item, "- ", 2) == 0) return add_listed(x, item + 2);
  *listing = false;
  return ROCPD_DONE;
}

/* Prefixes a relative path with `folder`. The caller frees the result. */
static char *in_folder(const char *folder, const char *path) {
  return *path == '/' || !folder || !*folder ? sqlite3_mprintf("%s", path) : sqlite3_mprintf("%s/%s", folder, path);
}

/* Reads the files that an index.yaml of rocpd package lists. */
static int read_index(const char *path, yaml_index *x) {
  FILE *f = is_folder(path) ? NULL : fopen(path, "re");
  if (!f) return rocpd_say_failure(ROCPD_NO_ANSWER, "%s: no such file, or it may not be read", path);
  char *line = NULL;
  size_t room = 0;
  bool listing = false;
  int code = ROCPD_DONE;
  while (code == ROCPD_DONE && getline(&line, &room, f) >= 0) code = read_line(x, line, &listing);
  free(line);
  fclose(f);
  return code;
}

static int find_listed(const char *path, char ***found, size_t *n) {
  yaml_index x = {0};
  int code = read_index(path, &x);
  const char *slash = strrchr(path, '/');
  char *own = slash ? sqlite3_mprintf("%.*s", slash > path ? (int)(slash - path) : 1, path) : sqlite3_mprintf(".");
  char *folder = own && x.folder && strcmp(x.folder, ".") != 0 ? in_folder(own, x.folder) : own;
  if (code == ROCPD_DONE && !folder) code = rocpd_say_no_memory();
  if (code == ROCPD_DONE && !x.files) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s lists no files", path);
  for (size_t i = 0; code == ROCPD_DONE && i < x.files; i++) {
    code = add(found, n, in_folder(folder, x.file[i]));
    const char *file = code == ROCPD_DONE ? (*found)[*n - 1] : NULL;
    if (file && !is_glob(file) && !exists(file)) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s: no such file, and %s lists it", file, path);
  }
  if (folder != own) sqlite3_free(folder);
  sqlite3_free(own);
  sqlite3_free(x.folder);
  rocpd_paths_free(x.file, x.files);
  return code;
}

/* ---- a path ---- */

/* Returns the folder NAME beside NAME.xyz, if that is empty or does not exist. NULL: there is no such folder, or no memory. The caller frees it. */
static char *folder_beside(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  if (!dot || dot == name || !dot[1] || !is_empty(path) || is_folder(path)) return NULL;
  char *folder = sqlite3_mprintf("%.*s", (int)(dot - path), path);
  if (folder && is_folder(folder)) return folder;
  sqlite3_free(folder);
  return NULL;
}

static int say_absent(const char *path) {
  char *folder = folder_beside(path);
  rocpd_say_failure(ROCPD_NO_ANSWER, "%s: no such file or folder (in %s)%s%s%s", path, rocpd_paths_here(), folder ? "; did you mean the folder " : "",
                    folder ? folder : "", folder ? "?" : "");
  sqlite3_free(folder);
  return ROCPD_NO_ANSWER;
}

static bool is_stdin(const char *path) { return strcmp(path, "/dev/stdin") == 0 || strcmp(path, "/dev/fd/0") == 0 || strcmp(path, "/proc/self/fd/0") == 0; }

/* Finds the file that is stdin; a pipe is refused, since it can be read only once. */
static int find_stdin(char ***found, size_t *n) {
  char file[PATH_MAX];
  struct stat st;
  if (fstat(STDIN_FILENO, &st) || !S_ISREG(st.st_mode) || !realpath("/proc/self/fd/0", file)) return rocpd_say_failure(ROCPD_NO_ANSWER, "stdin is not a file");
  return add(found, n, sqlite3_mprintf("%s", file));
}

int rocpd_paths_find(const char *path, char ***found, size_t *n) {
  if (is_stdin(path)) return find_stdin(found, n);
  char *folder = ends_with(path, ".db") ? folder_beside(path) : NULL, *index = NULL;
  if (folder) path = folder; /* as for `sqlite3 NAME.db` */
  size_t size = strlen(path);
  while (size > 1 && path[size - 1] == '/') size--;
  if (size > 5 && strncmp(path + size - 5, ".rpdb", 5) == 0 && (index = sqlite3_mprintf("%.*s/index.yaml", (int)size, path)) && exists(index)) path = index;
  int code;
  if (ends_with(path, ".yaml") || ends_with(path, ".yml")) code = find_listed(path, found, n);
  else if (!is_glob(path) && !exists(path)) code = say_absent(path);
  else code = add(found, n, sqlite3_mprintf("%s", path));
  sqlite3_free(folder);
  sqlite3_free(index);
  return code;
}

bool rocpd_make_folders(const char *path) {
  char *each = sqlite3_mprintf("%s", path);
  int failed = each ? 0 : ENOMEM;
  for (char *at = each; at && !failed && *at;) {
    at += strspn(at, "/");
    at += strcspn(at, "/");
    char after = *at;
    *at = 0;
    if (mkdir(each, 0777) && errno != EEXIST) failed = errno;
    *at = after;
  }
  sqlite3_free(each);
  errno = failed;
  return !failed;
}
