/* The path of the call that launched a kernel or copy: the functions of the calls around it and its own, from the outermost inwards, joined by ' / ', as
** `calls.call_path`. */
#ifndef ROCPD_CALL_PATHS_H
#define ROCPD_CALL_PATHS_H
#include "snapshot.h"

typedef struct rocpd_call_paths rocpd_call_paths;

/* The paths of all calls of the trace, made at the first request. They are kept with the snapshot while a statement uses it. Connection's thread. */
int rocpd_call_paths_of(rocpd_snapshot *s, const rocpd_call_paths **out, rocpd_error *err);
/* Reads the paths of the calls that launched rows first to first + n - 1 of a batch of kernels or copies; interned; ROCPD_NULL: the call was not traced.
** Thread safe. */
int rocpd_call_paths_read(const rocpd_call_paths *p, rocpd_batch *b, uint32_t first, uint32_t n, int64_t *out, rocpd_error *err);

#endif
