/* See frame_tree.h. A parent that does not have a smaller id, or is not there, is taken for none, so a damaged file makes no circles. */
#include "frame_tree.h"
#include <stdlib.h>
#include "bisect.h"
#include "intern.h"
#include "link.h"

enum { BLOCK = 1024, COLUMNS = 5 };
static const int columns[COLUMNS] = {ROCPD_FRAME_id, ROCPD_FRAME_parent_frame_id, ROCPD_FRAME_function, ROCPD_FRAME_module_id, ROCPD_FRAME_file};

typedef struct reading {
  rocpd_frame_tree *out;
  int64_t *parent_id;
  int64_t module_id, module; /* of the last frame with a module */
  int64_t file, file_name;   /* of the last one without */
  rocpd_links *links;
  rocpd_session *session;
} reading;

/* The last part of a path. */
static int name_of(reading *r, int64_t path, int64_t *out) {
  *out = ROCPD_NULL;
  if (path == ROCPD_NULL) return SQLITE_OK;
  const char *text = rocpd_string(r->session, path, NULL), *slash = strrchr(text, '/');
  return rocpd_intern(r->session, slash ? slash + 1 : text, -1, out);
}

static int module_of(reading *r, int64_t id, int64_t file, int64_t *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (id == ROCPD_NULL) {
    if (file != r->file) rc = name_of(r, file, &r->file_name), r->file = file;
    return *out = r->file_name, rocpd_fail_code(err, rc);
  }
  if (id != r->module_id) {
    int64_t path = id;
    rc = rocpd_link_map(r->links, ROCPD_LINK_MODULE, ROCPD_MODULE_file_path, &path, 1, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, name_of(r, path, &r->module));
    r->module_id = rc == SQLITE_OK ? id : ROCPD_NULL;
  }
  *out = r->module;
  return rc;
}

static int read_batch(reading *r, rocpd_batch *b, rocpd_error *err) {
  int64_t value[COLUMNS * BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_batch_values(b, columns, COLUMNS, first, n, value, BLOCK, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      rocpd_tree_frame *f = &r->out->frame[r->out->n];
      *f = (rocpd_tree_frame){.id = value[i], .function = value[2 * BLOCK + i], .parent = ROCPD_NO_FRAME};
      r->parent_id[r->out->n] = value[BLOCK + i];
      rc = module_of(r, value[3 * BLOCK + i], value[4 * BLOCK + i], &f->module, err);
      r->out->n += f->id != ROCPD_NULL;
    }
  }
  return rc;
}

typedef struct with_parent {
  rocpd_tree_frame frame;
  int64_t parent_id;
} with_parent;

static int compare(const void *a, const void *b) { return ROCPD_ORDER(((const with_parent *)a)->frame.id, ((const with_parent *)b)->frame.id); }

/* Files have frames in order; others are sorted here. */
static int bring_in_order(reading *r) {
  rocpd_frame_tree *t = r->out;
  uint32_t sorted = 1;
  while (sorted < t->n && t->frame[sorted - 1].id < t->frame[sorted].id) sorted++;
  if (sorted >= t->n) return SQLITE_OK;
  with_parent *all = sqlite3_malloc64(t->n * sizeof *all);
  if (!all) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < t->n; i++) all[i] = (with_parent){t->frame[i], r->parent_id[i]};
  qsort(all, t->n, sizeof *all, compare);
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n; i++) /* of several with one id one counts */
    if (!n || t->frame[n - 1].id != all[i].frame.id) t->frame[n] = all[i].frame, r->parent_id[n++] = all[i].parent_id;
  t->n = n;
  sqlite3_free(all);
  return SQLITE_OK;
}

static int index_ids(rocpd_frame_tree *t) {
  if (!t->n) return SQLITE_OK;
  t->first = t->frame[0].id;
  uint64_t span = (uint64_t)t->frame[t->n - 1].id - (uint64_t)t->first + 1;
  if (!span || span > 4 * (uint64_t)t->n + 1024) return SQLITE_OK;
  t->place = sqlite3_malloc64(span * sizeof *t->place);
  if (!t->place) return SQLITE_NOMEM;
  memset(t->place, 0xff, span * sizeof *t->place);
  for (uint32_t i = 0; i < t->n; i++) t->place[(uint64_t)t->frame[i].id - (uint64_t)t->first] = i;
  t->span = span;
  return SQLITE_OK;
}

uint32_t rocpd_frame_tree_find(const rocpd_frame_tree *t, int64_t id) {
  uint64_t at = (uint64_t)id - (uint64_t)t->first;
  if (id == ROCPD_NULL || !t->n) return ROCPD_NO_FRAME;
  if (t->place) return at < t->span ? t->place[at] : ROCPD_NO_FRAME;
  uint32_t i = ROCPD_FIRST(k, 0u, t->n, t->frame[k].id >= id);
  return i < t->n && t->frame[i].id == id ? i : ROCPD_NO_FRAME;
}

static void find_parents(reading *r) {
  rocpd_frame_tree *t = r->out;
  for (uint32_t i = 0; i < t->n; i++) {
    uint32_t parent = r->parent_id[i] < t->frame[i].id ? rocpd_frame_tree_find(t, r->parent_id[i]) : ROCPD_NO_FRAME;
    t->frame[i].parent = parent;
  }
}

int rocpd_frame_tree_make(rocpd_snapshot *s, rocpd_source *source, rocpd_frame_tree *out, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  uint64_t rows = 0;
  reading r = {.out = out, .session = rocpd_snapshot_session(s), .module_id = ROCPD_NULL, .file = ROCPD_NULL, .file_name = ROCPD_NULL};
  s = rocpd_snapshot_whole(s);
  *out = (rocpd_frame_tree){0};
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_FRAME, &batch, &n, err);
  if (rc == SQLITE_OK && n) rc = rocpd_links_of(s, source, &r.links, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rows += batch[i]->rows ? batch[i]->rows : 1;
  if (rc != SQLITE_OK || !rows) return rc;
  if (rows >= ROCPD_NO_FRAME) return rocpd_fail(err, SQLITE_TOOBIG, "%s: %llu frames, more than 2^32 - 2", source->path, (unsigned long long)rows);
  out->frame = sqlite3_malloc64((rows + 1) * sizeof *out->frame);
  r.parent_id = sqlite3_malloc64((rows + 1) * sizeof *r.parent_id);
  if (!out->frame || !r.parent_id) rc = rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *c;
    rc = batch[i]->rows ? read_batch(&r, batch[i], err) : rocpd_batch_column(batch[i], ROCPD_FRAME_id, &c, err);
  }
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, bring_in_order(&r));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, index_ids(out));
  if (rc == SQLITE_OK) find_parents(&r);
  sqlite3_free(r.parent_id);
  if (rc != SQLITE_OK) rocpd_frame_tree_free(out);
  return rc;
}

int rocpd_frame_tree_path(const rocpd_frame_tree *t, rocpd_session *session, int64_t id, int64_t *out) {
  uint32_t depth = 0, at = rocpd_frame_tree_find(t, id), *list;
  for (uint32_t i = at; i != ROCPD_NO_FRAME; i = t->frame[i].parent) depth++;
  if (!depth) return *out = ROCPD_NULL, SQLITE_OK;
  if (!(list = sqlite3_malloc64(depth * sizeof *list))) return SQLITE_NOMEM;
  for (uint32_t n = depth; n-- > 0; at = t->frame[at].parent) list[n] = at;
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (uint32_t i = 0; i < depth; i++) {
    int64_t name = t->frame[list[i]].function;
    sqlite3_str_appendf(text, "%s%s", i ? " / " : "", name == ROCPD_NULL ? "" : rocpd_string(session, name, NULL));
  }
  sqlite3_free(list);
  return rocpd_intern_str(session, text, out);
}

void rocpd_frame_tree_free(rocpd_frame_tree *t) {
  sqlite3_free(t->frame);
  sqlite3_free(t->place);
  *t = (rocpd_frame_tree){0};
}
