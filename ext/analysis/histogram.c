/* See histogram.h. A number's bin is found by its number of bits: mostly at most one bin begins among the numbers with that many bits, so no branch is
** needed. */
#include "histogram.h"
#include <errno.h>
#include <stdlib.h>
#include "bisect.h"
#include "sum.h"

static int bits_of(int64_t v) { return v > 0 ? 64 - __builtin_clzll((uint64_t)v) : 0; }

int rocpd_bin_of(const rocpd_bins *b, int64_t v) {
  int bits = bits_of(v);
  if (b->simple) return b->first[bits] + (v >= b->next[bits]);
  return ROCPD_FIRST(i, b->first[bits], bits < 63 ? b->first[bits + 1] : b->bounds, b->bound[i] > v);
}

static void index_bins(rocpd_bins *b) {
  b->first[0] = 0;
  for (int bits = 1, bin = 0; bits < 64; bits++) {
    while (bin < b->bounds && b->bound[bin] <= (int64_t)1 << (bits - 1)) bin++;
    b->first[bits] = bin;
  }
  b->first[64] = b->bounds;
  b->simple = true;
  for (int bits = 0; bits < 64; bits++) {
    int begin = b->first[bits], next = bits < 63 ? b->first[bits + 1] : b->bounds;
    int64_t most = bits < 63 ? ((int64_t)1 << bits) - 1 : INT64_MAX;
    int inside = next - begin - (next > begin && b->bound[next - 1] > most); /* the last bin may begin with the smallest number of more bits */
    b->next[bits] = inside ? b->bound[begin] : INT64_MAX;
    b->simple &= inside <= 1;
  }
}

static void scale(rocpd_bins *b, int64_t factor, const int *step, int steps) {
  b->bounds = 0;
  for (int64_t unit = 1;; unit *= factor) {
    for (int i = 0; i < steps && unit <= INT64_MAX / step[i]; i++) b->bound[b->bounds++] = unit * step[i];
    if (unit > INT64_MAX / factor) return;
  }
}

static bool parse_list(rocpd_bins *b, const char *text) {
  char *end;
  b->bounds = 0;
  do {
    errno = 0;
    int64_t v = strtoll(text, &end, 10);
    if (end == text || errno || v < 0 || b->bounds == ROCPD_BINS - 1 || (b->bounds && v <= b->bound[b->bounds - 1])) return false;
    b->bound[b->bounds++] = v;
    text = end + 1;
  } while (*end == ',');
  return !*end;
}

bool rocpd_bins_parse(rocpd_bins *b, const char *text) {
  static const int steps[] = {1, 2, 5};
  if (!strcmp(text, "1-2-5")) scale(b, 10, steps, 3);
  else if (!strcmp(text, "log10")) scale(b, 10, steps, 1);
  else if (!strcmp(text, "log2")) scale(b, 2, steps, 1);
  else if (!parse_list(b, text)) return false;
  index_bins(b);
  return true;
}

static void init(void *slots, size_t n, const void *arg) { memset(slots, 0, n * ((size_t)((const rocpd_bins *)arg)->bounds + 1) * sizeof(rocpd_bin)); }

static void add(void *slots, const int64_t *restrict group, const int64_t *restrict duration, uint32_t n, const void *arg) {
  const rocpd_bins *bins = arg;
  rocpd_bin *restrict bin = slots;
  int64_t at[ROCPD_BLOCK];
  for (uint32_t i = 0; i < n; i++) at[i] = group[i] * (bins->bounds + 1) + rocpd_bin_of(bins, duration[i]);
  for (uint32_t i = 0; i < n; i++) {
    if (duration[i] == ROCPD_NULL) continue;
    rocpd_bin *b = &bin[at[i]];
    b->n++;
    b->sum_ns = rocpd_add(b->sum_ns, duration[i]);
  }
}

static int merge(void *to, const void *from, const void *arg) {
  rocpd_bin *t = to;
  const rocpd_bin *f = from;
  for (int i = 0; i <= ((const rocpd_bins *)arg)->bounds; i++) t[i].n += f[i].n, t[i].sum_ns = rocpd_add(t[i].sum_ns, f[i].sum_ns);
  return SQLITE_OK;
}

/* ---- states: the number of bins that are not empty; of each its distance from the one before, its number of durations and their sum */

static void save(const void *from, rocpd_state_writer *to, const void *arg) {
  const rocpd_bin *bin = from;
  int bins = ((const rocpd_bins *)arg)->bounds + 1, filled = 0, next = 0;
  for (int i = 0; i < bins; i++) filled += bin[i].n != 0;
  rocpd_state_put(to, (uint64_t)filled);
  for (int i = 0; i < bins; i++) {
    if (!bin[i].n) continue;
    rocpd_state_put(to, (uint64_t)(i - next));
    rocpd_state_put(to, bin[i].n);
    rocpd_state_put_signed(to, bin[i].sum_ns);
    next = i + 1;
  }
}

static int load(void *to, rocpd_state_reader *from, const void *arg) {
  rocpd_bin *bin = to;
  uint64_t bins = (uint64_t)((const rocpd_bins *)arg)->bounds + 1, next = 0;
  for (uint64_t filled = rocpd_state_get(from); filled > 0 && !from->bad; filled--) {
    uint64_t at = rocpd_state_get(from), n = rocpd_state_get(from);
    int64_t sum = rocpd_state_get_signed(from);
    from->bad |= at >= bins - next || !n || n > INT64_MAX || sum == ROCPD_NULL;
    if (from->bad) break;
    bin[next + at] = (rocpd_bin){n, sum};
    next += at + 1;
  }
  return SQLITE_OK;
}

rocpd_group_class rocpd_histogram_class(const rocpd_bins *bins) {
  return (rocpd_group_class){.size = ((size_t)bins->bounds + 1) * sizeof(rocpd_bin), .init = init, .add = add, .merge = merge, .save = save, .load = load};
}

int rocpd_histogram(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, const rocpd_bins *bins, rocpd_group_table *out, rocpd_error *err) {
  rocpd_group_class class = rocpd_histogram_class(bins);
  return rocpd_group_pass(s, input, inputs, keys, &class, bins, out, err);
}
