/* Unpacks xz by liblzma.so.5, which is loaded when it is first needed: the extension does without it elsewhere. Thread safe. */
#ifndef ROCPD_UNPACK_H
#define ROCPD_UNPACK_H
#include "base.h"

/* *out: the data, which the caller frees. SQLITE_NOTFOUND: there is no such library, or these are no such data, or more than 64 MB; SQLITE_NOMEM. */
int rocpd_unpack_xz(const uint8_t *packed, uint64_t size, uint8_t **out, uint64_t *out_size);

#endif
