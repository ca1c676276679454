/* A gzip file of blocks that several threads compress. */
#ifndef ROCPD_GZIP_H
#define ROCPD_GZIP_H
#include "base.h"

/* One thread's compressor. */
typedef struct rocpd_gzip rocpd_gzip;

/* Checksum and size of the uncompressed data so far, and the functions that begin and end the file: */
typedef struct rocpd_gzip_sum {
  uint32_t crc;
  uint64_t bytes;
} rocpd_gzip_sum;

enum { ROCPD_GZIP_BLOCK = 256 << 10, ROCPD_GZIP_BEGIN = 10, ROCPD_GZIP_END = 10 };
extern const uint8_t rocpd_gzip_begin[ROCPD_GZIP_BEGIN];
void rocpd_gzip_end(const rocpd_gzip_sum *sum, uint8_t *out);

/* Compresses at most ROCPD_GZIP_BLOCK bytes. Makes *g if it is NULL. The result is valid until the next call. */
int rocpd_gzip_block(rocpd_gzip **g, const uint8_t *bytes, size_t n, const uint8_t **out, size_t *out_n, uint32_t *crc, rocpd_error *err);
/* Notes that the block with this checksum is the next one in the file. */
void rocpd_gzip_add(rocpd_gzip_sum *sum, uint32_t crc, size_t n);
void rocpd_gzip_free(rocpd_gzip *g);

#endif
