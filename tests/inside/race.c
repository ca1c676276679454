/* The concurrent parts of the collector under ThreadSanitizer: threads that record, the writer, rare rows and strings from all
** threads, threads that come and go, and a reader of the live file. The ROCm runtimes are not instrumented, so the traced
** functions are this program's own. At the end it prints the number of calls it made. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "device.h"
#include "live.h"
#include "traced.h"

#define THREADS 6
#define CALLS 30000
#define SHORT 400

FUNCTION(outer);
FUNCTION(inner);

WRAPPER(call_inner, inner, COLLECT_HSA, collect_string_word("text"))

static __attribute__((noinline)) int call_outer(int x) {
  collect_call call = collect_begin(&outer, COLLECT_HIP, (void *)(uintptr_t)(4096 + x % 8));
  if (collect_wants_args(&outer, COLLECT_HIP, call)) collect_word(call, 0, (uint64_t)x), collect_word(call, 1, 0), collect_busy_end();
  int result = ((int (*)(int))outer.next)(x);
  if (x % 4 == 0) result = call_inner(x);
  if (x % 64 == 0) {
    collect_origin origin;
    collect_current(&origin);
    if (origin.function && collect_stream_id(origin.stream) == 0) fprintf(stderr, "a stream without an id\n");
  }
  collect_end(&outer, COLLECT_HIP, call, result);
  return result;
}

static void *busy(void *arg) {
  for (int i = 0; i < CALLS; i++) {
    call_outer(i);
    if (i % 1000 == 0) {
      char text[32];
      snprintf(text, sizeof text, "%d of %d", i, (int)(intptr_t)arg);
      collect_string_word(text);
      collect_meta(ROCZ_COUNTER, text, (int64_t)i, NULL);
      usleep(1000);
    }
  }
  return NULL;
}

static void *brief(void *arg) { (void)arg; for (int i = 1; i < 4; i++) call_outer(4 * i + 1); return NULL; }

/* ---- the live file, as another process reads it ---- */

static atomic_int done;
static size_t read_file(void *arg, uint64_t offset, void *out, size_t size) {
  ssize_t n = pread(*(int *)arg, out, size, (off_t)offset);
  return n > 0 ? (size_t)n : 0;
}

static unsigned long look(int fd) {
  static rocz_live_view live;
  static rocz_live_segment_view s;
  static uint8_t memory[8 << 20] __attribute__((aligned(16)));
  rocz_error e;
  struct stat st;
  unsigned long seen = 0;
  if (fstat(fd, &st) || rocz_live_open(&live, read_file, &fd, (uint64_t)st.st_size, &e)) return 0;
  for (uint64_t at = rocz_live_first(&live); at; at = s.next) {
    if (rocz_live_segment(&live, at, &s, &e)) break;
    if (s.memory_size > sizeof memory || rocz_live_copy(&live, &s, memory, &e)) continue;
    uint64_t p = s.tail;
    rocz_live_call_view c;
    int64_t last = 0;
    while (s.kind == ROCZ_SEG_CALLS && rocz_live_call(&s, &p, &c, &e) == ROCZ_OK) {
      if (c.end < c.start || c.end < last || !c.function || c.sequence >= s.next_sequence) printf("not ok a torn record in lane %u\n", s.lane);
      last = c.end;
      seen++;
    }
  }
  return seen;
}

static void *reader(void *arg) {
  (void)arg;
  char path[600] = "";
  unsigned long seen = 0;
  while (!atomic_load(&done)) {
    DIR *d = path[0] ? NULL : opendir(getenv("COLLECT_OUTPUT"));
    for (struct dirent *e; d && (e = readdir(d));)
      if (strstr(e->d_name, ".live")) snprintf(path, sizeof path, "%s/%s", getenv("COLLECT_OUTPUT"), e->d_name);
    if (d) closedir(d);
    int fd = path[0] ? open(path, O_RDONLY) : -1;
    if (fd >= 0) seen += look(fd), close(fd);
    usleep(2000);
  }
  printf("%s the live reader saw %lu calls\n", seen ? "ok" : "not ok", seen);
  return NULL;
}

int main(void) {
  pthread_t watch, t[THREADS], s[8];
  pthread_create(&watch, NULL, reader, NULL);
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, busy, (void *)i);
  for (int i = 0; i < SHORT / 8; i++) {
    for (int j = 0; j < 8; j++) pthread_create(&s[j], NULL, brief, NULL);
    for (int j = 0; j < 8; j++) pthread_join(s[j], NULL);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  atomic_store(&done, 1);
  pthread_join(watch, NULL);
  printf("calls %d\n", THREADS * (CALLS + (CALLS + 3) / 4) + SHORT / 8 * 8 * 3);
  return 0;
}
