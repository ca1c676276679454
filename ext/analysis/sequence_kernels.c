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
    uint64_t kernel_ns, gap_ns;          /* sums of its kernels, then those of all earlier parts */
    bool exceeds;                        /* the first of its own is 2^64 or more */
  } *part;                               /* [slices of the order] */
  const uint32_t *position; /* position of each name among all texts */
  size_t positions;
  uint32_t *number;         /* number of the name at each position + 1; at first, whether a kernel has it. Atomic */
} kernel_reading;

static void add_kernel(const kernel_reading *r, uint64_t i, const rocpd_queued *x, struct read_part *part) {
  bool goes_on = x->pause != ROCPD_NULL && x->pause <= r->within_ns;
  uint32_t name = x->name == ROCPD_NULL ? 0 : r->position[x->name] + 1;
  __atomic_store_n(&r->number[name], 1, __ATOMIC_RELAXED);
  r->out->kernel[i] = (rocpd_sequence_kernel){name | (goes_on ? 0 : ROCPD_SEQUENCE_BREAK), (uint32_t)part->gap_ns};
  if (r->out->gap_ns) r->out->gap_ns[i] = part->gap_ns;
  r->out->kernel_ns[i] = part->kernel_ns;
  part->exceeds |= __builtin_add_overflow(part->kernel_ns, (uint64_t)x->end - (uint64_t)x->start, &part->kernel_ns);
  part->gap_ns += goes_on && x->pause > 0 ? (uint64_t)x->pause : 0;
  if (x->pause >= 0 && (part->least_gap < 0 || x->pause < part->least_gap)) part->least_gap = x->pause;
}

static int read_part(void *arg, size_t i, rocpd_error *err) {
  const kernel_reading *r = arg;
  rocpd_queue_reader *reader = NULL;
  rocpd_queued block[ROCPD_BLOCK];
  uint64_t place = r->q->all.slice[i].first;
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
  const rocpd_slice *p = &r->q->all.slice[i];
  const struct read_part *before = &r->part[i];
  rocpd_sequence_kernels *out = r->out;
  for (uint64_t k = p->first; k < p->first + p->rows; k++) {
    rocpd_sequence_kernel *x = &out->kernel[k];
    *x = (rocpd_sequence_kernel){r->number[x->name & ~ROCPD_SEQUENCE_BREAK] | (x->name & ROCPD_SEQUENCE_BREAK), x->gap_ns + (uint32_t)before->gap_ns};
    out->kernel_ns[k] += before->kernel_ns;
  }
  for (uint64_t k = p->first; out->gap_ns && k < p->first + p->rows; k++) out->gap_ns[k] += before->gap_ns;
  return SQLITE_OK;
}

static void sum_parts(kernel_reading *r) {
  uint64_t kernel_ns = 0, gap_ns = 0;
  for (size_t i = 0; i < r->q->all.slices; i++) {
    struct read_part *p = &r->part[i], own = *p;
    p->kernel_ns = kernel_ns, p->gap_ns = gap_ns;
    r->out->exceeds |= own.exceeds | __builtin_add_overflow(kernel_ns, own.kernel_ns, &kernel_ns);
    gap_ns += own.gap_ns;
  }
  r->out->kernel_ns[r->out->n] = kernel_ns;
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
  return rocpd_parallel(r->session, r->q->all.slices, number_part, r, err);
}

static int read_all(kernel_reading *r, uint32_t longest, rocpd_error *err) {
  rocpd_sequence_kernels *out = r->out;
  const rocpd_queue_order *q = r->q;
  bool wide = r->within_ns > UINT32_MAX / longest;
  int64_t least = -1;
  int rc = q->all.intervals ? rocpd_string_positions(r->session, &r->position, &r->positions) : SQLITE_OK;
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  r->number = sqlite3_malloc64((r->positions + 2) * sizeof *r->number);
  r->part = sqlite3_malloc64((q->all.slices + 1) * sizeof *r->part);
  out->kernel_ns = sqlite3_malloc64((q->all.intervals + 1) * (sizeof *out->kernel_ns + sizeof *out->kernel));
  out->kernel = out->kernel_ns ? (rocpd_sequence_kernel *)(out->kernel_ns + q->all.intervals + 1) : NULL;
  out->gap_ns = wide ? sqlite3_malloc64((q->all.intervals + 1) * sizeof *out->gap_ns) : NULL;
  if (!r->number || !r->part || !out->kernel_ns || (wide && !out->gap_ns))
    return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)q->all.intervals);
  memset(r->number, 0, (r->positions + 2) * sizeof *r->number);
  rc = rocpd_parallel(r->session, q->all.slices, read_part, r, err);
  if (rc == SQLITE_OK) sum_parts(r);
  if (rc == SQLITE_OK) rc = number_names(r, err);
  for (size_t i = 0; rc == SQLITE_OK && i < q->all.slices; i++)
    if (r->part[i].least_gap >= 0 && (least < 0 || r->part[i].least_gap < least)) least = r->part[i].least_gap;
  out->least_gap_ns = least < 0 ? 0 : least;
  return rc;
}

int rocpd_sequence_kernels_read(rocpd_session *session, const rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequence_kernels *out,
                                rocpd_error *err) {
  kernel_reading r = {.session = session, .q = q, .out = out, .within_ns = within_ns};
  *out = (rocpd_sequence_kernels){.n = q->all.intervals};
  int rc = read_all(&r, longest, err);
  sqlite3_free(r.number), sqlite3_free(r.part);
  if (rc != SQLITE_OK) rocpd_sequence_kernels_free(out);
  return rc;
}

void rocpd_sequence_kernels_free(rocpd_sequence_kernels *k) {
  sqlite3_free(k->gap_ns), sqlite3_free(k->kernel_ns), sqlite3_free(k->name);
  *k = (rocpd_sequence_kernels){0};
}
