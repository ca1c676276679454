/* Columns that rows of declared kinds lack if a process writes them itself (exports write all columns): names of agents from their ids, the thread, and so
** on. Columns are found by name, so this works for every kind. */
#include "rocz_file.h"

/* Columns that are an attribute of another column. */
static const struct { const char *name, *of; uint8_t dict; } attribute[] = {
    {"agent_name", "agent_id", D_AGENT_NAME},           {"agent_abs_index", "agent_id", D_AGENT_ABSOLUTE},
    {"agent_log_index", "agent_id", D_AGENT_LOGICAL},   {"agent_type_index", "agent_id", D_AGENT_TYPE_INDEX},
    {"agent_type", "agent_id", D_AGENT_TYPE},           {"stream_name", "stream_id", D_STREAM_NAME},
    {"queue_name", "queue_id", D_QUEUE_NAME},           {"device", "agent_abs_index", D_AGENT_NAME}, /* for tables without agent_id; it is the same number */
    {"agent_log_index", "agent_abs_index", D_AGENT_LOGICAL}, {"agent_type_index", "agent_abs_index", D_AGENT_TYPE_INDEX},
    {"agent_type", "agent_abs_index", D_AGENT_TYPE},
    {"src_agent_type", "src_agent_id", D_AGENT_TYPE}};

/* Reads another column of the batch as plain values, which the caller frees. */
static int values_of(rocpd_rocz_batch *b, int index, int64_t **out, rocpd_error *err) {
  rocpd_column *c;
  int rc = b->base.class->decode(&b->base, index, &c, err);
  if (rc != SQLITE_OK) return rc;
  *out = sqlite3_malloc64(b->base.rows * sizeof(**out));
  if (*out) rocpd_column_get(c, 0, b->base.rows, *out);
  sqlite3_free(c);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static int decode_attribute(rocpd_rocz_batch *b, int of, int dict, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  rocpd_column *ids;
  int rc = b->base.class->decode(&b->base, of, &ids, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_rocz_attributes_of(f, ids, b->base.rows, dict, out);
  sqlite3_free(ids);
  return rocpd_rocz_failed(f, rc, err);
}

/* Decodes the thread of the call, whose number is in the upper part of the call's. */
static int decode_tid(rocpd_rocz_batch *b, int stack, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  int64_t *v, last = -1, tid = ROCPD_NULL;
  int rc = values_of(b, stack, &v, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->base.rows; i++) {
    int64_t lane = v[i] == ROCPD_NULL ? 0 : v[i] >> ROCZ_STACK_SHIFT;
    if (lane != last) rc = rocpd_rocz_attribute(f, D_TID, last = lane, &tid);
    v[i] = tid;
  }
  *out = rc == SQLITE_OK ? rocpd_column_of(v, b->base.rows) : NULL;
  sqlite3_free(v);
  return *out ? SQLITE_OK : rocpd_rocz_failed(f, rc == SQLITE_OK ? SQLITE_NOMEM : rc, err);
}

static int decode_duration(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind];
  int64_t *start, *end;
  int rc = values_of(b, kind->start, &start, err);
  if (rc != SQLITE_OK) return rc;
  rc = values_of(b, kind->end, &end, err);
  if (rc == SQLITE_OK) {
    for (uint32_t i = 0; i < b->base.rows; i++)
      end[i] = end[i] == ROCPD_NULL || start[i] == ROCPD_NULL ? ROCPD_NULL : (int64_t)((uint64_t)end[i] - (uint64_t)start[i]);
    *out = rocpd_column_of(end, b->base.rows);
    if (!*out) rc = rocpd_no_memory(err);
    sqlite3_free(end);
  }
  sqlite3_free(start);
  return rc;
}

/* Gets the value of a column that is the same for all rows of a thread. */
static int constant_value(rocpd_rocz_batch *b, const char *name, int64_t *value) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  *value = ROCPD_NULL;
  if (strcmp(name, "guid") == 0) *value = f->guid;
  else if (strcmp(name, "nid") == 0) *value = f->base.info.nid;
  else if (strcmp(name, "pid") == 0) *value = f->base.info.pid;
  else if (strcmp(name, "corr_id") == 0) *value = 0;
  else if (strcmp(name, "extdata") == 0) *value = f->empty_json;
  else if (strcmp(name, "tid") == 0) return rocpd_rocz_attribute(f, D_TID, b->base.lane, value);
  return SQLITE_OK;
}

int rocpd_rocz_own_decode(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind];
  const char *name = kind->column[index].name;
  for (size_t i = 0; i < sizeof(attribute) / sizeof(attribute[0]); i++) {
    int of = strcmp(attribute[i].name, name) == 0 ? rocpd_kind_column(b->base.kind, attribute[i].of) : -1;
    if (of >= 0) return decode_attribute(b, of, attribute[i].dict, out, err);
  }
  if (strcmp(name, "duration") == 0 && kind->start >= 0 && kind->end >= 0) return decode_duration(b, out, err);
  int stack = strcmp(name, "tid") == 0 ? rocpd_kind_column(b->base.kind, "stack_id") : -1;
  if (stack >= 0) return decode_tid(b, stack, out, err);
  int64_t value;
  int rc = constant_value(b, name, &value);
  *out = rc == SQLITE_OK ? rocpd_column_constant(value) : NULL;
  return *out ? SQLITE_OK : rocpd_rocz_failed(b->file, rc == SQLITE_OK ? SQLITE_NOMEM : rc, err);
}

/* A process writes the names of kernels as their files have them. */
int rocpd_rocz_own_names(rocpd_rocz_batch *b, rocpd_column **names, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  int64_t *name = sqlite3_malloc64(b->base.rows * sizeof(*name)), *of = NULL, kernels, last = ROCPD_NULL, shown = ROCPD_NULL;
  int rc = name ? rocpd_intern(f->base.session, rocpd_kinds[ROCPD_KIND_KERNEL].name, -1, &kernels) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rocpd_column_get(*names, 0, b->base.rows, name);
  if (rc == SQLITE_OK) rc = values_of(b, ROCPD_AGGREGATE_rows_of, &of, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->base.rows; i++) {
    if (of[i] != kernels || name[i] == ROCPD_NULL) continue;
    if (name[i] != last) rc = rocpd_rocz_display_name(f, last = name[i], &shown);
    name[i] = shown;
  }
  rocpd_column *c = rc == SQLITE_OK ? rocpd_column_of(name, b->base.rows) : NULL;
  if (rc == SQLITE_OK && !c) rc = SQLITE_NOMEM;
  sqlite3_free(name), sqlite3_free(of);
  sqlite3_free(*names);
  *names = c;
  return rc == SQLITE_OK ? rc : rocpd_rocz_failed(f, rc, err);
}
