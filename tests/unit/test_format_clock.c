/* Ticks to ns: compared with exact arithmetic, and for any anchors that a file may contain. */
#include "test.h"
#include "clock.h"

static void ticks_that_are_ns(void) {
  rocz_clock c;
  rocz_clock_init(&c, NULL, 0, 0);
  CHECK_INT(rocz_clock_ns(&c, 12345), 12345);
  CHECK_INT(rocz_clock_ns(&c, -5), -5);
  CHECK_INT(rocz_clock_ns(&c, INT64_MAX), ROCZ_MAX_TIME - 1);
  CHECK_INT(rocz_clock_ns(&c, INT64_MIN), 1 - ROCZ_MAX_TIME);
}

static void one_anchor_and_the_frequency(void) {
  rocz_clock c;
  rocz_anchor a = {.tsc = 1000, .boottime_ns = 5000000};
  rocz_clock_init(&c, &a, 1, 2500000000);
  CHECK_INT(rocz_clock_ns(&c, 1000), 5000000);
  CHECK_INT(rocz_clock_ns(&c, 1000 + 2500000000), 1005000000);
  CHECK_INT(rocz_clock_ns(&c, 1000 - 2500), 5000000 - 1000);
}

/* A clock of 2.3 GHz whose rate drifts, anchors a second apart. */
static void many_anchors(void) {
  enum { N = 50 };
  rocz_anchor anchor[N];
  int64_t tsc = 1ll << 50, ns = 1ll << 40;
  for (int i = 0; i < N; i++) {
    anchor[i] = (rocz_anchor){.tsc = tsc, .boottime_ns = ns};
    tsc += 2300000000 + (int64_t)(test_random() % 100000);
    ns += 1000000000;
  }
  rocz_clock c;
  rocz_clock_init(&c, anchor, N, 2300000000);
  for (int i = 0; i < N; i++) CHECK_INT(rocz_clock_ns(&c, anchor[i].tsc), anchor[i].boottime_ns);
  int64_t before = INT64_MIN, from = anchor[0].tsc - 4000000000, to = anchor[N - 1].tsc + 4000000000;
  for (int64_t t = from; t < to; t += 1000 + (int64_t)(test_random() % 2000000)) {
    int64_t got = rocz_clock_ns(&c, t);
    int i = 0;
    while (i < N - 2 && anchor[i + 1].tsc <= t) i++;
    __int128 exact = (__int128)(t - anchor[i].tsc) * (anchor[i + 1].boottime_ns - anchor[i].boottime_ns) * 16 / (anchor[i + 1].tsc - anchor[i].tsc);
    __int128 off = (__int128)(got - anchor[i].boottime_ns) * 16 - exact;
    if (off > 9 || off < -9) CHECK_INT((int64_t)off, 0); /* rounding: half a ns and a little */
    CHECK(got >= before);
    before = got;
  }
  /* In any order: the right line is found again. */
  for (int k = 0; k < 10000; k++) {
    int i = (int)(test_random() % (N - 1));
    int64_t t = anchor[i].tsc + (int64_t)(test_random() % (uint64_t)(anchor[i + 1].tsc - anchor[i].tsc));
    int64_t got = rocz_clock_ns(&c, t);
    CHECK(got >= anchor[i].boottime_ns && got <= anchor[i + 1].boottime_ns);
  }
}

/* Any result but NULL is right, and nothing on the way may be undefined (UBSan). */
static void anchors_that_make_no_sense(void) {
  static const int64_t odd[] = {INT64_MIN, INT64_MAX, 0, 1, -1, 2, 1000000000, INT64_MIN + 1, INT64_MAX - 1};
  for (int round = 0; round < 200000; round++) {
    rocz_anchor anchor[6];
    size_t n = test_random() % 7;
    for (size_t i = 0; i < n; i++) {
      anchor[i].tsc = test_random() % 2 ? odd[test_random() % 9] : (int64_t)test_random();
      anchor[i].boottime_ns = test_random() % 2 ? odd[test_random() % 9] : (int64_t)test_random();
    }
    rocz_clock c;
    rocz_clock_init(&c, anchor, n, test_random() % 2 ? odd[test_random() % 9] : 2300000000);
    int64_t a = test_random() % 2 ? odd[test_random() % 9] : (int64_t)test_random(), b = test_random() % 2 ? odd[test_random() % 9] : (int64_t)test_random();
    int64_t x = rocz_clock_ns(&c, a), y = rocz_clock_ns(&c, b);
    CHECK(x != INT64_MIN && y != INT64_MIN);
  }
}

int main(void) {
  RUN(ticks_that_are_ns);
  RUN(one_anchor_and_the_frequency);
  RUN(many_anchors);
  RUN(anchors_that_make_no_sense);
  return test_result();
}
