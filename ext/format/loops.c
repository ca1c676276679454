/* See loops.h. Compiled for speed at any optimisation level, except without optimisation, for debuggers. */
#include "loops.h"
#include "bytes.h"
#include "rocz.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#pragma GCC optimize("O3")
#endif

#define NAME(x) base_##x
#include "loops.inc"
#undef NAME

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2 1
#include <cpuid.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define NAME(x) avx2_##x
#include "loops.inc"
#undef NAME
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

#ifdef HAVE_AVX2
/* Does the processor have AVX2? __builtin_cpu_supports is not used, since libgcc's constructor for it reads all features, which takes 60 us in a virtual
** machine in each process that loads the collector. */
static bool has_avx2(void) {
  enum { SSE_AND_AVX_STATE = 6 };
  unsigned a, b, c, d, state;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return false;
  __asm__("xgetbv" : "=a"(state), "=d"(d) : "c"(0));
  return (state & SSE_AND_AVX_STATE) == SSE_AND_AVX_STATE && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}
#endif

const rocz_loops *rocz_loops_variant(unsigned i) {
  if (i == 0) return &base_loops;
#ifdef HAVE_AVX2
  if (i == 1 && has_avx2()) return &avx2_loops;
#endif
  return NULL;
}

const rocz_loops *rocz_loops_find(void) {
  static const rocz_loops *_Atomic best; /* if several threads set it, they set the same value */
  const rocz_loops *l = best;
  if (!l) {
    l = rocz_loops_variant(1);
    best = l = l ? l : rocz_loops_variant(0);
  }
  return l;
}

/* NULL is the smallest int64_t. If the smallest value is another one, as mostly, there are no NULLs. */
int64_t rocz_least_value(const int64_t *v, uint32_t n, int64_t low) {
  if (low != ROCZ_NULL) return low;
  low = INT64_MAX;
  for (uint32_t i = 0; i < n; i++)
    if (v[i] != ROCZ_NULL && v[i] < low) low = v[i];
  return low;
}
