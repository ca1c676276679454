/* The analysis tables on 5 million events: cold (a new connection: open, decode,
** answer) and warm (columns cached, the answer computed anew), beside the least that
** an answer can cost: a loop over two plain arrays. Minimum of interleaved rounds.
** Then those that ask what GPUs waited for, of a trace in which they mostly do: each of
** 8 has one thread, whose kernels are short, and more gaps than any other trace.
** Usage: bench_analysis [EVENTS] */
#include <stdio.h>
#include <stdlib.h>
#include "bench.h"
#include "db.h"


static const struct query { const char *name, *sql; } query[] = {
  {"top", "SELECT * FROM top LIMIT 10"},
  {"top_kernels", "SELECT * FROM top_kernels LIMIT 10"},
  {"top, medians", "SELECT name, median_ns, p90_ns, p99_ns FROM top LIMIT 10"},
  {"top, the longest", "SELECT name, longest_start FROM top LIMIT 10"},
  {"top by rank", "SELECT name, rank FROM top WHERE by = 'rank' LIMIT 10"},
  {"histogram", "SELECT * FROM histogram LIMIT 10"},
  {"copies", "SELECT count(hidden_ns) FROM copies"},
  {"copy_summary", "SELECT * FROM copy_summary LIMIT 10"},
  {"kernel_sequences", "SELECT * FROM kernel_sequences LIMIT 10"},
  {"occupancy", "SELECT * FROM occupancy LIMIT 10"},
  {"allocations", "SELECT count(call) FROM allocations"},
  {"memory_timeline", "SELECT max(total_bytes) FROM memory_timeline"},
  {"short_kernels", "SELECT * FROM short_kernels LIMIT 10"},
  {"top_by thread", "SELECT name FROM top_by('thread') LIMIT 10"},
  {"top_by grid", "SELECT name FROM top_by('grid') LIMIT 10"},
  {"top_kernels, grids", "SELECT name, grid FROM top_kernels LIMIT 10"},
  {"busy", "SELECT * FROM busy"},
  {"gaps", "SELECT * FROM gaps LIMIT 10"},
  {"gaps, all counted", "SELECT count(*) FROM gaps"},
  {"gpu_time", "SELECT * FROM gpu_time"},
  {"gpu_time by queue", "SELECT * FROM gpu_time('queue')"},
  {"gpu_time by process", "SELECT * FROM gpu_time('process')"},
  {"gpu_time by 10 ms", "SELECT count(*) FROM gpu_time(10000000)"},
  {"diff, twice the events", "SELECT * FROM diff('', '') LIMIT 10"},
  {"diff, tested", "SELECT name, p_value FROM diff('', '') LIMIT 10"},
  {"overlap", "SELECT * FROM overlap"},
  {"concurrency", "SELECT * FROM concurrency"},
  {"causes of all gaps", "SELECT * FROM idle_summary"},
  {"gap_histogram", "SELECT * FROM gap_histogram"},
  {"queue_depth, changes", "SELECT count(*) FROM queue_depth"},
  {"queue_depth by 10 ms", "SELECT count(*) FROM queue_depth(10000000)"},
  {"launches", "SELECT sum(latency_ns), sum(queue_ns), count(class) FROM launches"},
  {"launch_summary", "SELECT * FROM launch_summary LIMIT 10"},
  {"ranges of calls", "SELECT id, exclusive_ns, depth FROM ranges WHERE level = 'call' LIMIT 10"},
  {"range_kernels", "SELECT id, range_id FROM range_kernels WHERE level = 'call' LIMIT 10"},
  {"critical_path", "SELECT * FROM critical_path LIMIT 10"},
  {"what_if", "SELECT * FROM what_if('*', 0.5)"},
  {"sync_cost", "SELECT * FROM sync_cost LIMIT 10"},
  {"calls", "SELECT * FROM calls LIMIT 10"},
  {"range_gpu", "SELECT id, kernel_ns FROM range_gpu WHERE level = 'call' LIMIT 10"},
};
#define QUERIES (sizeof query / sizeof *query)

static const struct query waiting[] = {
  {"causes of all gaps", "SELECT * FROM idle_summary"},
  {"gaps, all counted", "SELECT count(*) FROM gaps"},
  {"gap_histogram", "SELECT * FROM gap_histogram"},
  {"advice", "SELECT * FROM advice"},
};

static const struct query of_python[] = {
  {"python", "SELECT * FROM python LIMIT 10"},
  {"python, the GPU's time", "SELECT kernel_ns, exclusive_kernel_ns FROM python LIMIT 10"},
};

static const char warm_up_sql[] = "SELECT (SELECT count(*) FROM top), (SELECT count(*) FROM busy), (SELECT count(*) FROM gaps)";

typedef struct memory { /* bytes */
  sqlite3_int64 kept, most;
} memory;

static bench_span cold(const char *sql, memory *m) {
  bench_span start = bench_now();
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3_memory_highwater(1);
  sqlite3 *db = bench_open();
  db_run(db, sql);
  bench_span t = bench_since(start);
  *m = (memory){sqlite3_memory_used() - before, sqlite3_memory_highwater(0) - before};
  sqlite3_close(db);
  return t;
}

static bench_span warm(sqlite3 *db, const char *sql) {
  bench_forget(db);
  bench_span start = bench_now();
  db_run(db, sql);
  return bench_since(start);
}

/* Names and durations added up by name: what `top` cannot do without. */
static bench_span floor_loop(uint64_t events) {
  uint16_t *name = malloc(events * sizeof *name);
  uint32_t *duration = malloc(events * sizeof *duration);
  static uint64_t sum[65536], count[65536];
  for (uint64_t i = 0; i < events; i++) name[i] = (uint16_t)(i * 2654435761u >> 20) % 300, duration[i] = (uint32_t)i & 0xffff;
  bench_span start = bench_now();
  for (uint64_t i = 0; i < events; i++) sum[name[i]] += duration[i], count[name[i]]++;
  bench_span t = bench_since(start);
  volatile uint64_t keep = sum[7] + count[9];
  (void)keep;
  free(name), free(duration);
  return t;
}

static void measure(const char *what, const struct query *q, size_t n, uint64_t events) {
  bench_span best[QUERIES][2], least = BENCH_MOST;
  memory took[QUERIES];
  for (size_t i = 0; i < n; i++) best[i][0] = best[i][1] = least;
  sqlite3 *db = bench_open();
  db_run(db, warm_up_sql);
  const int rounds = bench_rounds(7);
  for (int round = 0; round < rounds; round++) {
    bench_keep_least(&least, floor_loop(events));
    for (size_t i = 0; i < n; i++) {
      bench_keep_least(&best[i][0], cold(q[i].sql, &took[i]));
      bench_keep_least(&best[i][1], warm(db, q[i].sql));
    }
  }
  double each = 1 / (double)events;
  printf("%llu events%s, ns per event (minimum of %d rounds), floor: adding up two arrays %.2f\n", (unsigned long long)events, what, rounds, least.wall * each);
  printf("%-22s %8s %8s %10s %10s %8s %8s\n", "", "cold", "warm", "cold cpu", "warm cpu", "kept MB", "most MB");
  for (size_t i = 0; i < n; i++)
    printf("%-22s %8.2f %8.2f %10.2f %10.2f %8.1f %8.1f\n", q[i].name, best[i][0].wall * each, best[i][1].wall * each, best[i][0].cpu * each,
           best[i][1].cpu * each,
           (double)took[i].kept / 1e6, (double)took[i].most / 1e6);
  sqlite3_close(db);
}

int main(int argc, char **argv) {
  uint64_t events = bench_begin(argc, argv);
  measure("", query, QUERIES, events);
  bench_end();
  tracegen_options o = tracegen_defaults(events);
  o.queues = o.agents = o.threads, o.kernel_ns = 600;
  bench_begin_with(&o);
  measure(" of GPUs that wait for the host", waiting, sizeof waiting / sizeof *waiting, events);
  bench_end();
  o = tracegen_defaults(events);
  o.python = true;
  bench_begin_with(&o);
  measure(" of Python functions", of_python, sizeof of_python / sizeof *of_python, events);
  bench_end();
  return 0;
}
