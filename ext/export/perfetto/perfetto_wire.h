/* Perfetto's traces as bytes: protocol buffers written by hand, and the numbers of their fields. */
#ifndef ROCPD_PERFETTO_WIRE_H
#define ROCPD_PERFETTO_WIRE_H
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

/* Field numbers, those of Perfetto's published schema (trace_packet.proto, track_event.proto, track_descriptor.proto, interned_data.proto, ...). Flow ids
** are in the older fields of two each, which every reader knows: as varints they take less space. */
enum {
  TRACE_PACKET = 1,
  PACKET_CLOCK_SNAPSHOT = 6, PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10, PACKET_TRACK_EVENT = 11, PACKET_INTERNED = 12, PACKET_FLAGS = 13,
  PACKET_CLOCK_ID = 58, PACKET_DEFAULTS = 59, PACKET_TRACK = 60, PACKET_COMPRESSED = 50, PACKET_STAGE = 53, PACKET_FIRST = 87, PACKET_ATTRIBUTES = 126,
  PACKET_GPUS = 128,
  DEFAULTS_TRACK_EVENT = 11, DEFAULTS_CLOCK_ID = 58,
  SNAPSHOT_CLOCK = 1, SNAPSHOT_PRIMARY = 2, CLOCK_ID = 1, CLOCK_TIME = 2, CLOCK_INCREMENTAL = 3,
  EVENT_CATEGORY = 3, EVENT_ANNOTATION = 4, EVENT_TYPE = 9, EVENT_NAME = 10, EVENT_TRACK = 11,
  EVENT_COUNTER = 30, EVENT_FLOW = 36, EVENT_LAST_FLOW = 42, EVENT_REAL_COUNTER = 44, EVENT_STAGES = 3000, STAGES_SUBMITTED = 1,
  STAGE_EVENT_ID = 1, STAGE_DURATION = 2, STAGE_CONTEXT = 5, STAGE_GPU = 11, STAGE_QUEUE = 13, STAGE_STAGE = 14, STAGE_KERNEL = 19, STAGE_NAME = 20,
  STAGE_LAUNCH = 21,
  LAUNCH_GRID = 1, LAUNCH_WORKGROUP = 2, LAUNCH_ARGUMENT = 3, ARGUMENT_NAME_IID = 1, ARGUMENT_NAME = 2, ARGUMENT_INT = 3, ARGUMENT_TEXT = 6,
  KERNEL_NAME = 2, KERNEL_ARGUMENT = 5, CONTEXT_PID = 2, CONTEXT_API = 3, API_HIP = 5, SPECIFICATION_TEXT = 3, GPU = 1, GPU_NAME = 1,
  ANNOTATION_NAME_IID = 1, ANNOTATION_INT = 4, ANNOTATION_STRING = 6, ANNOTATION_NAME = 10, ANNOTATION_ENTRY = 11, ANNOTATION_TEXT_IID = 17,
  INTERNED_CATEGORY = 1, INTERNED_NAME = 2, INTERNED_LABEL = 3, INTERNED_CONTEXT = 23, INTERNED_SPECIFICATION = 24, INTERNED_TEXT = 29,
  INTERNED_KERNEL = 1000, INTERNED_ARGUMENT = 1001, ENTRY_IID = 1, ENTRY_TEXT = 2,
  TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5, TRACK_COUNTER = 8, TRACK_ORDERING = 11, TRACK_RANK = 12,
  TRACK_MERGE = 15,
  TRACK_PROCESSES = 19, TRACK_THREADS = 20,
  ATTRIBUTE = 1, ATTRIBUTE_KEY = 1, ATTRIBUTE_NUMBER = 2, ATTRIBUTE_TEXT = 3,
  COUNTER_UNIT = 3, UNIT_NONE = 0, UNIT_COUNT = 2, UNIT_BYTES = 3,
  PROCESS_PID = 1, PROCESS_COMMAND = 2, PROCESS_NAME = 6, PROCESS_START = 7, PROCESS_LABEL = 8,
  THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5,
};
enum { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3, COUNTER = 4, STATE_CLEARED = 1, STATE_NEEDED = 2, ORDER_EXPLICIT = 3, ROOT_EXPLICIT = 1, MERGE_NONE = 2 };
enum { CLOCK_REAL = 1, CLOCK_BOOT = 6, CLOCK_SEQUENCE = 64 };

/* A packet of any size. */
static inline uint8_t *begin_packet(uint8_t *p, uint8_t **body) { return *body = open_message(p, TRACE_PACKET, 4); }
static inline uint8_t *end_packet(uint8_t *body, uint8_t *p) {
  close_message(body, p, 4);
  return p;
}

#endif
