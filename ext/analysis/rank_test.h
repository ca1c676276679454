/* Whether the durations of one group are longer than those of another, by their ranks. */
#ifndef ROCPD_RANK_TEST_H
#define ROCPD_RANK_TEST_H
#include "gather.h"

typedef struct rocpd_rank_test {
  double p_value;  /* two-sided, of the Mann-Whitney U test: NaN where one side has fewer than ROCPD_RANK_TEST_LEAST */
  double b_longer; /* share of all pairs in which b's is the longer one, equal ones count half: NaN where a side has none */
} rocpd_rank_test;

/* The normal approximation, which it is (with corrections for ties and for continuity), needs some on either side. */
#define ROCPD_RANK_TEST_LEAST 8

typedef struct rocpd_rank_pair {
  const rocpd_stat *a, *b; /* NULL: none */
  rocpd_rank_test test;    /* the result */
} rocpd_rank_pair;

/* In parallel. Sorts what was gathered; each group of a side is in one pair at most. */
int rocpd_rank_tests(rocpd_session *session, rocpd_gathered *a, rocpd_gathered *b, rocpd_rank_pair *pair, size_t n, rocpd_error *err);

#endif
