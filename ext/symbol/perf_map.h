/* The files in which just-in-time compilers say where their functions are: lines "START SIZE NAME", numbers in hexadecimal. */
#ifndef ROCPD_PERF_MAP_H
#define ROCPD_PERF_MAP_H
#include "symbol_index.h"

/* Makes an index of a file's text. Lines that are no such lines are left out; of functions at one place the last counts, since code is replaced.
** SQLITE_NOMEM. */
int rocpd_perf_map_parse(const char *text, size_t size, rocpd_symbol_index *out);
/* Reads /tmp/perf-PID.map, if it is a regular file that was changed after `since_ns` (UTC). Otherwise the index is empty. */
int rocpd_perf_map_read(int64_t pid, int64_t since_ns, rocpd_symbol_index *out);

#endif
