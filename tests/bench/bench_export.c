/* bench_export [EVENTS]: what an export costs per event, beside the floor: copying as
** many bytes as were written in blocks of the same size, and writing them likewise.
**
** cold: a new connection, which opens the file and decodes its columns. Processor
** time, which neighbours on the machine disturb less; the elapsed time stands beside. */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "db.h"
#include "tracegen.h"

enum { BLOCK = 256 << 10, ROUNDS = 5 };

typedef struct clocks {
  double cpu, wall;
} clocks;

static double now(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static clocks begin(void) { return (clocks){now(CLOCK_PROCESS_CPUTIME_ID), now(CLOCK_MONOTONIC)}; }
static void least(clocks *best, clocks from) {
  clocks took = {now(CLOCK_PROCESS_CPUTIME_ID) - from.cpu, now(CLOCK_MONOTONIC) - from.wall};
  if (best->cpu == 0 || took.cpu < best->cpu) best->cpu = took.cpu;
  if (best->wall == 0 || took.wall < best->wall) best->wall = took.wall;
}

/* As an export writes: fill a block, hand it to the system. */
static void floor_copy(int64_t bytes, const char *path) {
  static char from[BLOCK], to[BLOCK];
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  memset(from, 1, sizeof from);
  for (int64_t done = 0; done < bytes; done += BLOCK) {
    memcpy(to, from, BLOCK);
    if (write(fd, to, BLOCK) != BLOCK) printf("write failed\n");
  }
  close(fd);
}

static sqlite3 *open_trace(const char *path) {
  sqlite3 *db = db_open(":memory:");
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path);
  if (db_int(db, sql) != 1) exit(1);
  sqlite3_free(sql);
  return db;
}

int main(int argc, char **argv) {
  unsigned long long events = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000000;
  const char *tmp = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
  char trace[4096];
  snprintf(trace, sizeof trace, "%s/bench_export.%d.rocz", tmp, (int)getpid());
  tracegen_options o = tracegen_defaults(events);
  const char *error = tracegen_write(trace, &o);
  if (error) {
    printf("%s: %s\n", trace, error);
    return 1;
  }
  /* Memory-backed where there is such a folder. */
  char out[64];
  snprintf(out, sizeof out, "%s/bench_export.%d.out", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
  static const char *const format[] = {"perfetto", "json"};
  clocks cold[2] = {{0}}, warm[2] = {{0}}, file[2] = {{0}}, copy[2] = {{0}}, copy_file[2] = {{0}};
  int64_t bytes[2] = {0}, shown = 0;
  sqlite3 *db = open_trace(trace);
  for (int round = 0; round < ROUNDS; round++)
    for (int f = 0; f < 2; f++) {
      char *null = sqlite3_mprintf("SELECT json_extract(rocpd_export_%s('/dev/null'), '$.bytes')", format[f]);
      char *real = sqlite3_mprintf("SELECT json_extract(rocpd_export_%s('%s'), '$.events')", format[f], out);
      clocks from = begin();
      sqlite3 *fresh = open_trace(trace);
      bytes[f] = db_int(fresh, null);
      least(&cold[f], from);
      sqlite3_close(fresh);
      if (round == 0) db_int(db, null); /* decodes */
      from = begin(), db_int(db, null), least(&warm[f], from);
      from = begin(), shown = db_int(db, real), least(&file[f], from);
      unlink(out);
      from = begin(), floor_copy(bytes[f], "/dev/null"), least(&copy[f], from);
      from = begin(), floor_copy(bytes[f], out), least(&copy_file[f], from);
      unlink(out);
      sqlite3_free(null);
      sqlite3_free(real);
    }
  sqlite3_close(db);
  unlink(trace);

  double n = (double)shown;
  printf("%lld events; least of %d rounds, processor time [elapsed] in ns per event\n", (long long)shown, ROUNDS);
  printf("%-9s %8s %16s %16s %16s %12s %12s %14s\n", "", "B/event", "cold, /dev/null", "warm, /dev/null", "warm, " , "MB/s of CPU", "floor: copy", "floor: copy to");
  printf("%-9s %8s %16s %16s %16s %12s %12s %14s\n", "", "", "", "", out[1] == 'd' ? "memory file" : "/tmp", "", "", "file");
  for (int f = 0; f < 2; f++) {
    char text[3][32];
    clocks c[3] = {cold[f], warm[f], file[f]};
    for (int i = 0; i < 3; i++) snprintf(text[i], sizeof text[i], "%.1f [%.1f]", c[i].cpu / n, c[i].wall / n);
    printf("%-9s %8.1f %16s %16s %16s %12.0f %12.1f %14.1f\n", format[f], (double)bytes[f] / n, text[0], text[1], text[2],
           (double)bytes[f] / warm[f].cpu * 1e3, copy[f].cpu / n, copy_file[f].cpu / n);
  }
  return 0;
}
