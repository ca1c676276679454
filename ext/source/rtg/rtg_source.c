/* Texts of rtg_tracer (rtg_trace.txt.PID, rtg_trace_PID.txt, folders with a file for each
** thread) and of HCC_PROFILE=2 as a kind of source. See rtg.h for how it is divided.
**
** Files of threads are named D/D.TID.txt in a folder D. Together they are one source, under the path of the first file that is not empty. Everything is read
** at first use, and again as a whole when a file has changed. */
#define _GNU_SOURCE
#include "guid.h"
#include "registry.h"
#include "rtg.h"
#include "vfs.h"
#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>

#define HEAD_BYTES 65536

/* ---- which files */

/* True if the path is D/D.TID.txt; *folder is then the length of the path of D. */
static bool is_of_thread(const char *path, size_t *folder) {
  const char *name = strrchr(path, '/');
  if (!name || name == path) return false;
  const char *parent = memrchr(path, '/', (size_t)(name - path));
  if (!parent) return false;
  size_t size = (size_t)(name - parent - 1);
  *folder = (size_t)(name - path);
  name++;
  if (!size || strncmp(name, parent + 1, size) || name[size] != '.') return false;
  size_t digits = strspn(name + size + 1, "0123456789");
  return digits && strcmp(name + size + 1 + digits, ".txt") == 0;
}

/* True if the text consists of records. There may be other lines, but not more than records: a text that only quotes some does not count. */
static bool is_of_records(const char *text, size_t size) {
  size_t records = 0, others = 0;
  rocpd_rtg_line line;
  for (const char *at = text, *end = text + size, *stop; (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
    enum rocpd_rtg_form form = rocpd_rtg_parse(at, (size_t)(stop - at), &line);
    if (form != RTG_OTHER && form != RTG_MALFORMED) records++;
    else if (form == RTG_OTHER && (size_t)(stop - at) > strspn(at, " \t\r")) others++;
  }
  return records && records >= others;
}

static int rtg_probe(const char *path, const uint8_t *head, size_t n) {
  size_t folder;
  const char *name = strrchr(path, '/');
  if (memchr(head, 0, n)) return 0;
  return is_of_thread(path, &folder) || strncmp(name ? name + 1 : path, "rtg_trace", 9) == 0 || is_of_records((const char *)head, n);
}

static void files_free(rocpd_rtg_file *file, size_t n) {
  for (size_t i = 0; i < n; i++) sqlite3_free(file[i].path);
  sqlite3_free(file);
}

/* Adds a file, unless it is empty or gone; takes ownership of the path. */
static int add_file(rocpd_rtg_file **file, size_t *n, char *path) {
  struct stat st;
  int rc = path ? rocpd_array_push_reserve(file, *n, sizeof(**file)) : SQLITE_NOMEM;
  if (rc != SQLITE_OK || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || !st.st_size) {
    sqlite3_free(path);
    return rc;
  }
  (*file)[(*n)++] = (rocpd_rtg_file){.path = path, .device = st.st_dev, .inode = st.st_ino, .size = st.st_size,
                                  .mtime_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec};
  return SQLITE_OK;
}

static int compare_files(const void *a, const void *b) { return strcmp(((const rocpd_rtg_file *)a)->path, ((const rocpd_rtg_file *)b)->path); }

static int list_folder(const char *path, size_t folder, rocpd_rtg_file **file, size_t *n, rocpd_error *err) {
  char *name = sqlite3_mprintf("%.*s", (int)folder, path);
  DIR *dir = name ? opendir(name) : NULL;
  int rc = dir ? SQLITE_OK : name ? rocpd_fail(err, rocpd_code_of(errno, SQLITE_CANTOPEN), "cannot open folder %s: %s", name, strerror(errno)) : SQLITE_NOMEM;
  struct dirent *e;
  while (rc == SQLITE_OK && (e = readdir(dir))) {
    char *one = sqlite3_mprintf("%s/%s", name, e->d_name);
    size_t size;
    if (!one) rc = SQLITE_NOMEM;
    else if (is_of_thread(one, &size)) rc = add_file(file, n, one);
    else sqlite3_free(one);
  }
  if (dir) closedir(dir);
  sqlite3_free(name);
  if (*n > 1) qsort(*file, *n, sizeof(**file), compare_files);
  return rc;
}

/* Lists the files of the source at `path`; none if they belong to another source. */
static int list_files(const char *path, rocpd_rtg_file **file, size_t *n, rocpd_error *err) {
  size_t folder;
  *file = NULL, *n = 0;
  int rc = is_of_thread(path, &folder) ? list_folder(path, folder, file, n, err) : add_file(file, n, sqlite3_mprintf("%s", path));
  if (rc == SQLITE_OK && (!*n || strcmp((*file)[0].path, path) == 0)) return rc;
  files_free(*file, *n);
  *file = NULL, *n = 0;
  return rocpd_fail_code(err, rc);
}

static bool same_files(const rocpd_rtg *f, const rocpd_rtg_file *file, size_t n) {
  if (n != f->files) return false;
  for (size_t i = 0; i < n; i++) {
    const rocpd_rtg_file *a = &f->file[i], *b = &file[i];
    if (strcmp(a->path, b->path) || a->device != b->device || a->inode != b->inode || a->size != b->size || a->mtime_ns != b->mtime_ns) return false;
  }
  return true;
}

/* ---- rows */

static void forget_hosts(rocpd_rtg *f) {
  sqlite3_free(f->host);
  f->host = NULL;
  f->hosts = 0;
}

static int read_rows(rocpd_whole_source *w, rocpd_error *err) {
  rocpd_rtg *f = (rocpd_rtg *)w;
  int rc = rocpd_rtg_read(f, err);
  if (rc == SQLITE_OK) rc = rocpd_rtg_link(f);
  if (rc == SQLITE_OK) rc = rocpd_entity_table_rows(&w->entities);
  forget_hosts(f);
  w->source.info.complete = !f->cut;
  w->source.info.cut_bytes = (int64_t)f->cut_bytes;
  return rc;
}

static int read_args(rocpd_whole_source *w, rocpd_error *err) { return rocpd_rtg_read_args((rocpd_rtg *)w, err); }

static void drop(rocpd_whole_source *w) {
  rocpd_rtg *f = (rocpd_rtg *)w;
  forget_hosts(f);
  sqlite3_free(f->malformed);
  sqlite3_free(f->other);
  f->malformed = f->other = NULL;
  f->lines = f->cut = f->cut_bytes = f->negative = 0;
  memset(f->form, 0, sizeof(f->form));
}

#define ROWS(name) {&rocpd_rtg_##name, offsetof(rocpd_rtg, name), false}
static const rocpd_whole_rows rows[] = {ROWS(region), ROWS(kernel), ROWS(copy), ROWS(sample), {&rocpd_rtg_arg, offsetof(rocpd_rtg, arg), true}};
static const rocpd_whole_class rtg_whole = {
    .rows = rows, .stores = sizeof(rows) / sizeof(*rows), .read = read_rows, .read_late = read_args, .drop = drop};

/* ---- opening, looking again */

static void rtg_close(rocpd_source *s) {
  rocpd_rtg *f = (rocpd_rtg *)s;
  rocpd_whole_free(&f->whole);
  rocpd_map_free(&f->kernel_details);
  files_free(f->file, f->files);
  rocpd_source_free(s);
}

/* Finds the first record with a time, else the first record, else the first line. *timed: it has a time, which makes it unique. */
static const char *find_first(rocpd_rtg *f, const char *text, const char *end, bool *timed) {
  const char *first = text, *stop;
  bool found = *timed = false;
  for (const char *at = text; !*timed && (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
    rocpd_rtg_line line = {0};
    enum rocpd_rtg_form form = rocpd_rtg_parse(at, (size_t)(stop - at), &line);
    if (form == RTG_OTHER || form == RTG_MALFORMED) continue;
    *timed = line.start > 0;
    if (!found) f->whole.source.info.pid = line.pid;
    if (!found || *timed) first = at;
    found = true;
  }
  return first;
}

/* Makes the guid from the first record with a time, so that a copy under another name has the same guid. If there is none, the file's name is used, too. */
static int identify(rocpd_rtg *f, rocpd_error *err) {
  const char *name = strrchr(f->whole.source.path, '/');
  name = name ? name + 1 : f->whole.source.path;
  size_t prefix = strlen(name) + 1;
  char *text = sqlite3_malloc64(prefix + HEAD_BYTES);
  int n, rc = text ? rocpd_vfs_read_head(f->whole.source.path, text + prefix, HEAD_BYTES, &n) : SQLITE_NOMEM;
  if (rc != SQLITE_OK) {
    rocpd_fail(err, rc, "cannot read %s: %s", f->whole.source.path, sqlite3_errstr(rc));
  } else {
    const char *end = text + prefix + n;
    bool timed;
    const char *first = find_first(f, text + prefix, end, &timed), *stop = memchr(first, '\n', (size_t)(end - first));
    size_t size = (size_t)((stop ? stop : end) - first);
    memmove(text + prefix, first, size);
    memcpy(text, name, prefix);
    if (timed) rocpd_guid_make(&f->whole.source, text + prefix, size);
    else rocpd_guid_make(&f->whole.source, text, prefix + size);
  }
  sqlite3_free(text);
  return rc;
}

static int rtg_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                    rocpd_error *err) {
  size_t folder;
  *out = NULL;
  if (options && options->alone && is_of_thread(path, &folder))
    return rocpd_fail(err, SQLITE_ERROR, "%s has the records of one thread, which those of others belong to: name its folder, %.*s", path,
                      (int)folder, path);
  rocpd_rtg *f = (rocpd_rtg *)rocpd_source_new(session, class, path, sizeof(*f));
  if (!f) return rocpd_no_memory(err);
  rocpd_whole_begin(&f->whole, &rtg_whole);
  int rc = list_files(path, &f->file, &f->files, err);
  if (rc == SQLITE_OK && f->files) rc = identify(f, err);
  if (rc == SQLITE_OK && f->files) *out = &f->whole.source;
  else rtg_close(&f->whole.source);
  return rc;
}

static int rtg_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  rocpd_rtg *f = (rocpd_rtg *)s;
  rocpd_rtg_file *file;
  size_t n;
  int rc = list_files(s->path, &file, &n, err);
  if (rc != SQLITE_OK || same_files(f, file, n)) {
    files_free(file, n);
    return rc;
  }
  rocpd_whole_changed(&f->whole, changed);
  files_free(f->file, f->files);
  f->file = file;
  f->files = n;
  return SQLITE_OK;
}

/* ---- health */

static int rtg_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  static const char *const name[RTG_FORMS] = {
      [RTG_OTHER] = "other lines", [RTG_MALFORMED] = "malformed lines", [RTG_HIP] = "lines of HIP calls", [RTG_HSA] = "lines of HSA calls",
      [RTG_RANGE] = "lines of ranges", [RTG_MARK] = "lines of marks", [RTG_DISPATCH_HOST] = "lines of dispatches written",
      [RTG_DISPATCH] = "lines of dispatches", [RTG_BARRIER_HOST] = "lines of barriers written", [RTG_BARRIER] = "lines of barriers",
      [RTG_VENDOR_HOST] = "lines of vendor packets written", [RTG_VENDOR] = "lines of vendor packets", [RTG_COPY] = "lines of copies",
      [RTG_PROFILE_KERNEL] = "profile lines of kernels", [RTG_PROFILE_BARRIER] = "profile lines of barriers",
      [RTG_PROFILE_COPY] = "profile lines of copies"};
  rocpd_rtg *f = (rocpd_rtg *)s;
  int rc = rocpd_whole_look(&f->whole, emit, arg);
  if (rc == SQLITE_OK) rc = emit(arg, "lines", (int64_t)f->lines, NULL);
  for (int i = 0; rc == SQLITE_OK && i < RTG_FORMS; i++) {
    const char *first = i == RTG_MALFORMED ? f->malformed : i == RTG_OTHER ? f->other : NULL;
    if (f->form[i] || i == RTG_MALFORMED) rc = emit(arg, name[i], (int64_t)f->form[i], first);
  }
  if (rc == SQLITE_OK && f->cut) rc = emit(arg, "lines without an end", (int64_t)f->cut, "the last ones of files: not read");
  return rc == SQLITE_OK ? emit(arg, "ends before starts", (int64_t)f->negative, NULL) : rc;
}

ROCPD_SOURCE_CLASS(rtg) = {.name = "rtg", .probe = rtg_probe, .open = rtg_open, .close = rtg_close, .refresh = rtg_refresh,
                           .batches = rocpd_whole_batches, .forget = rocpd_whole_forget, .health = rtg_health};
