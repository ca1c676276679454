/* bench_export [EVENTS [FORMAT...]]: what an export costs per event and how much memory it takes, beside the floor: writing as many bytes as were written in
** blocks of the same size.
**
** cold: a process of its own, which loads the extension, opens the file and decodes its columns; its memory is that of the whole process. warm: a
** connection that has decoded them. Processor time, which neighbours on the machine disturb less; the elapsed time stands beside. Folders are always
** written to memory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench.h"
#include "db.h"

enum { BLOCK = 256 << 10 };

/* A name is the format's; behind a dash stands what is left out of it. */
static const struct { const char *name, *options; bool folder;
} formats[] = {{"perfetto", NULL, false}, {"json", NULL, false}, {"html", NULL, false}, {"html-tables", "{\"tables\":false}", false},
               {"folded", NULL, false},   {"text", NULL, false}, {"rocz", NULL, false}, {"csv", NULL, true},
               {"ctf", NULL, true},       {"otf2", NULL, true}};
enum { FORMATS = sizeof formats / sizeof *formats };

typedef struct figures {
  bench_span null, file, warm, floor;
  int64_t bytes, events; /* 0: the format is not to be had here */
  long kilobytes;
} figures;

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

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at) { return remove(path); }
/* A file or folder, if it is there. */
static void remove_all(const char *path) { nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

/* The most memory that this process had. (What wait4() says counts that of the one that it was made of, too.) */
static long peak_kilobytes(void) {
  char line[256];
  long kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status) && !sscanf(line, "VmHWM: %ld", &kilobytes)) continue;
  if (status) fclose(status);
  return kilobytes;
}

/* What the process for a cold export does: prints its memory, and exits with 0 if it worked. */
static int export_one(const char *call, const char *trace) {
  sqlite3 *db = db_open(":memory:");
  char *sql = sqlite3_mprintf("SELECT %s IS NOT NULL", call), *message = NULL;
  int rc = db_attach(db, trace);
  if (!rc) rc = sqlite3_exec(db, sql, NULL, NULL, &message);
  if (rc) fprintf(stderr, "%s: %s\n", call, message ? message : "the trace is not there");
  sqlite3_free(message), sqlite3_free(sql);
  sqlite3_close(db);
  printf("%ld\n", peak_kilobytes());
  return rc != SQLITE_OK;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

/* False: it failed. */
static bool cold(const char *call, const char *trace, bench_span *best, long *kilobytes) {
  char *argv[] = {"bench_export", "--one", (char *)call, (char *)trace, NULL};
  struct rusage used;
  posix_spawn_file_actions_t actions;
  int status = -1, ends[2];
  long peak = 0;
  pid_t pid;
  bench_span from = bench_now(), took;
  if (pipe2(ends, O_CLOEXEC)) return false;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  int rc = posix_spawn(&pid, "/proc/self/exe", &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  FILE *said = fdopen(ends[0], "r");
  if (!rc && said && fscanf(said, "%ld", &peak) != 1) peak = 0;
  if (!rc) rc = wait4(pid, &status, 0, &used) != pid || status;
  took = bench_since(from);
  if (said) fclose(said);
  if (rc) return false;
  took.cpu = (seconds(used.ru_utime) + seconds(used.ru_stime)) * 1e9;
  bench_keep_least(best, took);
  if (peak > *kilobytes) *kilobytes = peak;
  return true;
}

/* The export as SQL. */
static char *call_of(int format, const char *out) {
  const char *name = formats[format].name, *options = formats[format].options;
  return sqlite3_mprintf("rocpd_export_%.*s(%Q, %Q)", (int)strcspn(name, "-"), name, out, options);
}

static void measure(sqlite3 *db, const char *trace, int format, const char *out, figures *f) {
  char *call = call_of(format, out), *null = call_of(format, formats[format].folder ? out : "/dev/null");
  char *bytes = sqlite3_mprintf("SELECT json_extract(%s, '$.bytes')", call);
  /* A format of rows says how many rows. */
  char *events = sqlite3_mprintf("SELECT coalesce(json_extract(r, '$.events'), json_extract(r, '$.rows')) FROM (SELECT %s AS r)", call);
  remove_all(out);
  if (cold(null, trace, &f->null, &f->kilobytes)) {
    remove_all(out);
    cold(call, trace, &f->file, &f->kilobytes), remove_all(out);
    if (!f->events) f->events = db_int(db, events), remove_all(out); /* decodes */
    bench_span from = bench_now();
    f->bytes = db_int(db, bytes);
    bench_keep_least(&f->warm, bench_since(from)), remove_all(out);
    from = bench_now(), floor_copy(f->bytes, out), bench_keep_least(&f->floor, bench_since(from));
    remove_all(out);
  }
  sqlite3_free(bytes), sqlite3_free(events), sqlite3_free(call), sqlite3_free(null);
}

static void print(const char *name, const figures *f) {
  char text[4][32];
  const bench_span span[4] = {f->null, f->file, f->warm, f->floor};
  double n = (double)f->events;
  if (!f->events) return (void)printf("%-11s fails here\n", name);
  for (int i = 0; i < 4; i++) snprintf(text[i], sizeof text[i], "%.1f [%.1f]", span[i].cpu / n, span[i].wall / n);
  printf("%-11s %9lld %8.1f %16s %16s %16s %16s %6.2f %6ld\n", name, (long long)f->events, (double)f->bytes / n, text[0], text[1], text[2], text[3],
         f->null.cpu / f->null.wall, f->kilobytes / 1024);
}

/* Is the format among those that are asked for? */
static bool asked(int argc, char **argv, int format) {
  for (int i = 2; i < argc; i++)
    if (!strcmp(argv[i], formats[format].name)) return true;
  return argc <= 2;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "--one")) return export_one(argv[2], argv[3]);
  bench_begin(argc, argv);
  /* Memory-backed where there is such a folder. */
  char out[64];
  snprintf(out, sizeof out, "%s/bench_export.%d.out", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
  static figures f[FORMATS];
  for (int k = 0; k < FORMATS; k++) f[k].null = f[k].file = f[k].warm = f[k].floor = BENCH_MOST;
  sqlite3 *db = bench_open();
  const int rounds = bench_rounds(5);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < FORMATS; k++)
      if (asked(argc, argv, k)) measure(db, bench_path(), k, out, &f[k]);
  sqlite3_close(db);
  bench_end();
  printf("least of %d rounds, processor time [elapsed] in ns per event; cores: processor time / elapsed; MB: resident, the most\n", rounds);
  printf("%-11s %9s %8s %16s %16s %16s %16s %6s %6s\n", "", "events", "B/event", "cold, /dev/null", out[1] == 'd' ? "cold, memory" : "cold, /tmp", "warm",
         "floor: copy", "cores", "MB");
  for (int k = 0; k < FORMATS; k++)
    if (asked(argc, argv, k)) print(formats[k].name, &f[k]);
  return 0;
}
