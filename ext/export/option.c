/* The options of an export. */
#include "time_spec.h"
#include "export.h"
#include "function.h"

static int add_pattern(rocpd_patterns *p, const char *text, rocpd_error *err) {
  int rc = rocpd_array_push_reserve(&p->pattern, p->n, sizeof *p->pattern);
  char *copy = rc ? NULL : sqlite3_mprintf("%s", text);
  if (!copy) return rocpd_no_memory(err);
  p->pattern[p->n++] = copy;
  return SQLITE_OK;
}

static int take_pattern(void *arg, const rocpd_option *x, rocpd_error *err) {
  if (strcmp(x->type, "text")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text in the array, found %s", x->key, x->type);
  return add_pattern(arg, x->text, err);
}

/* A JSON string, or an array of them. */
static int read_patterns(const rocpd_option *x, rocpd_patterns *p, rocpd_error *err) {
  if (!strcmp(x->type, "text")) return add_pattern(p, x->text, err);
  if (strcmp(x->type, "array")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text or an array of text, found %s", x->key, x->type);
  int rc = rocpd_option_elements(x, take_pattern, p, err);
  return rc || p->n ? rc : add_pattern(p, "", err); /* an empty list chooses nothing */
}

/* ns, or what rocpd_time_of() knows: the snapshot will tell. */
static int read_time(const rocpd_option *x, int64_t *ns, char **text, rocpd_error *err) {
  if (!strcmp(x->type, "integer")) {
    *ns = x->number;
    return SQLITE_OK;
  }
  if (strcmp(x->type, "text"))
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected ns as an integer, or text: \"10%%\" or the name of a marker; found %s", x->key,
                      x->text);
  sqlite3_free(*text);
  *text = sqlite3_mprintf("%s", x->text);
  return *text ? SQLITE_OK : rocpd_no_memory(err);
}

static int resolve(rocpd_snapshot *s, const char *key, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = text ? rocpd_time_of(s, text, end, ns, &why) : SQLITE_OK;
  if (rc) rocpd_fail(err, rc, "option %s: %s", key, why.message ? why.message : sqlite3_errstr(rc));
  rocpd_error_clear(&why);
  return rc;
}

int rocpd_export_options_resolve(rocpd_export_options *o, rocpd_snapshot *s, rocpd_error *err) {
  int rc = resolve(s, "start", o->start_text, ROCPD_START, &o->start_ns, err);
  if (!rc) rc = resolve(s, "end", o->end_text, ROCPD_END, &o->end_ns, err);
  if (!rc && o->end_ns <= o->start_ns)
    rc = rocpd_fail(err, SQLITE_ERROR, "option end: it is %lld, expected later than start, %lld", (long long)o->end_ns, (long long)o->start_ns);
  return rc;
}

static int take_agent(void *arg, const rocpd_option *x, rocpd_error *err) {
  rocpd_agents *a = arg;
  if (strcmp(x->type, "integer")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected integers in the array, found %s", x->key, x->type);
  int rc = rocpd_array_push_reserve(&a->agent, a->n, sizeof *a->agent);
  if (!rc) a->agent[a->n++] = x->number;
  return rc;
}

/* An array of integers. */
static int read_agents(const rocpd_option *x, rocpd_agents *a, rocpd_error *err) {
  if (strcmp(x->type, "array")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected an array of absolute indexes, found %s", x->key, x->text);
  int rc = rocpd_option_elements(x, take_agent, a, err);
  return rc || a->n ? rc : rocpd_fail(err, SQLITE_ERROR, "option %s: the array is empty", x->key);
}

static int read_bool(const rocpd_option *x, bool *out, rocpd_error *err) {
  *out = !strcmp(x->type, "true");
  if (*out || !strcmp(x->type, "false")) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "option %s: expected true or false, found %s", x->key, x->text);
}

static int take_option(void *arg, const rocpd_option *x, rocpd_error *err) {
  rocpd_export_options *o = arg;
  if (!strcmp(x->key, "start")) return read_time(x, &o->start_ns, &o->start_text, err);
  if (!strcmp(x->key, "end")) return read_time(x, &o->end_ns, &o->end_text, err);
  if (!strcmp(x->key, "categories")) return read_patterns(x, &o->categories, err);
  if (!strcmp(x->key, "names")) return read_patterns(x, &o->names, err);
  if (!strcmp(x->key, "agents")) return read_agents(x, &o->agents, err);
  if (!strcmp(x->key, "overwrite")) return read_bool(x, &o->overwrite, err);
  if (o->of_rows) return SQLITE_NOTFOUND;
  if (!strcmp(x->key, "args")) return read_bool(x, &o->args, err);
  if (!strcmp(x->key, "flows")) return read_bool(x, &o->flows, err);
  return SQLITE_NOTFOUND;
}

int rocpd_export_options_read(sqlite3 *db, sqlite3_value *json, bool of_rows, rocpd_export_options *o, rocpd_error *err) {
  *o = (rocpd_export_options){.start_ns = INT64_MIN, .end_ns = INT64_MAX, .flows = true, .of_rows = of_rows};
  const char *known = of_rows ? "start, end, categories, names, agents, overwrite" : "start, end, categories, names, agents, args, flows, overwrite";
  return rocpd_options_read(db, json, known, take_option, o, err);
}

static void free_patterns(rocpd_patterns *p) {
  for (size_t i = 0; i < p->n; i++) sqlite3_free(p->pattern[i]);
  sqlite3_free(p->pattern);
}

void rocpd_export_options_free(rocpd_export_options *o) {
  free_patterns(&o->categories);
  free_patterns(&o->names);
  sqlite3_free(o->agents.agent);
  sqlite3_free(o->start_text);
  sqlite3_free(o->end_text);
}

int rocpd_patterns_match(const rocpd_patterns *p, rocpd_memo *memo, rocpd_session *session, int64_t id, bool *yes) {
  *yes = p->n == 0;
  if (p->n == 0 || id == ROCPD_NULL) return SQLITE_OK;
  if ((uint64_t)id >= memo->size) {
    size_t old = memo->size;
    int rc = rocpd_array_reserve(&memo->answer, &memo->size, (size_t)id + 1, 1);
    if (rc) return rc;
    memset(memo->answer + old, 0, memo->size - old);
  }
  if (!memo->answer[id]) {
    const char *text = rocpd_string(session, id, NULL);
    memo->answer[id] = 1;
    for (size_t i = 0; i < p->n && memo->answer[id] == 1; i++)
      if (!sqlite3_strglob(p->pattern[i], text)) memo->answer[id] = 2;
  }
  *yes = memo->answer[id] == 2;
  return SQLITE_OK;
}
