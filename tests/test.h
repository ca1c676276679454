/* Checks for the C tests: a failed one prints where and goes on; main returns
** test_result(). Lines as tests/run.sh wants them. */
#ifndef TEST_H
#define TEST_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int test_failures;

#define CHECK(condition) \
  do { if (!(condition)) { test_failures++; printf("not ok %s:%d: %s\n", __FILE__, __LINE__, #condition); } } while (0)
#define CHECK_INT(got, want) \
  do { long long g_ = (long long)(got), w_ = (long long)(want); \
    if (g_ != w_) { test_failures++; printf("not ok %s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, g_, w_); } } while (0)
#define CHECK_TEXT(got, want) \
  do { const char *g_ = (got), *w_ = (want); \
    if (!g_ || !w_ || strcmp(g_, w_)) { test_failures++; printf("not ok %s:%d: %s is '%s', not '%s'\n", __FILE__, __LINE__, #got, g_ ? g_ : "(null)", \
        w_ ? w_ : "(null)"); } } while (0)
/* Run one named group of checks. */
#define RUN(function) \
  do { int before_ = test_failures; function(); fflush(stdout); if (test_failures == before_) printf("ok %s\n", #function); } while (0)

static inline int test_result(void) { return test_failures != 0; }
/* SOAK=1 asks for the long form. */
static inline int test_soak(void) { const char *s = getenv("SOAK"); return s && *s && *s != '0'; }
/* A number from the environment. */
static inline int test_number(const char *name, int otherwise) { const char *s = getenv(name); return s && *s ? atoi(s) : otherwise; }
/* Random numbers, the same in every run. */
static uint64_t test_seed = 1;
static inline uint64_t test_random(void) {
  test_seed ^= test_seed << 13;
  test_seed ^= test_seed >> 7;
  test_seed ^= test_seed << 17;
  return test_seed * 0x2545f4914f6cdd1du;
}
static inline int64_t test_draw(int64_t below) { return (int64_t)((test_random() >> 32) % (uint64_t)below); }
/* The folder for this test's files. */
static inline const char *test_tmp(void) { const char *s = getenv("TEST_TMP"); return s ? s : "/tmp"; }

#endif
