/* What the benchmarks of the extension share: a generated trace on disk, and clocks. */
#ifndef BENCH_H
#define BENCH_H
#include <sqlite3.h>
#include <stdint.h>
#include "tracegen.h"

/* Times in ns: of the wall clock, and of the processors that all threads used. */
typedef struct bench_span {
  double wall, cpu;
} bench_span;
#define BENCH_MOST ((bench_span){1e30, 1e30}) /* a start value for a minimum */
bench_span bench_now(void);
bench_span bench_since(bench_span start);
/* The environment variable ROUNDS, or the benchmark's own number. */
int bench_rounds(int otherwise);
void bench_keep_least(bench_span *best, bench_span t);

/* Writes a trace of `events` (argv[1], default 5 million) to a temporary file, once. Exits if that fails. bench_end() removes the file. */
uint64_t bench_begin(int argc, char **argv);
/* The same for a trace with other options. */
void bench_begin_with(const tracegen_options *o);
void bench_end(void);
const char *bench_path(void); /* path of the trace */
/* Opens a new connection with the trace attached. */
sqlite3 *bench_open(void);
/* Forgets what was computed from the trace; its columns stay decoded. */
void bench_forget(sqlite3 *db);

#endif
