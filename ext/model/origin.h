/* The origin of a process: what its row in rocpd_info_process says beyond schema 3's columns, in its environment and in what rocpd_export_db noted about the
** original file. */
#ifndef ROCPD_ORIGIN_H
#define ROCPD_ORIGIN_H
#include "session.h"

typedef struct rocpd_origin {
  int64_t host, run;      /* interned; ROCPD_NULL: unknown. The same holds for the other members */
  int64_t rank;
  int64_t wall_offset_ns; /* add it to a time in the file to get UTC */
  int64_t guid;           /* guid of the file that the process wrote; interned */
} rocpd_origin;

/* Reads the origin from the columns environment and extdata, which are interned texts or ROCPD_NULL. */
int rocpd_origin_read(rocpd_session *session, int64_t environment, int64_t extdata, rocpd_origin *out, rocpd_error *err);

#endif
