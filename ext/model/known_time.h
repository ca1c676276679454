/* Times that are not known. Programs that trace write 0 where they have no time of something, or a time of
** another clock; taken at its word, one such row makes the trace last for days.
**
** A time is read as NULL where it is 0 or less and the trace began more than a minute after 0, or where it is more than
** a day before the trace began. The trace began when its process started (the first of several); where the file does
** not say when, or says a time that most of its rows are more than a day before, at the earliest of its times above 0; or above a minute,
** if more than half of those above 0 are later than a day and a minute: those before are of another clock.
** That is info.began_ns, which the class finds; 0: no time is doubted.
**
** Times of processes and threads stay what they are. */
#ifndef ROCPD_KNOWN_TIME_H
#define ROCPD_KNOWN_TIME_H
#include "source.h"

#define ROCPD_TIME_MINUTE ((int64_t)60 * 1000000000)
#define ROCPD_TIME_DAY (24 * 60 * ROCPD_TIME_MINUTE)

/* The times of a trace that does not say when it began. */
typedef struct rocpd_times_met {
  int64_t n, late;                   /* those above 0, and later than a day and a minute */
  int64_t above_zero, above_minute;  /* the earliest above 0 and above a minute; INT64_MAX: none */
} rocpd_times_met;
#define ROCPD_NO_TIMES_MET {0, 0, INT64_MAX, INT64_MAX}

/* When it began; 0: no time is above 0. */
static inline int64_t rocpd_times_begin(const rocpd_times_met *m) {
  int64_t first = m->late > m->n / 2 ? m->above_minute : m->above_zero;
  return first == INT64_MAX ? 0 : first;
}

/* Whether a trace that began then, or might have, has no such time. began_ns 0: any may be one. */
static inline bool rocpd_time_is_known(int64_t t, int64_t began_ns) {
  return !began_ns || (t >= began_ns - ROCPD_TIME_DAY && (t > 0 || began_ns <= ROCPD_TIME_MINUTE));
}

/* A column that was just decoded for a batch of a source's own, which nobody has yet: if it has times that are not known,
** another takes its place in *c, and they are counted, once for each column of a batch; so is its duration NULL where
** a time is. Looks at no row unless the column's least time is not known. Thread safe. */
int rocpd_known_times(rocpd_batch *b, int index, rocpd_column **c, rocpd_error *err);
/* For classes: a batch of rows that are in others too, or will be: they are not counted. */
static inline void rocpd_known_times_uncounted(rocpd_batch *b) { b->times_counted = ~(uint64_t)0; }

/* Whether min_time and max_time are those of the batch's rows, as they are shown. */
bool rocpd_batch_bounds_hold(const rocpd_batch *b);

/* Its rows are read anew: nothing is counted yet. Connection's thread only. */
void rocpd_known_times_forget(rocpd_source *s);
/* One fact for each kind of rows with such times, as far as they have been read: calls emit as a class's health() does. */
#define ROCPD_UNKNOWN_TIMES "unknown times"
int rocpd_unknown_times_each(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);

/* What its class's health() says, and these. */
int rocpd_source_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);

#endif
