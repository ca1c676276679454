/* Finds the sets of base tables of a database, by names: a base name, followed by the set's suffix. This is "_" and the guid with "_" for "-" (rocprofv3),
** the same or 32 digits with or without "_" (other tools), or nothing. Columns are found by name (rocprof_layout.c).
**
** In the drafts of schema 4, values that rows of a track share are in rocpd_track, and times are in rocpd_timestamp (4.0 only). SQL expressions look these
** up, so that rows are as in schema 3. Categories, which are in rocpd_info_category, become further rows of rocpd_string with negative ids. */
#include "rocprof.h"
#include <ctype.h>

bool rocpd_rocprof_is_base(int kind) { return strncmp(rocpd_kinds[kind].name, "rocpd_", 6) == 0; }

/* True if the text is "", "_...", or an id of 32 hexadecimal digits, possibly with "-" or "_" in it. */
static bool is_suffix(const char *s) {
  if (!*s || *s == '_') return true;
  int digits = 0;
  for (; *s; s++) {
    if (isxdigit((unsigned char)*s)) digits++;
    else if (*s != '-' && *s != '_') return false;
  }
  return digits == 32;
}

/* Returns the kind of a table by its name, or -1. */
static int kind_of(const char *name, const char **suffix) {
  int best = -1;
  size_t longest = 0;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    size_t n = strlen(rocpd_kinds[k].name);
    if (n <= longest || !rocpd_rocprof_is_base(k) || strncmp(name, rocpd_kinds[k].name, n) || !is_suffix(name + n)) continue;
    best = k;
    longest = n;
  }
  if (best >= 0) *suffix = name + longest;
  return best;
}

static rocpd_rocprof_set *set_of(rocpd_rocprof_set **sets, size_t *n, const char *suffix) {
  for (size_t i = 0; i < *n; i++)
    if (strcmp((*sets)[i].suffix, suffix) == 0) return &(*sets)[i];
  if (rocpd_array_push_reserve(sets, *n, sizeof(**sets)) != SQLITE_OK) return NULL;
  rocpd_rocprof_set *set = &(*sets)[*n];
  memset(set, 0, sizeof(*set));
  set->suffix = sqlite3_mprintf("%s", suffix);
  if (!set->suffix) return NULL;
  (*n)++;
  return set;
}

static void clear_table(rocpd_rocprof_table *t, int kind) {
  sqlite3_free(t->name);
  for (int c = 0; t->expression && c < rocpd_kinds[kind].columns; c++) sqlite3_free(t->expression[c]);
  sqlite3_free(t->expression);
}

void rocpd_rocprof_set_clear(rocpd_rocprof_set *s) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) clear_table(&s->table[k], k);
  clear_table(&s->category, ROCPD_KIND_RAW_STRING);
  sqlite3_free(s->timestamp);
  sqlite3_free(s->suffix);
}

void rocpd_rocprof_sets_free(rocpd_rocprof_set *set, size_t n) {
  for (size_t i = 0; i < n; i++) rocpd_rocprof_set_clear(&set[i]);
  sqlite3_free(set);
}

rocpd_rocprof_set rocpd_rocprof_set_take(rocpd_rocprof_set *set) {
  rocpd_rocprof_set taken = *set;
  memset(set, 0, sizeof(*set));
  return taken;
}

/* RPD has tables of the same names: rocpd_string and rocpd_metadata. */
static bool is_complete(const rocpd_rocprof_set *s) {
  bool has_names = s->table[ROCPD_KIND_RAW_STRING].name || s->table[ROCPD_KIND_RAW_METADATA].name, has_more = false;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (k != ROCPD_KIND_RAW_STRING && k != ROCPD_KIND_RAW_METADATA && s->table[k].name) has_more = true;
  return has_names && has_more;
}

/* ---- schema 4 */

/* For tables that no kind is for: the suffix of a table with base name `known`, or NULL. */
static const char *suffix_of(const char *name, const char *known) {
  size_t size = strlen(known);
  return strncmp(name, known, size) == 0 && is_suffix(name + size) ? name + size : NULL;
}

static int add_timestamps(const char *name, const char *suffix, rocpd_rocprof_set **sets, size_t *n) {
  rocpd_rocprof_set *set = set_of(sets, n, suffix);
  if (set && !set->timestamp) set->timestamp = sqlite3_mprintf("%s", name);
  return set && set->timestamp ? SQLITE_OK : SQLITE_NOMEM;
}

/* Returns the SQL expression in schema 4 for a column that the table lacks; NULL: there is none. */
static char *expression_of(const rocpd_rocprof_set *s, const rocpd_rocprof_table *t, int kind, int column, const char *schema) {
  const char *name = rocpd_kinds[kind].column[column].name;
  static const char *const shared[] = {"nid", "pid", "tid", "agent_id", "queue_id", "stream_id"};
  const rocpd_table_layout *l = t->layout;
  const char *reference = strcmp(name, "start") == 0 && l->has_start_id ? "start_id" : strcmp(name, "end") == 0 && l->has_end_id ? "end_id" :
                          strcmp(name, "timestamp") == 0 && l->has_timestamp_id ? "timestamp_id" : NULL;
  if (reference && s->timestamp) return sqlite3_mprintf("(SELECT value FROM \"%w\".\"%w\" WHERE id = t.%s)", schema, s->timestamp, reference);
  if (!l->has_track_id || !s->table[ROCPD_KIND_RAW_TRACK].name) return NULL;
  for (size_t i = 0; i < sizeof(shared) / sizeof(*shared); i++)
    if (strcmp(name, shared[i]) == 0)
      return sqlite3_mprintf("(SELECT %s FROM \"%w\".\"%w\" WHERE id = t.track_id)", name, schema, s->table[ROCPD_KIND_RAW_TRACK].name);
  return NULL;
}

/* Adds an expression and takes ownership of its text. */
static int add_expression(rocpd_rocprof_table *t, int kind, int column, char *text) {
  if (!text) return SQLITE_NOMEM;
  if (!t->expression) t->expression = rocpd_zeroed((size_t)rocpd_kinds[kind].columns * sizeof(*t->expression));
  if (t->expression) t->expression[column] = text;
  else sqlite3_free(text);
  return t->expression ? SQLITE_OK : SQLITE_NOMEM;
}

static int add_expressions(rocpd_rocprof_set *s, const char *schema) {
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < ROCPD_KIND_COUNT; k++) {
    rocpd_rocprof_table *t = &s->table[k];
    const rocpd_table_layout *l = t->layout;
    bool refers = l && (l->has_track_id || l->has_start_id || l->has_end_id || l->has_timestamp_id);
    for (int c = 0; rc == SQLITE_OK && refers && c < rocpd_kinds[k].own; c++) {
      char *text = l->has >> c & 1 ? NULL : expression_of(s, t, k, c, schema);
      if (text) rc = add_expression(t, k, c, text);
    }
  }
  rocpd_rocprof_table *event = &s->table[ROCPD_KIND_RAW_EVENT];
  if (rc != SQLITE_OK || !s->category.name) return rc;
  rc = add_expression(&s->category, ROCPD_KIND_RAW_STRING, ROCPD_RAW_STRING_id, sqlite3_mprintf("-t.id"));
  if (rc == SQLITE_OK) rc = add_expression(&s->category, ROCPD_KIND_RAW_STRING, ROCPD_RAW_STRING_string, sqlite3_mprintf("t.name"));
  if (rc == SQLITE_OK && event->name && event->layout->has >> ROCPD_RAW_EVENT_category_id & 1)
    rc = add_expression(event, ROCPD_KIND_RAW_EVENT, ROCPD_RAW_EVENT_category_id, sqlite3_mprintf("-t.category_id"));
  return rc;
}

/* ---- reading */

/* Adds a table; if there are several of one kind, the first one counts. */
static int add_table(rocpd_session *session, rocpd_connection *c, const rocpd_table_in_file *from, rocpd_rocprof_set **sets, size_t *n,
                     rocpd_error *err) {
  const char *suffix, *timestamp = suffix_of(from->name, "rocpd_timestamp"), *category = suffix_of(from->name, "rocpd_info_category");
  const rocpd_table_layout *layout;
  if (timestamp) return add_timestamps(from->name, timestamp, sets, n);
  int kind = kind_of(from->name, &suffix);
  if (category) kind = ROCPD_KIND_RAW_STRING, suffix = category;
  if (kind < 0) return SQLITE_OK;
  int rc = rocpd_table_layout_of(session, c, kind, from->name, suffix, from->sql, &layout, err);
  if (rc != SQLITE_OK || !layout->columns) return rc;
  rocpd_rocprof_set *set = set_of(sets, n, suffix);
  if (!set) return SQLITE_NOMEM;
  rocpd_rocprof_table *table = category ? &set->category : &set->table[kind];
  if (table->name) return SQLITE_OK;
  table->name = sqlite3_mprintf("%s", from->name);
  table->root = from->root;
  table->layout = layout;
  return table->name ? SQLITE_OK : SQLITE_NOMEM;
}

int rocpd_rocprof_sets(rocpd_session *session, rocpd_connection *c, rocpd_rocprof_set **out, size_t *n, rocpd_error *err) {
  rocpd_rocprof_set *sets = NULL;
  rocpd_table_list list;
  *n = 0;
  *out = NULL;
  int rc = rocpd_tables_list(&list, session, c, err);
  for (size_t i = 0; rc == SQLITE_OK && i < list.n; i++) rc = add_table(session, c, &list.table[i], &sets, n, err);
  rocpd_tables_free(&list);
  for (size_t i = 0; rc == SQLITE_OK && i < *n; i++) rc = add_expressions(&sets[i], c->schema);
  size_t kept = 0;
  for (size_t i = 0; i < *n; i++) {
    if (is_complete(&sets[i])) sets[kept++] = sets[i];
    else rocpd_rocprof_set_clear(&sets[i]);
  }
  *n = kept;
  if (rc == SQLITE_OK) {
    *out = sets;
    return rc;
  }
  rocpd_rocprof_sets_free(sets, *n);
  *n = 0;
  return rocpd_fail_code(err, rc);
}
