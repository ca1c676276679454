/* See gpu_metrics.h. The layouts are those of the kernel's kgd_pp_interface.h: a head of 4 bytes (size u16, format u8, content u8), then numbers, least byte
** first. All bits set: the GPU does not have it. A layout counts if its size is exactly the one of its revision.
**
** 1.x: GPUs; temperatures in degrees, power in W. 2.x and 3.x: APUs; hundredths of a degree, mW. 1.0 and 2.0 have the time before everything else. 1.9 says
** what each of its numbers is: attributes_read(). */
#include "gpu_metrics.h"

#define J 0x1p-16 /* the unit of energy, in joules */
#define KB 1.024e-3 /* in MB */

typedef struct field { uint8_t value, bytes; uint16_t at; double scale; uint8_t count; } field; /* bytes 0: the end. count: numbers to add up */
typedef struct engines { uint8_t kind, bytes, count; uint16_t at; } engines;                     /* bytes 0: the end */
/* Partitions: their number (u16) is at `number_at`, and each has `bytes` from `at` on. */
typedef struct partitions { uint16_t number_at, at, bytes; engines of[GPU_ENGINE_KINDS + 1]; } partitions;
typedef struct layout { uint8_t format, content; uint16_t size; const field *field; const engines *engines; const partitions *partitions; } layout;

#define OLD_TEMPERATURES(at) {GPU_EDGE, 2, at, 1, 1}, {GPU_HOTSPOT, 2, (at) + 2, 1, 1}, {GPU_MEMORY_TEMPERATURE, 2, (at) + 4, 1, 1}
#define OLD_BUSY(at) {GPU_GFX_BUSY, 2, at, 1, 1}, {GPU_MEMORY_BUSY, 2, (at) + 2, 1, 1}, {GPU_MEDIA_BUSY, 2, (at) + 4, 1, 1}
#define OLD_CLOCKS {GPU_GFX_CLOCK, 2, 54, 1, 1}, {GPU_MEMORY_CLOCK, 2, 58, 1, 1}, {GPU_FAN, 2, 72, 1, 1}
#define PCIE(width) {GPU_PCIE_WIDTH, 2, width, 1, 1}, {GPU_PCIE_SPEED, 2, (width) + 2, 0.1, 1}
#define V1_1 OLD_TEMPERATURES(4), OLD_BUSY(16), {GPU_POWER, 2, 22, 1, 1}, {GPU_ENERGY, 8, 24, J, 1}, OLD_CLOCKS, PCIE(74)
static const field v1_0[] = {OLD_TEMPERATURES(16), OLD_BUSY(28), {GPU_POWER, 2, 34, 1, 1}, OLD_CLOCKS, {0}};
static const field v1_1[] = {V1_1, {0}}, v1_3[] = {V1_1, {GPU_LIMITS, 8, 112, 1, 1}, {0}};

#define NEW_HEAD {GPU_HOTSPOT, 2, 4, 1, 1}, {GPU_MEMORY_TEMPERATURE, 2, 6, 1, 1}, {GPU_POWER, 2, 10, 1, 1}, \
  {GPU_GFX_BUSY, 2, 12, 1, 1}, {GPU_MEMORY_BUSY, 2, 14, 1, 1}
#define LINKS(width, bandwidth, xgmi) PCIE(width), {GPU_XGMI_WIDTH, 2, (width) + 4, 1, 1}, {GPU_XGMI_SPEED, 2, (width) + 6, 1, 1}, \
  {GPU_PCIE_BANDWIDTH, 8, bandwidth, 1, 1}, {GPU_XGMI_READ, 8, xgmi, KB, 8}, {GPU_XGMI_WRITTEN, 8, (xgmi) + 64, KB, 8}
#define NEW(energy, gfx, memory) NEW_HEAD, {GPU_ENERGY, 8, energy, J, 1}, {GPU_GFX_CLOCK, 2, gfx, 1, 1}, {GPU_MEMORY_CLOCK, 2, memory, 1, 1}
#define THROTTLE(at) {GPU_THROTTLE_COUNT, 4, at, 1, 1}, {GPU_THROTTLE_PROCHOT, 4, (at) + 4, 1, 1}, {GPU_THROTTLE_POWER, 4, (at) + 8, 1, 1}, \
  {GPU_THROTTLE_SOCKET, 4, (at) + 12, 1, 1}, {GPU_THROTTLE_VR, 4, (at) + 16, 1, 1}, {GPU_THROTTLE_HBM, 4, (at) + 20, 1, 1}
static const field v1_4[] = {NEW(24, 240, 280), LINKS(48, 72, 104), {0}}, v1_5[] = {NEW(88, 312, 352), LINKS(112, 136, 176), {0}};
static const field v1_6[] = {NEW(16, 264, 304), LINKS(60, 88, 128), THROTTLE(32), {0}};
static const field v1_7[] = {NEW(24, 296, 336), LINKS(68, 96, 136), THROTTLE(40), {0}};
static const engines e1_4[] = {{GPU_VCN_ENGINE, 2, 4, 16}, {0}}, e1_5[] = {{GPU_VCN_ENGINE, 2, 4, 16}, {GPU_JPEG_ENGINE, 2, 32, 24}, {0}};
#define PARTITION(jpegs) {{GPU_GFX_ENGINE, 4, 8, 0}, {GPU_JPEG_ENGINE, 2, jpegs, 32}, {GPU_VCN_ENGINE, 2, 4, 32 + 2 * (jpegs)}, {0}}
static const partitions p1_6 = {306, 312, 168, PARTITION(32)}, p1_7 = {338, 344, 232, PARTITION(32)}, p1_8 = {338, 344, 440, PARTITION(40)};

#define APU(temperature, busy, power, clock) {GPU_EDGE, 2, temperature, 0.01, 1}, {GPU_GFX_BUSY, 2, busy, 1, 1}, {GPU_MEDIA_BUSY, 2, (busy) + 2, 1, 1}, \
  {GPU_POWER, 2, power, 1e-3, 1}, {GPU_GFX_CLOCK, 2, clock, 1, 1}, {GPU_MEMORY_CLOCK, 2, (clock) + 4, 1, 1}
static const field v2_0[] = {APU(16, 40, 44, 80), {0}}, v2_1[] = {APU(4, 28, 40, 76), {0}}, v2_2[] = {APU(4, 28, 40, 76), {GPU_LIMITS, 8, 120, 1, 1}, {0}};
static const field v3_0[] = {{GPU_EDGE, 2, 4, 0.01, 1}, {GPU_GFX_BUSY, 2, 42, 1, 1}, {GPU_MEDIA_BUSY, 2, 44, 1, 1}, {GPU_POWER, 4, 112, 1e-3, 1},
                             {GPU_GFX_CLOCK, 2, 174, 1, 1}, {GPU_MEMORY_CLOCK, 2, 186, 1, 1}, {0}};

static const layout layouts[] = {
  {1, 0, 80, v1_0, NULL, NULL}, {1, 1, 96, v1_1, NULL, NULL}, {1, 2, 104, v1_1, NULL, NULL}, {1, 3, 120, v1_3, NULL, NULL}, {1, 4, 288, v1_4, e1_4, NULL},
  {1, 5, 360, v1_5, e1_5, NULL}, {1, 6, 1664, v1_6, NULL, &p1_6}, {1, 7, 2208, v1_7, NULL, &p1_7}, {1, 8, 3872, v1_7, NULL, &p1_8}, {2, 0, 120, v2_0, NULL, NULL},
  {2, 1, 120, v2_1, NULL, NULL}, {2, 2, 128, v2_2, NULL, NULL}, {2, 3, 152, v2_2, NULL, NULL}, {2, 4, 168, v2_2, NULL, NULL}, {3, 0, 264, v3_0, NULL, NULL}};

static uint64_t number_at(const uint8_t *bytes, unsigned n) {
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++)
    v |= (uint64_t)bytes[i] << 8 * i;
  return v;
}
static bool is_absent(uint64_t v, unsigned bytes) { return v == UINT64_MAX >> (64 - 8 * bytes); }

/* ---- engines ---- */

static const uint8_t engines_of[GPU_ENGINE_KINDS] = {GPU_GFX_ENGINES, GPU_VCN_ENGINES, GPU_JPEG_ENGINES};

enum gpu_engine gpu_engine_of(int slot, int *partition, int *number) {
  int kind = 0;
  *partition = slot / GPU_ENGINES_OF_ONE - 1;
  for (*number = slot % GPU_ENGINES_OF_ONE; *number >= engines_of[kind]; kind++)
    *number -= engines_of[kind];
  return (enum gpu_engine)kind;
}

/* Adds those of the GPU (partition -1), or of a partition. */
static void engines_add(gpu_metrics *out, const uint8_t *bytes, const engines *e, int partition) {
  int first = (partition + 1) * GPU_ENGINES_OF_ONE;
  for (int kind = 0; kind < e->kind; kind++)
    first += engines_of[kind];
  for (int i = 0; i < e->count && i < engines_of[e->kind] && out->engines < GPU_ENGINES; i++) {
    uint64_t v = number_at(bytes + e->at + i * e->bytes, e->bytes);
    if (!is_absent(v, e->bytes))
      out->engine[out->engines++] = (gpu_engine_busy){(uint16_t)(first + i), (float)v};
  }
}

static void partitions_add(gpu_metrics *out, const uint8_t *bytes, const partitions *p) {
  uint64_t n = number_at(bytes + p->number_at, 2);
  for (int i = 0; i < (int)(n < GPU_PARTITIONS ? n : GPU_PARTITIONS); i++)
    for (const engines *e = p->of; e->bytes; e++)
      engines_add(out, bytes + p->at + i * p->bytes, e, i);
}

/* ---- values ---- */

static void value_set(gpu_metrics *out, int value, double v) {
  out->known |= 1u << value;
  out->value[value] = v;
}

/* The kernel's bits, by its groups. */
static double limits_of(uint64_t bits) {
  int limits = 0;
  for (int i = 0; i < 4; i++)
    limits |= (bits >> 16 * i & 0xffff ? 1 : 0) << i;
  return limits;
}

static void field_read(gpu_metrics *out, const uint8_t *bytes, const field *f) {
  double sum = 0;
  bool any = false;
  for (int i = 0; i < f->count; i++) {
    uint64_t v = number_at(bytes + f->at + i * f->bytes, f->bytes);
    if (is_absent(v, f->bytes))
      continue;
    any = true;
    sum += f->value == GPU_LIMITS ? limits_of(v) : (double)v;
  }
  if (any)
    value_set(out, f->value, sum * f->scale);
}

/* Of the older GPUs, only those with stacked memory are known to count energy in this unit; they alone tell the temperature of each stack. */
enum { STACK_TEMPERATURE = 88 };
static bool energy_counts(const layout *l, const uint8_t *bytes) { return l->content > 3 || number_at(bytes + STACK_TEMPERATURE, 2) != 0xffff; }

/* ---- 1.9 ---- */

/* Its numbers are attributes, `count` of them (i32 at 4): a word of 64 bits, and the numbers directly behind it. The word: unit (8 bits from 24 on), type
** (4 from 20 on: u8, s8, u16, s16, u32, s32, u64, s64), what it is (10 from 10 on), how many numbers (10). */
enum { ATTRIBUTES_MOST = 1024, UNIT_TENTHS = 7 /* of GT/s */ };
static const struct attribute { uint8_t id, value; double scale; bool sum; } attributes[] = {
  {0, GPU_HOTSPOT, 1, false}, {1, GPU_MEMORY_TEMPERATURE, 1, false}, {3, GPU_POWER, 1, false}, {4, GPU_GFX_BUSY, 1, false}, {5, GPU_MEMORY_BUSY, 1, false},
  {7, GPU_ENERGY, J, false}, {9, GPU_THROTTLE_COUNT, 1, false}, {10, GPU_THROTTLE_PROCHOT, 1, false}, {11, GPU_THROTTLE_POWER, 1, false},
  {12, GPU_THROTTLE_SOCKET, 1, false}, {13, GPU_THROTTLE_VR, 1, false}, {14, GPU_THROTTLE_HBM, 1, false}, {16, GPU_PCIE_WIDTH, 1, false},
  {17, GPU_PCIE_SPEED, 1, false}, {18, GPU_XGMI_WIDTH, 1, false}, {19, GPU_XGMI_SPEED, 1, false}, {23, GPU_PCIE_BANDWIDTH, 1, false},
  {29, GPU_XGMI_READ, KB, true}, {30, GPU_XGMI_WRITTEN, KB, true}, {33, GPU_GFX_CLOCK, 1, false}, {37, GPU_MEMORY_CLOCK, 1, false}};
static const struct { uint8_t id, kind; } attribute_engines[] = {{40, GPU_GFX_ENGINE}, {41, GPU_JPEG_ENGINE}, {42, GPU_VCN_ENGINE}};

/* A number of a type; all bits of an unsigned one, or the greatest of a signed one: it is not there. */
static bool attribute_number(const uint8_t *bytes, unsigned type, double *v) {
  unsigned n = 1u << type / 2;
  uint64_t bits = number_at(bytes, n), sign = UINT64_C(1) << (8 * n - 1);
  *v = type % 2 && bits & sign ? -(double)(((~bits & (sign - 1)) + 1)) : (double)bits;
  return type % 2 ? bits != sign - 1 : !is_absent(bits, n);
}

static void attribute_read(gpu_metrics *out, const uint8_t *bytes, unsigned unit, unsigned type, unsigned id, unsigned count) {
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
    const struct attribute *a = &attributes[i];
    double sum = 0, v;
    bool any = false;
    for (unsigned k = 0; a->id == id && k < (a->sum ? count : 1); k++)
      if (attribute_number(bytes + k * (1u << type / 2), type, &v))
        sum += v, any = true;
    if (any)
      value_set(out, a->value, sum * (a->value == GPU_PCIE_SPEED && unit == UNIT_TENTHS ? 0.1 : a->scale));
  }
  for (size_t i = 0; i < sizeof attribute_engines / sizeof *attribute_engines; i++)
    if (attribute_engines[i].id == id && !(type % 2))
      engines_add(out, bytes, &(engines){attribute_engines[i].kind, (uint8_t)(1u << type / 2), (uint8_t)(count < 255 ? count : 255), 0}, -1);
}

static bool attributes_read(const uint8_t *bytes, size_t n, gpu_metrics *out) {
  size_t at = 8, size = n < 8 ? 0 : number_at(bytes, 2);
  uint64_t left = size < 8 || size > n ? 0 : number_at(bytes + 4, 4);
  if (!left || left > ATTRIBUTES_MOST)
    return false;
  for (; left; left--) {
    uint64_t word = size - at < 8 ? 0 : number_at(bytes + at, 8);
    unsigned type = word >> 20 & 15, count = word & 1023;
    size_t length = (size_t)count << type / 2;
    if (!count || type > 7 || word >> 32 || size - at - 8 < length)
      return false;
    attribute_read(out, bytes + at + 8, word >> 24 & 255, type, word >> 10 & 1023, count);
    at += 8 + length;
  }
  return size - at < 8; /* nothing is behind them but what fills up a word */
}

bool gpu_metrics_read(const uint8_t *bytes, size_t n, gpu_metrics *out) {
  const layout *l = NULL;
  out->known = 0;
  out->engines = 0;
  if (n >= 4 && bytes[2] == 1 && bytes[3] == 9) {
    bool good = attributes_read(bytes, n, out);
    if (!good) /* some have been read */
      out->known = 0, out->engines = 0;
    return good;
  }
  for (size_t i = 0; n >= 4 && i < sizeof layouts / sizeof *layouts; i++)
    if (layouts[i].format == bytes[2] && layouts[i].content == bytes[3] && layouts[i].size == number_at(bytes, 2) && layouts[i].size <= n)
      l = &layouts[i];
  for (const field *f = l ? l->field : NULL; f && f->bytes; f++)
    if (f->value != GPU_ENERGY || energy_counts(l, bytes))
      field_read(out, bytes, f);
  for (const engines *e = l ? l->engines : NULL; e && e->bytes; e++)
    engines_add(out, bytes, e, -1);
  if (l && l->partitions)
    partitions_add(out, bytes, l->partitions);
  return l;
}
