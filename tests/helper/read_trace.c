/* See read_trace.h. */
#include "read_trace.h"
#include "db.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FILES_OF_A_CONNECTION 500

static void check_column(rocpd_session *session, rocpd_batch *b, int index, const rocpd_column *c, uint64_t *sum) {
  const rocpd_column_def *def = &rocpd_kinds[b->kind].column[index];
  int64_t low = INT64_MIN, high = INT64_MAX, size;
  bool zone = rocpd_batch_zone(b, index, &low, &high);
  for (uint32_t i = 0; i < b->rows; i++) {
    int64_t code = rocpd_column_code(c, i), v = rocpd_column_at(c, i);
    if (c->dict && code != ROCPD_NULL && (code < 0 || code >= (int64_t)c->ndict)) abort();
    if (v == ROCPD_NULL) continue;
    if (v < c->min || v > c->max || (zone && (v < low || v > high))) abort();
    if (def->type == ROCPD_TEXT) *sum += (uint64_t)strlen(rocpd_string(session, v, &size));
    if ((index == rocpd_kinds[b->kind].start || index == rocpd_kinds[b->kind].end) && (v < b->min_time || v > b->max_time)) abort();
  }
}

static void read_all(rocpd_snapshot *s) {
  uint64_t sum = 0;
  for (int kind = 0; kind < ROCPD_KIND_COUNT; kind++) {
    rocpd_batch **batch;
    size_t n;
    rocpd_error err = {0};
    if (rocpd_snapshot_batches(s, kind, &batch, &n, &err) != SQLITE_OK) n = 0;
    rocpd_error_clear(&err);
    for (size_t i = 0; i < n; i++)
      for (int c = 0; c < rocpd_kinds[kind].columns; c++) {
        const rocpd_column *column;
        if (batch[i]->rows > ROCPD_BATCH_ROWS) abort();
        int rc = rocpd_batch_column(batch[i], c, &column, &err);
        if (rc == SQLITE_OK && !batch[i]->rows) abort(); /* a failure must give a reason */
        if (rc == SQLITE_OK) check_column(rocpd_snapshot_session(s), batch[i], c, column, &sum);
        else if (rc != SQLITE_NOMEM && !err.message) abort();
        rocpd_error_clear(&err);
      }
  }
  __asm__ volatile("" : : "r"(sum));
}

static int emit(void *arg, const char *name, int64_t value, const char *detail) {
  *(size_t *)arg += strlen(name) + (detail ? strlen(detail) : 0) + (value != 0);
  return SQLITE_OK;
}

void read_trace(sqlite3 *db, const char *path, const rocpd_open_options *options) {
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_snapshot *s;
  rocpd_error err = {0};
  int64_t files;
  if (rocpd_trace_attach(t, path, options, &files, &err) == SQLITE_OK) {
    if (rocpd_trace_snapshot(t, &s, &err) == SQLITE_OK) {
      read_all(s);
      size_t sources, length = 0;
      rocpd_source **source = rocpd_snapshot_sources(s, &sources);
      if (sources) source[0]->class->health(source[0], emit, &length);
      rocpd_snapshot_release(s);
    }
    rocpd_error_clear(&err);
    rocpd_trace_detach(t, path, &files, &err);
  }
  rocpd_error_clear(&err);
}

/* ---- files */

static char folder[32];

static void remove_folder(void) {
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d)) != NULL;) unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
  rmdir(folder);
}

static const char *path_of(const char *name) {
  static char path[128];
  if (!folder[0]) {
    snprintf(folder, sizeof(folder), "%s/fuzz.XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(folder)) abort();
    atexit(remove_folder);
  }
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  return path;
}

void read_trace_make_file(const char *name, const uint8_t *data, size_t size) {
  const char *path = path_of(name);
  unlink(path);
  if (!data) return;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  close(fd);
}

void read_trace_of_file(const char *name, const rocpd_open_options *options) {
  static sqlite3 *db;
  static unsigned files;
  if (files++ % FILES_OF_A_CONNECTION == 0) {
    sqlite3_close(db);
    db = db_open(":memory:");
  }
  read_trace(db, path_of(name), options);
}
