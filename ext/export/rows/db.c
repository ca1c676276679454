/* rocpd_export_db(path [, options]): any trace as one database of rocpd schema 3 with one set of tables under a new guid (see export.h and options.h).
**
** Upstream's tools join by (id, guid), so under one guid the rows of all sources need different ids. An id is kept if it is free, so the first source keeps
** all of its ids (renumber.h). JSON that names rows is changed accordingly.
**
** A connection of its own writes to the temporary file of rocpd_output, in one transaction and without a journal. The file gets its name only when it is
** complete. */
#include <errno.h>
#include <sys/stat.h>
#include "choice.h"
#include "db_own.h"
#include "db_schema.h"
#include "format.h"
#include "json.h"
#include "newer.h"
#include "renumber.h"
#include "rocz.h"

#define BLOCK 1024
#define AHEAD 8 /* batches decoded at once, for each thread */

/* How a column's values are stored. */
enum how { AS_INT, AS_REAL, AS_TEXT, AS_ID /* of `space` */, AS_OWN /* bind_own() */ };

typedef struct target { /* a column of the table being filled */
  uint8_t column;       /* of the record kind */
  uint8_t how;          /* enum how */
  int16_t space;
  bool required, json, has_ids, bound;
  bool joined; /* AMD's views leave out rows in which it is NULL */
  int64_t last; /* value that is currently bound, if `bound` */
  bool lost;    /* the value is the id of a missing row */
} target;

typedef struct db_job {
  rocpd_export *x;
  sqlite3 *db;
  char guid[40], *suffix;
  bool later;
  rocpd_renumber ids;
  rocpd_json_ids json;
  size_t sources;
  const rocpd_db_table *table; /* the table being filled, from `source` */
  rocpd_source *source;
  rocpd_choice *choice;
  bool made; /* the source's base tables are derived from its views' rows, so we choose their values */
  sqlite3_stmt *insert;
  target target[ROCZ_MAX_COLUMNS];
  int targets;
  rocpd_batch **ahead; /* for decode_ahead */
  int64_t value[ROCZ_MAX_COLUMNS][BLOCK];
  uint64_t rows, dangling, without_start, unfinished;
} db_job;

static int db_fail(db_job *j, int rc, rocpd_error *err) {
  if (sqlite3_system_errno(j->db) == EFBIG) rocpd_output_limited(&j->x->file);
  return rocpd_fail(err, rc, "%s: %s", j->x->file.path, rc == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(j->db));
}

/* ---- rows */

/* Whether the value is made here instead of taken from the source. */
static bool is_own(const db_job *j, int kind, int column) {
  switch (kind) {
    case ROCPD_KIND_RAW_NODE: return column == ROCPD_RAW_NODE_hash || column == ROCPD_RAW_NODE_machine_id;
    case ROCPD_KIND_RAW_PROCESS: return column == ROCPD_RAW_PROCESS_extdata || (column == ROCPD_RAW_PROCESS_command && j->made);
    case ROCPD_KIND_AGENT: return column == ROCPD_AGENT_extdata && j->made;
    case ROCPD_KIND_RAW_EVENT: return column == ROCPD_RAW_EVENT_extdata && j->made;
    default: return false;
  }
}

/* A table has at most one column of JSON with ids. */
static void begin_json(db_job *j, int column) {
  rocpd_map_free(&j->json.text);
  j->json = (rocpd_json_ids){.ids = &j->ids, .kind = j->table->kind, .column = column, .alone = j->sources == 1, .dangling = j->json.dangling};
}

static int begin_table(db_job *j, rocpd_error *err) {
  const rocpd_db_table *t = j->table;
  const rocpd_kind *kind = &rocpd_kinds[t->kind];
  uint8_t column[ROCZ_MAX_COLUMNS];
  int n = rocpd_db_columns(t, j->later, column);
  sqlite3_str *sql = sqlite3_str_new(j->db), *marks = sqlite3_str_new(j->db);
  j->targets = 0;
  sqlite3_str_appendf(sql, "INSERT INTO \"%s%s\" (", kind->name, j->suffix);
  for (int i = 0; i < n; i++) {
    const rocpd_column_def *def = &kind->column[column[i]];
    const rocpd_db_rule *r = rocpd_db_rule_of(t, def->name);
    if (strcmp(def->name, "guid") == 0) continue; /* set by its default */
    target *g = &j->target[j->targets++];
    *g = (target){.column = column[i], .how = def->type == ROCPD_TEXT ? AS_TEXT : def->type == ROCPD_REAL ? AS_REAL : AS_INT, .space = -1,
                  .required = r && r->required, .json = strcmp(def->declared, "JSONB") == 0};
    g->space = (int16_t)rocpd_renumber_space(t->kind, column[i]);
    g->joined = g->space == ROCPD_KIND_AGENT &&
                (t->kind == ROCPD_KIND_RAW_COPY || t->kind == ROCPD_KIND_RAW_CODE_OBJECT || t->kind == ROCPD_KIND_RAW_PMC);
    if (g->space >= 0) g->how = AS_ID;
    if (is_own(j, t->kind, column[i])) g->how = AS_OWN;
    g->has_ids = rocpd_json_has_ids(t->kind, column[i]);
    if (g->has_ids) begin_json(j, column[i]);
    sqlite3_str_appendf(sql, "%s\"%s\"", j->targets > 1 ? ", " : "", def->name);
    sqlite3_str_appendf(marks, "%s?", j->targets > 1 ? ", " : "");
  }
  char *values = sqlite3_str_finish(marks);
  sqlite3_str_appendf(sql, ") VALUES (%s)", values);
  char *text = sqlite3_str_finish(sql);
  int rc = values && text ? sqlite3_prepare_v3(j->db, text, -1, SQLITE_PREPARE_PERSISTENT, &j->insert, NULL) : SQLITE_NOMEM;
  sqlite3_free(values);
  sqlite3_free(text);
  return rc ? db_fail(j, rc, err) : SQLITE_OK;
}

/* For NULL in a required column: binds the column's default. */
static int bind_default(db_job *j, const target *g, int place) {
  if (g->how == AS_TEXT) return sqlite3_bind_text(j->insert, place, g->json ? "{}" : "", -1, SQLITE_STATIC);
  return sqlite3_bind_int64(j->insert, place, 0);
}

static int bind_id(db_job *j, target *g, int place, int64_t v) {
  int64_t id = v;
  bool found = true;
  int rc = v != ROCPD_NULL ? rocpd_renumber_get(&j->ids, g->space, v, g->required, &id, &found)
           : g->joined && j->made ? rocpd_renumber_unknown(&j->ids, g->space, &id) : SQLITE_OK;
  if (rc) return rc;
  j->dangling += !found;
  g->lost = !found;
  if (g->lost && !g->required) return sqlite3_bind_null(j->insert, place);
  return id == ROCPD_NULL ? g->required ? bind_default(j, g, place) : sqlite3_bind_null(j->insert, place) : sqlite3_bind_int64(j->insert, place, id);
}

static int bind_value(db_job *j, target *g, int place, int64_t v) {
  if (g->bound && g->last == v) return j->dangling += g->lost, SQLITE_OK;
  g->bound = true;
  g->last = v;
  if (g->how == AS_ID) return bind_id(j, g, place, v);
  if (v == ROCPD_NULL) return g->required ? bind_default(j, g, place) : sqlite3_bind_null(j->insert, place);
  if (g->how == AS_INT) return sqlite3_bind_int64(j->insert, place, v);
  if (g->how == AS_REAL) return sqlite3_bind_double(j->insert, place, rocpd_real_of(v));
  int rc = g->has_ids ? rocpd_json_move_ids(&j->json, v, &v) : SQLITE_OK;
  if (rc) return rc;
  int64_t size;
  const char *text = rocpd_string(j->x->session, v, &size);
  return sqlite3_bind_text64(j->insert, place, text, (sqlite3_uint64)size, SQLITE_STATIC, SQLITE_UTF8);
}

/* Changes a row that cannot be stored as it is; false: it is left out. */
static bool mend_row(db_job *j, uint32_t i) {
  const rocpd_kind *kind = &rocpd_kinds[j->table->kind];
  const rocpd_db_rule *start = rocpd_db_rule_of(j->table, "start");
  if (!start && j->table->kind != ROCPD_KIND_RAW_SAMPLE) return true;
  int64_t *from = NULL, *to = NULL;
  for (int k = 0; k < j->targets; k++) {
    if (j->target[k].column == kind->start) from = &j->value[k][i];
    if (j->target[k].column == kind->end) to = &j->value[k][i];
  }
  if (*from == ROCPD_NULL) {
    j->without_start++;
    return false;
  }
  if (*to == ROCPD_NULL) { /* the event has not ended, which the schema cannot express */
    *to = *from;
    j->unfinished++;
  }
  return true;
}

static int bind_own(db_job *j, const target *g, int place, uint32_t i, const rocpd_merged_node *node) {
  int64_t v = j->value[place - 1][i], agent[ROCPD_AGENT_COLUMNS];
  switch (j->table->kind) {
    case ROCPD_KIND_RAW_NODE:
      return g->column == ROCPD_RAW_NODE_hash ? sqlite3_bind_int64(j->insert, place, node->hash)
                                              : sqlite3_bind_text(j->insert, place, node->machine, -1, SQLITE_STATIC);
    case ROCPD_KIND_RAW_PROCESS:
      return g->column == ROCPD_RAW_PROCESS_extdata ? rocpd_db_bind_origin(j->insert, place, j->source, v)
                                                    : rocpd_db_bind_command(j->insert, place, j->source, v);
    case ROCPD_KIND_RAW_EVENT: return rocpd_db_bind_details(j->insert, place, j->source, v);
    default:
      for (int k = 0; k < j->targets; k++) agent[j->target[k].column] = j->value[k][i];
      return rocpd_db_bind_agent(j->insert, place, j->source, agent);
  }
}

/* Reports row i: a damaged database may have two rows with one id. */
static int fail_insert(db_job *j, uint32_t i, int rc, rocpd_error *err) {
  const rocpd_kind *kind = &rocpd_kinds[j->table->kind];
  int k = 0, id = rocpd_kind_column(j->table->kind, "id");
  while (k < j->targets && j->target[k].column != id) k++;
  if ((rc & 0xff) != SQLITE_CONSTRAINT || k == j->targets) return db_fail(j, rc, err);
  return rocpd_fail(err, SQLITE_CORRUPT, "%s: in its table %s the row with the id %lld cannot be stored: %s", j->source->path, kind->name,
                    (long long)j->value[k][i],
                    sqlite3_errmsg(j->db));
}

/* Inserts row i of j->value. */
static int insert_row(db_job *j, uint32_t i, rocpd_error *err) {
  int kind = j->table->kind, rc = SQLITE_OK;
  const rocpd_merged_node *node = NULL;
  if (rocpd_renumber_shared(kind) && !rocpd_renumber_first(&j->ids, kind, j->value[0][i], &node, &rc)) return rocpd_fail_code(err, rc);
  if (!mend_row(j, i)) return SQLITE_OK;
  for (int k = 0; !rc && k < j->targets; k++) {
    target *g = &j->target[k];
    rc = g->how == AS_OWN ? bind_own(j, g, k + 1, i, node) : bind_value(j, g, k + 1, j->value[k][i]);
  }
  if (rc) return db_fail(j, rc, err);
  sqlite3_step(j->insert);
  rc = sqlite3_reset(j->insert);
  j->rows++;
  return rc ? fail_insert(j, i, rc, err) : SQLITE_OK;
}

static int copy_batch(db_job *j, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *column[ROCZ_MAX_COLUMNS];
  uint8_t keep[ROCPD_BATCH_ROWS];
  int rc = SQLITE_OK;
  bool all = true;
  for (int k = 0; !rc && k < j->targets; k++) rc = rocpd_batch_column(b, j->target[k].column, &column[k], err);
  if (!rc) rc = rocpd_choice_rows(j->choice, b, keep, &all, err);
  for (uint32_t first = 0, n; !rc && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    for (int k = 0; k < j->targets; k++) rocpd_column_get(column[k], first, n, j->value[k]);
    for (uint32_t i = 0; !rc && i < n; i++)
      if (all || keep[first + i]) rc = insert_row(j, i, err);
  }
  return rc ? rc : rocpd_export_poll(j->x, b->rows * 2, err);
}

static int decode_ahead(void *arg, size_t i, rocpd_error *err) {
  db_job *j = arg;
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (int k = 0; !rc && k < j->targets; k++) rc = rocpd_batch_column(j->ahead[i], j->target[k].column, &c, err);
  return rc;
}

/* Rows of metadata that are written anew are not copied: see make_tables. */
static bool is_ours(const char *tag) { return !strcmp(tag, "uuid") || !strcmp(tag, "guid") || !strncmp(tag, "schema_version", 14); }

static int copy_metadata(db_job *j, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *tag, *value;
  int rc = rocpd_batch_column(b, ROCPD_RAW_METADATA_tag, &tag, err);
  if (!rc) rc = rocpd_batch_column(b, ROCPD_RAW_METADATA_value, &value, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++) {
    const char *t = rocpd_db_text_at(j->x, tag, i), *v = rocpd_db_text_at(j->x, value, i);
    if (rocpd_column_at(tag, i) == ROCPD_NULL || rocpd_column_at(value, i) == ROCPD_NULL || is_ours(t)) continue;
    char *sql = sqlite3_mprintf("INSERT INTO \"rocpd_metadata%s\" (tag, value) SELECT %Q, %Q WHERE NOT EXISTS "
                                "(SELECT 1 FROM \"rocpd_metadata%s\" WHERE tag = %Q AND value = %Q)", j->suffix, t, v, j->suffix, t, v);
    rc = sql ? sqlite3_exec(j->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (rc) db_fail(j, rc, err);
  }
  return rc;
}

static int copy_table(db_job *j, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n, step = (size_t)rocpd_parallel_threads(j->x->session) * AHEAD;
  int rc = rocpd_snapshot_batches_of(j->x->snapshot, j->source, j->table->kind, &batch, &n, err);
  if (rc || !n) return rc;
  if (j->table->kind == ROCPD_KIND_RAW_METADATA) {
    for (size_t i = 0; !rc && i < n; i++) rc = copy_metadata(j, batch[i], err);
    return rc;
  }
  rc = begin_table(j, err);
  for (size_t first = 0; !rc && first < n; first += step) {
    size_t count = n - first < step ? n - first : step;
    j->ahead = batch + first;
    if (count > 1) rc = rocpd_parallel(j->x->session, count, decode_ahead, j, err);
    for (size_t i = first; !rc && i < first + count; i++) rc = copy_batch(j, batch[i], err);
    for (size_t i = first; i < first + count; i++) rocpd_export_let_go(j->x, batch[i]);
  }
  sqlite3_finalize(j->insert);
  j->insert = NULL;
  return rc;
}

static int copy_source(db_job *j, rocpd_error *err) {
  j->made = !(j->source->info.native & ROCPD_KIND_BIT(ROCPD_KIND_RAW_REGION));
  int rc = rocpd_choice_make(j->x, j->source, &j->choice, err);
  if (!rc) rc = rocpd_renumber_source(&j->ids, j->x->snapshot, j->source, err);
  for (int i = 0; !rc && i < rocpd_db_table_count; i++) {
    j->table = &rocpd_db_tables[i];
    if (rocpd_db_has_table(j->table, j->later)) rc = copy_table(j, err);
  }
  rocpd_choice_free(j->choice);
  j->choice = NULL;
  return rc;
}

/* ---- rows to which others refer, but which no source has */

/* A placeholder row. */
static char *insert_missing(const db_job *j, const rocpd_missing *m) {
#define INSERT "INSERT OR IGNORE INTO \"%s%s\" "
  const char *name = rocpd_kinds[m->kind].name, *suffix = j->suffix;
  long long id = m->id, nid = m->nid, pid = m->pid;
  switch (m->kind) {
    case ROCPD_KIND_RAW_STRING: return sqlite3_mprintf(INSERT "(id, string) VALUES (%lld, 'missing string %lld')", name, suffix, id, id);
    case ROCPD_KIND_RAW_NODE:
      return sqlite3_mprintf(INSERT "(id, hash, machine_id) VALUES (%lld, %lld, 'missing node %lld')", name, suffix, id, id, id);
    case ROCPD_KIND_RAW_PROCESS: return sqlite3_mprintf(INSERT "(id, nid, pid) VALUES (%lld, %lld, %lld)", name, suffix, id, nid, id);
    case ROCPD_KIND_RAW_THREAD:
      return sqlite3_mprintf(INSERT "(id, nid, pid, tid) VALUES (%lld, %lld, %lld, %lld)", name, suffix, id, nid, pid, id);
    case ROCPD_KIND_AGENT:
      return sqlite3_mprintf(INSERT "(id, nid, pid, extdata) VALUES (%lld, %lld, %lld, %Q)", name, suffix, id, nid, pid, rocpd_db_unknown_agent);
    case ROCPD_KIND_RAW_PMC:
      return sqlite3_mprintf(INSERT "(id, nid, pid, name, symbol) VALUES (%lld, %lld, %lld, '', '')", name, suffix, id, nid, pid);
    case ROCPD_KIND_RAW_KERNEL_SYMBOL:
      return sqlite3_mprintf(INSERT "(id, nid, pid, code_object_id) VALUES (%lld, %lld, %lld, %lld)", name, suffix, id, nid, pid,
                             (long long)m->code_object);
    case ROCPD_KIND_RAW_TRACK: return sqlite3_mprintf(INSERT "(id, nid) VALUES (%lld, %lld)", name, suffix, id, nid);
    case ROCPD_KIND_RAW_EVENT: return sqlite3_mprintf(INSERT "(id) VALUES (%lld)", name, suffix, id);
    default: return sqlite3_mprintf(INSERT "(id, nid, pid) VALUES (%lld, %lld, %lld)", name, suffix, id, nid, pid);
  }
#undef INSERT
}

static int add_missing(db_job *j, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < j->ids.missings; i++) {
    char *sql = insert_missing(j, &j->ids.missing[i]);
    rc = sql ? sqlite3_exec(j->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (rc) db_fail(j, rc, err);
  }
  return rc;
}

/* ---- the whole */

static void new_guid(char out[40]) {
  uint8_t b[16];
  sqlite3_randomness(sizeof b, b);
  b[6] = (uint8_t)(0x40 | (b[6] & 0x0f));
  b[8] = (uint8_t)(0x80 | (b[8] & 0x3f));
  sqlite3_snprintf(40, out, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                   b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

static int open_db(db_job *j, rocpd_error *err) {
  if (!j->x->file.temp) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: a database is written to a regular file only", j->x->file.path);
  int rc = sqlite3_open_v2(j->x->file.temp, &j->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  /* CHECKs list the allowed words; a source's other words are kept. */
  if (!rc) rc = sqlite3_exec(j->db, "PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; "
                                    "PRAGMA cache_size=-65536; PRAGMA foreign_keys=OFF; "
                                    "PRAGMA ignore_check_constraints=ON; BEGIN", NULL, NULL, NULL);
  /* The SQL functions that db_own.h and the views need are tried before anything is read. */
  sqlite3_stmt *json = NULL;
  if (!rc) rc = rocpd_json_prepare(j->db, "the schema of rocpd", "SELECT json_insert('{}')", &json, err);
  sqlite3_finalize(json);
  return rc ? db_fail(j, rc, err) : SQLITE_OK;
}

/* The last part takes long, and only SQLite runs in it. */
static int stop_if_interrupted(void *arg) { return rocpd_interrupted(((db_job *)arg)->x->session); }

static int finish_db(db_job *j, rocpd_error *err) {
  rocpd_progress_handler(j->db, 100000, stop_if_interrupted, j);
  int rc = rocpd_db_make_indexes(j->db, j->guid);
  if (!rc) rc = rocpd_db_make_views(j->db, j->guid, j->later);
  if (!rc) rc = sqlite3_exec(j->db, "COMMIT", NULL, NULL, NULL);
  return rc ? db_fail(j, rc, err) : SQLITE_OK;
}

static int write_db(db_job *j, rocpd_error *err) {
  rocpd_source **source;
  int rc = rocpd_choice_sources(j->x, &source, &j->sources, err);
  if (!rc) rc = open_db(j, err);
  if (!rc) rc = rocpd_export_find_events_span(j->x, err);
  if (!rc) rc = rocpd_export_warn_of_times(j->x, err);
  if (!rc) rc = rocpd_db_find_version(j->x, &j->later, err);
  if (!rc && (rc = rocpd_db_make_tables(j->db, j->guid, j->later))) db_fail(j, rc, err);
  for (size_t i = 0; !rc && i < j->sources; i++) {
    j->source = source[i];
    rc = copy_source(j, err);
  }
  if (!rc) rc = rocpd_db_keep_said(j->db, j->suffix, j->x, source, j->sources, err);
  if (!rc) rc = add_missing(j, err);
  if (!rc) rc = finish_db(j, err);
  sqlite3_free(source);
  return rc;
}

static int db_write(rocpd_export *x, rocpd_error *err) {
  db_job *j = rocpd_zeroed(sizeof *j);
  if (!j) return rocpd_no_memory(err);
  j->x = x;
  j->ids.session = x->session;
  new_guid(j->guid);
  j->suffix = rocpd_db_suffix(j->guid);
  int rc = j->suffix ? write_db(j, err) : rocpd_no_memory(err);
  sqlite3_finalize(j->insert);
  int closed = sqlite3_close(j->db);
  if (!rc && closed) rc = rocpd_fail(err, closed, "%s: %s", x->file.path, sqlite3_errstr(closed));
  struct stat st;
  if (!rc && !stat(x->file.temp, &st)) x->file.written = (uint64_t)st.st_size;
  char *counts = rc ? NULL : rocpd_export_counts(x);
  if (counts)
    x->result.summary = sqlite3_mprintf("%s,\"guid\":\"%s\",\"schema\":\"%s\",\"rows\":%llu,\"dangling\":%llu,\"without_start\":%llu,\"unfinished\":%llu",
                                 counts, j->guid, j->later ? "3.0.5" : "3.0.0", (sqlite3_uint64)j->rows, (sqlite3_uint64)(j->dangling + j->json.dangling),
                                 (sqlite3_uint64)j->without_start, (sqlite3_uint64)j->unfinished);
  if (!rc && !x->result.summary) rc = rocpd_no_memory(err);
  sqlite3_free(counts);
  rocpd_renumber_free(&j->ids);
  rocpd_map_free(&j->json.text);
  sqlite3_free(j->suffix);
  sqlite3_free(j);
  return rc;
}

ROCPD_EXPORT_FORMAT(db) = {.function = "rocpd_export_db", .needs = ROCPD_NEEDS_ROWS, .write = db_write};
