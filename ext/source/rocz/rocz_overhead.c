/* Computes the cost of recording a chunk file from the collector's counters, at the end of the process or up to now. */
#include "rocz_file.h"

/* The cost of a traced call in tenths of a clock reading: two readings, and a fifth of these for the rest. Then the further cost of a launch in ns. The
** topic `cost` has measurements. */
#define CALL_READINGS_PER_10 24
#define LAUNCH_NS 100
#define MOST_SUMMED ((int64_t)1 << 48)

static int64_t counted(const rocpd_rocz_file *f, enum rocz_counter_id id) {
  const rocpd_rocz_info *info = &f->info[ROCZ_COUNTER];
  for (uint64_t i = info->rows; i-- > 0;) {
    int64_t name = rocpd_rocz_info_value(info, i, 0);
    if (name != ROCPD_NULL && strcmp(rocpd_string(f->base.session, name, NULL), rocz_counter_name[id]) == 0) return rocpd_rocz_info_value(info, i, 1);
  }
  return f->has_live ? (int64_t)f->counter[id] : ROCPD_NULL;
}

static bool is_event(uint16_t kind) { return kind >= ROCZ_CALL && kind != ROCZ_ARGUMENT; }

/* Number of rows of a kind, or of all events for kind 0; with `ever` also rows that were discarded for newer ones. */
static int64_t rows_of(const rocpd_rocz_file *f, uint16_t kind, bool ever) {
  int64_t n = 0;
  for (size_t i = 0; i < f->chunks; i++) {
    const rocz_chunk *c = &f->chunk[i];
    const rocpd_rocz_lane *lane = rocpd_rocz_lane_find(f, c->kind, c->lane);
    if (kind ? c->kind != kind : !is_event(c->kind)) continue;
    if (!ever) n += c->rows;
    else if (lane && lane->last_chunk == i) n += (int64_t)lane->rows;
  }
  for (size_t i = 0; i < f->lives; i++)
    if (kind ? f->live[i]->kind == kind : is_event(f->live[i]->kind)) n += f->live[i]->rows;
  return n;
}

/* Rows of a kind, and events of it that were added up: as many as the counter says. */
static int64_t events_of(const rocpd_rocz_file *f, uint16_t kind, enum rocz_counter_id summed) {
  int64_t n = counted(f, summed);
  return rows_of(f, kind, true) + (n > 0 && n < MOST_SUMMED ? n : 0); /* a counter may have any value; the rows of a lane are fewer than 2^40 */
}

static int64_t wrapper_ns(const rocpd_rocz_file *f) {
  int64_t reading_ps = counted(f, ROCZ_N_CLOCK_READING_PS), dispatches = events_of(f, ROCZ_DISPATCH, ROCZ_N_DISPATCHES_SUMMED), ns;
  if (reading_ps == ROCPD_NULL) return ROCPD_NULL;
  bool far = __builtin_mul_overflow(events_of(f, ROCZ_CALL, ROCZ_N_CALLS_SUMMED), reading_ps, &ns) || __builtin_mul_overflow(ns, CALL_READINGS_PER_10, &ns);
  return far ? ROCPD_NULL : ns / 10000 + dispatches * LAUNCH_NS;
}

int rocpd_rocz_overhead(rocpd_source *s, rocpd_overhead *out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)s;
  int rc = f->unread ? SQLITE_OK : rocpd_rocz_info_load(f, err);
  if (rc != SQLITE_OK || f->unread || f->own_set) return rc;
  int64_t dropped = counted(f, ROCZ_N_CALLS_DROPPED), untracked = counted(f, ROCZ_N_CALLS_UNTRACKED);
  *out = (rocpd_overhead){
      .events = rows_of(f, 0, false),
      .bytes = (int64_t)f->size,
      .calls_dropped = dropped == ROCPD_NULL || untracked == ROCPD_NULL ? dropped : dropped + untracked,
      .dispatches_dropped = counted(f, ROCZ_N_DISPATCHES_DROPPED),
      .copies_dropped = counted(f, ROCZ_N_COPIES_DROPPED),
      .rows_lost = counted(f, ROCZ_N_ROWS_LOST),
      .rows_over_limit = counted(f, ROCZ_N_ROWS_OVER_LIMIT),
      .rows_let_go = counted(f, ROCZ_N_ROWS_LET_GO),
      .info_rows_dropped = counted(f, ROCZ_N_META_DROPPED),
      .arguments_dropped = counted(f, ROCZ_N_ARGUMENTS_DROPPED),
      .writer_cpu_ns = counted(f, ROCZ_N_WRITER_CPU_NS),
      .buffer_bytes = counted(f, ROCZ_N_BUFFER_BYTES),
      .buffer_peak_bytes = counted(f, ROCZ_N_BUFFER_PEAK_BYTES),
      .wrapper_ns = wrapper_ns(f),
  };
  return SQLITE_OK;
}
