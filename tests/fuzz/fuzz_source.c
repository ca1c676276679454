/* Fuzz target: a chunk file and its live file, attached to a connection; all columns of
** all kinds are read and checked against what the contract of column.h promises.
**
** Input: a byte of flags (1: hashes are made right first, so that what is behind them
** is reached; 2: damage is skipped), the size of the .rocz as u32, the .rocz, then the
** live file (none when nothing is left). */
#include <stdlib.h>
#include <string.h>
#include "bytes.h"
#include "hash.h"
#include "read_trace.h"
#include "rocz.h"

static void put_hash(uint8_t *p, uint64_t hash) { rocz_put64(p, hash); }

/* Corrects the hashes of the header, and of chunks as far as sizes lead. */
static void repair(uint8_t *d, size_t size) {
  if (size < ROCZ_HEADER_SIZE) return;
  uint64_t at = rocz_get32(d + 12);
  if (at < ROCZ_HEADER_SIZE || at > size) return;
  put_hash(d + 152, rocz_header_hash(d, at));
  while (size - at >= ROCZ_CHUNK_SIZE) {
    uint32_t body = rocz_get32(d + at + 48);
    if (body > size - at - ROCZ_CHUNK_SIZE) body = 0;
    put_hash(d + at + 56, rocz_hash(d + at + ROCZ_CHUNK_SIZE, body));
    put_hash(d + at + 72, rocz_hash(d + at, 72));
    at += ROCZ_CHUNK_SIZE + (uint64_t)body;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 5) return 0;
  unsigned flags = data[0];
  size_t first = rocz_get32(data + 1);
  if (first > size - 5) first = size - 5;
  uint8_t *file = malloc(first + 1);
  memcpy(file, data + 5, first);
  if (flags & 1) repair(file, first);
  const uint8_t *live = size - 5 > first ? data + 5 + first : NULL;
  read_trace_make_file("fuzz.rocz", file, first);
  read_trace_make_file("fuzz.rocz.live", live, size - 5 - first);
  free(file);
  read_trace_of_file("fuzz.rocz", &(rocpd_open_options){.skip_damaged = (flags & 2) != 0});
  return 0;
}
