/* rocpd_export_pprof(path [, options]): sampled stacks as a profile.proto, which go tool pprof and speedscope read. See pprof.h. */
#include "format.h"
#include "intern.h"
#include "pprof.h"
#include "sum.h"
#include "syscall_name.h"
#include "time_spec.h"

enum { VALUE_SAMPLES, VALUE_CPU, VALUE_RUNNABLE, VALUE_BLOCKED, VALUE_WALL, VALUES };
static const char *const value_name[VALUES] = {"samples", "cpu", "runnable", "blocked", "wall"};
static const char *const state_name[ROCPD_SAMPLED_STATES] = {"running", "kernel", "runnable", "blocked"};
enum { LABEL_THREAD, LABEL_STATE, LABEL_SYSCALL, LABEL_PID, LABEL_TID, LABEL_RANK, LABELS };
static const char *const label_name[LABELS] = {"thread", "state", "syscall", "pid", "tid", "rank"};

typedef struct profile {
  rocpd_writer *w;
  rocpd_pprof_tables tables;
  int64_t label[LABELS], state[ROCPD_SAMPLED_STATES]; /* texts */
  int64_t first_ns, last_ns; /* UTC, or times of the trace if that is not known; of the rows */
  uint64_t samples, cut;     /* written; those of stacks that were too deep */
  int64_t wall_ns;
  /* of the source that is being added */
  rocpd_source *source;
  rocpd_frame_tree tree;
  rocpd_frame_codes codes;
  rocpd_sampled sampled;
  size_t first_mapping;
  rocpd_groups named;     /* pid and tid of threads with names */
  int64_t *name;          /* [named.n] their names, interned */
  size_t name_room;
  uint64_t *location;     /* [tree.n] of each frame; 0: not known yet */
} profile;

/* ---- threads' names */

static int add_name(profile *p, int64_t pid, int64_t tid, int64_t name, rocpd_error *err) {
  int64_t group;
  size_t known = p->named.n;
  if (name == ROCPD_NULL || !*rocpd_string(p->w->x->session, name, NULL)) return SQLITE_OK;
  int rc = rocpd_group_add(&p->named, (const int64_t[]){pid, tid}, &group, err);
  if (rc != SQLITE_OK || p->named.n == known) return rc;
  rc = rocpd_fail_code(err, rocpd_array_reserve(&p->name, &p->name_room, p->named.n, sizeof *p->name));
  if (rc == SQLITE_OK) p->name[group] = name;
  return rc;
}

static int read_names(profile *p, rocpd_error *err) {
  static const int index[] = {ROCPD_THREAD_pid, ROCPD_THREAD_tid, ROCPD_THREAD_name};
  rocpd_batch **batch;
  size_t n;
  rocpd_groups_free(&p->named);
  p->named = (rocpd_groups){.keys = 2};
  int rc = rocpd_snapshot_batches_of(rocpd_snapshot_whole(p->w->x->snapshot), p->source, ROCPD_KIND_THREAD, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *c[3];
    rc = rocpd_batch_columns(batch[i], index, 3, c, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++)
      rc = add_name(p, rocpd_column_at(c[0], row), rocpd_column_at(c[1], row), rocpd_column_at(c[2], row), err);
  }
  return rc;
}

/* The text of a thread's name. */
static int thread_text(profile *p, const rocpd_sampled_thread *t, int64_t *text, rocpd_error *err) {
  int64_t group = p->named.n ? rocpd_group_find(&p->named, (const int64_t[]){t->pid, t->tid}) : ROCPD_UNGROUPED, name = ROCPD_NULL;
  int rc = SQLITE_OK;
  if (group != ROCPD_UNGROUPED) name = p->name[group];
  else if (t->tid == ROCPD_NULL) rc = rocpd_intern(p->w->x->session, "unknown thread", -1, &name);
  else rc = rocpd_intern_format(p->w->x->session, &name, "thread %lld", (long long)t->tid);
  return rc == SQLITE_OK ? rocpd_pprof_text(&p->tables, p->w->x->session, name, text, err) : rocpd_fail_code(err, rc);
}

/* ---- samples */

static uint8_t *put_label(uint8_t *p, int64_t key, int field, int64_t value) {
  uint8_t *body;
  if (field == LABEL_NUMBER && value == ROCPD_NULL) return p;
  p = body = open_message(p, SAMPLE_LABEL, 1);
  p = put_int(p, LABEL_KEY, (uint64_t)key);
  p = put_int(p, field, (uint64_t)value);
  close_message(body, p, 1);
  return p;
}

/* The frames of a stack from the innermost one outwards, at most ROCPD_STACK_MOST_DEEP. */
static int put_locations(profile *p, uint32_t frame, uint8_t **out, bool *cut, rocpd_error *err) {
  uint8_t *at = *out, *body;
  uint32_t depth = 0;
  int rc = SQLITE_OK;
  uint64_t unknown;
  at = body = open_message(at, SAMPLE_LOCATION, 4);
  if (frame == ROCPD_NO_FRAME) {
    rc = rocpd_pprof_location(&p->tables, p->w->x->session, &p->tree, &p->codes, p->first_mapping, ROCPD_NO_FRAME, &unknown, err);
    at = put_varint(at, unknown);
  }
  for (; rc == SQLITE_OK && frame != ROCPD_NO_FRAME && depth < ROCPD_STACK_MOST_DEEP; frame = p->tree.frame[frame].parent, depth++) {
    uint64_t *location = &p->location[frame];
    if (!*location) rc = rocpd_pprof_location(&p->tables, p->w->x->session, &p->tree, &p->codes, p->first_mapping, frame, location, err);
    at = put_varint(at, *location);
  }
  close_message(body, at, 4);
  *out = at, *cut = frame != ROCPD_NO_FRAME;
  return rc;
}

static uint8_t *put_values(profile *p, uint8_t *at, uint64_t samples, enum rocpd_sampled_state state, int64_t ns) {
  int64_t value[VALUES] = {0};
  uint8_t *body;
  value[VALUE_SAMPLES] = samples > INT64_MAX ? INT64_MAX : (int64_t)samples;
  value[state == ROCPD_SAMPLED_BLOCKED ? VALUE_BLOCKED : state == ROCPD_SAMPLED_RUNNABLE ? VALUE_RUNNABLE : VALUE_CPU] = ns;
  value[VALUE_WALL] = ns;
  p->samples = rocpd_add_counts(p->samples, samples), p->wall_ns = rocpd_add(p->wall_ns, ns);
  at = body = open_message(at, SAMPLE_VALUE, 1);
  for (int i = 0; i < VALUES; i++) at = put_varint(at, (uint64_t)value[i]);
  close_message(body, at, 1);
  return at;
}

static int syscall_text(profile *p, uint32_t number, int64_t *text, rocpd_error *err) {
  const char *name = rocpd_syscall_name(number);
  char digits[16];
  return rocpd_pprof_word(&p->tables, p->w->x->session, name ? name : sqlite3_snprintf(sizeof digits, digits, "%u", number), text, err);
}

/* A stack in one state. */
static int write_sample(profile *p, const rocpd_sampled_stack *s, int64_t thread, int state, rocpd_error *err) {
  const rocpd_sampled_thread *t = &p->sampled.thread[s->thread];
  bool cut;
  int64_t syscall = 0;
  int rc = state == ROCPD_SAMPLED_BLOCKED && s->syscall != ROCPD_NO_SYSCALL ? syscall_text(p, s->syscall, &syscall, err) : SQLITE_OK;
  uint8_t *at = rc == SQLITE_OK ? rocpd_buffer_reserve(&p->w->out, ROCPD_STACK_MOST_DEEP * 10 + 512, err) : NULL, *body;
  if (!at) return err->rc;
  at = body = open_message(at, PROFILE_SAMPLE, 4);
  rc = put_locations(p, s->frame, &at, &cut, err);
  if (rc != SQLITE_OK) return rc;
  if (cut) p->cut = rocpd_add_counts(p->cut, s->samples[state]);
  at = put_values(p, at, s->samples[state], (enum rocpd_sampled_state)state, s->ns[state]);
  at = put_label(at, p->label[LABEL_THREAD], LABEL_TEXT, thread);
  at = put_label(at, p->label[LABEL_STATE], LABEL_TEXT, p->state[state]);
  if (syscall) at = put_label(at, p->label[LABEL_SYSCALL], LABEL_TEXT, syscall);
  at = put_label(at, p->label[LABEL_PID], LABEL_NUMBER, t->pid);
  at = put_label(at, p->label[LABEL_TID], LABEL_NUMBER, t->tid);
  at = put_label(at, p->label[LABEL_RANK], LABEL_NUMBER, rocpd_source_rank(p->source));
  close_message(body, at, 4);
  rocpd_buffer_commit(&p->w->out, at);
  return rocpd_writer_poll(p->w, 1, err);
}

static int write_thread(profile *p, const rocpd_sampled_thread *t, size_t first, rocpd_error *err) {
  int64_t thread;
  if (!rocpd_samples_take(p->w->x, p->source, t->pid)) return SQLITE_OK;
  int rc = thread_text(p, t, &thread, err);
  for (size_t i = first; rc == SQLITE_OK && i < t->stacks; i++)
    for (int k = 0; rc == SQLITE_OK && k < ROCPD_SAMPLED_STATES; k++)
      if (p->sampled.stack[i].samples[k] || p->sampled.stack[i].ns[k]) rc = write_sample(p, &p->sampled.stack[i], thread, k, err);
  return rc;
}

static int write_threads(profile *p, rocpd_error *err) {
  size_t first = 0;
  p->location = rocpd_zeroed((p->tree.n + 1) * sizeof *p->location);
  int rc = p->location ? rocpd_pprof_add_modules(&p->tables, &p->codes, &p->first_mapping, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = read_names(p, err);
  for (size_t i = 0; rc == SQLITE_OK && i < p->sampled.threads; first = p->sampled.thread[i++].stacks) rc = write_thread(p, &p->sampled.thread[i], first, err);
  sqlite3_free(p->location);
  return rc;
}

/* The span of the source's rows, on the clock of all. */
static int find_span(profile *p, rocpd_error *err) {
  const rocpd_export_options *o = &p->w->x->option;
  rocpd_batch **batch;
  size_t n;
  int64_t first = INT64_MAX, last = INT64_MIN, offset = rocpd_source_wall_offset_ns(p->source);
  int rc = rocpd_snapshot_batches_of(p->w->x->snapshot, p->source, ROCPD_KIND_STACK, &batch, &n, err);
  if (rc == SQLITE_OK && !n) /* the samples are known as sums only */
    rc = rocpd_snapshot_batches_of(p->w->x->snapshot, p->source, ROCPD_KIND_AGGREGATE, &batch, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_batches_span(p->w->x->session, batch, n, &first, &last, err);
  if (rc != SQLITE_OK || first > last) return rc;
  first = rocpd_later(first, rocpd_later(o->start.ns, o->from)), last = rocpd_earlier(last, rocpd_earlier(o->end.ns, o->to));
  if (offset != ROCPD_NULL) first = rocpd_add(first, offset), last = rocpd_add(last, offset);
  p->first_ns = rocpd_earlier(p->first_ns, first), p->last_ns = rocpd_later(p->last_ns, last);
  return SQLITE_OK;
}

static int add_source(profile *p, rocpd_error *err) {
  rocpd_sampled_time time;
  rocpd_snapshot *s = p->w->x->snapshot;
  int rc = rocpd_frame_tree_make(s, p->source, &p->tree, err);
  if (rc == SQLITE_OK) rc = rocpd_sampled_make(s, p->source, &p->tree, rocpd_samples_time(&p->w->x->option, &time), true, &p->sampled, err);
  if (rc == SQLITE_OK && p->sampled.stacks) rc = rocpd_frame_codes_make(s, p->source, &p->tree, &p->codes, err);
  if (rc == SQLITE_OK && p->sampled.stacks) rc = write_threads(p, err);
  if (rc == SQLITE_OK && p->sampled.stacks) rc = find_span(p, err);
  rocpd_frame_tree_free(&p->tree);
  rocpd_frame_codes_free(&p->codes);
  rocpd_sampled_free(&p->sampled);
  return rc;
}

/* ---- the whole */

static int put_type(profile *p, int field, const char *name, const char *unit, rocpd_error *err) {
  int64_t type = 0, of = 0;
  int rc = rocpd_pprof_word(&p->tables, p->w->x->session, name, &type, err);
  if (rc == SQLITE_OK) rc = rocpd_pprof_word(&p->tables, p->w->x->session, unit, &of, err);
  uint8_t *at = rc == SQLITE_OK ? rocpd_buffer_reserve(&p->w->out, 64, err) : NULL, *body;
  if (!at) return err->rc;
  at = body = open_message(at, field, 1);
  at = put_int(at, TYPE_TYPE, (uint64_t)type);
  at = put_int(at, TYPE_UNIT, (uint64_t)of);
  close_message(body, at, 1);
  rocpd_buffer_commit(&p->w->out, at);
  return SQLITE_OK;
}

static int write_head(profile *p, rocpd_error *err) {
  rocpd_session *session = p->w->x->session;
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < VALUES; i++) rc = put_type(p, PROFILE_SAMPLE_TYPE, value_name[i], i == VALUE_SAMPLES ? "count" : "nanoseconds", err);
  for (int i = 0; rc == SQLITE_OK && i < LABELS; i++) rc = rocpd_pprof_word(&p->tables, session, label_name[i], &p->label[i], err);
  for (int i = 0; rc == SQLITE_OK && i < ROCPD_SAMPLED_STATES; i++) rc = rocpd_pprof_word(&p->tables, session, state_name[i], &p->state[i], err);
  return rc;
}

static int write_end(profile *p, rocpd_error *err) {
  int64_t cpu = 0, comment = 0;
  int rc = put_type(p, PROFILE_PERIOD_TYPE, value_name[VALUE_WALL], "nanoseconds", err);
  if (rc == SQLITE_OK) rc = rocpd_pprof_word(&p->tables, p->w->x->session, value_name[VALUE_CPU], &cpu, err);
  if (rc == SQLITE_OK) rc = rocpd_pprof_word(&p->tables, p->w->x->session, "rocpd " ROCPD_VERSION, &comment, err);
  uint8_t *at = rc == SQLITE_OK ? rocpd_buffer_reserve(&p->w->out, 128, err) : NULL;
  if (!at) return err->rc;
  if (p->first_ns <= p->last_ns) {
    at = put_int(at, PROFILE_TIME, (uint64_t)p->first_ns);
    at = put_int(at, PROFILE_DURATION, (uint64_t)p->last_ns - (uint64_t)p->first_ns);
  }
  if (p->samples) at = put_int(at, PROFILE_PERIOD, (uint64_t)p->wall_ns / p->samples);
  at = put_int(at, PROFILE_COMMENT, (uint64_t)comment);
  at = put_int(at, PROFILE_DEFAULT, (uint64_t)cpu);
  rocpd_buffer_commit(&p->w->out, at);
  return rocpd_pprof_write_tables(p->w, &p->tables, err);
}

static int write_pprof(rocpd_export *x, rocpd_error *err) {
  profile p = {.w = &x->writers.at[0], .first_ns = INT64_MAX, .last_ns = INT64_MIN};
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  int rc = rocpd_output_compress(&x->file, err);
  if (rc == SQLITE_OK) rc = write_head(&p, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) p.source = source[i], rc = add_source(&p, err);
  if (rc == SQLITE_OK) rc = write_end(&p, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_samples_count(p.w, p.samples));
  if (rc == SQLITE_OK) rc = rocpd_buffer_flush(&p.w->out, err);
  if (rc == SQLITE_OK) rc = rocpd_output_end(&x->file, err);
  if (rc == SQLITE_OK && p.cut)
    rc = rocpd_export_warn(x, err, "%llu samples have stacks of more than %d frames: their outer frames are left out", (unsigned long long)p.cut,
                           ROCPD_STACK_MOST_DEEP);
  rocpd_pprof_free_tables(&p.tables);
  rocpd_groups_free(&p.named);
  sqlite3_free(p.name);
  return rc;
}

ROCPD_EXPORT_FORMAT(pprof) = {.function = "rocpd_export_pprof", .suffix = "pb.gz", .needs = ROCPD_NEEDS_STACKS, .options = ROCPD_O_SAMPLED,
                               .write = write_pprof};
