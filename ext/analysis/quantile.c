/* Selection by Floyd and Rivest: from a random sample, two numbers are chosen between which the wanted one most probably lies; smaller and larger numbers
** are separated, without branches that depend on the numbers. The sample is random so that no file can make this take quadratic time. If this makes no
** progress, or few numbers are left, a single random pivot is used, and numbers less than it and equal to it are separated one after the other. */
#include "quantile.h"
#include <stdbool.h>
#include <string.h>

int64_t rocpd_key_of_real(double x) {
  int64_t bits;
  x += 0.0; /* turns -0.0 into 0.0 */
  memcpy(&bits, &x, sizeof bits);
  return bits ^ (int64_t)((uint64_t)(bits >> 63) >> 1);
}

double rocpd_real_of_key(int64_t key) {
  double x;
  key ^= (int64_t)((uint64_t)(key >> 63) >> 1);
  memcpy(&x, &key, sizeof x);
  return x;
}

#define FEW 600 /* for fewer numbers a sample takes more time than it saves */

static inline uint64_t draw(uint64_t *lot) {
  *lot ^= *lot << 13, *lot ^= *lot >> 7, *lot ^= *lot << 17;
  return *lot;
}

/* The sample size, about twice the root of n, and the largest expected error of a rank in it: three times its standard deviation. */
static uint64_t sample_size(uint64_t n) {
  uint64_t size = 32;
  while (size * size < 4 * n) size += size / 4;
  return size;
}
static uint64_t sample_margin(uint64_t size) {
  uint64_t root = 4;
  while (root * root < size) root++;
  return root + root / 2;
}

/* name##_part: moves numbers less than the pivot (with `also`: or equal) to the front; returns where the others begin. name##_around: narrows [*low, *high)
** by a pivot to the part that contains the place; false: it is found. name##_between: narrows [*low, *high) by two numbers of a sample to the part that
** contains the place, mostly the middle one. */
#define SELECT(name, number) \
  static uint64_t name##_part(number *v, uint64_t low, uint64_t high, number pivot, bool also) { \
    uint64_t to = low; \
    if (also) \
      for (uint64_t i = low; i < high; i++) { number t = v[i]; v[i] = v[to], v[to] = t, to += t <= pivot; } \
    else \
      for (uint64_t i = low; i < high; i++) { number t = v[i]; v[i] = v[to], v[to] = t, to += t < pivot; } \
    return to; \
  } \
  static bool name##_around(number *v, uint64_t *low, uint64_t *high, uint64_t place, uint64_t *lot) { \
    number pivot = v[*low + draw(lot) % (*high - *low)]; \
    uint64_t begin = name##_part(v, *low, *high, pivot, false); \
    if (place < begin) { *high = begin; return true; } \
    *low = name##_part(v, begin, *high, pivot, true); \
    return place >= *low; \
  } \
  static void name##_between(number *v, uint64_t *low, uint64_t *high, uint64_t place, uint64_t *lot) { \
    uint64_t n = *high - *low, size = sample_size(n), margin = sample_margin(size); \
    for (uint64_t i = 0; i < size; i++) { \
      uint64_t from = *low + i + draw(lot) % (n - i); \
      number t = v[from]; \
      v[from] = v[*low + i], v[*low + i] = t; \
    } \
    uint64_t at = (uint64_t)((double)(place - *low) / (double)n * (double)size); \
    uint64_t below = at > margin ? at - margin : 0, above = at + margin < size ? at + margin : size - 1; \
    name(v + *low, size, above); \
    number most = v[*low + above], least; \
    name(v + *low, above + 1, below); \
    least = v[*low + below]; \
    uint64_t end = name##_part(v, *low, *high, most, true); \
    if (place >= end) { *low = end; return; } \
    *high = end; \
    uint64_t begin = name##_part(v, *low, *high, least, false); \
    if (place < begin) *high = begin; \
    else if (least == most) *low = place, *high = place + 1; /* all numbers are equal */ \
    else *low = begin; \
  } \
  void name(number *v, uint64_t n, uint64_t place) { \
    uint64_t low = 0, high = n, lot = 0x9e3779b97f4a7c15u; \
    bool some = true; \
    while (high - low > 1) { \
      uint64_t before = high - low; \
      if (before > FEW && some) name##_between(v, &low, &high, place, &lot), some = high - low < before / 2; \
      else if (name##_around(v, &low, &high, place, &lot)) some = true; \
      else return; \
    } \
  }
SELECT(rocpd_select, int64_t)
SELECT(rocpd_select_64, uint64_t)
SELECT(rocpd_select_32, uint32_t)

static int64_t smallest(const int64_t *v, uint64_t n) {
  int64_t least = v[0];
  for (uint64_t i = 1; i < n; i++) least = v[i] < least ? v[i] : least;
  return least;
}

double rocpd_quantile_next(int64_t *v, uint64_t n, uint64_t *from, double fraction, int real) {
  double place = fraction * (double)(n - 1);
  uint64_t at = (uint64_t)place;
  double part = place - (double)at;
  rocpd_select(v + *from, n - *from, at - *from);
  *from = at;
  int64_t below = v[at], above = part > 0 && at + 1 < n ? smallest(v + at + 1, n - at - 1) : below;
  if (real) {
    double a = rocpd_real_of_key(below), b = rocpd_real_of_key(above);
    return a == b ? a : a + part * (b - a);
  }
  /* As an unsigned number, a difference of more than 63 bits fits, too. */
  return below == above ? (double)below : (double)((long double)below + (long double)part * (long double)((uint64_t)above - (uint64_t)below));
}

double rocpd_quantile(int64_t *v, uint64_t n, double fraction, int real) { return rocpd_quantile_next(v, n, &(uint64_t){0}, fraction, real); }
