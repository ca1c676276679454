/* The component's parameters: paths, and options of an export as the JSON object that these are everywhere else. */
#include "component.h"
#include "escape.h"

typedef struct parameter_reading {
  rocpd_parameters *out;
  sqlite3_str *json;
  bool any;
  rocpd_error *err;
} parameter_reading;

/* ---- paths ---- */

static int add_path(rocpd_parameters *p, const bt_value *value, const char *name, rocpd_error *err) {
  if (bt_value_get_type(value) != BT_VALUE_TYPE_STRING) return rocpd_fail(err, SQLITE_ERROR, "parameter %s: expected a path or an array of paths", name);
  if (!*bt_value_string_get(value)) return rocpd_fail(err, SQLITE_ERROR, "parameter %s: a path is empty", name);
  int rc = rocpd_array_push_reserve(&p->path, p->paths, sizeof *p->path);
  char *copy = rc ? NULL : sqlite3_mprintf("%s", bt_value_string_get(value));
  if (!copy) return rocpd_no_memory(err);
  p->path[p->paths++] = copy;
  return SQLITE_OK;
}

static int add_paths(rocpd_parameters *p, const bt_value *value, const char *name, rocpd_error *err) {
  if (bt_value_get_type(value) != BT_VALUE_TYPE_ARRAY) return add_path(p, value, name, err);
  int rc = SQLITE_OK;
  for (uint64_t i = 0; !rc && i < bt_value_array_get_length(value); i++) rc = add_path(p, bt_value_array_borrow_element_by_index_const(value, i), name, err);
  return rc;
}

/* ---- options ---- */

static int add_text(sqlite3_str *s, const char *text, rocpd_error *err) {
  size_t size = strlen(text);
  char *out = sqlite3_malloc64(size * 6 + 1);
  if (!out) return rocpd_no_memory(err);
  *rocpd_json_escape(out, text, size) = 0;
  sqlite3_str_appendf(s, "\"%s\"", out);
  sqlite3_free(out);
  return SQLITE_OK;
}

/* What no option can be becomes null: who reads the options says what was expected. */
static int add_value(sqlite3_str *s, const bt_value *v, rocpd_error *err) {
  switch (bt_value_get_type(v)) {
    case BT_VALUE_TYPE_SIGNED_INTEGER: sqlite3_str_appendf(s, "%lld", (sqlite3_int64)bt_value_integer_signed_get(v)); return SQLITE_OK;
    case BT_VALUE_TYPE_UNSIGNED_INTEGER: sqlite3_str_appendf(s, "%llu", (sqlite3_uint64)bt_value_integer_unsigned_get(v)); return SQLITE_OK;
    case BT_VALUE_TYPE_BOOL: sqlite3_str_appendall(s, bt_value_bool_get(v) ? "true" : "false"); return SQLITE_OK;
    case BT_VALUE_TYPE_REAL: sqlite3_str_appendf(s, "%!.17g", bt_value_real_get(v)); return SQLITE_OK;
    case BT_VALUE_TYPE_STRING: return add_text(s, bt_value_string_get(v), err);
    default: sqlite3_str_appendall(s, "null"); return SQLITE_OK;
  }
}

static int add_option(sqlite3_str *s, const bt_value *v, rocpd_error *err) {
  if (bt_value_get_type(v) != BT_VALUE_TYPE_ARRAY) return add_value(s, v, err);
  int rc = SQLITE_OK;
  sqlite3_str_appendchar(s, 1, '[');
  for (uint64_t i = 0; !rc && i < bt_value_array_get_length(v); i++) {
    if (i) sqlite3_str_appendchar(s, 1, ',');
    rc = add_value(s, bt_value_array_borrow_element_by_index_const(v, i), err);
  }
  sqlite3_str_appendchar(s, 1, ']');
  return rc;
}

/* ---- all of them ---- */

static bt_value_map_foreach_entry_const_func_status take(const char *name, const bt_value *value, void *arg) {
  /* As the ROCpd plugin of babeltrace2 calls what we call inputs, too. */
  static const char *const paths[] = {"inputs", "db-path", "db_path", "db-paths", "db_paths"};
  static const char *const options[] = {"start", "end", "categories", "names", "agents", "processes", "ranks", "min_duration_ns",
                                         "args", "kernel_names", "group_by", "agent_index"};
  parameter_reading *r = arg;
  int rc = SQLITE_NOTFOUND;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    if (!strcmp(name, paths[i])) rc = add_paths(r->out, value, name, r->err);
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    if (strcmp(name, options[i])) continue;
    sqlite3_str_appendf(r->json, "%s\"%s\":", r->any ? "," : "", name);
    r->any = true;
    rc = add_option(r->json, value, r->err);
  }
  if (rc == SQLITE_NOTFOUND)
    rocpd_fail(r->err, SQLITE_ERROR, "unknown parameter %s (known: inputs, db-path, start, end, categories, names, agents, processes, ranks, min_duration_ns, "
               "args, kernel_names, group_by, agent_index)", name);
  return rc ? BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_INTERRUPT : BT_VALUE_MAP_FOREACH_ENTRY_CONST_FUNC_STATUS_OK;
}

int rocpd_parameters_read(const bt_value *map, rocpd_parameters *out, rocpd_error *err) {
  *out = (rocpd_parameters){0};
  parameter_reading r = {out, sqlite3_str_new(NULL), false, err};
  sqlite3_str_appendchar(r.json, 1, '{');
  int status = bt_value_map_foreach_entry_const(map, take, &r);
  sqlite3_str_appendchar(r.json, 1, '}');
  int rc = sqlite3_str_errcode(r.json);
  out->options = sqlite3_str_finish(r.json);
  if (err->rc) return err->rc;
  if (rc || status != BT_VALUE_MAP_FOREACH_ENTRY_CONST_STATUS_OK) return rocpd_no_memory(err);
  return out->paths ? SQLITE_OK : rocpd_fail(err, SQLITE_ERROR, "parameter inputs: expected an array with at least one path");
}

void rocpd_parameters_free(rocpd_parameters *p) {
  for (size_t i = 0; i < p->paths; i++) sqlite3_free(p->path[i]);
  sqlite3_free(p->path), sqlite3_free(p->options);
  *p = (rocpd_parameters){0};
}
