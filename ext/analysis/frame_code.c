/* See frame_code.h. */
#include "frame_code.h"
#include "map.h"

enum { BLOCK = 1024 };

/* ---- modules */

enum { MODULE_ID, PATH, BUILD_ID, BASE, SIZE, MODULE_COLUMNS };
static const int module_columns[MODULE_COLUMNS] = {ROCPD_MODULE_id, ROCPD_MODULE_file_path, ROCPD_MODULE_build_id, ROCPD_MODULE_load_base,
                                                   ROCPD_MODULE_load_size};

typedef struct reading {
  const rocpd_frame_tree *tree;
  rocpd_frame_codes *out;
  size_t room;
  rocpd_map place; /* of modules, by id */
} reading;

/* Of several modules with one id the first counts. */
static int add_module(reading *r, const int64_t *v) {
  if (v[MODULE_ID * BLOCK] == ROCPD_NULL || rocpd_map_get(&r->place, (uint64_t)v[MODULE_ID * BLOCK], UINT64_MAX) != UINT64_MAX) return SQLITE_OK;
  if (r->out->modules == ROCPD_NO_MODULE) return SQLITE_TOOBIG;
  int rc = rocpd_map_set(&r->place, (uint64_t)v[MODULE_ID * BLOCK], r->out->modules);
  const rocpd_code_module m = {v[MODULE_ID * BLOCK], v[PATH * BLOCK], v[BUILD_ID * BLOCK], v[BASE * BLOCK], v[SIZE * BLOCK]};
  return rc == SQLITE_OK ? ROCPD_APPEND(r->out->module, r->out->modules, r->room, m) : rc;
}

/* ---- frames */

enum { FRAME_ID, MODULE, OFFSET, FILE_NAME, LINE, IS_RETURN, FRAME_COLUMNS };
static const int frame_columns[FRAME_COLUMNS] = {ROCPD_FRAME_id, ROCPD_FRAME_module_id, ROCPD_FRAME_offset, ROCPD_FRAME_file, ROCPD_FRAME_line,
                                                 ROCPD_FRAME_is_return};

static int add_frame(reading *r, const int64_t *v) {
  uint32_t frame = rocpd_frame_tree_find(r->tree, v[FRAME_ID * BLOCK]);
  int64_t module = v[MODULE * BLOCK];
  if (frame == ROCPD_NO_FRAME) return SQLITE_OK;
  r->out->code[frame] = (rocpd_frame_code){
    .module = module == ROCPD_NULL ? ROCPD_NO_MODULE : (uint32_t)rocpd_map_get(&r->place, (uint64_t)module, ROCPD_NO_MODULE),
    .is_return = v[IS_RETURN * BLOCK] == 1, .offset = v[OFFSET * BLOCK], .file = v[FILE_NAME * BLOCK], .line = v[LINE * BLOCK]};
  return SQLITE_OK;
}

/* ---- both */

static int read_kind(reading *r, rocpd_snapshot *s, rocpd_source *source, int kind, const int *columns, int n_columns,
                     int (*add)(reading *r, const int64_t *v), rocpd_error *err) {
  int64_t value[FRAME_COLUMNS * BLOCK];
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(s, source, kind, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *unreadable;
    if (!batch[i]->rows) rc = rocpd_batch_column(batch[i], columns[0], &unreadable, err);
    for (uint32_t first = 0, rows; rc == SQLITE_OK && (rows = rocpd_rows_from(first, batch[i]->rows, BLOCK)) > 0; first += rows) {
      rc = rocpd_batch_values(batch[i], columns, n_columns, first, rows, value, BLOCK, err);
      for (uint32_t k = 0; rc == SQLITE_OK && k < rows; k++) rc = rocpd_fail_code(err, add(r, value + k));
    }
  }
  return rc;
}

int rocpd_frame_codes_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_frame_tree *tree, rocpd_frame_codes *out, rocpd_error *err) {
  reading r = {.tree = tree, .out = out};
  s = rocpd_snapshot_whole(s);
  *out = (rocpd_frame_codes){0};
  if (!tree->n) return SQLITE_OK;
  out->code = sqlite3_malloc64(tree->n * sizeof *out->code);
  int rc = out->code ? SQLITE_OK : rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < tree->n; i++)
    out->code[i] = (rocpd_frame_code){.module = ROCPD_NO_MODULE, .offset = ROCPD_NULL, .file = ROCPD_NULL, .line = ROCPD_NULL};
  if (rc == SQLITE_OK) rc = read_kind(&r, s, source, ROCPD_KIND_MODULE, module_columns, MODULE_COLUMNS, add_module, err);
  if (rc == SQLITE_OK) rc = read_kind(&r, s, source, ROCPD_KIND_FRAME, frame_columns, FRAME_COLUMNS, add_frame, err);
  rocpd_map_free(&r.place);
  if (rc != SQLITE_OK) rocpd_frame_codes_free(out);
  return rc;
}

void rocpd_frame_codes_free(rocpd_frame_codes *c) {
  sqlite3_free(c->code);
  sqlite3_free(c->module);
  *c = (rocpd_frame_codes){0};
}

uint64_t rocpd_frame_address(const rocpd_frame_codes *c, uint32_t frame) {
  const rocpd_frame_code *f = &c->code[frame];
  int64_t base = f->module == ROCPD_NO_MODULE ? 0 : c->module[f->module].base;
  if (f->offset == ROCPD_NULL || base == ROCPD_NULL) return 0;
  uint64_t at = (uint64_t)base + (uint64_t)f->offset;
  return at && f->is_return ? at - 1 : at;
}
