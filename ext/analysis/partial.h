/* Partial answers of top, top_kernels and top_by: what some files say of the groups, in a form that can be saved, loaded by another process, and added to
** the answers of other files. The sum of all parts, in any order and grouping, equals the answer of all files at once: counts, sums, extremes, spread, medians
** and other quantiles, and the longest row. A key must mean the same in all connections, so names of devices (ROCPD_KEY_DEVICE) are refused. Times of longest
** rows are those that the connection showed, with its offsets (rocpd_attach, rocpd_align).
**
** No SQL function makes one yet: a user who has all files attaches them. They are for processes that send their answers to one that adds them up. */
#ifndef ROCPD_PARTIAL_H
#define ROCPD_PARTIAL_H
#include "group_state.h"
#include "longest.h"

typedef struct rocpd_partial { /* zero it at first. Connection's thread only */
  rocpd_statistics st;
  int keys;
  uint64_t texts; /* bit k: key k is a text */
} rocpd_partial;

void rocpd_partial_free(rocpd_partial *p);
/* Makes the answer of a snapshot: the rows of all inputs, grouped by their first `keys` keys. After an error *out needs no freeing. */
int rocpd_partial_make(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_partial *out, rocpd_error *err);
/* Adds an answer to another of the same session and question. After an error, *to is only good for freeing. */
int rocpd_partial_merge(rocpd_partial *to, const rocpd_partial *from, rocpd_error *err);
/* Appends the answer's bytes; `what` names the question (group_state.h). */
int rocpd_partial_save(const rocpd_session *session, const rocpd_partial *p, const char *what, rocpd_state_writer *out, rocpd_error *err);
/* Reads an answer to the question `what`, whose keys are those of `input`. After an error *out needs no freeing. */
int rocpd_partial_load(rocpd_session *session, const void *bytes, size_t n, const char *what, const rocpd_group_input *input, int keys, rocpd_partial *out,
                       rocpd_error *err);

/* Ranks the groups: p->st.stat then has them in the order of top. To be called after the last merge. */
int rocpd_partial_rank(rocpd_session *session, rocpd_partial *p, rocpd_error *err);
/* Of a ranked group: a quantile of its durations (NaN: none has ended), and its longest row. */
double rocpd_partial_quantile(const rocpd_partial *p, const rocpd_stat *x, double fraction);
rocpd_longest_row rocpd_partial_longest(const rocpd_partial *p, const rocpd_stat *x);

#endif
