/* Integers as text, compared with printf: all small ones, random ones of every length, and those around powers of ten. */
#include "decimal.h"
#include "test.h"

static rocpd_decimal_front fronts[ROCPD_DECIMAL_FRONTS];

static void check(int64_t v, rocpd_decimal_front *front) {
  char got[64], want[64];
  *rocpd_put_signed(got, v) = 0;
  snprintf(want, sizeof want, "%lld", (long long)v);
  if (strcmp(got, want)) CHECK_TEXT(got, want);
  uint64_t u = (uint64_t)v;
  *rocpd_put_unsigned(got, u) = 0;
  snprintf(want, sizeof want, "%llu", (unsigned long long)u);
  if (strcmp(got, want)) CHECK_TEXT(got, want);
  if (u < 1000000) {
    *rocpd_put_short(got, (uint32_t)u) = 0;
    if (strcmp(got, want)) CHECK_TEXT(got, want);
    return;
  }
  *rocpd_put_long(got, u, front) = 0;
  if (strcmp(got, want)) CHECK_TEXT(got, want);
  *rocpd_put_any_long(got, u, fronts) = 0;
  if (strcmp(got, want)) CHECK_TEXT(got, want);
}

static void small(void) {
  rocpd_decimal_front front = {0};
  for (int64_t v = -100000; v <= 2000000; v++) check(v, &front);
}

static void powers(void) {
  rocpd_decimal_front front = {0};
  uint64_t power = 1;
  for (int i = 0; i < 20; i++, power *= 10)
    for (int64_t d = -2; d <= 2; d++) check((int64_t)(power + (uint64_t)d), &front), check((int64_t)(5 * power + (uint64_t)d), &front);
  check(INT64_MIN, &front), check(INT64_MAX, &front), check(-1, &front);
}

static void any(void) {
  rocpd_decimal_front front = {0};
  for (int i = 0; i < 300000; i++) {
    uint64_t v = test_random() >> test_random() % 64;
    for (int k = 0; k < 3; k++) check((int64_t)(v + (uint64_t)k * 1000), &front); /* the following numbers begin with the same digits */
  }
}

int main(void) {
  RUN(small);
  RUN(powers);
  RUN(any);
  return test_result();
}
