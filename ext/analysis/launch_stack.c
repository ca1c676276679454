/* See launch_stack.h. The kernels and copies are read twice: first to mark the calls that launched them, which samples are then looked up among; then to add
** them up by path, and those of sampled calls by call. */
#include "launch_stack.h"
#include <stdlib.h>
#include "map.h"
#include "runtime_frames.h"
#include "sum.h"
#include "window.h"

enum { BLOCK = 512, DEEPEST = 256 }; /* calls around a sample that are looked at, in case ids go round */
enum { LAUNCHES = 1, SAMPLED = 2 };  /* marks of calls */

static const struct { int kind, name, start, end, pid; } kinds[] = {
  {ROCPD_KIND_KERNEL, ROCPD_KERNEL_name, ROCPD_KERNEL_start, ROCPD_KERNEL_end, ROCPD_KERNEL_pid},
  {ROCPD_KIND_COPY, ROCPD_COPY_name, ROCPD_COPY_start, ROCPD_COPY_end, ROCPD_COPY_pid},
};

/* Samples of one stack in one call. */
typedef struct call_samples {
  uint32_t call, stack; /* call: its row among all regions */
  uint64_t samples;
} call_samples;

enum { KEY_NODE, KEY_SOURCE, KEY_PID, KEY_KIND, KEY_NAME, PLACE_KEYS };
enum { KEY_CALL, KEY_PLACE, CALL_KEYS };

typedef struct place_sums {
  int64_t ns, sampled_ns;
  int64_t launches;
} place_sums;

/* What a sampled call launched at a place. */
typedef struct call_work {
  uint32_t call, place;
  int64_t ns;
} call_work;

typedef struct making {
  rocpd_snapshot *snapshot;
  const rocpd_window *window;
  rocpd_launch_stacks *out;
  uint32_t *node;  /* [rows of all calls] */
  uint8_t *mark;   /* [rows of all calls] */
  size_t source;   /* being read */
  rocpd_map found; /* call << 32 | stack -> samples */
  call_samples *sample; /* by call and stack */
  size_t samples;
  rocpd_groups place;   /* KEY_*: kernels and copies of a name that were launched from a path */
  place_sums *sums;     /* [place.n] */
  rocpd_groups of_call; /* KEY_CALL, KEY_PLACE */
  call_work *work;      /* [of_call.n] */
  size_t sums_room, work_room;
} making;

/* ---- kernels and copies */

typedef int read_rows(making *m, int which, rocpd_batch *b, uint32_t first, uint32_t n, const uint32_t *call, rocpd_error *err);

static int mark_calls(making *m, int which, rocpd_batch *b, uint32_t first, uint32_t n, const uint32_t *call, rocpd_error *err) {
  for (uint32_t i = 0; i < n; i++)
    if (call[i] != ROCPD_NO_CALL) m->mark[call[i]] |= LAUNCHES;
  return SQLITE_OK;
}

static int add_to_call(making *m, uint32_t call, int64_t place, int64_t ns, rocpd_error *err) {
  int64_t number;
  size_t had = m->of_call.n;
  int rc = rocpd_group_add(&m->of_call, (int64_t[CALL_KEYS]){call, place}, &number, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->work, &m->work_room, m->of_call.n, sizeof *m->work));
  if (rc != SQLITE_OK) return rc;
  if (m->of_call.n > had) m->work[number] = (call_work){call, (uint32_t)place, 0};
  m->work[number].ns = rocpd_add(m->work[number].ns, ns);
  return SQLITE_OK;
}

static int add_to_place(making *m, const int64_t key[PLACE_KEYS], int64_t ns, int64_t *place, rocpd_error *err) {
  size_t had = m->place.n;
  int rc = rocpd_group_add(&m->place, key, place, err);
  if (rc == SQLITE_OK && *place > UINT32_MAX) rc = rocpd_fail(err, SQLITE_TOOBIG, "launch_stacks: more than 2^32 paths");
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->sums, &m->sums_room, m->place.n, sizeof *m->sums));
  if (rc != SQLITE_OK) return rc;
  if (m->place.n > had) m->sums[*place] = (place_sums){0};
  m->sums[*place].ns = rocpd_add(m->sums[*place].ns, ns);
  m->sums[*place].launches++;
  return SQLITE_OK;
}

static int add_work(making *m, int which, rocpd_batch *b, uint32_t first, uint32_t n, const uint32_t *call, rocpd_error *err) {
  enum { NAME, START, END, PID, COLUMNS };
  const int column[COLUMNS] = {kinds[which].name, kinds[which].start, kinds[which].end, kinds[which].pid};
  int64_t v[COLUMNS * BLOCK];
  int rc = rocpd_batch_values(b, column, COLUMNS, first, n, v, BLOCK, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t start = v[START * BLOCK + i], end = v[END * BLOCK + i], place;
    if (start == ROCPD_NULL || end == ROCPD_NULL) continue;
    uint32_t node = call[i] == ROCPD_NO_CALL ? ROCPD_NO_CALL : m->node[call[i]];
    bool known = node != ROCPD_NO_CALL;
    int64_t ns = rocpd_later(0, rocpd_window_part(m->window, start, rocpd_later(start, end)));
    const int64_t key[PLACE_KEYS] = {node, known ? ROCPD_NULL : (int64_t)m->source, known ? ROCPD_NULL : v[PID * BLOCK + i], kinds[which].kind,
                                     v[NAME * BLOCK + i]};
    rc = add_to_place(m, key, ns, &place, err);
    if (rc == SQLITE_OK && known && m->mark[call[i]] & SAMPLED) rc = add_to_call(m, call[i], place, ns, err);
  }
  return rc;
}

static int read_kernels(making *m, read_rows *read, rocpd_error *err) {
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(m->snapshot, &sources);
  rocpd_session *session = rocpd_snapshot_session(m->snapshot);
  int rc = SQLITE_OK;
  for (m->source = 0; rc == SQLITE_OK && m->source < sources; m->source++) {
    rocpd_links *links;
    rc = rocpd_launch_calls(m->snapshot, source[m->source], &links, err);
    for (int k = 0; rc == SQLITE_OK && k < 2; k++) {
      rocpd_batch **batch;
      size_t n;
      rc = rocpd_snapshot_batches_of(m->snapshot, source[m->source], kinds[k].kind, &batch, &n, err);
      for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
        for (uint32_t first = 0, some, call[BLOCK]; rc == SQLITE_OK && (some = rocpd_rows_from(first, batch[i]->rows, BLOCK)) > 0; first += some) {
          rc = rocpd_calls_launching_rows(&m->out->calls.calls, links, batch[i], first, some, call, err);
          if (rc == SQLITE_OK) rc = read(m, k, batch[i], first, some, call, err);
          if (rc == SQLITE_OK && rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
        }
    }
  }
  return rc;
}

/* ---- samples */

/* The call that a sample belongs to: that with this stack_id, or the innermost one around it that launched something. */
static int call_of(making *m, rocpd_links *links, const uint32_t *first_row, int64_t id, uint32_t *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  *out = ROCPD_NO_CALL;
  for (int depth = 0; rc == SQLITE_OK && id > 0 && depth < DEEPEST; depth++) {
    int64_t place = id;
    rc = rocpd_link_find(links, ROCPD_LINK_CALL_OF_STACK, &place, 1, err);
    if (rc != SQLITE_OK || place == ROCPD_NULL) return rc;
    uint32_t row = first_row[rocpd_place_batch(place)] + rocpd_place_row(place);
    if (m->mark[row] & LAUNCHES) return *out = row, SQLITE_OK;
    rc = rocpd_link_values(links, ROCPD_LINK_CALL_OF_STACK, &place, 1, ROCPD_REGION_parent_stack_id, &id, err);
  }
  return rc;
}

static int add_sample(making *m, uint32_t call, uint32_t stack, int64_t weight) {
  uint64_t key = (uint64_t)call << 32 | stack, samples = weight == ROCPD_NULL ? 1 : weight > 0 ? (uint64_t)weight : 0;
  if (!samples) return SQLITE_OK;
  m->mark[call] |= SAMPLED;
  return rocpd_map_set(&m->found, key, rocpd_add_counts(rocpd_map_get(&m->found, key, 0), samples));
}

static int read_samples(making *m, rocpd_source *source, rocpd_batch *b, const rocpd_frame_tree *frames, const uint32_t *stack, rocpd_error *err) {
  enum { CALL, FRAME, WEIGHT, COLUMNS };
  static const int column[COLUMNS] = {ROCPD_STACK_stack_id, ROCPD_STACK_frame_id, ROCPD_STACK_weight};
  const uint32_t *first_row = rocpd_calls_first_rows(&m->out->calls.calls, source);
  int64_t v[COLUMNS * BLOCK], last = 0;
  uint32_t call = ROCPD_NO_CALL; /* of the last id */
  rocpd_links *links;
  const rocpd_column *c;
  int rc = rocpd_launch_calls(m->snapshot, source, &links, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_STACK_stack_id, &c, err);
  if (rc != SQLITE_OK || (c->min == 0 && c->max == 0)) return rc; /* none is in a call */
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_batch_values(b, column, COLUMNS, first, n, v, BLOCK, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      if (v[CALL * BLOCK + i] != last) rc = call_of(m, links, first_row, last = v[CALL * BLOCK + i], &call, err);
      if (rc != SQLITE_OK || call == ROCPD_NO_CALL) continue;
      uint32_t frame = rocpd_frame_tree_find(frames, v[FRAME * BLOCK + i]);
      rc = rocpd_fail_code(err, add_sample(m, call, frame == ROCPD_NO_FRAME ? ROCPD_NO_STACK : stack[frame], v[WEIGHT * BLOCK + i]));
    }
  }
  return rc;
}

static int find_samples(making *m, rocpd_error *err) {
  size_t sources, n;
  rocpd_snapshot *whole = rocpd_snapshot_whole(m->snapshot);
  rocpd_source **source = rocpd_snapshot_sources(whole, &sources);
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sources; i++) {
    rocpd_batch **batch;
    rocpd_frame_tree frames = {0};
    uint32_t *stack = NULL;
    rc = rocpd_snapshot_batches_of(whole, source[i], ROCPD_KIND_STACK, &batch, &n, err);
    if (rc == SQLITE_OK && n) rc = rocpd_frame_tree_make(whole, source[i], &frames, err);
    if (rc == SQLITE_OK && n) rc = rocpd_stack_set_add(&m->out->stacks, &frames, &stack, err);
    for (size_t k = 0; rc == SQLITE_OK && k < n; k++) rc = read_samples(m, source[i], batch[k], &frames, stack, err);
    sqlite3_free(stack);
    rocpd_frame_tree_free(&frames);
  }
  return rc;
}

static int compare_samples(const void *a, const void *b) {
  const call_samples *x = a, *y = b;
  return ROCPD_ORDER(x->call, y->call) ?: ROCPD_ORDER(x->stack, y->stack);
}

/* Brings the samples in order, with stacks that end before the runtime. */
static int sort_samples(making *m) {
  uint32_t *before = rocpd_stacks_before_runtime(&m->out->stacks, rocpd_snapshot_session(m->snapshot));
  size_t n = 0, all = 0;
  m->sample = sqlite3_malloc64((m->found.count + 1) * sizeof *m->sample);
  if (!before || !m->sample) return sqlite3_free(before), SQLITE_NOMEM;
  for (uint64_t i = 0; m->found.count && i <= m->found.mask; i++) {
    const rocpd_map_entry *e = &m->found.entry[i];
    uint32_t stack = (uint32_t)e->key;
    if (e->value_plus_1) m->sample[all++] = (call_samples){(uint32_t)(e->key >> 32), stack == ROCPD_NO_STACK ? stack : before[stack], e->value_plus_1 - 1};
  }
  if (all) qsort(m->sample, all, sizeof *m->sample, compare_samples);
  for (size_t i = 0; i < all; i++)
    if (n && !compare_samples(&m->sample[n - 1], &m->sample[i])) m->sample[n - 1].samples = rocpd_add_counts(m->sample[n - 1].samples, m->sample[i].samples);
    else m->sample[n++] = m->sample[i];
  m->samples = n;
  sqlite3_free(before);
  return SQLITE_OK;
}

/* ---- distributing */

/* A part of the time that sampled calls launched at a place. */
typedef struct part {
  uint32_t place, stack;
  uint64_t samples;
  int64_t ns;
  double rate; /* ns by the duration of the call */
} part;

static int compare_parts(const void *a, const void *b) {
  const part *x = a, *y = b;
  return ROCPD_ORDER(x->place, y->place) ?: ROCPD_ORDER(x->stack, y->stack) ?: ROCPD_ORDER(x->ns, y->ns) ?: ROCPD_ORDER(x->rate, y->rate);
}

static int duration_of(const making *m, uint32_t call, double *out, rocpd_error *err) {
  int64_t start, end;
  rocpd_call_reader starts = {.calls = &m->out->calls.calls, .column = ROCPD_REGION_start}, ends = {.calls = &m->out->calls.calls, .column = ROCPD_REGION_end};
  int rc = rocpd_call_read_row(&starts, call, &start, err);
  if (rc == SQLITE_OK) rc = rocpd_call_read_row(&ends, call, &end, err);
  *out = rc == SQLITE_OK && end != ROCPD_NULL && end > start ? (double)end - (double)start : 1;
  return rc;
}

/* Gives the time of a sampled call to its stacks. */
static int add_parts(const making *m, const call_work *w, part **list, size_t *n, size_t *room, rocpd_error *err) {
  const call_samples key = {w->call, 0, 0}, *s = m->sample;
  size_t first = 0, last = m->samples;
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if (compare_samples(&s[middle], &key) >= 0) last = middle;
    else first = middle + 1;
  }
  double duration;
  rocpd_sum128 all = 0, done = 0, given = 0;
  int rc = duration_of(m, w->call, &duration, err);
  for (last = first; last < m->samples && s[last].call == w->call; last++) all += (rocpd_sum128)s[last].samples;
  for (size_t i = first; rc == SQLITE_OK && i < last; i++) {
    done += (rocpd_sum128)s[i].samples;
    rocpd_sum128 upto = w->ns * done / all;
    int64_t ns = (int64_t)(upto - given);
    const part x = {w->place, s[i].stack, s[i].samples, ns, (double)w->ns * (double)s[i].samples / (double)all / duration};
    rc = rocpd_fail_code(err, ROCPD_APPEND(*list, *n, *room, x));
    given = upto;
  }
  return rc;
}

/* The rows of a place: `n` parts, by stack. */
static int add_rows(making *m, uint32_t place, const part *p, size_t n) {
  const int64_t *key = &m->place.key[(size_t)place * PLACE_KEYS];
  rocpd_launch_stacks *out = m->out;
  place_sums *sums = &m->sums[place];
  size_t first = out->n, sources;
  double all = 0, done = 0;
  rocpd_launch_stack like = {.node = (uint32_t)key[KEY_NODE], .kind = (int)key[KEY_KIND], .name = key[KEY_NAME], .stack = ROCPD_NO_STACK,
                             .launches = sums->launches};
  if (key[KEY_SOURCE] != ROCPD_NULL) like.source = rocpd_snapshot_sources(m->snapshot, &sources)[key[KEY_SOURCE]], like.pid = key[KEY_PID];
  if (!n) return like.ns = sums->ns, ROCPD_APPEND(out->row, out->n, out->room, like);
  for (size_t i = 0; i < n; i++) sums->sampled_ns += p[i].ns, all += p[i].rate;
  bool by_samples = !(all > 0);
  for (size_t i = 0; by_samples && i < n; i++) all += (double)p[i].samples;
  int64_t rest = sums->ns - sums->sampled_ns, given = 0;
  like.sampled = true, like.estimated = rest > 0;
  for (size_t i = 0; i < n; i++) {
    done += by_samples ? (double)p[i].samples : p[i].rate;
    int64_t upto = i + 1 == n ? rest : (int64_t)((double)rest * (done < all ? done / all : 1));
    int rc = SQLITE_OK;
    like.stack = p[i].stack;
    if (!i || p[i].stack != p[i - 1].stack) rc = ROCPD_APPEND(out->row, out->n, out->room, like);
    if (rc != SQLITE_OK) return rc;
    rocpd_launch_stack *x = &out->row[out->n - 1];
    x->samples = rocpd_add_counts(x->samples, p[i].samples);
    x->ns += p[i].ns + upto - given, x->sampled_ns += p[i].ns;
    given = upto;
  }
  for (size_t i = first; out->n > first + 1 && i < out->n; i++) out->row[i].launches = ROCPD_NULL;
  return SQLITE_OK;
}

static int make_rows(making *m, rocpd_error *err) {
  part *list = NULL;
  size_t n = 0, room = 0, first = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->of_call.n; i++) rc = add_parts(m, &m->work[i], &list, &n, &room, err);
  if (rc == SQLITE_OK && n) qsort(list, n, sizeof *list, compare_parts);
  for (size_t i = 0, end; rc == SQLITE_OK && i < m->place.n; i++, first = end) {
    for (end = first; end < n && list[end].place == i; end++) continue;
    rc = rocpd_fail_code(err, add_rows(m, (uint32_t)i, list + first, end - first));
  }
  sqlite3_free(list);
  return rc;
}

/* ---- the whole */

static int make(making *m, rocpd_error *err) {
  rocpd_launch_stacks *out = m->out;
  rocpd_snapshot *whole = rocpd_snapshot_whole(m->snapshot);
  int rc = rocpd_ranges_make(whole, true, rocpd_calls_order, &out->calls, err);
  if (rc != SQLITE_OK) return rc;
  uint64_t rows = (uint64_t)out->calls.calls.first_row[out->calls.calls.batches] + 1;
  m->node = sqlite3_malloc64(rows * sizeof *m->node), m->mark = rocpd_zeroed(rows);
  if (!m->node || !m->mark) return rocpd_no_memory(err);
  memset(m->node, 0xff, rows * sizeof *m->node); /* ROCPD_NO_CALL */
  rc = rocpd_call_tree_make(whole, &out->calls, &(rocpd_call_tree_wish){.place = m->node}, &out->tree, err);
  if (rc == SQLITE_OK) rc = read_kernels(m, mark_calls, err);
  if (rc == SQLITE_OK) rc = find_samples(m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, sort_samples(m));
  if (rc == SQLITE_OK) rc = read_kernels(m, add_work, err);
  return rc == SQLITE_OK ? make_rows(m, err) : rc;
}

int rocpd_launch_stacks_make(rocpd_snapshot *s, rocpd_launch_stacks *out, rocpd_error *err) {
  making m = {.snapshot = s, .window = rocpd_snapshot_window(s), .out = out, .place.keys = PLACE_KEYS, .of_call.keys = CALL_KEYS};
  *out = (rocpd_launch_stacks){.stacks.of.keys = ROCPD_STACK_KEYS};
  int rc = make(&m, err);
  sqlite3_free(m.node), sqlite3_free(m.mark), sqlite3_free(m.sample), sqlite3_free(m.sums), sqlite3_free(m.work);
  rocpd_map_free(&m.found);
  rocpd_groups_free(&m.place), rocpd_groups_free(&m.of_call);
  return rc;
}

void rocpd_launch_stacks_drop(rocpd_launch_stacks *x) {
  rocpd_ranges_drop(&x->calls);
  rocpd_call_tree_drop(&x->tree);
  rocpd_groups_free(&x->stacks.of);
  sqlite3_free(x->row);
  *x = (rocpd_launch_stacks){0};
}
