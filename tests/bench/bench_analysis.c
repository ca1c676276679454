/* top, busy and gaps on 5 million events: cold (a new connection: open, decode,
** answer) and warm (columns cached, the answer computed anew), beside the least that
** an answer can cost: a loop over two plain arrays. Minimum of interleaved rounds.
** Usage: bench_analysis [EVENTS] */
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>
#include "db.h"
#include "test.h"
#include "tracegen.h"

#define ROUNDS 7

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Time as a user sees it, and of all threads' processors together. */
typedef struct span { double wall, cpu; } span;
static span now(void) { return (span){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)}; }
static span since(span start) { return (span){now().wall - start.wall, now().cpu - start.cpu}; }
static void keep_least(span *best, span t) {
  if (t.wall < best->wall) best->wall = t.wall;
  if (t.cpu < best->cpu) best->cpu = t.cpu;
}

static const struct query { const char *name, *sql; } query[] = {
  {"top", "SELECT * FROM top LIMIT 10"},
  {"top_kernels", "SELECT * FROM top_kernels LIMIT 10"},
  {"busy", "SELECT * FROM busy"},
  {"gaps", "SELECT * FROM gaps LIMIT 10"},
  {"gaps, all counted", "SELECT count(*) FROM gaps"},
};
#define QUERIES (sizeof query / sizeof *query)

static char *attach_sql;
static char *warm_up_sql = "SELECT (SELECT count(*) FROM top), (SELECT count(*) FROM busy), (SELECT count(*) FROM gaps)";

static span cold(const char *sql) {
  span start = now();
  sqlite3 *db = db_open(":memory:");
  db_run(db, attach_sql);
  db_run(db, sql);
  span t = since(start);
  sqlite3_close(db);
  return t;
}

static span warm(sqlite3 *db, const char *sql) {
  span start = now();
  db_run(db, sql);
  return since(start);
}

/* Names and durations added up by name: what `top` cannot do without. */
static span floor_loop(uint64_t events) {
  uint16_t *name = malloc(events * sizeof *name);
  uint32_t *duration = malloc(events * sizeof *duration);
  static uint64_t sum[65536], count[65536];
  for (uint64_t i = 0; i < events; i++) name[i] = (uint16_t)(i * 2654435761u >> 20) % 300, duration[i] = (uint32_t)i & 0xffff;
  span start = now();
  for (uint64_t i = 0; i < events; i++) sum[name[i]] += duration[i], count[name[i]]++;
  span t = since(start);
  volatile uint64_t keep = sum[7] + count[9];
  (void)keep;
  free(name), free(duration);
  return t;
}

int main(int argc, char **argv) {
  uint64_t events = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000000;
  char path[4096];
  snprintf(path, sizeof path, "%s/bench_analysis.%d.rocz", test_tmp(), (int)getpid());
  tracegen_options o = tracegen_defaults(events);
  const char *failed = tracegen_write(path, &o);
  if (failed) { printf("%s: %s\n", path, failed); return 1; }
  attach_sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path);
  span best[QUERIES][2], least = {1e30, 1e30};
  for (size_t i = 0; i < QUERIES; i++) best[i][0] = best[i][1] = least;
  sqlite3 *db = db_open(":memory:");
  db_run(db, attach_sql);
  db_run(db, warm_up_sql);
  for (int round = 0; round < ROUNDS; round++) {
    keep_least(&least, floor_loop(events));
    for (size_t i = 0; i < QUERIES; i++) {
      keep_least(&best[i][0], cold(query[i].sql));
      keep_least(&best[i][1], warm(db, query[i].sql));
    }
  }
  double n = (double)events;
  printf("%llu events, ns per event (minimum of %d rounds), floor: adding up two arrays %.2f\n", (unsigned long long)events, ROUNDS, least.wall / n);
  printf("%-20s %8s %8s %10s %10s\n", "", "cold", "warm", "cold cpu", "warm cpu");
  for (size_t i = 0; i < QUERIES; i++)
    printf("%-20s %8.2f %8.2f %10.2f %10.2f\n", query[i].name, best[i][0].wall / n, best[i][1].wall / n, best[i][0].cpu / n, best[i][1].cpu / n);
  sqlite3_close(db), sqlite3_free(attach_sql);
  unlink(path);
  return 0;
}
