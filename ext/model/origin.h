/* Where a process ran: what its row in rocpd_info_process says beyond schema 3's columns, in
** its environment and in what rocpd_export_db noted of the file that it came from. */
#ifndef ROCPD_ORIGIN_H
#define ROCPD_ORIGIN_H
#include "session.h"

typedef struct rocpd_origin {
  int64_t host, run;      /* interned; ROCPD_NULL: not known, as for the others */
  int64_t rank;
  int64_t wall_offset_ns; /* of times as they are in the file */
  int64_t guid;           /* of the file that the process wrote; interned */
} rocpd_origin;

/* By its columns, which are interned texts or ROCPD_NULL. */
int rocpd_origin_read(rocpd_session *session, int64_t environment, int64_t extdata, rocpd_origin *out, rocpd_error *err);

#endif
