/* Integers as decimal text, eight digits at a time. */
#ifndef ROCPD_DECIMAL_H
#define ROCPD_DECIMAL_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* 00 to 99. */
extern const char rocpd_two_digits[201];

enum { ROCPD_DECIMAL_ROOM = 24 };

/* Eight digits of a number below 10^8, the first in the lowest byte: halves, then quarters, then digits are parted side by side in a word. */
static inline uint64_t rocpd_eight_digits(uint32_t v) {
  uint64_t fours = v / 10000 | (uint64_t)(v % 10000) << 32;
  uint64_t high = fours * 10486 >> 20 & 0x7f0000007full; /* / 100 */
  uint64_t pairs = high + ((fours - 100 * high) << 16);
  uint64_t tens = pairs * 103 >> 10 & 0xf000f000f000full; /* / 10 */
  return (tens + ((pairs - 10 * tens) << 8)) | 0x3030303030303030u;
}

/* Eight digits with or without leading zeros. There must be room for eight bytes. */
static inline char *rocpd_put_eight(char *p, uint32_t v, bool all) {
  uint64_t digits = rocpd_eight_digits(v);
  int zeros = all ? 0 : __builtin_ctzll(digits ^ 0x3030303030303030u) / 8;
  digits >>= 8 * zeros;
  memcpy(p, &digits, 8);
  return p + 8 - zeros;
}

/* The same for any number: what rocpd_put_unsigned() does with those of more than two digits. */
char *rocpd_put_digits(char *p, uint64_t v);

/* Returns the end; there must be room for ROCPD_DECIMAL_ROOM bytes from p on, however few it needs. */
static inline __attribute__((always_inline)) char *rocpd_put_unsigned(char *p, uint64_t v) {
  if (v >= 100) return rocpd_put_digits(p, v);
  memcpy(p, rocpd_two_digits + v * 2 + (v < 10), 2);
  return p + 1 + (v >= 10);
}

/* Six digits of a number below 10^6, the first in the lowest byte. This takes the fewest steps, for frequent numbers. */
static inline uint64_t rocpd_six_digits(uint32_t v) {
  uint32_t fours = v / 10000, rest = v - 10000 * fours, pairs = rest / 100;
  uint16_t a, b, c;
  memcpy(&a, rocpd_two_digits + 2 * fours, 2), memcpy(&b, rocpd_two_digits + 2 * pairs, 2), memcpy(&c, rocpd_two_digits + 2 * (rest - 100 * pairs), 2);
  return a | (uint64_t)b << 16 | (uint64_t)c << 32;
}

/* A number below 10^6. There must be room for eight bytes. */
static inline char *rocpd_put_short(char *p, uint32_t v) {
  uint64_t digits = rocpd_six_digits(v);
  int zeros = __builtin_ctzll((digits ^ 0x303030303030u) | (uint64_t)1 << 40) / 8;
  digits >>= 8 * zeros;
  memcpy(p, &digits, 8);
  return p + 6 - zeros;
}

/* Caches the digits before the last six of a number. Zero it first. */
typedef struct rocpd_decimal_front {
  uint64_t number;
  uint32_t size;
  char digits[ROCPD_DECIMAL_ROOM];
} rocpd_decimal_front;

/* A number of seven digits and more, upper those before the last six. */
static inline char *rocpd_put_with_front(char *p, uint64_t v, uint64_t upper, rocpd_decimal_front *front) {
  uint64_t digits = rocpd_six_digits((uint32_t)(v - 1000000 * upper));
  if (upper != front->number) {
    front->number = upper;
    front->size = (uint32_t)(rocpd_put_unsigned(front->digits, upper) - front->digits);
  }
  memcpy(p, front->digits, 16);
  memcpy(p + front->size, &digits, 8);
  return p + front->size + 6;
}

/* The same for numbers that mostly begin like the number before, */
static inline char *rocpd_put_long(char *p, uint64_t v, rocpd_decimal_front *front) { return rocpd_put_with_front(p, v, v / 1000000, front); }

/* or like one of several before: ids of several threads, and times. */
enum { ROCPD_DECIMAL_FRONTS = 64 };
static inline char *rocpd_put_any_long(char *p, uint64_t v, rocpd_decimal_front *front) {
  uint64_t upper = v / 1000000;
  return rocpd_put_with_front(p, v, upper, &front[upper * 0x9e3779b97f4a7c15u >> 58]);
}

/* Any number; fast for short ones and for those that begin like one of several before. */
static inline char *rocpd_put_near(char *p, uint64_t v, rocpd_decimal_front *front) {
  return v < 1000000 ? rocpd_put_short(p, (uint32_t)v) : rocpd_put_any_long(p, v, front);
}

static inline char *rocpd_put_signed(char *p, int64_t v) {
  if (v >= 0) return rocpd_put_unsigned(p, (uint64_t)v);
  *p++ = '-';
  return rocpd_put_unsigned(p, -(uint64_t)v);
}

#endif
