/* Sampled stacks: slices of states are written like other events; the sections `samples` and `stackFrames` follow the events. Readers look frames up by the
** names of members, so frames are numbered from 1 on: Speedscope takes 0 for none. */
#include "format.h"
#include "json_write.h"

typedef struct writing {
  rocpd_writer *w;
  uint8_t *used;  /* [frames + 1] by number; 0: a stack that is not known */
  bool any;       /* there is a sample in the file */
  uint64_t left;  /* samples that are left out */
} writing;

/* In one process for each domain, there are no real threads: then samples are of the lane. */
static void thread_of(const rocpd_writer *w, const rocpd_track *t, int group, int64_t *pid, int64_t *tid) {
  rocpd_json_thread_of(w, w->x->option.arrange == ROCPD_ARRANGE_DOMAIN ? t : t - 1, 0, group, pid, tid);
}

int rocpd_json_name_sampled(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  return w->x->option.arrange == ROCPD_ARRANGE_DOMAIN ? SQLITE_OK : rocpd_json_name_thread(w, t - 1, 0, ROCZ_GROUP_GPU, err);
}

/* ---- samples */

static uint32_t frame_of(writing *s, const rocpd_export_batch *v, uint32_t row) {
  const rocpd_stack_frames *f = &s->w->x->frames;
  uint32_t frame = rocpd_stack_frame_find(f, v, rocpd_column_at(v->field[ROCPD_STACK_FIELD_FRAME][0], row));
  for (uint32_t i = frame; i != ROCPD_NO_FRAME && !s->used[i + 1]; i = f->frame[i].parent) s->used[i + 1] = 1;
  if (frame == ROCPD_NO_FRAME) s->used[0] = 1;
  return frame + 1; /* ROCPD_NO_FRAME + 1 is 0 */
}

static int write_sample(writing *s, const char *head, size_t size, int64_t time, uint32_t frame, const rocpd_json_piece *name, rocpd_error *err) {
  rocpd_json_state *f = s->w->state;
  char *p = (char *)rocpd_buffer_reserve(&s->w->out, 256 + size + name->size, err);
  if (!p) return err->rc;
  p = s->any ? PUT(p, ",\n") : PUT(p, ",\n\"samples\":[\n");
  s->any = true;
  p = put_bytes(p, head, size);
  p = put_time(p, f->base, time);
  p = PUT(p, ",\"sf\":");
  p = rocpd_put_unsigned(p, (uint64_t)frame + 1);
  p = put_piece(p, f, name);
  p = PUT(p, ",\"weight\":1}");
  rocpd_buffer_commit(&s->w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int write_row(writing *s, const rocpd_track *t, const rocpd_item *it, rocpd_error *err) {
  const rocpd_export_batch *v = &s->w->x->layout.batch[it->batch];
  rocpd_json_piece *name;
  char head[96];
  uint64_t left;
  int64_t pid, tid;
  uint32_t n = rocpd_stack_samples(rocpd_column_at(v->field[ROCPD_STACK_FIELD_SAMPLES][0], it->row), &left);
  if (!n) return SQLITE_OK;
  rocpd_json_bound_pieces(s->w->state);
  int rc = rocpd_json_name_of(s->w, rocpd_column_at(v->name, it->row), rocpd_column_at(v->category, it->row), &name, err);
  if (rc) return rc;
  thread_of(s->w, t, name->group, &pid, &tid);
  sqlite3_snprintf(sizeof head, head, "{\"pid\":%lld,\"tid\":%lld,\"ts\":", pid, tid);
  uint32_t frame = frame_of(s, v, it->row);
  for (uint32_t i = 1; !rc && i <= n; i++) rc = write_sample(s, head, strlen(head), rocpd_stack_moment(it->start, it->end, i, n), frame, name, err);
  s->left |= left;
  return rc ? rc : rocpd_writer_poll(s->w, 1, err);
}

/* The track's rows were written as events before, and are not counted again. */
static int write_track(writing *s, rocpd_track *t, rocpd_error *err) {
  const rocpd_counts counted = s->w->count;
  s->w->again = true;
  int rc = rocpd_track_sort(s->w, t, false, NULL, err);
  for (size_t i = 0; !rc && i < t->items; i++) rc = write_row(s, t, &t->item[i], err);
  rocpd_track_leave(s->w, t, ROCPD_KEEP_ROWS);
  s->w->again = false;
  s->w->count = counted;
  return rc;
}

/* ---- frames */

static int write_frame(writing *s, uint32_t number, bool first, rocpd_error *err) {
  const rocpd_session *session = s->w->x->session;
  const rocpd_stack_frames *f = &s->w->x->frames;
  const rocpd_stack_frame *frame = number ? &f->frame[number - 1] : NULL;
  int64_t name_size = 0, file_size = 0, file = ROCPD_NULL;
  const char *name = "(unknown)", *path = "", *base;
  if (frame && frame->function != ROCPD_NULL) name = rocpd_string(session, frame->function, &name_size);
  else name_size = (int64_t)strlen(name);
  if (frame) file = frame->module == ROCPD_NO_MODULE ? frame->file : f->module[frame->module].path;
  if (file != ROCPD_NULL) path = rocpd_string(session, file, &file_size);
  base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  char *p = (char *)rocpd_buffer_reserve(&s->w->out, 128 + ((size_t)name_size + (size_t)file_size) * 6, err);
  if (!p) return err->rc;
  p = first ? PUT(p, "\n\"") : PUT(p, ",\n\"");
  p = rocpd_put_unsigned(p, (uint64_t)number + 1);
  p = put_quoted(PUT(p, "\":{\"name\":"), name, (size_t)name_size);
  p = put_quoted(PUT(p, ",\"category\":"), base, strlen(base));
  if (frame && frame->parent != ROCPD_NO_FRAME) {
    p = PUT(p, ",\"parent\":\"");
    p = rocpd_put_unsigned(p, (uint64_t)frame->parent + 2);
    *p++ = '"';
  }
  *p++ = '}';
  rocpd_buffer_commit(&s->w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int write_frames(writing *s, rocpd_error *err) {
  bool first = true;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i <= s->w->x->frames.n; i++)
    if (s->used[i]) rc = write_frame(s, (uint32_t)i, first, err), first = false;
  return rc;
}

/* ---- both */

static int put_all(rocpd_writer *w, const char *text, rocpd_error *err) { return rocpd_buffer_add(&w->out, (const uint8_t *)text, strlen(text), err); }

int rocpd_json_write_stacks(rocpd_writer *w, rocpd_error *err) {
  writing s = {.w = w};
  rocpd_export_layout *l = &w->x->layout;
  if (!w->x->frames.sources) return SQLITE_OK;
  if (!(s.used = rocpd_zeroed(w->x->frames.n + 1))) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < l->tracks; i++)
    if (l->track[i].class == ROCPD_EVENT_STACK && rocpd_export_takes(w->x, &l->track[i])) rc = write_track(&s, &l->track[i], err);
  if (!rc && s.any) rc = put_all(w, "],\n\"stackFrames\":{", err);
  if (!rc && s.any) rc = write_frames(&s, err);
  if (!rc && s.any) rc = put_all(w, "}", err);
  sqlite3_free(s.used);
  return rc ? rc : rocpd_stack_warn(w->x, s.left, err);
}
