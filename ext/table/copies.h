/* The figures of each copy, used by the table copies and by tables that add copies up. */
#ifndef ROCPD_TABLE_COPIES_H
#define ROCPD_TABLE_COPIES_H
#include "kept.h"

enum rocpd_copies_value {
  ROCPD_COPIES_DIRECTION, ROCPD_COPIES_SRC_DEVICE, ROCPD_COPIES_DST_DEVICE, ROCPD_COPIES_SIZE_CLASS, ROCPD_COPIES_ENGINE, ROCPD_COPIES_MEMORY, ROCPD_COPIES_KEYS,
  ROCPD_COPIES_START = ROCPD_COPIES_KEYS, ROCPD_COPIES_END, ROCPD_COPIES_DURATION, ROCPD_COPIES_SIZE, ROCPD_COPIES_HIDDEN, ROCPD_COPIES_RUN_LENGTH,
  ROCPD_COPIES_SUMMED, /* what copy_summary adds up is before it */
  ROCPD_COPIES_CALL = ROCPD_COPIES_SUMMED, ROCPD_COPIES_CALL_START, ROCPD_COPIES_CALL_END, ROCPD_COPIES_STACK, ROCPD_COPIES_ID, ROCPD_COPIES_SRC_AGENT,
  ROCPD_COPIES_DST_AGENT, ROCPD_COPIES_PID, ROCPD_COPIES_GUID, ROCPD_COPIES_SOURCE,
  ROCPD_COPIES_VALUES
};

/* The rows of the table `copies` as it is without arguments: columns by rocpd_copies_value. What is exposed is the rest of the length. */
typedef struct rocpd_copies {
  rocpd_rows rows;
  table_kept *kept; /* whose they are */
  const rocpd_column *value[ROCPD_COPIES_VALUES]; /* of those that were read */
} rocpd_copies;

/* Zeroed at first; to be closed after an error, too. Connection's thread. */
int rocpd_copies_open(rocpd_snapshot *s, rocpd_copies *out, rocpd_error *err);
/* The values of a set, which are made where nobody has read them yet. */
#define ROCPD_COPIES_OF(value) (1u << ROCPD_COPIES_##value)
int rocpd_copies_read(rocpd_copies *c, unsigned values, rocpd_error *err);
void rocpd_copies_close(rocpd_copies *c);

#endif
