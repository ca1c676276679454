/* zlib's compressor with SQLite's memory. (Not for export.h: zlib's header defines short names of its own.) */
#ifndef ROCPD_DEFLATE_H
#define ROCPD_DEFLATE_H
#include "base.h"
#include <zlib.h>

/* Calls deflateInit2() with these arguments. False: out of memory, and *z is zeroed. */
bool rocpd_deflate_begin(z_stream *z, int level, int window);

#endif
