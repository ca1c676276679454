/* See match.h. */
#include "match.h"
#include "intern.h"

int rocpd_patterns_add(rocpd_patterns *p, const char *text, rocpd_error *err) {
  int rc = rocpd_array_push_reserve(&p->pattern, p->n, sizeof *p->pattern);
  char *copy = rc ? NULL : sqlite3_mprintf("%s", text);
  if (!copy) return rocpd_no_memory(err);
  p->pattern[p->n++] = copy;
  return SQLITE_OK;
}

void rocpd_patterns_free(rocpd_patterns *p) {
  for (size_t i = 0; i < p->n; i++) sqlite3_free(p->pattern[i]);
  sqlite3_free(p->pattern);
  *p = (rocpd_patterns){0};
}

static int take_pattern(void *arg, const rocpd_option *x, rocpd_error *err) {
  if (strcmp(x->type, "text")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text in the array, found %s", x->key, x->type);
  return rocpd_patterns_add(arg, x->text, err);
}

int rocpd_read_patterns(const rocpd_option *x, void *at, rocpd_error *err) {
  rocpd_patterns *p = at;
  rocpd_patterns_free(p);
  if (!strcmp(x->type, "text")) return rocpd_patterns_add(p, x->text, err);
  if (strcmp(x->type, "array")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text or an array of text, found %s", x->key, x->type);
  int rc = rocpd_option_elements(x, take_pattern, p, err);
  return rc || p->n ? rc : rocpd_patterns_add(p, "", err); /* an empty list chooses nothing */
}

static bool is_word(const rocpd_option *x) { return (!strcmp(x->type, "text") && *x->text) || !strcmp(x->type, "integer"); }

static int take_word(void *arg, const rocpd_option *x, rocpd_error *err) {
  if (!is_word(x))
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text or integers in the array, found %s", x->key, *x->text ? x->type : "an empty text");
  return rocpd_patterns_add(arg, x->text, err);
}

int rocpd_read_words(const rocpd_option *x, void *at, rocpd_error *err) {
  rocpd_patterns *p = at;
  rocpd_patterns_free(p);
  if (is_word(x)) return rocpd_patterns_add(p, x->text, err);
  if (strcmp(x->type, "array"))
    return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text, an integer or an array of these, found %s", x->key, *x->text ? x->type : "an empty text");
  int rc = rocpd_option_elements(x, take_word, p, err);
  return rc || p->n ? rc : rocpd_fail(err, SQLITE_ERROR, "option %s: the array is empty", x->key);
}

static int take_number(void *arg, const rocpd_option *x, rocpd_error *err) {
  rocpd_numbers *a = arg;
  if (strcmp(x->type, "integer")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected integers in the array, found %s", x->key, x->type);
  return ROCPD_PUSH(a->number, a->n, x->number);
}

int rocpd_read_numbers(const rocpd_option *x, void *at, rocpd_error *err) {
  rocpd_numbers *a = at;
  a->n = 0;
  if (!strcmp(x->type, "integer")) return take_number(a, x, err);
  if (strcmp(x->type, "array")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected an array of integers, found %s", x->key, x->text);
  int rc = rocpd_option_elements(x, take_number, a, err);
  return rc || a->n ? rc : rocpd_fail(err, SQLITE_ERROR, "option %s: the array is empty", x->key);
}

int rocpd_read_bool(const rocpd_option *x, void *at, rocpd_error *err) {
  bool *out = at;
  *out = !strcmp(x->type, "true");
  if (*out || !strcmp(x->type, "false")) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "option %s: expected true or false, found %s", x->key, x->text);
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
