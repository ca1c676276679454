/* Sampled stacks: events CallingContextSample at a location of their own. Calling contexts are numbered like frames (stack_frames.h), from 1 on; 0 stands for
** stacks that are not known. */
#include "format.h"
#include "otf2.h"

enum { SAMPLED_FIELDS = 7 }; /* of the class */

typedef struct sampled_lane {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct OTF2_EvtWriter_struct *out;
  struct OTF2_AttributeList_struct *list;
  uint64_t events, left; /* left: samples that are left out */
} sampled_lane;

static int64_t field(const rocpd_export_batch *v, int field, uint32_t row) { return rocpd_column_at(v->field[field][0], row); }

/* What all samples of a row have. */
static int add_state(const sampled_lane *l, const rocpd_export_batch *v, uint32_t row, rocpd_error *err) {
  const rocpd_otf2_library *lib = &l->s->lib;
  const int64_t value[] = {rocpd_column_at(v->category, row), rocpd_column_at(v->name, row)};
  const uint32_t attribute[] = {ROCPD_OTF2_CATEGORY, l->s->state};
  int code = 0;
  for (int i = 0; !code && i < 2; i++) {
    uint32_t number;
    if (value[i] == ROCPD_NULL) continue;
    int rc = rocpd_otf2_string(l->w, value[i], &number, err);
    if (rc) return rc;
    code = lib->AttributeList_AddStringRef(l->list, attribute[i], number);
  }
  return code ? rocpd_otf2_failed(l->w, code, err) : SQLITE_OK;
}

/* What stands for the whole row: at its last sample. */
static int add_fields(const sampled_lane *l, const rocpd_export_batch *v, uint32_t row, rocpd_error *err) {
  int code = 0;
  for (int i = 0; !code && i < v->event->fields; i++) {
    int64_t value = field(v, i, row);
    if (value == ROCPD_NULL || v->event->field[i].text || (!value && v->event->field[i].not_zero)) continue;
    code = l->s->lib.AttributeList_AddInt64(l->list, l->s->of_field[ROCPD_EVENT_STACK][i], value);
  }
  return code ? rocpd_otf2_failed(l->w, code, err) : SQLITE_OK;
}

static int write_row(sampled_lane *l, const rocpd_item *it, rocpd_error *err) {
  const rocpd_export_batch *v = &l->w->x->layout.batch[it->batch];
  uint64_t left;
  uint32_t n = rocpd_stack_samples(field(v, ROCPD_STACK_FIELD_SAMPLES, it->row), &left);
  uint32_t context = rocpd_stack_frame_find(&l->w->x->frames, v, field(v, ROCPD_STACK_FIELD_FRAME, it->row)) + 1; /* ROCPD_NO_FRAME + 1 is 0 */
  int rc = SQLITE_OK;
  l->left |= left;
  for (uint32_t i = 1; !rc && i <= n; i++) {
    uint64_t time = rocpd_otf2_time(l->s, rocpd_stack_moment(it->start, it->end, i, n));
    rc = add_state(l, v, it->row, err);
    if (!rc && i == n) rc = add_fields(l, v, it->row, err);
    int code = rc ? 0 : l->s->lib.EvtWriter_CallingContextSample(l->out, l->list, time, context, ROCPD_OTF2_NONE, 0);
    if (code) rc = rocpd_otf2_failed(l->w, code, err);
    l->events++;
  }
  if (n && it->end != INT64_MAX) {
    __atomic_add_fetch(&l->s->sampled_ns, (uint64_t)it->end - (uint64_t)it->start, __ATOMIC_RELAXED);
    __atomic_add_fetch(&l->s->samples, n, __ATOMIC_RELAXED);
  }
  return rc ? rc : rocpd_writer_poll(l->w, 1, err);
}

/* The most bytes of the events. */
static uint64_t bytes_of(const rocpd_export *x, const rocpd_item *item, size_t n) {
  enum { ATTRIBUTE = 15, SAMPLE = 60 + 2 * ATTRIBUTE };
  uint64_t bytes = n * SAMPLED_FIELDS * ATTRIBUTE, left;
  for (size_t i = 0; i < n; i++) {
    int64_t weight = field(&x->layout.batch[item[i].batch], ROCPD_STACK_FIELD_SAMPLES, item[i].row);
    bytes += (uint64_t)rocpd_stack_samples(weight, &left) * SAMPLE;
  }
  return bytes;
}

int rocpd_otf2_write_samples(rocpd_writer *w, const rocpd_track *t, size_t number, rocpd_error *err) {
  const rocpd_export_layout *layout = &w->x->layout;
  sampled_lane l = {.w = w, .s = rocpd_otf2_all(w), .list = ((rocpd_otf2 *)w->state)->list};
  rocpd_otf2_place here = {.name = t->name, .order = {(uint32_t)(t - layout->track), (uint32_t)number},
                           .group = rocpd_otf2_group(layout, t->process, ROCPD_NO_GROUP), .type = ROCPD_OTF2_CPU_THREAD};
  size_t first = number ? t->lane_end[number - 1] : 0, end = t->lane_end[number];
  int rc = rocpd_otf2_begin_place(w, bytes_of(w->x, t->item + first, end - first), &here, &l.out, err);
  for (size_t i = first; !rc && i < end; i++) rc = write_row(&l, &t->item[i], err);
  here.events = l.events;
  if (!rc) rc = rocpd_otf2_end_place(w, l.out, &here, err);
  return rc ? rc : rocpd_stack_warn(w->x, l.left, err);
}

/* ---- definitions */

static int64_t name_of(rocpd_otf2_definitions *d, int64_t function) {
  int64_t name = function;
  if (name == ROCPD_NULL) rocpd_fail_code(d->err, rocpd_intern(d->w->x->session, "(unknown)", -1, &name));
  return name;
}

/* The number of a frame's function as a region, and of its place in the source; ROCPD_OTF2_NONE: unknown. */
static void number_frame(rocpd_otf2_definitions *d, int64_t function, int64_t file, int64_t line, uint32_t *region, uint32_t *source) {
  int64_t name = name_of(d, function), category = rocpd_intern_find(d->w->x->session, rocz_category_samples, -1);
  uint64_t key = rocpd_otf2_string_key(file) << 32 | (uint32_t)(line > 0 && line <= UINT32_MAX ? line : 0);
  *source = ROCPD_OTF2_NONE, *region = 0;
  if (!d->err->rc) rocpd_otf2_region(d->w, ROCPD_EVENT_STACK, name, category < 0 ? ROCPD_NULL : category, region, d->err);
  if (!d->err->rc && file != ROCPD_NULL) rocpd_otf2_number(d->w, ROCPD_OTF2_SOURCES, key, source, d->err);
}

void rocpd_otf2_number_contexts(rocpd_otf2_definitions *d) {
  const rocpd_stack_frames *f = &d->w->x->frames;
  uint32_t region, source;
  for (size_t i = 0; d->s->samples && !d->err->rc && i < f->n; i++) number_frame(d, f->frame[i].function, f->frame[i].file, f->frame[i].line, &region, &source);
  if (d->s->samples) number_frame(d, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, &region, &source);
}

void rocpd_otf2_define_contexts(rocpd_otf2_definitions *d) {
  enum { NANO = -9 };
  const rocpd_stack_frames *f = &d->w->x->frames;
  uint32_t region, source;
  if (!d->s->samples) return;
  uint64_t period = d->s->sampled_ns / d->s->samples;
  uint32_t name = rocpd_otf2_define_text(d, "sampler");
  ROCPD_OTF2_DEFINE(d, InterruptGenerator, 0, name, ROCPD_OTF2_BY_TIME, ROCPD_OTF2_DECIMAL, NANO, period ? period : 1);
  number_frame(d, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, &region, &source);
  ROCPD_OTF2_DEFINE(d, CallingContext, 0, region, source, ROCPD_OTF2_NONE);
  for (uint32_t i = 0; !d->err->rc && i < f->n; i++) {
    number_frame(d, f->frame[i].function, f->frame[i].file, f->frame[i].line, &region, &source);
    ROCPD_OTF2_DEFINE(d, CallingContext, i + 1, region, source, f->frame[i].parent == ROCPD_NO_FRAME ? ROCPD_OTF2_NONE : f->frame[i].parent + 1);
  }
}
