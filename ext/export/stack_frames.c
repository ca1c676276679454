/* See stack_frames.h. */
#include "stack_frames.h"
#include "export.h"
#include "intern.h"

static int add_frames(rocpd_stack_frames *f, const rocpd_frame_tree *t, const rocpd_frame_codes *c, uint32_t first) {
  uint32_t modules = (uint32_t)f->modules;
  int rc = rocpd_array_reserve(&f->frame, &f->room, f->n + t->n, sizeof *f->frame);
  if (rc == SQLITE_OK) rc = rocpd_array_reserve(&f->module, &f->module_room, f->modules + c->modules, sizeof *f->module);
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    const rocpd_frame_code *code = &c->code[i];
    uint32_t parent = t->frame[i].parent;
    f->frame[f->n++] = (rocpd_stack_frame){
      .parent = parent == ROCPD_NO_FRAME ? ROCPD_NO_FRAME : first + parent,
      .module = code->module == ROCPD_NO_MODULE ? ROCPD_NO_MODULE : modules + code->module,
      .function = t->frame[i].function, .file = code->file, .line = code->line,
      .offset = code->offset == ROCPD_NULL || !code->is_return ? code->offset : (int64_t)((uint64_t)code->offset - 1)};
  }
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->modules; i++) f->module[f->modules++] = c->module[i];
  return rc;
}

static int add_source(rocpd_export *x, rocpd_source *source, rocpd_error *err) {
  rocpd_stack_frames *f = &x->frames;
  rocpd_frame_codes codes = {0};
  if (rocpd_map_get(&f->place, source->number, UINT64_MAX) != UINT64_MAX) return SQLITE_OK;
  struct rocpd_stack_source s = {.first = (uint32_t)f->n};
  int rc = rocpd_frame_tree_make(x->snapshot, source, &s.tree, err);
  if (rc == SQLITE_OK) rc = rocpd_frame_codes_make(x->snapshot, source, &s.tree, &codes, err);
  if (rc == SQLITE_OK && f->n + s.tree.n >= ROCPD_NO_FRAME)
    rc = rocpd_fail(err, SQLITE_TOOBIG, "%s: more than 2^32 - 2 frames with those before", source->path);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_frames(f, &s.tree, &codes, s.first));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_map_set(&f->place, source->number, f->sources));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, ROCPD_APPEND(f->source, f->sources, f->source_room, s));
  if (rc != SQLITE_OK) rocpd_frame_tree_free(&s.tree);
  rocpd_frame_codes_free(&codes);
  return rc;
}

int rocpd_stack_frames_make(rocpd_export *x, rocpd_error *err) {
  const rocpd_export_layout *l = &x->layout;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < l->batches; i++)
    if (l->batch[i].event == &rocpd_event_kinds[ROCPD_EVENT_STACK]) rc = add_source(x, l->batch[i].batch->source, err);
  return rc;
}

void rocpd_stack_frames_free(rocpd_stack_frames *f) {
  for (size_t i = 0; i < f->sources; i++) rocpd_frame_tree_free(&f->source[i].tree);
  rocpd_map_free(&f->place);
  sqlite3_free(f->frame), sqlite3_free(f->module), sqlite3_free(f->source);
  *f = (rocpd_stack_frames){0};
}

uint32_t rocpd_stack_frame_find(const rocpd_stack_frames *f, const rocpd_export_batch *v, int64_t id) {
  uint64_t place = rocpd_map_get(&f->place, v->batch->source->number, UINT64_MAX);
  uint32_t frame = place == UINT64_MAX ? ROCPD_NO_FRAME : rocpd_frame_tree_find(&f->source[place].tree, id);
  return frame == ROCPD_NO_FRAME ? ROCPD_NO_FRAME : f->source[place].first + frame;
}

uint32_t rocpd_stack_path(const rocpd_stack_frames *f, uint32_t frame, uint32_t *path) {
  uint32_t n = 0;
  for (; frame != ROCPD_NO_FRAME && n < ROCPD_STACK_MOST_DEEP; frame = f->frame[frame].parent) path[n++] = frame;
  return n;
}

/* ---- names */

enum { MOST_NAME = 2000 };
#define BEFORE " ← "

static int name_of(const rocpd_export *x, uint32_t frame, int64_t *out) {
  const rocpd_stack_frames *f = &x->frames;
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (uint32_t i = frame; i != ROCPD_NO_FRAME && sqlite3_str_length(text) < MOST_NAME; i = f->frame[i].parent) {
    int64_t size = 0;
    const char *name = f->frame[i].function == ROCPD_NULL ? "(unknown)" : rocpd_string(x->session, f->frame[i].function, &size);
    if (i != frame) sqlite3_str_appendall(text, BEFORE);
    sqlite3_str_append(text, name, (int)(size && size < MOST_NAME ? size : size ? MOST_NAME : (int64_t)strlen(name)));
    if (sqlite3_str_length(text) >= MOST_NAME) sqlite3_str_appendall(text, "...");
  }
  if (frame == ROCPD_NO_FRAME) sqlite3_str_appendall(text, "(unknown)");
  return rocpd_intern_str(x->session, text, out);
}

/* known: [frames + 1] the names of stacks, 0: of those that are not known; ROCPD_NULL: not made yet. */
static int name_batch(rocpd_export *x, rocpd_export_batch *v, int64_t *known, rocpd_error *err) {
  const rocpd_column *frame;
  int rc = rocpd_batch_column(v->batch, ROCPD_STACK_frame_id, &frame, err);
  int64_t *name = rc == SQLITE_OK ? sqlite3_malloc64(v->batch->rows * sizeof *name) : NULL;
  if (rc == SQLITE_OK && !name) rc = rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < v->batch->rows; i++) {
    uint32_t at = rocpd_stack_frame_find(&x->frames, v, rocpd_column_at(frame, i));
    int64_t *one = &known[at + 1]; /* ROCPD_NO_FRAME + 1 is 0 */
    if (*one == ROCPD_NULL) rc = rocpd_fail_code(err, name_of(x, at, one));
    name[i] = *one;
  }
  if (rc == SQLITE_OK && !(v->shown = rocpd_column_of(name, v->batch->rows))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) v->name = v->shown;
  sqlite3_free(name);
  return rc;
}

int rocpd_stack_names_make(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  if (!x->frames.sources) return SQLITE_OK;
  int64_t *known = sqlite3_malloc64((x->frames.n + 1) * sizeof *known);
  int rc = known ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i <= x->frames.n; i++) known[i] = ROCPD_NULL;
  for (size_t i = 0; rc == SQLITE_OK && i < l->batches; i++) {
    if (l->batch[i].event == &rocpd_event_kinds[ROCPD_EVENT_STACK]) rc = name_batch(x, &l->batch[i], known, err);
    if (rc == SQLITE_OK) rc = rocpd_export_poll(x, 0, err);
  }
  sqlite3_free(known);
  return rc;
}

int rocpd_stack_warn(rocpd_export *x, uint64_t left, rocpd_error *err) {
  if (!left) return SQLITE_OK;
  return rocpd_export_warn(x, err, "a row of stacks has more than %d samples: the rest of them is left out", ROCPD_STACK_MOST_SAMPLES);
}
