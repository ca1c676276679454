/* See bench.h. */
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "db.h"

static char path[4096], *attach_sql;

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

bench_span bench_now(void) { return (bench_span){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)}; }

bench_span bench_since(bench_span start) {
  bench_span now = bench_now();
  return (bench_span){now.wall - start.wall, now.cpu - start.cpu};
}

void bench_keep_least(bench_span *best, bench_span t) {
  if (t.wall < best->wall) best->wall = t.wall;
  if (t.cpu < best->cpu) best->cpu = t.cpu;
}

int bench_rounds(int otherwise) {
  const char *rounds = getenv("ROUNDS");
  return rounds && atoi(rounds) > 0 ? atoi(rounds) : otherwise;
}

uint64_t bench_begin(int argc, char **argv) {
  uint64_t events = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000000;
  tracegen_options o = tracegen_defaults(events);
  bench_begin_with(&o);
  return events;
}

void bench_begin_with(const tracegen_options *o) {
  const char *tmp = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/rocpd-bench.%d.rocz", tmp ? tmp : "/tmp", (int)getpid());
  const char *failed = tracegen_write(path, o);
  if (failed) {
    printf("%s: %s\n", path, failed);
    exit(1);
  }
  attach_sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path);
}

void bench_end(void) {
  sqlite3_free(attach_sql);
  unlink(path);
}

const char *bench_path(void) { return path; }

sqlite3 *bench_open(void) {
  sqlite3 *db = db_open(":memory:");
  bench_forget(db);
  return db;
}

/* A new ATTACH creates new state for it. */
void bench_forget(sqlite3 *db) {
  if (db_int(db, attach_sql) == 1) return;
  printf("%s: %s\n", path, sqlite3_errmsg(db));
  exit(1);
}
