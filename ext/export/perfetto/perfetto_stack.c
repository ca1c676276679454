/* Sampled stacks: on a track below their thread's, a slice for each row, named by its state; and a PerfSample packet for each sample, with which viewers and
** trace_processor's table perf_sample know stacks.
**
** A sequence defines a stack, its frames, their functions and modules before the first sample that has them. All frames are in a mapping, since older readers
** want one: those of no module are in one without a file. */
#include "escape.h"
#include "format.h"
#include "perfetto.h"

enum { NO_MAPPING = 0 }; /* number of the mapping without a file; that of a module is 1 more than the module's */

static const rocpd_stack_frames *frames_of(const rocpd_writer *w) { return &w->x->frames; }

/* The entry of a number; *is_new: it has an iid that the sequence does not know yet. */
static int number_of(rocpd_writer *w, rocpd_interned_table *t, uint32_t at, uint32_t *iid, bool *is_new) {
  const rocpd_perfetto *f = w->state;
  if (at >= t->size) {
    size_t old = t->size;
    int rc = rocpd_array_reserve(&t->entry, &t->size, (size_t)at + 1, sizeof *t->entry);
    if (rc) return rc;
    memset(t->entry + old, 0, (t->size - old) * sizeof *t->entry);
  }
  *is_new = t->entry[at].sequence != f->sequence.id;
  if (*is_new) t->entry[at] = (rocpd_interned){f->sequence.id, ++t->next};
  *iid = t->entry[at].iid;
  return SQLITE_OK;
}

/* A packet of interned data: begin, the list's entry with its iid, end. */
typedef struct entry {
  uint8_t *packet, *data, *body;
} entry;

static uint8_t *begin_entry(rocpd_writer *w, size_t room, int list, uint32_t iid, entry *e, rocpd_error *err) {
  uint8_t *p = rocpd_buffer_reserve(&w->out, room + 64, err);
  if (!p) return NULL;
  p = begin_packet(p, &e->packet);
  p = rocpd_perfetto_interned(w->state, p, 4, &e->data);
  p = e->body = open_message(p, list, 4);
  return put_int(p, ENTRY_IID, iid);
}

static void end_entry(rocpd_writer *w, const entry *e, uint8_t *p) {
  close_message(e->body, p, 4);
  close_message(e->data, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(e->packet, p));
}

/* ---- modules */

static int digit_of(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

/* As bytes, not in hexadecimal. */
static int build_id(rocpd_writer *w, int64_t id, uint32_t *iid, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  bool is_new;
  entry e;
  uint8_t *text;
  int64_t size = 0;
  const char *hex = id == ROCPD_NULL ? "" : rocpd_string(w->x->session, id, &size);
  *iid = 0;
  for (int64_t i = 0; i < size; i++)
    if (digit_of(hex[i]) < 0) return SQLITE_OK;
  if (!size || size % 2) return SQLITE_OK;
  int rc = rocpd_fail_code(err, number_of(w, &f->sequence.build_id, (uint32_t)id, iid, &is_new));
  if (rc || !is_new) return rc;
  uint8_t *p = begin_entry(w, (size_t)size, INTERNED_BUILD_ID, *iid, &e, err);
  if (!p) return err->rc;
  p = text = open_message(p, ENTRY_TEXT, 4);
  for (int64_t i = 0; i < size; i += 2) *p++ = (uint8_t)(digit_of(hex[i]) << 4 | digit_of(hex[i + 1]));
  close_message(text, p, 4);
  end_entry(w, &e, p);
  return SQLITE_OK;
}

static int mapping_of(rocpd_writer *w, uint32_t module, uint32_t *iid, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  const rocpd_code_module none = {.path = ROCPD_NULL, .build_id = ROCPD_NULL, .base = ROCPD_NULL, .size = ROCPD_NULL};
  const rocpd_code_module *m = module == ROCPD_NO_MODULE ? &none : &frames_of(w)->module[module];
  uint32_t path = 0, id = 0;
  bool is_new;
  entry e;
  int rc = rocpd_fail_code(err, number_of(w, &f->sequence.mapping, module == ROCPD_NO_MODULE ? NO_MAPPING : module + 1, iid, &is_new));
  if (rc || !is_new) return rc;
  rc = rocpd_perfetto_iid(w, INTERNED_PATH, m->path, &f->sequence.path, &path, err);
  if (!rc) rc = build_id(w, m->build_id, &id, err);
  uint8_t *p = rc ? NULL : begin_entry(w, 128, INTERNED_MAPPING, *iid, &e, err);
  if (!p) return err->rc;
  if (id) p = put_int(p, MAPPING_BUILD_ID, id);
  if (m->base != ROCPD_NULL && m->size > 0) p = put_int(put_int(p, MAPPING_START, (uint64_t)m->base), MAPPING_END, (uint64_t)m->base + (uint64_t)m->size);
  if (path) p = put_int(p, MAPPING_PATH, path);
  end_entry(w, &e, p);
  return SQLITE_OK;
}

/* ---- stacks */

/* frame ROCPD_NO_FRAME: of a stack that is not known. */
static int frame_of(rocpd_writer *w, uint32_t frame, uint32_t *iid, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  static const rocpd_stack_frame unknown = {.parent = ROCPD_NO_FRAME, .module = ROCPD_NO_MODULE, .function = ROCPD_NULL, .file = ROCPD_NULL,
                                            .line = ROCPD_NULL, .offset = ROCPD_NULL};
  const rocpd_stack_frame *x = frame == ROCPD_NO_FRAME ? &unknown : &frames_of(w)->frame[frame];
  uint32_t function = 0, file = 0, mapping;
  int64_t name = x->function;
  bool is_new;
  entry e;
  int rc = rocpd_fail_code(err, number_of(w, &f->sequence.frame, frame == ROCPD_NO_FRAME ? 0 : frame + 1, iid, &is_new));
  if (rc || !is_new) return rc;
  if (name == ROCPD_NULL) rc = rocpd_fail_code(err, rocpd_intern(w->x->session, "(unknown)", -1, &name));
  if (!rc) rc = rocpd_perfetto_iid(w, INTERNED_FUNCTION, name, &f->sequence.function, &function, err);
  if (!rc) rc = rocpd_perfetto_iid(w, INTERNED_SOURCE, x->file, &f->sequence.source, &file, err);
  if (!rc) rc = mapping_of(w, x->module, &mapping, err);
  uint8_t *p = rc ? NULL : begin_entry(w, 128, INTERNED_FRAME, *iid, &e, err);
  if (!p) return err->rc;
  p = put_int(p, FRAME_FUNCTION, function);
  p = put_int(p, FRAME_MAPPING, mapping);
  p = put_int(p, FRAME_PC, x->offset == ROCPD_NULL ? 0 : (uint64_t)x->offset);
  if (file) p = put_int(p, FRAME_SOURCE, file);
  if (x->line != ROCPD_NULL && x->line > 0 && x->line <= UINT32_MAX) p = put_int(p, FRAME_LINE, (uint64_t)x->line);
  end_entry(w, &e, p);
  return SQLITE_OK;
}

static int stack_of(rocpd_writer *w, uint32_t frame, uint32_t *iid, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  uint32_t path[ROCPD_STACK_MOST_DEEP], n, number;
  bool is_new;
  entry e;
  int rc = rocpd_fail_code(err, number_of(w, &f->sequence.stack, frame == ROCPD_NO_FRAME ? 0 : frame + 1, iid, &is_new));
  if (rc || !is_new) return rc;
  n = rocpd_stack_path(frames_of(w), frame, path);
  if (!n) path[n++] = ROCPD_NO_FRAME;
  for (uint32_t i = n; !rc && i-- > 0;) {
    rc = frame_of(w, path[i], &number, err);
    path[i] = number;
  }
  uint8_t *p = rc ? NULL : begin_entry(w, (size_t)n * 6, INTERNED_STACK, *iid, &e, err);
  if (!p) return err->rc;
  while (n-- > 0) p = put_int(p, STACK_FRAME, path[n]); /* the outermost first */
  end_entry(w, &e, p);
  return SQLITE_OK;
}

/* ---- samples */

/* Readers know who was sampled by its numbers alone. */
static bool has_tid(const rocpd_track *t) { return t->key > 0 && t->key <= INT32_MAX; }

static int mode_of(const rocpd_writer *w, int64_t state) {
  if (state == ROCPD_NULL) return MODE_UNKNOWN;
  const char *text = rocpd_string(w->x->session, state, NULL);
  return !strcmp(text, "running") ? MODE_USER : !strcmp(text, "kernel") ? MODE_KERNEL : MODE_UNKNOWN;
}

static int write_sample(rocpd_writer *w, const rocpd_track *t, int64_t time, uint32_t stack, int mode, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  uint8_t *p = rocpd_buffer_reserve(&w->out, 96, err), *packet, *sample;
  if (!p) return err->rc;
  p = packet = open_message(p, TRACE_PACKET, 1);
  p = rocpd_perfetto_event_head(p, &f->sequence, time);
  p = put_int(p, PACKET_FLAGS, STATE_NEEDED);
  p = sample = open_message(p, PACKET_PERF_SAMPLE, 1);
  p = put_int(p, SAMPLE_PID, (uint64_t)w->x->layout.process[t->process].shown_pid);
  p = put_int(p, SAMPLE_TID, (uint64_t)t->key);
  p = put_int(p, SAMPLE_STACK, stack);
  if (mode != MODE_UNKNOWN) p = put_int(p, SAMPLE_MODE, (uint64_t)mode);
  close_message(sample, p, 1);
  close_message(packet, p, 1);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

int rocpd_perfetto_samples(rocpd_writer *w, const rocpd_track *t, const rocpd_item *it, rocpd_error *err) {
  const rocpd_export_batch *v = &w->x->layout.batch[it->batch];
  int64_t shift = rocpd_export_shift(w->x);
  uint64_t left;
  uint32_t n = rocpd_stack_samples(rocpd_column_at(v->field[ROCPD_STACK_FIELD_SAMPLES][0], it->row), &left), stack;
  int mode = mode_of(w, rocpd_column_at(v->name, it->row));
  if (!has_tid(t)) return rocpd_export_warn(w->x, err, "samples of threads without a number are slices only: Perfetto knows no other thread");
  int rc = n ? stack_of(w, rocpd_stack_frame_find(frames_of(w), v, rocpd_column_at(v->field[ROCPD_STACK_FIELD_FRAME][0], it->row)), &stack, err) : SQLITE_OK;
  for (uint32_t i = 1; !rc && i <= n; i++) rc = write_sample(w, t, rocpd_stack_moment(it->start, it->end, i, n) + shift, stack, mode, err);
  return rc ? rc : rocpd_stack_warn(w->x, left, err);
}
