/* bench_export [EVENTS]: what an export costs per event, beside the floor: copying as
** many bytes as were written in blocks of the same size, and writing them likewise.
**
** cold: a new connection, which opens the file and decodes its columns. Processor
** time, which neighbours on the machine disturb less; the elapsed time stands beside. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench.h"
#include "db.h"

enum { BLOCK = 256 << 10, ROUNDS = 5 };

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

int main(int argc, char **argv) {
  bench_begin(argc, argv);
  /* Memory-backed where there is such a folder. */
  char out[64];
  snprintf(out, sizeof out, "%s/bench_export.%d.out", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
  static const char *const format[] = {"perfetto", "json"};
  bench_span cold[2], warm[2], file[2], copy[2], copy_file[2];
  for (int f = 0; f < 2; f++) cold[f] = warm[f] = file[f] = copy[f] = copy_file[f] = BENCH_MOST;
  int64_t bytes[2] = {0}, shown = 0;
  sqlite3 *db = bench_open();
  for (int round = 0; round < ROUNDS; round++)
    for (int f = 0; f < 2; f++) {
      char *null = sqlite3_mprintf("SELECT json_extract(rocpd_export_%s('/dev/null'), '$.bytes')", format[f]);
      char *real = sqlite3_mprintf("SELECT json_extract(rocpd_export_%s('%s'), '$.events')", format[f], out);
      bench_span from = bench_now();
      sqlite3 *fresh = bench_open();
      bytes[f] = db_int(fresh, null);
      bench_keep_least(&cold[f], bench_since(from));
      sqlite3_close(fresh);
      if (round == 0) db_int(db, null); /* decodes */
      from = bench_now(), db_int(db, null), bench_keep_least(&warm[f], bench_since(from));
      from = bench_now(), shown = db_int(db, real), bench_keep_least(&file[f], bench_since(from));
      unlink(out);
      from = bench_now(), floor_copy(bytes[f], "/dev/null"), bench_keep_least(&copy[f], bench_since(from));
      from = bench_now(), floor_copy(bytes[f], out), bench_keep_least(&copy_file[f], bench_since(from));
      unlink(out);
      sqlite3_free(null);
      sqlite3_free(real);
    }
  sqlite3_close(db);
  bench_end();

  double n = (double)shown;
  printf("%lld events; least of %d rounds, processor time [elapsed] in ns per event\n", (long long)shown, ROUNDS);
  printf("%-9s %8s %16s %16s %16s %12s %12s %14s\n", "", "B/event", "cold, /dev/null", "warm, /dev/null", "warm, " , "MB/s of CPU", "floor: copy", "floor: copy to");
  printf("%-9s %8s %16s %16s %16s %12s %12s %14s\n", "", "", "", "", out[1] == 'd' ? "memory file" : "/tmp", "", "", "file");
  for (int f = 0; f < 2; f++) {
    char text[3][32];
    bench_span c[3] = {cold[f], warm[f], file[f]};
    for (int i = 0; i < 3; i++) snprintf(text[i], sizeof text[i], "%.1f [%.1f]", c[i].cpu / n, c[i].wall / n);
    printf("%-9s %8.1f %16s %16s %16s %12.0f %12.1f %14.1f\n", format[f], (double)bytes[f] / n, text[0], text[1], text[2],
           (double)bytes[f] / warm[f].cpu * 1e3, copy[f].cpu / n, copy_file[f].cpu / n);
  }
  return 0;
}
