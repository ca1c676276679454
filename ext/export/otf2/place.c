/* Locations and their files. The library takes long for each chunk that it writes, full or not. So a location that certainly needs less than a chunk is
** written with the smallest sufficient chunk size, by a separate archive, and its file is moved to the trace. */
#include "otf2.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- archives */

/* The name of a further archive. */
static char *archive_name(const rocpd_otf2_shared *s, int archive) {
  if (!archive) return sqlite3_mprintf("%s", s->name);
  return sqlite3_mprintf("%s%d", strncmp(s->name, ".few", 4) ? ".few" : ".some", archive);
}

int rocpd_otf2_open_archives(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  int rc = SQLITE_OK;
  for (int i = 0; i < ROCPD_OTF2_ARCHIVES && !rc; i++) {
    uint64_t chunk = i ? ROCPD_OTF2_LEAST_CHUNK << 2 * (ROCPD_OTF2_ARCHIVES - 1 - i) : ROCPD_OTF2_CHUNK;
    int code;
    char *name = archive_name(s, i);
    if (!name) rc = rocpd_no_memory(err);
    else if (!rocpd_otf2_archive_open(&s->lib, w->x->folder.temp, name, chunk, &s->archive[i], &code)) rc = rocpd_otf2_failed(w, code, err);
    sqlite3_free(name);
  }
  return rc;
}

/* Removes what is left of a further archive, whose folder is empty. */
static int remove_archive(rocpd_writer *w, int archive, rocpd_error *err) {
  char *name = archive_name(rocpd_otf2_all(w), archive);
  char *path = name ? sqlite3_mprintf("%s/%s.otf2", w->x->folder.temp, name) : NULL;
  int rc = path ? SQLITE_OK : rocpd_no_memory(err);
  if (!rc && unlink(path)) rc = rocpd_fail(err, SQLITE_IOERR, "%s: %s", w->x->folder.path, strerror(errno));
  if (!rc) path[strlen(path) - strlen(".otf2")] = 0;
  if (!rc && rmdir(path)) rc = rocpd_fail(err, SQLITE_IOERR, "%s: %s", w->x->folder.path, strerror(errno));
  sqlite3_free(path), sqlite3_free(name);
  return rc;
}

int rocpd_otf2_close_archives(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  int rc = SQLITE_OK;
  for (int i = ROCPD_OTF2_ARCHIVES - 1; i >= 0 && !rc; i--) {
    int code = rocpd_otf2_archive_close(&s->lib, &s->archive[i]);
    rc = code ? rocpd_otf2_failed(w, code, err) : i ? remove_archive(w, i, err) : SQLITE_OK;
  }
  return rc;
}

/* ---- files */

static char *file_of(const rocpd_writer *w, int archive, const char *end) {
  char *name = archive_name(rocpd_otf2_all(w), archive), *path = name ? sqlite3_mprintf("%s/%s%s", w->x->folder.temp, name, end) : NULL;
  sqlite3_free(name);
  return path;
}

/* The library has closed the file without writing it. */
static int not_written(const rocpd_writer *w, const char *end, rocpd_error *err) {
  int rc = rocpd_otf2_stopped(rocpd_otf2_all(w), err);
  return rc ? rc : rocpd_fail(err, SQLITE_IOERR, "%s/%s%s was not written", w->x->folder.path, rocpd_otf2_all(w)->name, end);
}

static int size_of(const rocpd_writer *w, const char *path, const char *end, uint64_t *size, rocpd_error *err) {
  struct stat st;
  if (stat(path, &st)) return not_written(w, end, err);
  *size = (uint64_t)st.st_size;
  return SQLITE_OK;
}

int rocpd_otf2_count_bytes(rocpd_writer *w, const char *end, rocpd_error *err) {
  uint64_t size = 0;
  char *path = file_of(w, 0, end);
  int rc = path ? size_of(w, path, end, &size, err) : rocpd_no_memory(err);
  if (!rc) __atomic_add_fetch(&w->x->progress.written, size, __ATOMIC_RELAXED);
  sqlite3_free(path);
  return rc;
}

/* Moves the file to the trace's folder. It must not have more than one chunk. */
static int move_events(rocpd_writer *w, const rocpd_otf2_place *p, const char *end, rocpd_error *err) {
  uint64_t size = 0;
  char *from = file_of(w, p->archive, end), *to = file_of(w, 0, end);
  int rc = from && to ? size_of(w, from, end, &size, err) : rocpd_no_memory(err);
  if (!rc && size >= rocpd_otf2_all(w)->archive[p->archive].chunk)
    rc = rocpd_fail(err, SQLITE_INTERNAL, "events of %s take %llu bytes", p->name, (unsigned long long)size);
  if (!rc && rename(from, to)) rc = rocpd_fail(err, SQLITE_IOERR, "%s/%s%s: %s", w->x->folder.path, rocpd_otf2_all(w)->name, end, strerror(errno));
  sqlite3_free(from), sqlite3_free(to);
  return rc;
}

/* ---- a location's own definitions, of which it has none: but readers want the file. All are the same. */

static int read_definitions(rocpd_writer *w, const char *end, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  char *path = file_of(w, 0, end);
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  ssize_t n = file >= 0 ? read(file, s->definition, sizeof s->definition) : -1;
  bool whole = n > 0 && (size_t)n < sizeof s->definition;
  if (whole) s->definitions = (size_t)n;
  int rc = whole ? SQLITE_OK : path ? not_written(w, end, err) : rocpd_no_memory(err);
  if (file >= 0) close(file);
  sqlite3_free(path);
  return rc ? rc : rocpd_otf2_count_bytes(w, end, err);
}

/* The library writes the first location's definitions; the others are copies. */
static int first_definitions(rocpd_writer *w, uint32_t number, const char *end, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  struct OTF2_DefWriter_struct *own = s->lib.Archive_GetDefWriter(s->archive[0].at, number);
  int code = own ? rocpd_otf2_closed(s->lib.Archive_CloseDefWriter(s->archive[0].at, own)) : 0;
  return !own || code ? rocpd_otf2_failed(w, code, err) : read_definitions(w, end, err);
}

static int write_definitions(rocpd_writer *w, uint32_t number, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  rocpd_output file = {0};
  char end[40], *name = NULL;
  sqlite3_snprintf(sizeof end, end, "/%u.def", number);
  pthread_mutex_lock(&w->x->mutex);
  bool first = !s->definitions;
  int rc = first ? first_definitions(w, number, end, err) : SQLITE_OK;
  pthread_mutex_unlock(&w->x->mutex);
  if (rc || first) return rc;
  name = sqlite3_mprintf("%s%s", s->name, end);
  rc = name ? rocpd_folder_file(&w->x->folder, &w->x->progress, name, &file, err) : rocpd_no_memory(err);
  rocpd_buffer out = {.file = &file, .bytes = s->definition, .used = s->definitions, .capacity = sizeof s->definition};
  if (!rc) rc = rocpd_buffer_flush(&out, err);
  if (!rc) rc = rocpd_output_finish(&file, err);
  rocpd_output_close(&file);
  sqlite3_free(name);
  return rc;
}

/* ---- locations */

int rocpd_otf2_begin_place(rocpd_writer *w, uint64_t bytes, rocpd_otf2_place *p, struct OTF2_EvtWriter_struct **out, rocpd_error *err) {
  enum { HEAD = 4096 }; /* bytes: an upper bound of a chunk's header */
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  p->number = rocpd_lane_number(w), p->archive = 0;
  for (uint8_t i = 1; i < ROCPD_OTF2_ARCHIVES; i++)
    if (bytes < s->archive[i].chunk - HEAD) p->archive = i;
  *out = s->lib.Archive_GetEvtWriter(s->archive[p->archive].at, p->number);
  return *out ? SQLITE_OK : rocpd_otf2_failed(w, 0, err);
}

int rocpd_otf2_end_place(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_otf2_place *p, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  char end[40];
  sqlite3_snprintf(sizeof end, end, "/%u.evt", p->number);
  int code = rocpd_otf2_closed(s->lib.Archive_CloseEvtWriter(s->archive[p->archive].at, out));
  if (code) return rocpd_otf2_failed(w, code, err);
  int rc = rocpd_otf2_stopped(s, err);
  if (!rc && p->archive) rc = move_events(w, p, end, err);
  if (!rc) rc = rocpd_otf2_count_bytes(w, end, err);
  if (!rc) rc = write_definitions(w, p->number, err);
  if (rc) return rc;
  pthread_mutex_lock(&w->x->mutex);
  rc = ROCPD_PUSH(s->place, s->places, *p);
  pthread_mutex_unlock(&w->x->mutex);
  return rc ? rocpd_no_memory(err) : SQLITE_OK;
}

static int compare_places(const void *a, const void *b) {
  const rocpd_otf2_place *x = a, *y = b;
  for (int i = 0; i < 2; i++)
    if (x->order[i] != y->order[i]) return x->order[i] < y->order[i] ? -1 : 1;
  return ROCPD_ORDER(x->number, y->number);
}

void rocpd_otf2_order_places(rocpd_otf2_shared *s) {
  if (s->places) qsort(s->place, s->places, sizeof *s->place, compare_places);
}
