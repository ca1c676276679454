/* Ranges that programs mark, or all their calls, as they nest in threads (calls.h), and the range to which a kernel belongs: the innermost that was open
** on the thread when the launching call began; if none was, the range of the process (shared_ranges.h) that began last. */
#ifndef ROCPD_RANGES_H
#define ROCPD_RANGES_H
#include "calls.h"
#include "map.h"
#include "shared_ranges.h"

typedef struct rocpd_ranges {
  rocpd_calls calls; /* the ranges */
  bool all;          /* all calls are ranges */
  rocpd_map message; /* id of a marker's extdata -> id of its message */
  uint8_t *marker;   /* [texts] by category: 2: markers, 1: another category of the program, 0: a library */
  size_t texts;
  bool *marked;      /* [batches] the batch has messages of markers, or labels of Python calls */
  rocpd_shared_ranges shared; /* ranges of processes */
} rocpd_ranges;

/* Finds the ranges: regions with a category MARKER... or rocm_marker_api and a message, or with `all` all regions. `make` says how much is computed:
** rocpd_calls_rows (only with `all`), _order or _make. It runs SQL, so only on the connection's thread. */
typedef int rocpd_calls_maker(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err);
int rocpd_ranges_make(rocpd_snapshot *s, bool all, rocpd_calls_maker *make, rocpd_ranges *out, rocpd_error *err);
void rocpd_ranges_drop(rocpd_ranges *r);

/* The name of a range: a marker's message, or a Python call's label if it has one, else the function. Thread safe. */
int rocpd_range_name(const rocpd_ranges *r, uint32_t range, int64_t *out, rocpd_error *err);
/* The same for the row of one range after the other. `function` is a reader of ROCPD_REGION_name. */
int rocpd_range_name_of(const rocpd_ranges *r, uint32_t row, int64_t *out, rocpd_error *err);
static inline int rocpd_range_read(const rocpd_ranges *r, rocpd_call_reader *function, uint32_t row, int64_t *out, rocpd_error *err) {
  int rc = rocpd_call_read_row(function, row, out, err);
  return rc == SQLITE_OK && r->marked[function->batch.number] ? rocpd_range_name_of(r, row, out, err) : rc;
}
/* True if the range belongs to the program (a marker, or one of its own functions), not to a library. */
bool rocpd_range_is_program(const rocpd_ranges *r, uint32_t range);
/* Sets stated[row] to 1 if the row of a batch of regions is a marker with a message or one of the program's own functions, else to 0. Thread safe. */
int rocpd_ranges_stated(const rocpd_ranges *r, rocpd_batch *b, uint8_t *stated, rocpd_error *err);
/* Sets number[row] to the range's number among those of its name in its process, from 1, by start. */
int rocpd_ranges_number(const rocpd_ranges *r, rocpd_session *session, uint32_t *number, rocpd_error *err);

/* The call that launched a kernel or copy: what is needed to find its range. */
typedef struct rocpd_range_launch {
  int64_t start, nid, pid, tid; /* start is ROCPD_NULL if the call is unknown; nid: rocpd_node_at() */
} rocpd_range_launch;
/* Finds the launching calls of rows first to first + n - 1 of a batch. `links`: rocpd_launch_calls() of its source. Thread safe. */
int rocpd_range_launches(rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, rocpd_range_launch *out, rocpd_error *err);
/* Finds the row of the range of rows first to first + n - 1 of a batch of kernels or copies; ROCPD_NO_CALL: none. If `launched` is not NULL, sets it to the
** start of the launching calls that are known. With `own`, only ranges of the launching thread. `links`: rocpd_launch_calls() of its source. Thread safe. */
int rocpd_ranges_of(const rocpd_ranges *r, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, bool own, uint32_t *out, int64_t *launched,
                    rocpd_error *err);

#endif
