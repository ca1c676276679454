/* interleave WHAT MEANWHILE [STRIDE]: a thread is single-stepped through WHAT. At each STRIDEth of its instructions in turn it
** stands still, while another thread does all of MEANWHILE. So the writer, a reader, a fork and a kill meet every state that a
** producer can be in.
**
**   WHAT       call, nested (a call in a call), region (a range around a call), row, grow (a
**              larger ring replaces the present one), drain (the writer drains the rings of calls)
**   MEANWHILE  kill (copies the files to SNAPSHOTS/NUMBER, as a kill would leave them), drain (the
**              writer runs), fork (a child makes calls and exits), cancel (the thread is cancelled),
**              calls (the other thread makes calls)
**
** It prints "snapshot NUMBER LEAST MOST" (how many calls have returned), "calls N" and "children N". test_interleave.sh compares
** the files with these. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "core.h"
#include "hand.h"
#include "region.h"
#include "step.h"
#include "traced.h"

enum { OUTER = COLLECT_HIP, INNER = 1 << 5, RANGES = 1 << 6 };
FUNCTION(outer);
FUNCTION(inner);
FUNCTION(range);
WRAPPER(call_outer, outer, OUTER, (uint64_t)x)
WRAPPER(call_inner, inner, INNER, (uint64_t)x)
static const collect_api row_api = {.rows = true};
static const collect_parameter of_allocation[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_UINT)};
static collect_function memory_allocations = {
  .generation = COLLECT_NEVER, .name = "memory_allocations", .api = &row_api, .parameter = of_allocation, .texts = "size\0\0", .parameters = 1, .words = 1};

/* ---- what is stepped ---- */

static long returned; /* number of calls and regions that returned before this one */

static void what_call(void) { call_outer(1); }
static void what_region(void) {
  collect_region_enter(&range, RANGES, 0, "a range", (uint64_t[]){1, 0});
  call_inner(1);
  collect_region_leave(RANGES, 0);
}
static int through_inner(int x) { return call_inner(x); }
static void what_nested(void) { call_outer(1); }
static void what_row(void) { collect_region_write(&memory_allocations, collect_ticks(), (uint64_t[]){1}); }
static void what_grow(void) {
  call_outer(1);
  call_outer(2);
}
static void what_drain(void) { collect_ring_drain(&collect_ring_calls, COLLECT_DRAIN_FLUSH); }

static const struct { const char *name; void (*run)(void); int calls; } whats[] = {
    {"call", what_call, 1}, {"nested", what_nested, 2}, {"region", what_region, 2}, {"row", what_row, 0}, {"grow", what_grow, 2}, {"drain", what_drain, 0}};
static int what;

/* ---- what is done meanwhile ---- */

static long children, others, snapshots, cancelled;
static pthread_t stepped_thread;

static void file_copy(const char *from, const char *to) {
  static char bytes[1 << 20];
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (ssize_t n; (n = read(in, bytes, sizeof bytes)) > 0;)
    if (write(out, bytes, (size_t)n) != n) exit(5);
  close(in);
  close(out);
}

static void meanwhile_kill(void) {
  char folder[2048], from[4096], to[4096];
  const char *trace = getenv("COLLECT_OUTPUT");
  snprintf(folder, sizeof folder, "%s/%ld", getenv("SNAPSHOTS"), snapshots);
  mkdir(folder, 0700);
  DIR *d = opendir(trace);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    snprintf(from, sizeof from, "%s/%s", trace, e->d_name);
    snprintf(to, sizeof to, "%s/%s", folder, e->d_name);
    file_copy(from, to);
  }
  closedir(d);
  printf("snapshot %ld %ld %ld\n", snapshots++, returned, returned + whats[what].calls);
}

/* Lets the writer run. Ends also if the writer waits for a lock that the stepped thread holds. */
static void meanwhile_drain(void) {
  int before = atomic_load(&writer_runs);
  atomic_store(&writer_held, 0);
  for (int i = 0; i < 20 && atomic_load(&writer_runs) < before + 2; i++) {
    collect_wake_writer();
    usleep(100);
  }
  atomic_store(&writer_held, 1);
}

static void meanwhile_fork(void) {
  pid_t pid = fork();
  if (!pid) {
    atomic_store(&writer_held, 0); /* the writer may go on by itself */
    for (int i = 0; i < 5; i++) call_inner(i);
    exit(0);
  }
  int status;
  if (waitpid(pid, &status, 0) != pid || status) printf("not ok a child ended with %x\n", (unsigned)status);
  children++;
}

static void meanwhile_cancel(void) { pthread_cancel(stepped_thread); }

static void meanwhile_calls(void) {
  for (int i = 0; i < 3; i++) call_inner(i);
  others += 3;
}

static const struct { const char *name; void (*run)(void); } meanwhiles[] = {
    {"kill", meanwhile_kill}, {"drain", meanwhile_drain}, {"fork", meanwhile_fork}, {"cancel", meanwhile_cancel}, {"calls", meanwhile_calls}};
static int meanwhile;

/* ---- stepping ---- */

static atomic_int turn; /* whose turn it is: 0 the stepped thread, 1 the other, 2 nobody: the end */

#if defined(STEPS)
static bool stopped(ucontext_t *interrupted) {
  (void)interrupted;
  hand_over(&turn, 1);
  wait_while(&turn, 1);
  return true;
}
static __attribute__((noinline)) void stepped(void) { STEP(whats[what].run()); }
#endif

static void *other_thread(void *unused) {
  call_inner(0);
  others++;
  for (; atomic_load(&turn) != 2; wait_while(&turn, 0))
    if (atomic_load(&turn) == 1) {
      meanwhiles[meanwhile].run();
      hand_over(&turn, 0);
    }
  return unused;
}

/* Each instruction gets a new thread if the ring is to grow, or if the thread is cancelled. */
static void *one_round(void *unused) {
  stepped_thread = pthread_self();
  call_outer(0);
  returned++;
  if (!strcmp(whats[what].name, "grow")) {
    collect_private_of(collect_thread)->born_pos -= 4 * collect_thread->capacity;
    atomic_store(&collect_thread->fast_until, 1); /* makes the next call take the slow path */
  }
  stepped();
  returned += whats[what].calls;
  pthread_testcancel();
  return unused;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  while (strcmp(whats[what].name, argv[1])) what++;
  while (strcmp(meanwhiles[meanwhile].name, argv[2])) meanwhile++;
  long stride = argc > 3 ? atol(argv[3]) : 1;
  bool threads = !strcmp(argv[1], "grow") || !strcmp(argv[2], "cancel"), drains = !strcmp(argv[1], "drain");
  long instructions = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
#if defined(STEPS)
  pthread_t other, one;
  if (!strcmp(argv[1], "nested")) outer.next = (void *)through_inner;
  call_outer(0), call_inner(0);
  returned = !strcmp(argv[1], "nested") ? 3 : 2;
  what_row();
  pthread_create(&other, NULL, other_thread, NULL);
  writer_go(), writer_hold(); /* so that the writer has its buffers */
  step.varies = drains || !strcmp(argv[1], "grow"); /* chunks differ; a ring is new, or was another thread's before */
  step_for(stopped, stride);
  while (step_next()) {
    if (threads) {
      void *end;
      pthread_create(&one, NULL, one_round, NULL);
      pthread_join(one, &end);
      cancelled += end == PTHREAD_CANCELED;
      if (step.target / step.stride % 8 == 0) writer_go(), writer_hold(); /* gives rings of ended threads to others */
    } else {
      if (drains) call_outer(1), returned++;
      drains ? writer_do(stepped) : stepped();
      returned += whats[what].calls;
    }
  }
  instructions = step.known;
  stride = step.stride;
  hand_over(&turn, 2);
  pthread_join(other, NULL);
  writer_go();
#endif
  printf("calls %ld\nchildren %ld\nsnapshots %ld\ncancelled %ld\ninstructions %ld\nstride %ld\n", returned + others, children, snapshots, cancelled,
         instructions, stride);
  return 0;
}
