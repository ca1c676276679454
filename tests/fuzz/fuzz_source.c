/* Fuzz target: a chunk file and its live file, attached to a connection; all columns of
** all kinds are read and checked against what the contract of column.h promises.
**
** Input: a byte of flags (1: hashes are made right first, so that what is behind them
** is reached; 2: damage is skipped), the size of the .rocz as u32, the .rocz, then the
** live file (none when nothing is left). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bytes.h"
#include "db.h"
#include "hash.h"
#include "rocz.h"
#include "trace.h"

#define RUNS_OF_A_CONNECTION 500 /* interned strings stay as long as it does */

static char path[128], live_path[140];

static void remove_files(void) {
  unlink(path);
  unlink(live_path);
}

static void write_file(const char *name, const uint8_t *data, size_t size) {
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  close(fd);
}

static void put_hash(uint8_t *p, uint64_t hash) { rocz_put64(p, hash); }

/* Right hashes for the header, and for chunks as far as sizes lead. */
static void repair(uint8_t *d, size_t size) {
  if (size < ROCZ_HEADER_SIZE) return;
  uint64_t at = rocz_get32(d + 12);
  if (at < ROCZ_HEADER_SIZE || at > size) return;
  put_hash(d + 152, rocz_header_hash(d, at));
  while (size - at >= ROCZ_CHUNK_SIZE) {
    uint32_t body = rocz_get32(d + at + 48);
    if (body > size - at - ROCZ_CHUNK_SIZE) body = 0;
    put_hash(d + at + 56, rocz_hash(d + at + ROCZ_CHUNK_SIZE, body));
    put_hash(d + at + 72, rocz_hash(d + at, 72));
    at += ROCZ_CHUNK_SIZE + (uint64_t)body;
  }
}

static void check_column(rocpd_trace *t, rocpd_batch *b, int index, const rocpd_column *c, uint64_t *sum) {
  const rocpd_column_def *def = &rocpd_kinds[b->kind].column[index];
  int64_t low = INT64_MIN, high = INT64_MAX, size;
  bool zone = rocpd_batch_zone(b, index, &low, &high);
  for (uint32_t i = 0; i < b->rows; i++) {
    int64_t code = rocpd_column_code(c, i), v = rocpd_column_at(c, i);
    if (c->dict && code != ROCPD_NULL && (code < 0 || code >= (int64_t)c->ndict)) abort();
    if (v == ROCPD_NULL) continue;
    if (v < c->min || v > c->max || (zone && (v < low || v > high))) abort();
    if (def->type == ROCPD_TEXT) *sum += (uint64_t)strlen(rocpd_string(t, v, &size));
    if ((index == rocpd_kinds[b->kind].start || index == rocpd_kinds[b->kind].end) && (v < b->min_time || v > b->max_time)) abort();
  }
}

static void read_all(rocpd_trace *t, rocpd_snapshot *s) {
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
        if (rc == SQLITE_OK && !batch[i]->rows) abort(); /* must say what cannot be read */
        if (rc == SQLITE_OK) check_column(t, batch[i], c, column, &sum);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static sqlite3 *db;
  static unsigned runs;
  if (runs++ % RUNS_OF_A_CONNECTION == 0) {
    sqlite3_close(db);
    db = db_open(":memory:");
    if (!path[0]) {
      snprintf(path, sizeof(path), "%s/fuzz_source.%d.rocz", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
      snprintf(live_path, sizeof(live_path), "%s.live", path);
      atexit(remove_files);
    }
  }
  if (size < 5) return 0;
  unsigned flags = data[0];
  size_t first = rocz_get32(data + 1);
  if (first > size - 5) first = size - 5;
  uint8_t *file = malloc(first + 1);
  memcpy(file, data + 5, first);
  if (flags & 1) repair(file, first);
  remove_files();
  write_file(path, file, first);
  if (size - 5 > first) write_file(live_path, data + 5 + first, size - 5 - first);
  free(file);
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_snapshot *s;
  rocpd_error err = {0};
  int64_t files;
  rocpd_open_options options = {.skip_damaged = (flags & 2) != 0};
  if (rocpd_trace_attach(t, path, &options, &files, &err) == SQLITE_OK) {
    if (rocpd_trace_snapshot(t, &s, &err) == SQLITE_OK) {
      read_all(t, s);
      size_t sources, length = 0;
      rocpd_source **source = rocpd_snapshot_sources(s, &sources);
      if (sources) source[0]->class->health(source[0], emit, &length);
      rocpd_snapshot_release(s);
    }
    rocpd_error_clear(&err);
    rocpd_trace_detach(t, path, &files, &err);
  }
  rocpd_error_clear(&err);
  return 0;
}
