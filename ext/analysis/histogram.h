/* Number of durations of each group in each bin. */
#ifndef ROCPD_HISTOGRAM_H
#define ROCPD_HISTOGRAM_H
#include "group_pass.h"

#define ROCPD_BINS 1024 /* at most */

/* Bin 0 is below bound[0], bin b from bound[b - 1] to below bound[b], the last one from bound[bounds - 1] on. */
typedef struct rocpd_bins {
  int bounds;
  int64_t bound[ROCPD_BINS - 1];
  bool simple;   /* at most one bin begins among the numbers with any given number of bits; then: */
  int first[65]; /* [bits] bin of the smallest number with that many bits, */
  int64_t next[64]; /* [bits] beginning of the next bin; INT64_MAX: none */
} rocpd_bins;

/* Reads '1-2-5', 'log2', 'log10', or ascending bounds in ns, separated by commas. False: the text is none of these, or has too many bounds. */
bool rocpd_bins_parse(rocpd_bins *b, const char *text);

typedef struct rocpd_bin {
  uint64_t n;
  int64_t sum_ns; /* saturates */
} rocpd_bin;

/* The class of the groups' bins; `bins` is the argument of its functions. */
rocpd_group_class rocpd_histogram_class(const rocpd_bins *bins);
/* The bin of a duration. */
int rocpd_bin_of(const rocpd_bins *b, int64_t ns);
/* Counts the bins of each group; those of group g begin at ((rocpd_bin *)out->slot)[g * (bins->bounds + 1)]. */
int rocpd_histogram(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, const rocpd_bins *bins, rocpd_group_table *out, rocpd_error *err);

#endif
