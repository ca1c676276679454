/* sampled_rows SAMPLES: records samples that nobody took, as the sampler would: of 8 threads, in 20,000 stacks, three quarters of them in 500. For
** bench_sample.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "collect.h"
#include "row.h"

enum { THREADS = 8, FRAMES = 40000, PERIOD_NS = 10027008 };
static uint64_t random_next(void) {
  static uint64_t x = 88172645463325252u;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return x;
}
static void again(bool written) { if (!written) usleep(200); }

int main(int argc, char **argv) {
  long samples = argc > 1 ? atol(argv[1]) : 1000000;
  for (int i = 0; !sample_rows_ready() && i < 5000; i++) usleep(1000);
  for (uint32_t id = 1; id <= FRAMES; id++) {
    uint32_t parent = id < 2 ? 0 : (uint32_t)(random_next() % (id < 200 ? id - 1 : 200 + id / 3)) + 1;
    for (bool done = false; !done; again(done)) done = sample_frame_write(id, parent < id ? parent : id - 1, 0, 0x1000 + 64 * (random_next() % 8000), id > 1);
  }
  int64_t start[THREADS], now = collect_boottime_ns();
  for (int t = 0; t < THREADS; t++) start[t] = now;
  for (long i = 0; i < samples;) {
    int t = (int)(i / 100 % THREADS); /* rows of a second follow each other */
    for (int k = 0; k < 100 && i < samples; k++, i++) {
      uint64_t r = random_next();
      uint32_t frame = FRAMES / 2 + 1 + (uint32_t)(r % (r >> 32 & 3 ? 500 : FRAMES / 2));
      int64_t end = start[t] + PERIOD_NS / 2 + (int64_t)(random_next() % PERIOD_NS) / 1024 * 1024;
      sample_row row = {.tid = getpid() + t, .start = start[t], .end = end, .frame = frame, .state = r >> 40 & 1 ? SAMPLE_RUNNING : SAMPLE_BLOCKED, .call = -1, .weight = 1};
      if (row.state == SAMPLE_RUNNING) row.cpu_ns = (uint64_t)(end - start[t]) * 9 / 10 / 1024 * 1024;
      else row.call = (int32_t)(r >> 41 & 7) * 3;
      for (bool done = false; !done; again(done)) done = sample_row_write(&row);
      start[t] = end;
    }
  }
  return 0;
}
