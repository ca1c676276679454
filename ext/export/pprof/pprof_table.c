/* Texts, functions, locations and mappings: see pprof.h. */
#include "escape.h"
#include "intern.h"
#include "pprof.h"

/* ---- texts */

int rocpd_pprof_text(rocpd_pprof_tables *t, const rocpd_session *session, int64_t interned, int64_t *number, rocpd_error *err) {
  *number = 0;
  if (interned == ROCPD_NULL || !*rocpd_string(session, interned, NULL)) return SQLITE_OK;
  t->text.keys = 1;
  int rc = rocpd_group_add(&t->text, &interned, number, err);
  ++*number;
  return rc;
}

int rocpd_pprof_word(rocpd_pprof_tables *t, rocpd_session *session, const char *word, int64_t *number, rocpd_error *err) {
  int64_t interned = ROCPD_NULL;
  int rc = rocpd_fail_code(err, rocpd_intern(session, word, -1, &interned));
  return rc == SQLITE_OK ? rocpd_pprof_text(t, session, interned, number, err) : rc;
}

/* ---- places */

int rocpd_pprof_add_modules(rocpd_pprof_tables *t, const rocpd_frame_codes *codes, size_t *first, rocpd_error *err) {
  *first = t->mappings;
  int rc = rocpd_array_reserve(&t->mapping, &t->mapping_room, t->mappings + codes->modules, sizeof *t->mapping);
  for (uint32_t i = 0; rc == SQLITE_OK && i < codes->modules; i++) t->mapping[t->mappings++] = (rocpd_pprof_mapping){.of = codes->module[i]};
  return rocpd_fail_code(err, rc);
}

/* The number of a function. */
static int function_of(rocpd_pprof_tables *t, rocpd_session *session, int64_t name, int64_t file, int64_t *number, rocpd_error *err) {
  int64_t key[2];
  t->function.keys = 2;
  int rc = rocpd_pprof_text(t, session, name, &key[0], err);
  if (rc == SQLITE_OK && !key[0]) rc = rocpd_pprof_word(t, session, "(unknown)", &key[0], err);
  if (rc == SQLITE_OK) rc = rocpd_pprof_text(t, session, file, &key[1], err);
  if (rc == SQLITE_OK) rc = rocpd_group_add(&t->function, key, number, err);
  ++*number;
  return rc;
}

enum { KEY_MAPPING, KEY_ADDRESS, KEY_FUNCTION, KEY_LINE, LOCATION_KEYS };

int rocpd_pprof_location(rocpd_pprof_tables *t, rocpd_session *session, const rocpd_frame_tree *tree, const rocpd_frame_codes *codes, size_t first_mapping,
                         uint32_t frame, uint64_t *number, rocpd_error *err) {
  int64_t key[LOCATION_KEYS] = {0}, group = 0, name = ROCPD_NULL, file = ROCPD_NULL;
  t->location.keys = LOCATION_KEYS;
  if (frame != ROCPD_NO_FRAME) {
    const rocpd_frame_code *c = &codes->code[frame];
    name = tree->frame[frame].function, file = c->file;
    key[KEY_ADDRESS] = (int64_t)rocpd_frame_address(codes, frame);
    if (c->module != ROCPD_NO_MODULE) {
      key[KEY_MAPPING] = (int64_t)(first_mapping + c->module) + 1;
      t->mapping[first_mapping + c->module].nameless |= name == ROCPD_NULL;
    }
    key[KEY_LINE] = c->line == ROCPD_NULL ? 0 : c->line;
  }
  int rc = function_of(t, session, name, file, &key[KEY_FUNCTION], err);
  if (rc == SQLITE_OK) rc = rocpd_group_add(&t->location, key, &group, err);
  *number = (uint64_t)group + 1;
  return rc;
}

/* ---- all of it */

static int write_texts(rocpd_writer *w, const rocpd_pprof_tables *t, rocpd_error *err) {
  for (size_t i = 0; i <= t->text.n; i++) {
    int64_t size = 0;
    const char *text = i ? rocpd_string(w->x->session, t->text.key[i - 1], &size) : "";
    uint8_t *p = rocpd_buffer_reserve(&w->out, 16 + (size_t)size * 3, err), *body;
    if (!p) return err->rc;
    p = body = open_message(p, PROFILE_TEXT, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, text, (size_t)size);
    close_message(body, p, 4);
    rocpd_buffer_commit(&w->out, p);
  }
  return SQLITE_OK;
}

static int write_mappings(rocpd_writer *w, rocpd_pprof_tables *t, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < t->mappings; i++) {
    const rocpd_pprof_mapping *m = &t->mapping[i];
    int64_t path = 0, build_id = 0;
    rc = rocpd_pprof_text(t, w->x->session, m->of.path, &path, err);
    if (rc == SQLITE_OK) rc = rocpd_pprof_text(t, w->x->session, m->of.build_id, &build_id, err);
    uint8_t *p = rc == SQLITE_OK ? rocpd_buffer_reserve(&w->out, 128, err) : NULL, *body;
    if (!p) return err->rc;
    uint64_t start = m->of.base == ROCPD_NULL ? 0 : (uint64_t)m->of.base, size = m->of.size == ROCPD_NULL ? 0 : (uint64_t)m->of.size;
    p = body = open_message(p, PROFILE_MAPPING, 1);
    p = put_int(p, MAPPING_ID, i + 1);
    p = put_int(p, MAPPING_START, start);
    p = put_int(p, MAPPING_LIMIT, start + size);
    if (path) p = put_int(p, MAPPING_FILE, (uint64_t)path);
    if (build_id) p = put_int(p, MAPPING_BUILD_ID, (uint64_t)build_id);
    if (!m->nameless) p = put_int(p, MAPPING_HAS_FUNCTIONS, 1);
    close_message(body, p, 1);
    rocpd_buffer_commit(&w->out, p);
  }
  return rc;
}

static int write_locations(rocpd_writer *w, const rocpd_pprof_tables *t, rocpd_error *err) {
  for (size_t i = 0; i < t->location.n; i++) {
    const int64_t *key = &t->location.key[i * LOCATION_KEYS];
    uint8_t *p = rocpd_buffer_reserve(&w->out, 128, err), *body, *line;
    if (!p) return err->rc;
    p = body = open_message(p, PROFILE_LOCATION, 1);
    p = put_int(p, LOCATION_ID, i + 1);
    if (key[KEY_MAPPING]) p = put_int(p, LOCATION_MAPPING, (uint64_t)key[KEY_MAPPING]);
    if (key[KEY_ADDRESS]) p = put_int(p, LOCATION_ADDRESS, (uint64_t)key[KEY_ADDRESS]);
    p = line = open_message(p, LOCATION_LINE, 1);
    p = put_int(p, LINE_FUNCTION, (uint64_t)key[KEY_FUNCTION]);
    if (key[KEY_LINE]) p = put_int(p, LINE_LINE, (uint64_t)key[KEY_LINE]);
    close_message(line, p, 1);
    close_message(body, p, 1);
    rocpd_buffer_commit(&w->out, p);
  }
  return SQLITE_OK;
}

static int write_functions(rocpd_writer *w, const rocpd_pprof_tables *t, rocpd_error *err) {
  for (size_t i = 0; i < t->function.n; i++) {
    const int64_t *key = &t->function.key[i * 2];
    uint8_t *p = rocpd_buffer_reserve(&w->out, 64, err), *body;
    if (!p) return err->rc;
    p = body = open_message(p, PROFILE_FUNCTION, 1);
    p = put_int(p, FUNCTION_ID, i + 1);
    p = put_int(p, FUNCTION_NAME, (uint64_t)key[0]);
    p = put_int(p, FUNCTION_SYSTEM_NAME, (uint64_t)key[0]);
    if (key[1]) p = put_int(p, FUNCTION_FILE, (uint64_t)key[1]);
    close_message(body, p, 1);
    rocpd_buffer_commit(&w->out, p);
  }
  return SQLITE_OK;
}

/* Texts come last: what is written before them may add some. */
int rocpd_pprof_write_tables(rocpd_writer *w, rocpd_pprof_tables *t, rocpd_error *err) {
  int rc = write_mappings(w, t, err);
  if (rc == SQLITE_OK) rc = write_locations(w, t, err);
  if (rc == SQLITE_OK) rc = write_functions(w, t, err);
  return rc == SQLITE_OK ? write_texts(w, t, err) : rc;
}

void rocpd_pprof_free_tables(rocpd_pprof_tables *t) {
  rocpd_groups_free(&t->text), rocpd_groups_free(&t->function), rocpd_groups_free(&t->location);
  sqlite3_free(t->mapping);
}
