/* What the benchmarks of the extension share: a generated trace on disk, and clocks. */
#ifndef BENCH_H
#define BENCH_H
#include <sqlite3.h>
#include <stdint.h>
#include "tracegen.h"

/* Time as a user sees it, and of all threads' processors together; ns. */
typedef struct bench_span {
  double wall, cpu;
} bench_span;
#define BENCH_MOST ((bench_span){1e30, 1e30}) /* to begin a minimum with */
bench_span bench_now(void);
bench_span bench_since(bench_span start);
/* ROUNDS of the environment, or as many as the benchmark does by itself. */
int bench_rounds(int otherwise);
void bench_keep_least(bench_span *best, bench_span t);

/* Write a trace of `events` (argv[1], 5 million when there is none) to a temporary
** file, once; exits when that fails. bench_end() removes it. */
uint64_t bench_begin(int argc, char **argv);
/* The same of another trace. */
void bench_begin_with(const tracegen_options *o);
void bench_end(void);
const char *bench_path(void); /* of the trace */
/* A new connection with the trace attached. */
sqlite3 *bench_open(void);
/* What was computed of it is forgotten; its columns stay decoded. */
void bench_forget(sqlite3 *db);

#endif
