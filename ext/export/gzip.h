/* A gzip file of blocks that several threads compress. */
#ifndef ROCPD_GZIP_H
#define ROCPD_GZIP_H
#include "base.h"

/* One thread's compressor. */
typedef struct rocpd_gzip rocpd_gzip;

/* The file so far, of what is in it uncompressed. Its beginning and its end: */
typedef struct rocpd_gzip_sum {
  uint32_t crc;
  uint64_t bytes;
} rocpd_gzip_sum;

enum { ROCPD_GZIP_BLOCK = 256 << 10, ROCPD_GZIP_BEGIN = 10, ROCPD_GZIP_END = 10 };
extern const uint8_t rocpd_gzip_begin[ROCPD_GZIP_BEGIN];
void rocpd_gzip_end(const rocpd_gzip_sum *sum, uint8_t *out);

/* Compress at most ROCPD_GZIP_BLOCK bytes; *g is made when it is NULL. The result is there until the next call. */
int rocpd_gzip_block(rocpd_gzip **g, const uint8_t *bytes, size_t n, const uint8_t **out, size_t *out_n, uint32_t *crc, rocpd_error *err);
/* The block with that checksum is next in the file. */
void rocpd_gzip_add(rocpd_gzip_sum *sum, uint32_t crc, size_t n);
void rocpd_gzip_free(rocpd_gzip *g);

#endif
