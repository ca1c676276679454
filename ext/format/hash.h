/* The format's checksum: XXH3 64 bit, seed 0. */
#ifndef ROCZ_HASH_H
#define ROCZ_HASH_H
#include <stddef.h>
#include <stdint.h>

uint64_t rocz_hash(const void *data, size_t size);
/* Returns the hash of a file's header of `size` bytes with its properties, without the hash field itself. */
uint64_t rocz_header_hash(const uint8_t *header, size_t size);

#endif
