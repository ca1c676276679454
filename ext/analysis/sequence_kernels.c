/* See sequence_kernels.h. Parts of queues are read in parallel. Then names are numbered, and the sums of earlier parts are added. */
#include "sequence_kernels.h"
#include "intern.h"
#include "parallel.h"

#define NONE UINT32_MAX

typedef struct kernel_reading {
  rocpd_session *session;
  const rocpd_queue_order *q;
  rocpd_sequence_kernels *out;
  int64_t within_ns;
  struct read_part {
    int64_t least_gap;                   /* -1: there is no pause */
    uint32_t sum[ROCPD_SEQUENCE_TIMES];  /* sums of its kernels, then those of all earlier parts */
  } *part;                               /* [parts of the order] */
  const uint32_t *position; /* position of each name among all texts */
  size_t positions;
  uint32_t *number;         /* number of the name at each position + 1; at first, whether a kernel has it. Atomic */
} kernel_reading;

/* Allocates times. `most`: the longest kernel or pause. */
static int new_times(rocpd_sequence_kernels *k, int64_t most, uint32_t longest, rocpd_error *err) {
  uint64_t room = k->n + ROCPD_SUMS_OF_LINE + 1;
  if (most <= UINT32_MAX / longest) k->sum = sqlite3_malloc64(room * sizeof *k->sum);
  else k->each = sqlite3_malloc64(room * sizeof *k->each);
  return k->sum || k->each ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)k->n);
}

/* Sets the times of a kernel. `before`: sums of earlier kernels, to which it is added. */
static void set_times(rocpd_sequence_kernels *k, uint64_t i, int64_t kernel_ns, int64_t gap_ns, uint32_t before[ROCPD_SEQUENCE_TIMES]) {
  if (k->each) {
    k->each[i][ROCPD_KERNEL_TIME] = kernel_ns, k->each[i][ROCPD_GAP_TIME] = gap_ns;
    return;
  }
  for (int t = 0; t < ROCPD_SEQUENCE_TIMES; t++) k->sum[i][t] = before[t];
  before[ROCPD_KERNEL_TIME] += (uint32_t)kernel_ns, before[ROCPD_GAP_TIME] += (uint32_t)gap_ns;
}

static void add_kernel(const kernel_reading *r, uint64_t i, const rocpd_queued *x, struct read_part *part) {
  bool goes_on = x->pause != ROCPD_NULL && x->pause <= r->within_ns;
  uint32_t name = x->name == ROCPD_NULL ? 0 : r->position[x->name] + 1;
  __atomic_store_n(&r->number[name], 1, __ATOMIC_RELAXED);
  r->out->kernel[i] = name | (goes_on ? 0 : ROCPD_SEQUENCE_BREAK);
  set_times(r->out, i, x->end - x->start, goes_on && x->pause > 0 ? x->pause : 0, part->sum);
  if (x->pause >= 0 && (part->least_gap < 0 || x->pause < part->least_gap)) part->least_gap = x->pause;
}

static int read_part(void *arg, size_t i, rocpd_error *err) {
  const kernel_reading *r = arg;
  rocpd_queue_reader *reader = NULL;
  rocpd_queued block[ROCPD_BLOCK];
  uint64_t place = r->q->part[i].first;
  uint32_t n = 1;
  struct read_part part = {.least_gap = -1};
  int rc = rocpd_queue_reader_open(r->q, i, &reader, err);
  while (rc == SQLITE_OK && n) {
    rc = rocpd_queue_read(reader, block, &n, err);
    for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) add_kernel(r, place++, &block[k], &part);
  }
  r->part[i] = part;
  rocpd_queue_reader_close(reader);
  return rc;
}

static int number_part(void *arg, size_t i, rocpd_error *err) {
  const kernel_reading *r = arg;
  const rocpd_queue_part *p = &r->q->part[i];
  const uint32_t *before = r->part[i].sum;
  rocpd_sequence_kernels *out = r->out;
  for (uint64_t k = p->first; k < p->first + p->n; k++) out->kernel[k] = r->number[out->kernel[k] & ~ROCPD_SEQUENCE_BREAK] | (out->kernel[k] & ROCPD_SEQUENCE_BREAK);
  for (uint64_t k = p->first; out->sum && k < p->first + p->n; k++)
    for (int t = 0; t < ROCPD_SEQUENCE_TIMES; t++) out->sum[k][t] += before[t];
  return SQLITE_OK;
}

static void sum_parts(kernel_reading *r) {
  uint32_t before[ROCPD_SEQUENCE_TIMES] = {0};
  for (size_t i = 0; i < r->q->parts; i++)
    for (int t = 0; t < ROCPD_SEQUENCE_TIMES; t++) {
      uint32_t own = r->part[i].sum[t];
      r->part[i].sum[t] = before[t], before[t] += own;
    }
  if (r->out->sum) memcpy(r->out->sum[r->out->n], before, sizeof before);
}

/* Numbers the names in their order, so that tables by number are small. */
static int number_names(kernel_reading *r, rocpd_error *err) {
  rocpd_sequence_kernels *out = r->out;
  for (size_t i = 0; i <= r->positions; i++) r->number[i] = r->number[i] ? out->names++ : NONE;
  if (!(out->name = sqlite3_malloc64(((uint64_t)out->names + 1) * sizeof *out->name))) return rocpd_no_memory(err);
  if (r->number[0] != NONE) out->name[r->number[0]] = ROCPD_NULL;
  for (size_t id = 0; id < r->positions; id++) {
    uint32_t number = r->number[r->position[id] + 1];
    if (number != NONE) out->name[number] = (int64_t)id;
  }
  return rocpd_parallel(r->session, r->q->parts, number_part, r, err);
}

static int read_all(kernel_reading *r, uint32_t longest, rocpd_error *err) {
  rocpd_sequence_kernels *out = r->out;
  const rocpd_queue_order *q = r->q;
  int64_t most = r->within_ns, least = -1;
  int rc = q->n ? rocpd_string_positions(r->session, &r->position, &r->positions) : SQLITE_OK;
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  for (size_t i = 0; i < q->parts; i++) most = rocpd_later(most, q->part[i].longest);
  r->number = sqlite3_malloc64((r->positions + 2) * sizeof *r->number);
  r->part = sqlite3_malloc64((q->parts + 1) * sizeof *r->part);
  out->kernel = sqlite3_malloc64((q->n + 1) * sizeof *out->kernel);
  if (!r->number || !r->part || !out->kernel) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)q->n);
  memset(r->number, 0, (r->positions + 2) * sizeof *r->number);
  rc = new_times(out, most, longest, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(r->session, q->parts, read_part, r, err);
  if (rc == SQLITE_OK) sum_parts(r);
  if (rc == SQLITE_OK) rc = number_names(r, err);
  for (size_t i = 0; rc == SQLITE_OK && i < q->parts; i++)
    if (r->part[i].least_gap >= 0 && (least < 0 || r->part[i].least_gap < least)) least = r->part[i].least_gap;
  out->least_gap_ns = least < 0 ? 0 : least;
  return rc;
}

int rocpd_sequence_kernels_read(rocpd_session *session, const rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequence_kernels *out, rocpd_error *err) {
  kernel_reading r = {.session = session, .q = q, .out = out, .within_ns = within_ns};
  *out = (rocpd_sequence_kernels){.n = q->n};
  int rc = read_all(&r, longest, err);
  sqlite3_free(r.number), sqlite3_free(r.part);
  if (rc != SQLITE_OK) {
    rocpd_sequence_kernels_drop_times(out);
    sqlite3_free(out->kernel), sqlite3_free(out->name);
    *out = (rocpd_sequence_kernels){0};
  }
  return rc;
}

void rocpd_sequence_kernels_drop_times(rocpd_sequence_kernels *k) {
  sqlite3_free(k->sum), sqlite3_free(k->each);
  k->sum = NULL, k->each = NULL;
}
