/* Hoare's selection: parts around a pivot, and on in the one that has the place. The pivot is drawn
** by lot, so that no file can have it take the square of its time; equal numbers stay in the middle. */
#include "quantile.h"
#include <string.h>

int64_t rocpd_key_of_real(double x) {
  int64_t bits;
  x += 0.0; /* no negative zero */
  memcpy(&bits, &x, sizeof bits);
  return bits ^ (int64_t)((uint64_t)(bits >> 63) >> 1);
}

double rocpd_real_of_key(int64_t key) {
  double x;
  key ^= (int64_t)((uint64_t)(key >> 63) >> 1);
  memcpy(&x, &key, sizeof x);
  return x;
}

#define SELECT(name, number) \
  void name(number *v, uint64_t n, uint64_t place) { \
    uint64_t low = 0, high = n, lot = 0x9e3779b97f4a7c15u; \
    while (high - low > 1) { \
      lot ^= lot << 13, lot ^= lot >> 7, lot ^= lot << 17; \
      number pivot = v[low + lot % (high - low)], t; \
      uint64_t less = low, more = high; /* [low, less) are less than the pivot, [more, high) more */ \
      for (uint64_t i = low; i < more;) { \
        if (v[i] < pivot) t = v[i], v[i++] = v[less], v[less++] = t; \
        else if (v[i] > pivot) t = v[i], v[i] = v[--more], v[more] = t; \
        else i++; \
      } \
      if (place < less) high = less; \
      else if (place >= more) low = more; \
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

double rocpd_quantile(int64_t *v, uint64_t n, double fraction, int real) {
  double place = fraction * (double)(n - 1);
  uint64_t at = (uint64_t)place;
  double part = place - (double)at;
  rocpd_select(v, n, at);
  int64_t below = v[at], above = part > 0 && at + 1 < n ? smallest(v + at + 1, n - at - 1) : below;
  if (real) {
    double a = rocpd_real_of_key(below), b = rocpd_real_of_key(above);
    return a == b ? a : a + part * (b - a);
  }
  /* A difference of 63 bits and more fits without a sign. */
  return below == above ? (double)below : (double)((long double)below + (long double)part * (long double)((uint64_t)above - (uint64_t)below));
}
