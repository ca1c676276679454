/* Protocol buffers written by hand: into a buffer that has room, field after field. */
#ifndef ROCPD_PROTOBUF_H
#define ROCPD_PROTOBUF_H
#include <stdint.h>
#include <string.h>

enum { VARINT = 0, FIXED = 1, BYTES = 2 };
#define TAG(field, type) ((uint32_t)(field) << 3 | (type))

/* Writes up to 10 bytes. The groups of 7 bits are spread over the bytes of a word in
** two or three steps, without more branches on the value's size, which is hard to predict. */
static inline uint8_t *put_varint(uint8_t *p, uint64_t v) {
  if (v < 0x80) {
    *p = (uint8_t)v;
    return p + 1;
  }
  if (v < 1 << 28) {
    uint32_t u = (uint32_t)v;
    u = (u & 0x3fff) | (u & 0xfffc000) << 2;
    u = (u & 0x7f007f) | (u & 0x3f803f80) << 1;
    int last = (31 - __builtin_clz(u)) & ~7; /* bits before the last byte */
    u |= 0x80808080u & ((1u << last) - 1);
    memcpy(p, &u, 4);
    return p + last / 8 + 1;
  }
  if (v < 1ULL << 56) {
    v = (v & 0xfffffff) | (v & 0xfffffff0000000) << 4;
    v = (v & 0x3fff00003fff) | (v & 0xfffc0000fffc000) << 2;
    v = (v & 0x7f007f007f007f) | (v & 0x3f803f803f803f80) << 1;
    int last = (63 - __builtin_clzll(v)) & ~7;
    v |= 0x8080808080808080u & ((1ULL << last) - 1);
    memcpy(p, &v, 8);
    return p + last / 8 + 1;
  }
  while (v >= 0x80) {
    *p++ = (uint8_t)(v | 0x80);
    v >>= 7;
  }
  *p++ = (uint8_t)v;
  return p;
}

static inline uint8_t *put_int(uint8_t *p, int field, uint64_t v) { return put_varint(put_varint(p, TAG(field, VARINT)), v); }

static inline uint8_t *put_text(uint8_t *p, int field, const char *text, size_t size) {
  p = put_varint(put_varint(p, TAG(field, BYTES)), size);
  memcpy(p, text, size);
  return p + size;
}

/* A nested message whose size is not known yet: its length is written in 1, 2 or 4
** bytes (the last ones redundant, which is valid) when it ends. */
static inline uint8_t *open_message(uint8_t *p, int field, int width) { return put_varint(p, TAG(field, BYTES)) + width; }
static inline void close_message(uint8_t *body, const uint8_t *end, int width) {
  uint32_t size = (uint32_t)(end - body);
  uint8_t *length = body - width;
  for (int i = 0; i < width - 1; i++, size >>= 7) *length++ = (uint8_t)(size | 0x80);
  *length = (uint8_t)(size & 0x7f);
}

#endif
