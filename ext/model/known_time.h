/* Unknown times. Tools write 0, or a time of another clock, if they do not know a time. Taken literally, one such row would make the trace last for days.
**
** A time is read as NULL where it is 0 or less and the trace began more than a minute after 0, or where it is more than
** a day before the trace began. The trace began when its process started (the first of several); where the file does
** not say when, or says a time that most of its rows are more than a day before, at the earliest of its times above 0; or above a minute,
** if more than half of those above 0 are later than a day and a minute: those before are of another clock.
** That is info.began_ns, which the class finds; 0: no time is doubted.
**
** Times of processes and threads are never changed. */
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

/* True if t is a known time of a trace that began at began_ns; always true if that is 0. */
static inline bool rocpd_time_is_known(int64_t t, int64_t began_ns) {
  return !began_ns || (t >= began_ns - ROCPD_TIME_DAY && (t > 0 || began_ns <= ROCPD_TIME_MINUTE));
}

/* For a column that was just decoded for a source's own batch and is not visible to others yet. If it has unknown times, *c is replaced by a column
** in which they are NULL, and they are counted once for each column of a batch. Rows are read only if the smallest time is unknown. SQLITE_NOMEM. Thread
** safe. */
int rocpd_known_times(rocpd_batch *b, int index, rocpd_column **c);
/* True if it is a column of durations of which some may be those of unknown times. Then rocpd_known_durations() replaces *c, in the same way, by
** a column in which a duration is NULL where its start or its end is. */
bool rocpd_doubts_duration(const rocpd_batch *b, int index, const rocpd_column *c);
int rocpd_known_durations(const rocpd_batch *b, const rocpd_column *start, const rocpd_column *end, rocpd_column **c);
/* For classes: do not count the unknown times of this batch, whose rows are in other batches, too. */
static inline void rocpd_known_times_uncounted(rocpd_batch *b) { b->times_counted = ~(uint64_t)0; }

/* True if min_time and max_time are the bounds of the batch's times as they are shown. */
bool rocpd_batch_bounds_hold(const rocpd_batch *b);

/* Calls emit, as a class's health() does, with one fact for each kind that has unknown times in rows read so far. */
#define ROCPD_UNKNOWN_TIMES "unknown times"
int rocpd_unknown_times_each(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);

/* Calls emit for all facts of the source: those of its class's health(), and its unknown times. */
int rocpd_source_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);

#endif
