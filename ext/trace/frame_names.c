/* See frame_names.h. A name is found by the frame's module, which is a row of another table, and by the symbols of that module's file. */
#include "frame_names.h"
#include <unistd.h>
#include "link.h"
#include "map.h"
#include "symbols.h"

typedef struct named_batch {
  rocpd_batch base; /* must be first */
  rocpd_batch *parent; /* with a reference */
  rocpd_links *links;
} named_batch;

/* A frame by its place. */
typedef struct place {
  int64_t function, module, offset, is_return, pid;
} place;
static const int place_columns[] = {ROCPD_FRAME_function, ROCPD_FRAME_module_id, ROCPD_FRAME_offset, ROCPD_FRAME_is_return, ROCPD_FRAME_pid};
enum { PLACE_COLUMNS = sizeof place_columns / sizeof *place_columns, BLOCK = 1024 };

/* The symbols of modules that were met. */
typedef struct finder {
  rocpd_links *links;
  rocpd_source *source;
  rocpd_map known; /* module id -> place in symbols */
  rocpd_symbols **symbols;
  size_t n;
  int64_t pid;
  rocpd_symbols *of_pid; /* NULL: not known yet */
} finder;

/* ---- symbols */

static int symbols_of_module(finder *f, int64_t module, rocpd_symbols **out, rocpd_error *err) {
  uint64_t at = rocpd_map_get(&f->known, (uint64_t)module, UINT64_MAX);
  if (at != UINT64_MAX) return *out = f->symbols[at], SQLITE_OK;
  int64_t path = module, id = module;
  int rc = rocpd_link_map(f->links, ROCPD_LINK_MODULE, ROCPD_MODULE_file_path, &path, 1, err);
  if (rc == SQLITE_OK) rc = rocpd_link_map(f->links, ROCPD_LINK_MODULE, ROCPD_MODULE_build_id, &id, 1, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_symbols_of_module(f->source->session, path, id, out);
  if (rc == SQLITE_OK) rc = rocpd_map_set(&f->known, (uint64_t)module, f->n);
  if (rc == SQLITE_OK) rc = ROCPD_PUSH(f->symbols, f->n, *out);
  return rocpd_fail_code(err, rc);
}

/* Another machine's process has no file here. */
static bool is_here(const rocpd_source *s) {
  char name[256] = "";
  return s->info.host && !gethostname(name, sizeof name - 1) && !strcmp(name, s->info.host);
}

static int symbols_of_process(finder *f, int64_t pid, rocpd_symbols **out, rocpd_error *err) {
  int64_t offset = rocpd_source_wall_offset_ns(f->source), start = rocpd_source_start_ns(f->source);
  if (f->of_pid && f->pid == pid) return *out = f->of_pid, SQLITE_OK;
  bool knows = is_here(f->source) && pid > 0 && offset != ROCPD_NULL && start;
  int rc = rocpd_symbols_of_process(f->source->session, knows ? pid : 0, knows ? start + offset : INT64_MAX, out);
  f->pid = pid, f->of_pid = *out;
  return rocpd_fail_code(err, rc);
}

static void finder_free(finder *f) {
  rocpd_map_free(&f->known);
  sqlite3_free(f->symbols);
}

/* A text that stands for a name: MODULE+0xOFFSET, or 0xADDRESS. An export has it where there was no name. */
static bool is_place(const char *text) {
  const char *number = strstr(text, "+0x");
  number = number ? number + 1 : text;
  return !strncmp(number, "0x", 2) && number[2] && !number[2 + strspn(number + 2, "0123456789abcdef")];
}

static bool has_name(const finder *f, const place *p) {
  return p->function != ROCPD_NULL && (p->offset == ROCPD_NULL || !is_place(rocpd_string(f->source->session, p->function, NULL)));
}

static int name_of(finder *f, const place *p, int64_t *name, rocpd_error *err) {
  rocpd_symbols *s = NULL;
  *name = p->function;
  if (has_name(f, p) || p->offset == ROCPD_NULL) return SQLITE_OK;
  int rc = p->module != ROCPD_NULL ? symbols_of_module(f, p->module, &s, err) : symbols_of_process(f, p->pid, &s, err);
  if (rc == SQLITE_OK && p->function != ROCPD_NULL && (p->module == ROCPD_NULL || rocpd_symbols_missing(s))) return SQLITE_OK;
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_symbols_name(s, p->offset, p->is_return == 1, name)) : rc;
}

/* ---- the batch */

static place place_at(const int64_t *value, uint32_t i) {
  return (place){value[i], value[BLOCK + i], value[2 * BLOCK + i], value[3 * BLOCK + i], value[4 * BLOCK + i]};
}

static int names(named_batch *b, int64_t *out, rocpd_error *err) {
  finder f = {.links = b->links, .source = b->base.source};
  int64_t value[PLACE_COLUMNS * BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->base.rows, BLOCK)) > 0; first += n) {
    rc = rocpd_batch_values(b->parent, place_columns, PLACE_COLUMNS, first, n, value, BLOCK, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      const place p = place_at(value, i);
      rc = name_of(&f, &p, &out[first + i], err);
    }
  }
  finder_free(&f);
  return rc;
}

static int decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  named_batch *b = (named_batch *)base;
  const rocpd_column *c;
  int rc = rocpd_batch_column(b->parent, index, &c, err); /* for names too: if its rows cannot be read, `rows` is 0, and it says why */
  if (rc != SQLITE_OK) return rc;
  if (index != ROCPD_FRAME_function) {
    *out = rocpd_column_copy(c);
    return *out ? SQLITE_OK : rocpd_no_memory(err);
  }
  int64_t *name = sqlite3_malloc64((uint64_t)base->rows * sizeof *name + 1);
  rc = name ? names(b, name, err) : rocpd_no_memory(err);
  *out = rc == SQLITE_OK ? rocpd_column_of(name, base->rows) : NULL;
  sqlite3_free(name);
  return rc != SQLITE_OK || *out ? rc : rocpd_no_memory(err);
}

static bool zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  return index != ROCPD_FRAME_function && rocpd_batch_zone(((named_batch *)base)->parent, index, min, max);
}

static void batch_free(rocpd_batch *base) { rocpd_batch_unref(((named_batch *)base)->parent); }

static const rocpd_batch_class named_class = {.decode = decode, .zone = zone, .free = batch_free};

/* ---- with the snapshot */

typedef struct frame_names {
  rocpd_links *links;
} frame_names;

static rocpd_batch *show(void *data, rocpd_batch *parent) {
  const frame_names *of = data;
  named_batch *b = (named_batch *)rocpd_batch_over(parent, parent->kind, &named_class, parent->rows, sizeof *b);
  if (!b) return NULL;
  b->parent = parent;
  b->links = of->links;
  b->base.row = parent->row;
  return &b->base;
}

static const char owner;

int rocpd_frame_names_make(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  rocpd_links *links;
  if (rocpd_snapshot_kept(s, &owner, source->number)) return SQLITE_OK;
  int rc = rocpd_links_of(s, source, &links, err);
  frame_names *of = rc == SQLITE_OK ? sqlite3_malloc64(sizeof *of) : NULL;
  if (!of) return rc == SQLITE_OK ? rocpd_no_memory(err) : rc;
  of->links = links;
  const rocpd_keeping keeping = {.owner = &owner, .key = source->number, .data = of, .free_data = sqlite3_free, .source = source};
  if (!rocpd_snapshot_keep(s, &keeping)) return rocpd_no_memory(err);
  rocpd_snapshot_show_by(s, source, &owner, ROCPD_KIND_BIT(ROCPD_KIND_FRAME), show);
  return SQLITE_OK;
}

/* ---- what is missing */

/* Finds the modules of the frames in a batch. */
static int find_modules(finder *f, rocpd_batch *b, rocpd_error *err) {
  int64_t value[PLACE_COLUMNS * BLOCK];
  rocpd_symbols *s;
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_batch_values(b, place_columns, PLACE_COLUMNS, first, n, value, BLOCK, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      const place p = place_at(value, i);
      if (!has_name(f, &p) && p.offset != ROCPD_NULL && p.module != ROCPD_NULL) rc = symbols_of_module(f, p.module, &s, err);
    }
  }
  return rc;
}

int rocpd_frame_names_missing(rocpd_snapshot *s, rocpd_source *source, int64_t *n, char **why, rocpd_error *err) {
  rocpd_batch **batch;
  size_t batches = 0;
  finder f = {.source = source};
  *n = 0, *why = NULL;
  s = rocpd_snapshot_whole(s);
  int rc = source->info.native & ROCPD_KIND_BIT(ROCPD_KIND_FRAME) ? rocpd_snapshot_batches_of(s, source, ROCPD_KIND_FRAME, &batch, &batches, err) : SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) {
    if (batch[i]->class != &named_class) continue;
    named_batch *b = (named_batch *)batch[i];
    f.links = b->links;
    rc = find_modules(&f, b->parent, err);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < f.n; i++) {
    const char *missing = rocpd_symbols_missing(f.symbols[i]);
    if (missing && !(*n)++ && !(*why = sqlite3_mprintf("%s", missing))) rc = rocpd_no_memory(err);
  }
  finder_free(&f);
  return rc;
}
