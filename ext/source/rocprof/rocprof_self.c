/* Finds guid, process, host and rank of a source from the rows of its set. A set mostly has one process; if a merged file has several, each row has its own
** origin (origin.h). */
#include "json.h"
#include "origin.h"
#include "rocprof.h"

/* The rows of a table. */
typedef struct table_rows {
  rocpd_batch **batch;
  size_t batches;
  uint64_t rows;
} table_rows;

static int look_at(rocpd_rocprof *f, int kind, table_rows *out, rocpd_error *err) {
  *out = (table_rows){0};
  int rc = f->set.table[kind].name ? rocpd_rocprof_batches(f, kind, &out->batch, &out->batches, err) : SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < out->batches; i++) out->rows += out->batch[i]->rows;
  return rc;
}

/* Gets a value; ROCPD_NULL if the table has no such column. */
static int value_at(const table_rows *p, int index, uint64_t row, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  size_t i = 0;
  for (; row >= p->batch[i]->rows; i++) row -= p->batch[i]->rows;
  int rc = rocpd_batch_column(p->batch[i], index, &c, err);
  *out = rc == SQLITE_OK ? rocpd_column_at(c, (uint32_t)row) : ROCPD_NULL;
  return rc;
}

/* Finds the guid in the metadata, else in the names of tables. */
static int read_guid(rocpd_rocprof *f, rocpd_error *err) {
  rocpd_session *session = f->base.session;
  const char *suffix = f->set.suffix + (f->set.suffix[0] == '_');
  const char *best = NULL;
  table_rows p;
  sqlite3_snprintf(sizeof(f->base.info.guid), f->base.info.guid, "%s", suffix);
  for (char *c = f->base.info.guid; *c; c++)
    if (*c == '_') *c = '-';
  int rc = look_at(f, ROCPD_KIND_RAW_METADATA, &p, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < p.rows; i++) {
    int64_t tag = ROCPD_NULL, value = ROCPD_NULL;
    rc = value_at(&p, ROCPD_RAW_METADATA_tag, i, &tag, err);
    if (rc == SQLITE_OK) rc = value_at(&p, ROCPD_RAW_METADATA_value, i, &value, err);
    if (rc != SQLITE_OK || tag == ROCPD_NULL || value == ROCPD_NULL) continue;
    const char *name = rocpd_string(session, tag, NULL), *guid = rocpd_string(session, value, NULL);
    /* rocprofiler-systems writes upid; guid takes precedence. */
    if (strcmp(name, "guid") == 0 || (!best && strcmp(name, "upid") == 0)) best = guid;
    if (strcmp(name, "guid") == 0) break;
  }
  if (best && *best && strlen(best) < sizeof(f->base.info.guid)) sqlite3_snprintf(sizeof(f->base.info.guid), f->base.info.guid, "%s", best);
  return rc;
}

static int read_said(rocpd_rocprof *f, rocpd_error *err) {
  table_rows p;
  int rc = look_at(f, ROCPD_KIND_RAW_METADATA, &p, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < p.rows; i++) {
    int64_t tag = ROCPD_NULL, value = ROCPD_NULL;
    rc = value_at(&p, ROCPD_RAW_METADATA_tag, i, &tag, err);
    if (rc == SQLITE_OK) rc = value_at(&p, ROCPD_RAW_METADATA_value, i, &value, err);
    if (rc == SQLITE_OK && tag != ROCPD_NULL && value != ROCPD_NULL) rc = rocpd_rocprof_take_said(f, rocpd_string(f->base.session, tag, NULL), value, err);
  }
  return rc;
}

static int read_process(rocpd_rocprof *f, const table_rows *process, rocpd_error *err) {
  static const int column[] = {ROCPD_RAW_PROCESS_pid, ROCPD_RAW_PROCESS_ppid, ROCPD_RAW_PROCESS_nid, ROCPD_RAW_PROCESS_start, ROCPD_RAW_PROCESS_end};
  int64_t *const to[] = {&f->base.info.pid, &f->base.info.ppid, &f->base.info.nid, &f->base.info.start_ns, &f->base.info.end_ns};
  int64_t value = ROCPD_NULL, command = ROCPD_NULL;
  int rc = SQLITE_OK;
  if (process->rows) rc = value_at(process, ROCPD_RAW_PROCESS_nid, 0, &value, err);
  if (value != ROCPD_NULL) f->base.info.nid = value;
  for (uint64_t i = 0; rc == SQLITE_OK && i < process->rows; i++) {
    int64_t start = ROCPD_NULL;
    rc = value_at(process, ROCPD_RAW_PROCESS_start, i, &start, err);
    if (start != ROCPD_NULL && start && (!f->process_start || start < f->process_start)) f->process_start = start;
  }
  if (rc != SQLITE_OK || process->rows != 1) return rc;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof(column) / sizeof(*column); i++) {
    rc = value_at(process, column[i], 0, &value, err);
    if (rc == SQLITE_OK && value != ROCPD_NULL) *to[i] = value;
  }
  if (rc == SQLITE_OK) rc = value_at(process, ROCPD_RAW_PROCESS_command, 0, &command, err);
  if (rc != SQLITE_OK || command == ROCPD_NULL) return rc;
  f->base.info.command = sqlite3_mprintf("%s", rocpd_string(f->base.session, command, NULL));
  return f->base.info.command ? rc : rocpd_no_memory(err);
}

static int read_host(rocpd_rocprof *f, rocpd_error *err) {
  table_rows node;
  int64_t host = ROCPD_NULL;
  int rc = look_at(f, ROCPD_KIND_RAW_NODE, &node, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < node.rows; i++) {
    int64_t name = ROCPD_NULL;
    rc = value_at(&node, ROCPD_RAW_NODE_hostname, i, &name, err);
    if (name == ROCPD_NULL) continue;
    if (host != ROCPD_NULL && host != name) return rc;
    host = name;
  }
  if (rc != SQLITE_OK || host == ROCPD_NULL) return rc;
  f->base.info.host = sqlite3_mprintf("%s", rocpd_string(f->base.session, host, NULL));
  return f->base.info.host ? rc : rocpd_no_memory(err);
}

/* Reads the other facts about where the process ran. */
static int read_origin(rocpd_rocprof *f, const table_rows *process, rocpd_error *err) {
  rocpd_session *session = f->base.session;
  int64_t environment = ROCPD_NULL, extdata = ROCPD_NULL;
  rocpd_origin o;
  int rc = value_at(process, ROCPD_RAW_PROCESS_environment, 0, &environment, err);
  if (rc == SQLITE_OK) rc = value_at(process, ROCPD_RAW_PROCESS_extdata, 0, &extdata, err);
  if (rc == SQLITE_OK) rc = rocpd_origin_read(session, environment, extdata, &o, err);
  if (rc != SQLITE_OK) return rc;
  if (o.rank != ROCPD_NULL) f->base.info.rank = o.rank;
  if (o.guid != ROCPD_NULL) sqlite3_snprintf(sizeof(f->base.info.process), f->base.info.process, "%s", rocpd_string(session, o.guid, NULL));
  if (o.run != ROCPD_NULL) sqlite3_snprintf(sizeof(f->base.info.run_id), f->base.info.run_id, "%s", rocpd_string(session, o.run, NULL));
  f->base.info.wall_offset_ns = o.wall_offset_ns;
  return rc;
}

static int read_of_process(rocpd_rocprof *f, rocpd_error *err) {
  table_rows process;
  int rc = look_at(f, ROCPD_KIND_RAW_PROCESS, &process, err);
  f->base.info.multi_process = f->base.info.process_rows = rc == SQLITE_OK && process.rows > 1;
  if (rc == SQLITE_OK) rc = read_process(f, &process, err);
  if (rc == SQLITE_OK && process.rows == 1) rc = read_origin(f, &process, err);
  return rc;
}

/* A text that is too long is not parsed; health reports it. Other damage is an error, unless it is to be skipped. */
static int read_by(int (*read)(rocpd_rocprof *f, rocpd_error *err), rocpd_rocprof *f, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = read(f, &why);
  if ((rc & 0xff) == SQLITE_TOOBIG || (f->skip && rocpd_is_damage(rc))) {
    rocpd_source_damaged(&f->base, &why);
    return SQLITE_OK;
  }
  return rocpd_fail_for(err, rc, &why);
}

int rocpd_rocprof_read_self(rocpd_rocprof *f, rocpd_error *err) {
  static int (*const reads[])(rocpd_rocprof *, rocpd_error *) = {read_guid, read_of_process, read_host, read_said};
  rocpd_session *session = f->base.session;
  f->path_id = f->host_id = f->guid_id = f->run_id = ROCPD_NULL;
  f->base.info.complete = true;
  f->base.info.connection_thread_only = f->base.info.schema != NULL;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (f->set.table[k].name) f->base.info.native |= ROCPD_KIND_BIT(k);
  /* A database that only the user's connection can read is always read as a whole. */
  f->row_limit = f->base.info.schema ? 0 : ROCPD_JSON_BYTES;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof(reads) / sizeof(*reads); i++) rc = read_by(reads[i], f, err);
  f->row_limit = 0;
  if (rc == SQLITE_OK) rc = rocpd_intern_or_null(session, f->base.path, &f->path_id);
  if (rc == SQLITE_OK) rc = rocpd_intern_or_null(session, f->base.info.host, &f->host_id);
  if (rc == SQLITE_OK) rc = rocpd_intern_or_null(session, f->base.info.guid, &f->guid_id);
  if (rc == SQLITE_OK) rc = rocpd_intern_or_null(session, f->base.info.run_id, &f->run_id);
  return rocpd_fail_code(err, rc);
}
