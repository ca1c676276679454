/* Fuzz target: a text of rtg_tracer as a file, attached to a connection; all columns of all
** kinds are read and checked against what the contract of column.h promises. */
#include "read_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  read_trace_make_file("rtg_trace.txt", size ? data : (const uint8_t *)"", size);
  read_trace_of_file("rtg_trace.txt", &(rocpd_open_options){0});
  return 0;
}
