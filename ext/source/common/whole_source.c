/* See whole_source.h. */
#include "whole_source.h"
#include "known_time.h"

static rocpd_row_store *store_of(rocpd_whole_source *w, size_t i) { return (rocpd_row_store *)((char *)w + w->class->rows[i].offset); }

void rocpd_whole_begin(rocpd_whole_source *w, const rocpd_whole_class *class) {
  w->class = class;
  w->entities.source = &w->source;
  w->source.info.native |= ROCPD_ENTITY_KINDS;
  for (size_t i = 0; i < class->stores; i++) {
    *store_of(w, i) = (rocpd_row_store){.source = &w->source, .layout = class->rows[i].layout};
    w->source.info.native |= ROCPD_KIND_BIT(class->rows[i].layout->kind);
  }
}

/* Reads and packs the rows, or the late rows. */
static int read_rows(rocpd_whole_source *w, bool late, rocpd_error *err) {
  int rc = late ? w->class->read_late(w, err) : w->class->read(w, err);
  for (size_t i = 0; rc == SQLITE_OK && i < w->class->stores; i++)
    if (w->class->rows[i].is_late == late) rc = rocpd_row_store_pack(store_of(w, i));
  return rc;
}

/* Finds when the trace began from its rows: see known_time.h. */
static void find_begin(rocpd_whole_source *w) {
  rocpd_times_met met = ROCPD_NO_TIMES_MET;
  for (size_t i = 0; i < w->class->stores; i++) rocpd_row_store_meet_times(store_of(w, i), &met);
  w->source.info.began_ns = rocpd_times_begin(&met);
}

int rocpd_whole_load(rocpd_whole_source *w, rocpd_error *err) {
  if (w->is_read) return SQLITE_OK;
  int rc = read_rows(w, false, err);
  if (rc == SQLITE_OK) find_begin(w);
  if (rc == SQLITE_OK) w->is_read = true;
  else rocpd_whole_drop(w);
  return rocpd_fail_code(err, rc);
}

static int load_late(rocpd_whole_source *w, rocpd_error *err) {
  if (w->late_is_read) return SQLITE_OK;
  int rc = read_rows(w, true, err);
  w->late_is_read = rc == SQLITE_OK;
  for (size_t i = 0; rc != SQLITE_OK && i < w->class->stores; i++)
    if (w->class->rows[i].is_late) rocpd_row_store_drop(store_of(w, i));
  return rocpd_fail_code(err, rc);
}

void rocpd_whole_drop(rocpd_whole_source *w) {
  for (size_t i = 0; i < w->class->stores; i++) rocpd_row_store_drop(store_of(w, i));
  rocpd_entity_table_drop(&w->entities);
  if (w->class->drop) w->class->drop(w);
  w->is_read = w->late_is_read = false;
  rocpd_source_forget_times(&w->source);
}

void rocpd_whole_changed(rocpd_whole_source *w, bool *changed) {
  rocpd_whole_drop(w);
  rocpd_source_undamaged(&w->source);
  *changed = true;
}

int rocpd_whole_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  rocpd_whole_source *w = (rocpd_whole_source *)s;
  if (rocpd_stamp_holds(s->path, &w->stamp)) return SQLITE_OK;
  int rc = rocpd_stamp_take(s->path, &w->stamp, err);
  if (rc == SQLITE_OK) rocpd_whole_changed(w, changed);
  return rc;
}

int rocpd_whole_look(rocpd_whole_source *w, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocpd_error err = {0};
  int rc = rocpd_whole_load(w, &err);
  rocpd_source_failed(&w->source, rc, &err);
  if (rc != SQLITE_OK && !rocpd_is_stop(rc)) rc = emit(arg, "unreadable", 1, err.message);
  rocpd_error_clear(&err);
  return rc;
}

void rocpd_whole_forget(rocpd_source *s) { rocpd_whole_drop((rocpd_whole_source *)s); }

void rocpd_whole_free(rocpd_whole_source *w) {
  rocpd_whole_drop(w);
  for (size_t i = 0; i < w->class->stores; i++) rocpd_row_store_free(store_of(w, i));
  rocpd_entity_table_free(&w->entities);
}

int rocpd_whole_batches(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_whole_source *w = (rocpd_whole_source *)s;
  int rc = rocpd_whole_load(w, err);
  *out = w->entities.info[kind].batch;
  *n = w->entities.info[kind].batches;
  for (size_t i = 0; rc == SQLITE_OK && i < w->class->stores; i++) {
    if (w->class->rows[i].layout->kind != kind) continue;
    if (w->class->rows[i].is_late) rc = load_late(w, err);
    *out = store_of(w, i)->batch;
    *n = store_of(w, i)->batches;
  }
  return rc;
}
