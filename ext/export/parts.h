/* An export in parts: each part is a file or folder. Either all parts appear or none does. Each event is in one part. */
#ifndef ROCPD_PARTS_H
#define ROCPD_PARTS_H
#include "events.h"

/* What was asked for as one (`split`), or is larger than one may be (`max_bytes`). Sets x->result.summary; the files have their names once x->folder is
** finished. */
int rocpd_export_parts(rocpd_export *x, const char *path, rocpd_error *err);

#endif
