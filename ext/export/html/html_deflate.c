/* Compresses the bytes of columns by deflate (RFC 1951, in the format of RFC 1950). It is made for planes: each has codes of its own, and where few matches
** are found, few are searched for. Most bytes of a report are the lower planes of times, which are almost noise; zlib takes three times as long for them. */
#include "html.h"

enum {
  LITERALS = 286, DISTANCES = 30, LENGTH_CODES = 19, END = 256, FIRST_LENGTH = 257, /* RFC 1951, 3.2.5 to 3.2.7 */
  LONGEST_MATCH = 258, LONGEST_DISTANCE = 32768,
  CODE_BITS = 12,            /* longest code: four codes and the rest of the word before fit in a word; the format allows 15 */
  BLOCK_BYTES = 32768,       /* codes are made for at most this number of bytes */
  SHORTEST_MATCH = 8, HASH_BITS = 13, /* shorter matches save hardly any bits, and take long to find */
  MOST_MATCHES = BLOCK_BYTES / SHORTEST_MATCH + 1,
};

typedef struct bit_writer {
  uint8_t *p;
  uint64_t word;
  unsigned bits; /* number of bits in word; fewer than 8 after a flush */
} bit_writer;

/* At most 56 bits may be put between two flushes. */
static inline void put_bits(bit_writer *b, uint64_t value, unsigned n) { b->word |= value << b->bits, b->bits += n; }

static inline void flush_bits(bit_writer *b) {
  memcpy(b->p, &b->word, sizeof b->word);
  b->p += b->bits >> 3;
  b->word >>= b->bits & ~7u;
  b->bits &= 7;
}

static void align_bits(bit_writer *b) {
  b->bits = (b->bits + 7) & ~7u;
  flush_bits(b);
}

/* ---- Huffman codes */

typedef struct code { /* a code: its bits in the order in which they are written, the first one lowest */
  uint16_t bits;
  uint16_t size; /* number of bits; 0: the symbol does not occur */
} code;

typedef struct weight {
  uint32_t count;
  uint16_t symbol;
} weight;

/* Insertion sort; it is stable. */
static void sort_few(weight *w, int n) {
  for (int i = 1; i < n; i++) {
    weight moved = w[i];
    int j = i;
    for (; j && w[j - 1].count > moved.count; j--) w[j] = w[j - 1];
    w[j] = moved;
  }
}

/* Sorts symbols by count, ascending. If there are many, it makes a pass for each nine bits of the count, which has at most eighteen. Returns the number of
** symbols that occur. */
static int sort_weights(const uint32_t *count, int n, weight *sorted) {
  enum { FEW = 24 };
  weight pass[LITERALS];
  uint16_t at[2][512];
  int used = 0;
  for (int i = 0; i < n; i++)
    if (count[i]) sorted[used++] = (weight){count[i], (uint16_t)i};
  if (used <= FEW) return sort_few(sorted, used), used;
  memset(at, 0, sizeof at);
  for (int i = 0; i < used; i++) at[0][sorted[i].count & 511]++, at[1][sorted[i].count >> 9 & 511]++;
  for (int k = 0, sum[2] = {0, 0}; k < 512; k++)
    for (int p = 0; p < 2; p++) {
      int own = at[p][k];
      at[p][k] = (uint16_t)sum[p], sum[p] += own;
    }
  for (int i = 0; i < used; i++) pass[at[0][sorted[i].count & 511]++] = sorted[i];
  for (int i = 0; i < used; i++) sorted[at[1][pass[i].count >> 9 & 511]++] = pass[i];
  return used;
}

/* Computes the depths of the leaves of the Huffman tree: Moffat and Katajainen, "In-place calculation of minimum-redundancy codes" (1995). weight[i].count
** becomes the depth. Weights are sorted, so depths are descending. */
static void find_depths(weight *w, int n) {
  int leaf = 0, root = 0;
  for (int next = 0; next < n - 1; next++) { /* joins two nodes; the count of a joined node becomes the index of its parent */
    uint32_t sum = 0;
    for (int k = 0; k < 2; k++) {
      if (leaf >= n || (root < next && w[root].count < w[leaf].count)) sum += w[root].count, w[root++].count = (uint32_t)next;
      else sum += w[leaf++].count;
    }
    w[next].count = sum;
  }
  w[n - 2].count = 0;
  for (int next = n - 3; next >= 0; next--) w[next].count = w[w[next].count].count + 1;
  int inner = n - 2, free = 1, depth = 0, to = n - 1; /* turns depths of inner nodes into depths of leaves */
  while (free > 0) {
    int taken = 0;
    for (; inner >= 0 && w[inner].count == (uint32_t)depth; inner--) taken++;
    for (; free > taken; free--) w[to--].count = (uint32_t)depth;
    free = 2 * taken, depth++;
  }
}

/* Computes the number of codes of each size, none of which is longer than `most`. */
static void count_sizes(const weight *w, int n, int most, uint32_t *of_size) {
  uint32_t used = 0, whole = 1u << most;
  for (int i = 0; i < n; i++) {
    int size = w[i].count > (uint32_t)most ? most : (int)w[i].count;
    of_size[size]++, used += whole >> size;
  }
  while (used > whole) { /* makes room for one of the longest codes by lengthening a shorter one */
    int size = most - 1;
    while (!of_size[size]) size--;
    of_size[size]--, of_size[size + 1] += 2, of_size[most]--;
    used--;
  }
}

static uint16_t turned(uint32_t bits, int size) {
  static const uint8_t four[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
  uint32_t t = (uint32_t)four[bits & 15] << 12 | (uint32_t)four[bits >> 4 & 15] << 8 | (uint32_t)four[bits >> 8 & 15] << 4 | four[bits >> 12 & 15];
  return (uint16_t)(t >> (16 - size));
}

/* RFC 1951, 3.2.2. */
static void number_codes(code *c, int n, const uint32_t *of_size, int most) {
  uint32_t next[16] = {0}, bits = 0;
  for (int size = 1; size <= most; size++) next[size] = bits = (bits + (size > 1 ? of_size[size - 1] : 0)) << 1;
  for (int i = 0; i < n; i++)
    if (c[i].size) c[i].bits = turned(next[c[i].size]++, c[i].size);
}

/* Makes the codes of n symbols from their counts. If only one symbol occurs, its code has one bit. */
static void make_codes(const uint32_t *count, int n, int most, code *c) {
  weight w[LITERALS];
  uint32_t of_size[16] = {0};
  int used = sort_weights(count, n, w);
  memset(c, 0, (size_t)n * sizeof *c);
  if (used > 1) find_depths(w, used);
  else if (used) w[0].count = 1;
  count_sizes(w, used, most, of_size);
  for (int size = most, i = 0; size > 0; size--)
    for (uint32_t k = 0; k < of_size[size]; k++) c[w[i++].symbol].size = (uint16_t)size;
  number_codes(c, n, of_size, most);
}

/* ---- matches */

typedef struct match {
  uint16_t literals, length, distance; /* number of literal bytes, then a match of `length` bytes at `distance` */
} match;

typedef struct rocpd_html_deflate {
  match match[MOST_MATCHES];
  uint32_t literal[LITERALS], distance[DISTANCES];
  uint32_t place[1 << HASH_BITS], passed; /* last position of each hash, counted from 1 over all bytes seen so far; passed: number of bytes before this piece */
  code literal_code[LITERALS], distance_code[DISTANCES];
} deflate_state;

static inline uint64_t load(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, sizeof word);
  return word;
}

static inline uint32_t hash_of(uint64_t word) { return (uint32_t)(word * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS)); }

static size_t same(const uint8_t *a, const uint8_t *b, size_t most) {
  size_t n = 0;
  for (; n + 8 <= most; n += 8) {
    uint64_t differ = load(a + n) ^ load(b + n);
    if (differ) return n + (size_t)__builtin_ctzll(differ) / 8;
  }
  while (n < most && a[n] == b[n]) n++;
  return n;
}

/* Finds matches of at least `least` bytes in [from, to) of a piece; returns their number. If none was found for long, fewer positions are tried. */
static size_t find_matches(deflate_state *d, const uint8_t *byte, size_t from, size_t to, size_t least) {
  enum { KNOWN = 8 }; /* number of a match's last positions that are entered in the hash table */
  const uint32_t passed = d->passed + 1;
  size_t n = 0, literals = from, i = from;
  while (i + least <= to) {
    uint64_t word = load(byte + i);
    uint32_t *place = &d->place[hash_of(word)], now = passed + (uint32_t)i;
    size_t far = now - *place, back = 0; /* if more than i, the position is in another piece */
    *place = now;
    /* If only few byte values occur, the first eight bytes are often equal by chance. So the last eight of the shortest match are compared, too. */
    if (far > i || far > LONGEST_DISTANCE || (load(byte + i - far) ^ word) | (load(byte + i + least - 8) ^ load(byte + i + least - 8 - far))) {
      i += 1 + ((i - literals) >> 7);
      continue;
    }
    size_t most = to - i < LONGEST_MATCH ? to - i : LONGEST_MATCH, length = same(byte + i, byte + i - far, most);
    if (length < least) {
      i += 1 + ((i - literals) >> 7);
      continue;
    }
    while (back < i - literals && far + back < i && length < LONGEST_MATCH && byte[i - back - 1] == byte[i - far - back - 1]) back++, length++;
    d->match[n++] = (match){(uint16_t)(i - back - literals), (uint16_t)length, (uint16_t)(far - 1)};
    literals = i = i - back + length;
    for (size_t k = 1; k <= KNOWN && i + 8 <= to; k++) d->place[hash_of(load(byte + i - k))] = passed + (uint32_t)(i - k);
  }
  return n;
}

/* Finds the first byte from `at` on that differs from the byte that same_word consists of. */
static size_t run_end(const uint8_t *byte, size_t at, size_t to, uint64_t same_word) {
  for (; at + 8 <= to; at += 8) {
    uint64_t differ = load(byte + at) ^ same_word;
    if (differ) return at + (size_t)__builtin_ctzll(differ) / 8;
  }
  while (at < to && byte[at] == (uint8_t)same_word) at++;
  return at;
}

/* Length of a match for the bytes that begin with the exceptional byte at `at`, if it continues beyond the next byte; else 0. */
static size_t again(deflate_state *d, const uint8_t *byte, size_t at, size_t to, uint64_t same_word, size_t *far) {
  uint64_t word = load(byte + at);
  uint32_t *place = &d->place[hash_of(word)], now = d->passed + 1 + (uint32_t)at;
  *far = now - *place;
  *place = now;
  if (*far > at || *far > LONGEST_DISTANCE || load(byte + at - *far) != word) return 0;
  size_t length = same(byte + at, byte + at - *far, to - at < LONGEST_MATCH ? to - at : LONGEST_MATCH);
  return at + length > run_end(byte, at + 1, to, same_word) + 1 ? length : 0;
}

/* Finds matches if nearly all bytes are equal: runs are matches at distance 1; other matches are searched only at other bytes. */
static size_t find_runs(deflate_state *d, const uint8_t *byte, size_t from, size_t to, uint8_t common) {
  const uint64_t same_word = common * 0x0101010101010101u;
  size_t n = 0, literals = from, i = from, far;
  while (i + 8 <= to) {
    uint64_t differ = load(byte + i) ^ same_word;
    if (differ) {
      i += (size_t)__builtin_ctzll(differ) / 8;
      size_t length = i + 8 <= to ? again(d, byte, i, to, same_word, &far) : 0;
      if (length) d->match[n++] = (match){(uint16_t)(i - literals), (uint16_t)length, (uint16_t)(far - 1)}, literals = i += length;
      else i++;
      continue;
    }
    size_t end = run_end(byte, i + 8, to, same_word);
    while (i > literals && byte[i - 1] == common) i--;
    if (i == 0 || byte[i - 1] != common) i++;
    for (size_t some; end - i >= SHORTEST_MATCH; literals = i += some) {
      some = end - i < LONGEST_MATCH ? end - i : LONGEST_MATCH;
      d->match[n++] = (match){(uint16_t)(i - literals), (uint16_t)some, 0};
    }
    i = end;
  }
  return n;
}

/* ---- lengths and distances: a code for each power of two, in parts, and bits */

typedef struct coded {
  unsigned code, bits;
  uint32_t rest;
} coded;

static inline coded length_part(unsigned length) {
  unsigned x = length - 3;
  if (length == LONGEST_MATCH) return (coded){285, 0, 0};
  if (x < 8) return (coded){FIRST_LENGTH + x, 0, 0};
  unsigned bits = 29 - (unsigned)__builtin_clz(x);
  return (coded){FIRST_LENGTH + 4 * bits + (x >> bits), bits, x & ((1u << bits) - 1)};
}

static inline coded distance_part(unsigned less) { /* the distance is 1 */
  if (less < 4) return (coded){less, 0, 0};
  unsigned bits = 30 - (unsigned)__builtin_clz(less);
  return (coded){2 * bits + (less >> bits), bits, less & ((1u << bits) - 1)};
}

static void count_bytes(const uint8_t *byte, size_t n, uint32_t *count) {
  enum { MANY = 1024, PLACES = 8 }; /* number of bytes from which counting uses several tables, since incrementing one counter repeatedly is slow */
  size_t i = 0;
  if (n > MANY) {
    uint32_t some[PLACES][256] = {{0}};
    for (; i + PLACES <= n; i += PLACES) {
#pragma GCC unroll 8
      for (size_t k = 0; k < PLACES; k++) some[k][byte[i + k]]++;
    }
    for (int k = 0; k < 256; k++)
      for (int p = 0; p < PLACES; p++) count[k] += some[p][k];
  }
  for (; i < n; i++) count[byte[i]]++;
}

/* Counts the codes in a block. */
static void count_codes(deflate_state *d, const uint8_t *byte, size_t n, size_t matches) {
  memset(d->literal, 0, sizeof d->literal), memset(d->distance, 0, sizeof d->distance);
  for (size_t k = 0; k < matches; k++) {
    const match *m = &d->match[k];
    count_bytes(byte, m->literals, d->literal);
    byte += m->literals + m->length, n -= m->literals + m->length;
    d->literal[length_part(m->length).code]++, d->distance[distance_part(m->distance).code]++;
  }
  count_bytes(byte, n, d->literal);
  d->literal[END] = 1;
}

/* ---- blocks */

static size_t size_of(const deflate_state *d) {
  size_t bits = 0;
  for (int i = 0; i < LITERALS; i++) {
    unsigned rest = i < 265 || i == 285 ? 0 : (unsigned)(i - 261) / 4;
    bits += (size_t)d->literal[i] * (d->literal_code[i].size + rest);
  }
  for (int i = 0; i < DISTANCES; i++) bits += (size_t)d->distance[i] * (d->distance_code[i].size + (i < 4 ? 0 : (unsigned)(i - 2) / 2));
  return bits;
}

/* Sizes of codes, with runs: RFC 1951, 3.2.7. */
typedef struct sizes {
  uint8_t code[LITERALS + DISTANCES], rest[LITERALS + DISTANCES];
  int n, literals, distances, shown;
  uint32_t count[LENGTH_CODES];
  code by[LENGTH_CODES];
} sizes;
static const uint8_t size_order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
static const uint8_t size_bits[LENGTH_CODES] = {[16] = 2, [17] = 3, [18] = 7};

static void put_size(sizes *s, int symbol, int rest) { s->code[s->n] = (uint8_t)symbol, s->rest[s->n++] = (uint8_t)rest, s->count[symbol]++; }

static void put_run(sizes *s, int size, int n) {
  while (!size && n >= 3) {
    int some = n < 138 ? n : 138;
    put_size(s, some < 11 ? 17 : 18, some - (some < 11 ? 3 : 11)), n -= some;
  }
  if (size && n) put_size(s, size, 0), n--;
  while (size && n >= 3) {
    int some = n < 6 ? n : 6;
    put_size(s, 16, some - 3), n -= some;
  }
  while (n-- > 0) put_size(s, size, 0);
}

/* Returns the number of bits that they take. */
static size_t make_sizes(const deflate_state *d, sizes *s) {
  uint8_t all[LITERALS + DISTANCES];
  int n = 0;
  *s = (sizes){.literals = LITERALS, .distances = DISTANCES, .shown = LENGTH_CODES};
  while (s->literals > FIRST_LENGTH && !d->literal_code[s->literals - 1].size) s->literals--;
  while (s->distances > 1 && !d->distance_code[s->distances - 1].size) s->distances--;
  for (int i = 0; i < s->literals; i++) all[n++] = (uint8_t)d->literal_code[i].size;
  for (int i = 0; i < s->distances; i++) all[n++] = (uint8_t)d->distance_code[i].size;
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && all[end] == all[i];) end++;
    put_run(s, all[i], end - i);
  }
  make_codes(s->count, LENGTH_CODES, 7, s->by);
  while (s->shown > 4 && !s->by[size_order[s->shown - 1]].size) s->shown--;
  size_t bits = 14 + 3 * (size_t)s->shown;
  for (int i = 0; i < LENGTH_CODES; i++) bits += s->count[i] * (s->by[i].size + size_bits[i]);
  return bits;
}

static void put_sizes(bit_writer *b, const sizes *s) {
  put_bits(b, (uint64_t)(s->literals - 257) | (uint64_t)(s->distances - 1) << 5 | (uint64_t)(s->shown - 4) << 10, 14);
  for (int i = 0; i < s->shown; i++) flush_bits(b), put_bits(b, s->by[size_order[i]].size, 3);
  for (int i = 0; i < s->n; i++) {
    const code *c = &s->by[s->code[i]];
    flush_bits(b), put_bits(b, c->bits, c->size), put_bits(b, s->rest[i], size_bits[s->code[i]]);
  }
}

static inline void put_code(bit_writer *b, code c) { put_bits(b, c.bits, c.size); }

static void put_literals(bit_writer *b, const code *of, const uint8_t *byte, size_t n) {
  bit_writer own = *b;
  size_t i = 0;
  flush_bits(&own);
  for (; i + 4 <= n; i += 4) {
    put_code(&own, of[byte[i]]), put_code(&own, of[byte[i + 1]]), put_code(&own, of[byte[i + 2]]), put_code(&own, of[byte[i + 3]]);
    flush_bits(&own);
  }
  for (; i < n; i++) put_code(&own, of[byte[i]]), flush_bits(&own);
  *b = own;
}

static void put_codes(bit_writer *b, const deflate_state *d, const uint8_t *byte, size_t n, size_t matches) {
  const uint8_t *end = byte + n;
  for (size_t k = 0; k < matches; k++) {
    const match *m = &d->match[k];
    coded length = length_part(m->length), distance = distance_part(m->distance);
    put_literals(b, d->literal_code, byte, m->literals);
    put_code(b, d->literal_code[length.code]), put_bits(b, length.rest, length.bits);
    put_code(b, d->distance_code[distance.code]), put_bits(b, distance.rest, distance.bits);
    flush_bits(b);
    byte += m->literals + m->length;
  }
  put_literals(b, d->literal_code, byte, (size_t)(end - byte));
  put_code(b, d->literal_code[END]), flush_bits(b);
}

/* Writes a stored block of at most 65535 bytes. */
static void put_stored(bit_writer *b, const uint8_t *byte, size_t n) {
  put_bits(b, 0, 3), align_bits(b);
  put_bits(b, n | (uint64_t)(n ^ 0xffff) << 16, 32), flush_bits(b);
  memcpy(b->p, byte, n), b->p += n;
}

/* The fixed codes of RFC 1951, 3.2.6, for blocks without their own. */
static void fixed_codes(deflate_state *d) {
  uint32_t of_size[16] = {[7] = 24, [8] = 152, [9] = 112}, of_distance[16] = {[5] = 32};
  code all[288] = {{0}};
  for (int i = 0; i < 288; i++) all[i].size = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  number_codes(all, 288, of_size, 9);
  memcpy(d->literal_code, all, sizeof d->literal_code);
  for (int i = 0; i < DISTANCES; i++) d->distance_code[i].size = 5;
  number_codes(d->distance_code, DISTANCES, of_distance, 5);
}

enum { SHORT_BLOCK = 128 }; /* a block too short for codes of its own */

static void put_block(bit_writer *b, const deflate_state *d, const uint8_t *byte, size_t n, size_t matches, bool own) {
  sizes s;
  size_t head = own ? make_sizes(d, &s) : 0;
  if (head + size_of(d) >= 8 * n + 32) return put_stored(b, byte, n);
  put_bits(b, own ? 4 : 2, 3), flush_bits(b);
  if (own) put_sizes(b, &s), flush_bits(b);
  put_codes(b, d, byte, n, matches);
}

/* 256 times the logarithm to the base 2, with an error of less than 1. */
static uint32_t log2_of(uint32_t x) {
  unsigned whole = 31 - (unsigned)__builtin_clz(x);
  uint32_t part = (x << (31 - whole) >> 23) & 255;
  return 256 * whole + part + (part * (256 - part) * 88 >> 16);
}

/* Properties of all bytes, estimated from a sample. */
typedef struct sample {
  size_t least; /* shortest match that takes fewer bits than its bytes */
  int common;   /* -1, or the byte that nearly all are */
} sample;

static sample look_at(const uint8_t *byte, size_t n) {
  enum { MATCH_BITS = 24, SOME = 512, TOGETHER = 8, NEARLY_ALL = 7 }; /* of eight */
  uint32_t count[256] = {0}, seen = 0;
  size_t step = n > SOME ? n / SOME * TOGETHER : TOGETHER;
  sample s = {.common = -1};
  for (size_t i = 0; i + TOGETHER <= n; i += step, seen += TOGETHER)
    for (size_t k = 0; k < TOGETHER; k++) count[byte[i + k]]++;
  int64_t bits = seen ? (int64_t)seen * log2_of(seen) : 0, all = (int64_t)seen * 256 * MATCH_BITS;
  for (int k = 0; k < 256; k++) {
    bits -= count[k] ? (int64_t)count[k] * log2_of(count[k]) : 0;
    if (count[k] * 8 > seen * NEARLY_ALL) s.common = k;
  }
  s.least = bits * MATCH_BITS > all ? (size_t)(all / bits) : MATCH_BITS;
  if (s.least < SHORTEST_MATCH) s.least = SHORTEST_MATCH;
  return s;
}

static size_t find_all(deflate_state *d, const uint8_t *byte, size_t from, size_t to) {
  sample s = look_at(byte + from, to - from);
  return s.common < 0 ? find_matches(d, byte, from, to, s.least) : find_runs(d, byte, from, to, (uint8_t)s.common);
}

static void put_piece(bit_writer *b, deflate_state *d, const uint8_t *byte, size_t n) {
  bool own = n > SHORT_BLOCK;
  for (size_t from = 0, some, matches = 0; from < n; from += some) {
    some = n - from < BLOCK_BYTES ? n - from : BLOCK_BYTES;
    matches = own ? find_all(d, byte, from, from + some) : 0;
    count_codes(d, byte + from, some, matches);
    if (!own) fixed_codes(d);
    else make_codes(d->literal, LITERALS, CODE_BITS, d->literal_code), memset(d->distance_code, 0, sizeof d->distance_code);
    if (matches) make_codes(d->distance, DISTANCES, CODE_BITS, d->distance_code);
    put_block(b, d, byte + from, some, matches, own);
  }
  d->passed += (uint32_t)n;
}

/* The checksum of RFC 1950: the sum of all bytes, and the sum of these sums after each byte. LANES such sums are computed side by side. */
static uint32_t checksum(const uint8_t *byte, size_t n) {
  enum { LANES = 16, STEPS = 22, BASE = 65521 }; /* limited so that sums fit 16 bits: 255 * (0 + 1 + ... + 22) */
  uint64_t a = 1, b = 0;
  size_t i = 0;
  while (i + LANES <= n) {
    size_t steps = (n - i) / LANES < STEPS ? (n - i) / LANES : STEPS;
    uint16_t sum[LANES] = {0}, sums[LANES] = {0}; /* sums: sums of sum[] before each step */
    for (size_t k = 0; k < steps; k++, i += LANES)
      for (int j = 0; j < LANES; j++) sums[j] = (uint16_t)(sums[j] + sum[j]), sum[j] = (uint16_t)(sum[j] + byte[i + (size_t)j]);
    b += a * steps * LANES;
    for (unsigned j = 0; j < LANES; j++) a += sum[j], b += LANES * (uint64_t)sums[j] + (LANES - j) * (uint64_t)sum[j];
    a %= BASE, b %= BASE;
  }
  for (; i < n; i++) a += byte[i], b += a;
  return (uint32_t)(b % BASE << 16 | a % BASE);
}

/* Makes positions of n more bytes distinguishable from all earlier ones. */
static int begin_places(deflate_state **state, size_t n) {
  bool is_new = !*state;
  if (is_new && !(*state = sqlite3_malloc64(sizeof **state))) return SQLITE_NOMEM;
  if (is_new || (*state)->passed > UINT32_MAX - 1 - n) memset((*state)->place, 0, sizeof (*state)->place), (*state)->passed = 0;
  return SQLITE_OK;
}

int rocpd_html_deflate(struct rocpd_html_deflate **state, const rocpd_html_bytes *bytes, rocpd_html_bytes *out) {
  if (begin_places(state, bytes->n)) return SQLITE_NOMEM;
  /* A block is never longer than a stored one. */
  size_t blocks = bytes->cuts + 2 + bytes->n / BLOCK_BYTES, at = 0;
  if (rocpd_array_reserve(&out->byte, &out->capacity, bytes->n + blocks * 8 + 64, 1)) return SQLITE_NOMEM;
  bit_writer b = {.p = out->byte};
  put_bits(&b, 0x0178, 16), flush_bits(&b);
  for (size_t i = 0; i <= bytes->cuts; i++) {
    size_t end = i < bytes->cuts ? bytes->cut[i] : bytes->n;
    if (end > at) put_piece(&b, *state, bytes->byte + at, end - at);
    at = end;
  }
  put_bits(&b, 3, 3), put_code(&b, (code){0, 7}), align_bits(&b); /* the last block is empty */
  put_bits(&b, __builtin_bswap32(checksum(bytes->byte, bytes->n)), 32), flush_bits(&b);
  out->n = (size_t)(b.p - out->byte);
  return SQLITE_OK;
}
