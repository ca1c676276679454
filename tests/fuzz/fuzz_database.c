/* Fuzz target: a database, attached to a connection; all columns of all kinds are read, those
** of the views among them.
**
** Input: a byte of flags (2: damage is skipped), then the database. The corpus is what
** tests/helper/rocpd_gen.py writes, cut to a few rows and small pages. */
#include "read_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  read_trace_make_file("fuzz.db", data + 1, size - 1);
  read_trace_of_file("fuzz.db", &(rocpd_open_options){.skip_damaged = (data[0] & 2) != 0});
  return 0;
}
