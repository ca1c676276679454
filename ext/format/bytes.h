/* Reads and writes little-endian integers at any address, and zig-zag codes. On little-endian machines, compilers turn each of these into one instruction. */
#ifndef ROCZ_BYTES_H
#define ROCZ_BYTES_H
#include <stdint.h>
#include <string.h>

static inline uint16_t rocz_get16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
static inline uint32_t rocz_get32(const uint8_t *p) { return rocz_get16(p) | (uint32_t)rocz_get16(p + 2) << 16; }
static inline uint64_t rocz_get64(const uint8_t *p) { return rocz_get32(p) | (uint64_t)rocz_get32(p + 4) << 32; }
static inline int64_t rocz_get64s(const uint8_t *p) { return (int64_t)rocz_get64(p); }

static inline void rocz_put16(uint8_t *p, uint16_t v) { p[0] = (uint8_t)v; p[1] = (uint8_t)(v >> 8); }
static inline void rocz_put32(uint8_t *p, uint32_t v) { rocz_put16(p, (uint16_t)v); rocz_put16(p + 2, (uint16_t)(v >> 16)); }
static inline void rocz_put64(uint8_t *p, uint64_t v) { rocz_put32(p, (uint32_t)v); rocz_put32(p + 4, (uint32_t)(v >> 32)); }

/* Zig-zag codes: small differences of either sign become small unsigned numbers, and back. */
static inline uint64_t rocz_zigzag(uint64_t difference) { return difference << 1 ^ (0 - (difference >> 63)); }
static inline uint64_t rocz_unzigzag(uint64_t u) { return u >> 1 ^ (0 - (u & 1)); }

/* Rounds a size up to a multiple of 8, as in a chunk's body. */
static inline size_t rocz_round8(size_t size) { return (size + 7) & ~(size_t)7; }

#endif
