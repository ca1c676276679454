/* A chunk file that was written is read before it gets its name. */
#ifndef ROCPD_ROCZ_VERIFY_H
#define ROCPD_ROCZ_VERIFY_H
#include "output.h"

/* Everything that `o` has written, read as a reader would: headers, footer, and all columns of
** all chunks. What went to a pipe or device cannot be read again. */
int rocpd_rocz_verify(rocpd_session *session, const rocpd_output *o, rocpd_error *err);

#endif
