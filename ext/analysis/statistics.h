/* Count, sum and spread of durations in groups of rows. */
#ifndef ROCPD_STATISTICS_H
#define ROCPD_STATISTICS_H
#include "group_pass.h"
#include "sum.h"

/* The sums of a group. Sums of squares are exact, so that the spread of equal durations is exactly 0. */
typedef unsigned __int128 rocpd_squares128 __attribute__((aligned(8))); /* as rocpd_sum128 */
typedef struct rocpd_stat_slot {
  uint64_t rows, ended;
  rocpd_sum128 sum;
  rocpd_squares128 squares;
  int64_t min, max; /* min > max: no row has ended */
} rocpd_stat_slot;

/* True if the sum of squares may exceed 128 bits. */
bool rocpd_squares_overflow(const rocpd_stat_slot *s);
/* The mean of the durations; 0: none has ended. And the sum of the squares of their differences from it; NaN: the squares are too large. */
double rocpd_stat_mean(const rocpd_stat_slot *s);
double rocpd_stat_deviation(const rocpd_stat_slot *s);
/* The class of these sums. Other classes may begin their data with them, and call its functions. */
extern const rocpd_group_class rocpd_statistics_class;

typedef struct rocpd_stat {
  const int64_t *key;     /* keys of the group */
  uint64_t rows;          /* all rows */
  uint64_t ended;         /* rows with a duration */
  int64_t sum_ns;         /* sum of the durations; saturates at +-INT64_MAX */
  int64_t average_ns;     /* rounded towards 0 */
  int64_t min_ns, max_ns; /* min > max: no row has ended */
  double stddev_ns;       /* of the sample (n - 1); NaN for fewer than two, or if squares are too large */
  uint64_t summed;        /* durations that are known as a sum only (summed.h), part of `ended` */
  size_t group;           /* number of the group */
} rocpd_stat;

typedef struct rocpd_statistics {
  rocpd_stat *stat; /* longest sum first, then by keys */
  size_t n;
  size_t *place;    /* [groups] index of each group in `stat` */
  uint64_t *summed; /* [groups] durations that are known as a sum only; NULL: there are none */
  rocpd_group_table table; /* the groups */
} rocpd_statistics;

/* Computes statistics of the rows of all inputs, grouped by their first `keys` keys. After an error *out needs no freeing. */
int rocpd_statistics_make(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_statistics *out, rocpd_error *err);
void rocpd_statistics_free(rocpd_statistics *st);
/* Ranks the groups again after more was added to their sums. */
int rocpd_statistics_again(rocpd_snapshot *s, const rocpd_group_input *input, int keys, rocpd_statistics *st, rocpd_error *err);
/* The last step of it, for groups that are known: fills in st->stat and st->place from st->table, whose data begin with a rocpd_stat_slot and have `size`
** bytes. Bit k of `texts`: key k is a text. *saturated (may be NULL): the number of groups for which something saturates. */
int rocpd_statistics_rank(rocpd_session *session, rocpd_statistics *st, size_t size, uint64_t texts, int64_t *saturated, rocpd_error *err);
/* For health: the largest number of groups whose sums or squares were too large for their type, over all statistics of the snapshot so far. */
int64_t rocpd_statistics_saturated(rocpd_snapshot *s);

#endif
