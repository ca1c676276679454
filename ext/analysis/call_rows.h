/* Which regions are calls: all but markers and functions of the program. */
#ifndef ROCPD_CALL_ROWS_H
#define ROCPD_CALL_ROWS_H
#include "batch.h"

/* Finds the rows of a batch of regions that are calls: (*out)[row] says whether the row is one; the caller frees it by sqlite3_free(). *out stays as it is
** if all are. Thread safe. */
int rocpd_call_rows(rocpd_session *session, rocpd_batch *b, uint8_t **out, rocpd_error *err);

#endif
