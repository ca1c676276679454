/* The figures of each copy, used by the table copies and by tables that add copies up. */
#ifndef ROCPD_TABLE_COPIES_H
#define ROCPD_TABLE_COPIES_H
#include "rows.h"

enum rocpd_copies_value {
  ROCPD_COPIES_DIRECTION, ROCPD_COPIES_SRC_DEVICE, ROCPD_COPIES_DST_DEVICE, ROCPD_COPIES_SIZE_CLASS, ROCPD_COPIES_ENGINE, ROCPD_COPIES_MEMORY,
  ROCPD_COPIES_KEYS,
  ROCPD_COPIES_START = ROCPD_COPIES_KEYS, ROCPD_COPIES_END, ROCPD_COPIES_DURATION, ROCPD_COPIES_SIZE, ROCPD_COPIES_HIDDEN, ROCPD_COPIES_RUN_LENGTH,
  ROCPD_COPIES_SUMMED, /* copy_summary reads only the values before this one */
  ROCPD_COPIES_CALL = ROCPD_COPIES_SUMMED, ROCPD_COPIES_CALL_START, ROCPD_COPIES_CALL_END, ROCPD_COPIES_STACK, ROCPD_COPIES_ID, ROCPD_COPIES_SRC_AGENT,
  ROCPD_COPIES_DST_AGENT, ROCPD_COPIES_PID, ROCPD_COPIES_GUID, ROCPD_COPIES_SOURCE,
  ROCPD_COPIES_VALUES
};

/* The rows of the table `copies` with its default arguments, as columns by rocpd_copies_value. The exposed time is the duration less the hidden time. */
typedef struct rocpd_copies {
  rocpd_rows rows;
  rocpd_kept *kept; /* owns the rows; NULL: they are the caller's */
  const rocpd_column *value[ROCPD_COPIES_VALUES]; /* NULL: not read yet */
} rocpd_copies;

/* Opens the rows. Zero *out first, and close it also after an error. Connection's thread. */
int rocpd_copies_open(rocpd_snapshot *s, rocpd_copies *out, rocpd_error *err);
/* Reads a set of values (ROCPD_COPIES_OF, combined by |), computing them if needed. Connection's thread. */
#define ROCPD_COPIES_OF(value) (1u << ROCPD_COPIES_##value)
int rocpd_copies_read(rocpd_copies *c, unsigned values, rocpd_error *err);
void rocpd_copies_close(rocpd_copies *c);

#endif
