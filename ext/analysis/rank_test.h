/* Tests by ranks whether the durations of one group are longer than those of another. */
#ifndef ROCPD_RANK_TEST_H
#define ROCPD_RANK_TEST_H
#include "gather.h"

typedef struct rocpd_rank_test {
  double p_value;  /* two-sided p-value of the Mann-Whitney U test; NaN if a side has fewer than ROCPD_RANK_TEST_LEAST durations, or sums of them */
  double b_longer; /* share of all pairs in which b's duration is longer; equal ones count half. NaN if a side has none, or sums of them */
} rocpd_rank_test;

/* The p-value is a normal approximation with corrections for ties and continuity, which needs some durations on each side. */
#define ROCPD_RANK_TEST_LEAST 8

typedef struct rocpd_rank_pair {
  const rocpd_stat *a, *b; /* NULL: none */
  rocpd_rank_test test;    /* the result */
} rocpd_rank_pair;

/* Computes the tests of all pairs in parallel. Sorts the gathered durations; a group may be in one pair only. */
int rocpd_rank_tests(rocpd_session *session, rocpd_gathered *a, rocpd_gathered *b, rocpd_rank_pair *pair, size_t n, rocpd_error *err);

#endif
