/* Ranges that programs mark, or all their calls, as they nest in threads (calls.h), and the range to which a kernel belongs: the innermost that was open
** on the thread when the launching call began; if none was, the range of the process (shared_ranges.h) that began last. */
#ifndef ROCPD_RANGES_H
#define ROCPD_RANGES_H
#include "calls.h"
#include "map.h"
#include "shared_ranges.h"

typedef struct rocpd_ranges {
  rocpd_calls calls; /* the ranges */
  bool all;          /* all calls are */
  rocpd_map message; /* id of a marker's extdata -> id of its message */
  uint8_t *marker;   /* [texts] is this category one of markers (2), or else of the program (1)? */
  size_t texts;
  bool *marked;      /* [batches] has it any messages of markers, or labels of Python calls? */
  rocpd_shared_ranges shared; /* those that are a process's */
} rocpd_ranges;

/* Those of markers, which have a category MARKER... or rocm_marker_api and a message; with `all` all regions. `make`: how much of them, rocpd_calls_rows
** (with `all` only), _order or _make. Runs SQL: connection's thread. */
typedef int rocpd_calls_maker(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err);
int rocpd_ranges_make(rocpd_snapshot *s, bool all, rocpd_calls_maker *make, rocpd_ranges *out, rocpd_error *err);
void rocpd_ranges_drop(rocpd_ranges *r);

/* The name of a range: a marker's message, or a Python call's label where it has one, else the function. Thread safe. */
int rocpd_range_name(const rocpd_ranges *r, uint32_t range, int64_t *out, rocpd_error *err);
/* The same for the rows of one range after the other: `function` reads ROCPD_REGION_name. */
int rocpd_range_name_of(const rocpd_ranges *r, uint32_t row, int64_t *out, rocpd_error *err);
static inline int rocpd_range_read(const rocpd_ranges *r, rocpd_call_reader *function, uint32_t row, int64_t *out, rocpd_error *err) {
  int rc = rocpd_call_read_row(function, row, out, err);
  return rc == SQLITE_OK && r->marked[function->batch.number] ? rocpd_range_name_of(r, row, out, err) : rc;
}
/* Whether the range belongs to the program (a marker, or one of its own functions) and not to a library. */
bool rocpd_range_is_program(const rocpd_ranges *r, uint32_t range);
/* Which rows of a batch of regions are a marker's with a message, or a function of the program's own: stated[row] is 1, of others 0. Thread safe. */
int rocpd_ranges_stated(const rocpd_ranges *r, rocpd_batch *b, uint8_t *stated, rocpd_error *err);
/* number[row]: the range's number among those of its name in its process, from 1, by start. */
int rocpd_ranges_number(const rocpd_ranges *r, rocpd_session *session, uint32_t *number, rocpd_error *err);

/* The call that launched a kernel or copy, as far as ranges want it. */
typedef struct rocpd_range_launch {
  int64_t start, nid, pid, tid; /* start ROCPD_NULL: no call is known; nid: rocpd_node_at() */
} rocpd_range_launch;
/* Those of rows first to first + n - 1 of a batch. `links`: rocpd_launch_calls() of its source. Thread safe. */
int rocpd_range_launches(rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, rocpd_range_launch *out, rocpd_error *err);
/* The row of the range of each row first to first + n - 1 of a batch of kernels or copies, ROCPD_NO_CALL none; and, unless `launched` is NULL, when its
** call began, where it is known. With `own` only ranges of the call's own thread. `links`: rocpd_launch_calls() of its source. Thread safe. */
int rocpd_ranges_of(const rocpd_ranges *r, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, bool own, uint32_t *out, int64_t *launched,
                    rocpd_error *err);

#endif
