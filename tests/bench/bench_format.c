/* Size and speed of the chunk format on a generated trace (tests/helper/tracegen.h):
** bytes per event by kind and column, CPU time of encoding (the writer's: records to
** columns, then chunks) and of decoding. Minimum of several rounds, thread CPU time.
** Usage: bench_format [EVENTS] (default 5000000) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "clock.h"
#include "decode.h"
#include "tracegen.h"

#define ROUNDS 5

static rocz_encoder *encoder;
static rocz_decoder *decoder;

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double best(double a, double b) { return a == 0 || b < a ? b : a; }

/* ---- size */

static void print_sizes(const uint8_t *file, size_t size, uint64_t events) {
  static uint64_t bytes[64][ROCZ_MAX_COLUMNS + 1], rows[64];
  rocz_header h;
  rocz_error err;
  if (rocz_parse_header(file, size, &h, &err)) abort();
  for (size_t at = h.size; at < size;) {
    rocz_chunk c;
    rocz_body b;
    if (rocz_parse_chunk(file + at, size - at, at, &c, &err)) abort();
    if (c.kind == ROCZ_FOOTER) break;
    if (rocz_parse_body(&c, file + at + ROCZ_CHUNK_SIZE, &b, &err)) abort();
    uint64_t rest = ROCZ_CHUNK_SIZE + c.body_size;
    for (unsigned i = 0; i < b.columns; i++) {
      bytes[c.kind][b.entry[i].column] += b.entry[i].size;
      rest -= b.entry[i].size;
    }
    bytes[c.kind][ROCZ_MAX_COLUMNS] += rest;
    rows[c.kind] += c.rows;
    at += ROCZ_CHUNK_SIZE + c.body_size;
  }
  printf("%-14s %9s %8s   bytes per row by column\n", "kind", "rows", "B/event");
  for (unsigned k = 0; k < 64; k++) {
    if (!rows[k]) continue;
    uint64_t sum = 0;
    for (unsigned c = 0; c <= ROCZ_MAX_COLUMNS; c++) sum += bytes[k][c];
    const rocz_kind *kind = rocz_kind_find((uint16_t)k);
    printf("%-14s %9llu %8.3f  ", kind->name, (unsigned long long)rows[k], (double)sum / (double)events);
    if (k >= 32)
      for (unsigned c = 0; c < kind->columns; c++) printf(" %s %.3f", kind->column[c].name, (double)bytes[k][c] / (double)rows[k]);
    printf("\n");
  }
  printf("size (target: 3.5): %.3f bytes per event (%zu bytes, %llu events)\n", (double)size / (double)events, size, (unsigned long long)events);
}

/* ---- encoding. What is encoded has just been written by the same thread, as in the
** collector's writer: each chunk's rows are copied before the clock is started. */

static int64_t staging[ROCZ_MAX_COLUMNS][ROCZ_MAX_ROWS];

static double encode_lane_ns(const tracegen_lane *l, uint8_t *out, size_t capacity) {
  double ns = 0;
  for (uint64_t first = 0; first < l->rows; first += ROCZ_MAX_ROWS) {
    uint32_t rows = (uint32_t)(l->rows - first < ROCZ_MAX_ROWS ? l->rows - first : ROCZ_MAX_ROWS);
    const int64_t *column[ROCZ_MAX_COLUMNS] = {0};
    for (int c = 0; c < ROCZ_MAX_COLUMNS && l->column[c]; c++) column[c] = memcpy(staging[c], l->column[c] + first, rows * sizeof(int64_t));
    rocz_rows r = {.kind = l->kind, .lane = l->lane, .rows = rows, .column = column};
    double start = cpu_ns();
    if (!rocz_encode_chunk(encoder, &r, out, capacity)) abort();
    ns += cpu_ns() - start;
  }
  return ns;
}

static double bench_encode(const tracegen_trace *t, uint16_t kind, uint64_t *rows) {
  size_t capacity = rocz_chunk_bound(ROCZ_COPY, ROCZ_MAX_ROWS, 0);
  uint8_t *out = malloc(capacity);
  double least = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double ns = 0;
    *rows = 0;
    for (size_t i = 0; i < t->lanes; i++) {
      if (t->lane[i].kind != kind) continue;
      ns += encode_lane_ns(&t->lane[i], out, capacity);
      *rows += t->lane[i].rows;
    }
    least = best(least, ns);
  }
  free(out);
  return least;
}

/* The writer's whole work on calls: 32-byte records with ticks in a ring to columns,
** then a chunk. */
static void drain_calls(const rocz_call_record *ring, uint32_t rows, rocz_clock *clock, uint8_t *out, size_t capacity) {
  for (uint32_t i = 0; i < rows; i++) {
    const rocz_call_record *r = &ring[i];
    int64_t begin = rocz_clock_ns(clock, r->start);
    staging[0][i] = rocz_clock_ns(clock, r->end) - begin;
    staging[1][i] = begin;
    staging[2][i] = r->function;
    staging[3][i] = r->sequence;
    staging[4][i] = r->parent;
    staging[5][i] = r->result;
  }
  const int64_t *column[ROCZ_MAX_COLUMNS] = {staging[0], staging[1], staging[2], staging[3], staging[4], staging[5]};
  rocz_rows r = {.kind = ROCZ_CALL, .lane = 1, .rows = rows, .column = column};
  if (!rocz_encode_chunk(encoder, &r, out, capacity)) abort();
}

static double bench_writer(const tracegen_trace *t, uint64_t *rows) {
  static rocz_call_record ring[ROCZ_MAX_ROWS];
  const tracegen_lane *l = tracegen_find(t, ROCZ_CALL, 1);
  rocz_anchor anchor[2] = {{0, 0, 0, 0}, {2300000000000, 1000000000000, 0, 0}};
  size_t capacity = rocz_chunk_bound(ROCZ_CALL, ROCZ_MAX_ROWS, 0);
  uint8_t *out = malloc(capacity);
  double least = 0;
  rocz_clock clock;
  rocz_clock_init(&clock, anchor, 2, 2300000000);
  for (int round = 0; round < ROUNDS; round++) {
    double ns = 0;
    for (uint64_t first = 0; first < l->rows; first += ROCZ_MAX_ROWS) {
      uint32_t count = (uint32_t)(l->rows - first < ROCZ_MAX_ROWS ? l->rows - first : ROCZ_MAX_ROWS);
      for (uint32_t i = 0; i < count; i++) {
        uint64_t k = first + i;
        ring[i] = (rocz_call_record){.start = l->column[1][k] * 23 / 10, .end = (l->column[1][k] + l->column[0][k]) * 23 / 10,
                                     .sequence = (uint32_t)l->column[3][k],
                                     .function = (uint16_t)l->column[2][k], .parent = (uint32_t)l->column[4][k], .result = (int32_t)l->column[5][k]};
      }
      double start = cpu_ns();
      drain_calls(ring, count, &clock, out, capacity);
      ns += cpu_ns() - start;
    }
    least = best(least, ns);
  }
  free(out);
  *rows = l->rows;
  return least;
}

/* ---- decoding: every column of a kind, narrow */

static double bench_decode(const uint8_t *file, size_t size, uint16_t kind, uint32_t columns, uint64_t *rows) {
  static int64_t out[ROCZ_MAX_ROWS];
  double least = 0;
  rocz_header h;
  rocz_error err;
  if (rocz_parse_header(file, size, &h, &err)) abort();
  for (int round = 0; round < ROUNDS; round++) {
    double start = cpu_ns();
    *rows = 0;
    for (size_t at = h.size; at < size;) {
      rocz_chunk c;
      rocz_body b;
      rocz_narrow shape;
      if (rocz_parse_chunk(file + at, size - at, at, &c, &err)) abort();
      if (c.kind == ROCZ_FOOTER) break;
      if (c.kind == kind) {
        if (rocz_parse_body(&c, file + at + ROCZ_CHUNK_SIZE, &b, &err)) abort();
        for (unsigned i = 0; i < ROCZ_MAX_COLUMNS; i++)
          if (columns >> i & 1 && rocz_decode_narrow(decoder, &b, i, NULL, out, &shape, &err)) abort();
        *rows += c.rows;
      }
      at += ROCZ_CHUNK_SIZE + c.body_size;
    }
    least = best(least, cpu_ns() - start);
  }
  return least;
}

static void print_time(const char *what, double ns, uint64_t rows) {
  printf("%-52s %6.2f ns per row (%llu rows)\n", what, ns / (double)rows, (unsigned long long)rows);
}

int main(int argc, char **argv) {
  tracegen_options o = tracegen_defaults(argc > 1 ? strtoull(argv[1], NULL, 10) : 5000000);
  encoder = rocz_encoder_init(aligned_alloc(16, ROCZ_ENCODER_SIZE), ROCZ_ENCODER_SIZE);
  decoder = rocz_decoder_init(aligned_alloc(16, ROCZ_DECODER_SIZE), ROCZ_DECODER_SIZE);
  tracegen_trace *t = tracegen_make(&o);
  uint8_t *file;
  size_t size;
  uint64_t rows, events = 0;
  if (!encoder || !decoder || !t || tracegen_encode(t, &file, &size)) return 1;
  events = t->calls + t->kernels + t->copies;
  print_sizes(file, size, events);
  static const struct { uint16_t kind; const char *encode, *decode; } kinds[] = {
      {ROCZ_CALL, "encode calls", "decode calls, all columns"},
      {ROCZ_DISPATCH, "encode kernels", "decode kernels, all columns"},
      {ROCZ_COPY, "encode copies", "decode copies, all columns"}};
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double ns = bench_encode(t, kinds[i].kind, &rows);
    sum += ns;
    print_time(kinds[i].encode, ns, rows);
  }
  print_time("encode all (target: 15)", sum, events);
  double writer = bench_writer(t, &rows);
  print_time("writer: calls from the ring to a chunk (target: 20)", writer, rows);
  for (int i = 0; i < 3; i++) {
    double ns = bench_decode(file, size, kinds[i].kind, UINT32_MAX, &rows);
    print_time(kinds[i].decode, ns, rows);
  }
  double ns = bench_decode(file, size, ROCZ_CALL, 5, &rows);
  print_time("decode calls: duration, function (for top)", ns, rows);
  ns = bench_decode(file, size, ROCZ_DISPATCH, 3, &rows);
  print_time("decode kernels: launch, duration (for top)", ns, rows);
  ns = bench_decode(file, size, ROCZ_DISPATCH, 6, &rows);
  print_time("decode kernels: duration, start (for busy, gaps)", ns, rows);
  free(file);
  tracegen_free(t);
  return 0;
}
