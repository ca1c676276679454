/* Reads the facts that a merged database keeps about its parts (said.h). */
#include "json.h"
#include "rocprof.h"
#include "said.h"

static int text_in(rocpd_session *session, int64_t json, const char *path, const char **out, rocpd_error *err) {
  int64_t text;
  int rc = rocpd_json_value(session, json, path, ROCPD_TEXT, &text, err);
  *out = rc == SQLITE_OK && text != ROCPD_NULL ? rocpd_string(session, text, NULL) : NULL;
  return rc;
}

/* A value in another form was written by another tool, and is ignored. */
int rocpd_rocprof_take_said(rocpd_rocprof *f, const char *tag, int64_t value, rocpd_error *err) {
  rocpd_session *session = f->base.session;
  int64_t number = ROCPD_NULL, name = ROCPD_NULL;
  bool health = !strcmp(tag, ROCPD_SAID_HEALTH);
  if (!health && strcmp(tag, ROCPD_SAID_RECORDED)) return SQLITE_OK;
  rocpd_error why = {0};
  int rc = rocpd_json_value(session, value, health ? "$.value" : "$.recorded", ROCPD_INT, &number, &why);
  if (rc == SQLITE_OK) rc = rocpd_json_value(session, value, health ? "$.name" : "$.domain", ROCPD_TEXT, &name, &why);
  if (rc != SQLITE_OK && rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why); /* this error means that SQLite lacks JSON functions */
  rocpd_error_clear(&why);
  if (name == ROCPD_NULL || number == ROCPD_NULL) return SQLITE_OK;
  if (health && !strcmp(rocpd_string(session, name, NULL), "complete") && !number) f->base.info.complete = false, f->base.info.lack = ROCPD_LACK_EXPORTED;
  return rocpd_fail_code(err, ROCPD_PUSH(f->said, f->saids, (rocpd_rocprof_said){health, value, name, number}));
}

int rocpd_rocprof_say_health(const rocpd_rocprof *f, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocpd_session *session = f->base.session;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < f->saids; i++) {
    const char *file = NULL, *detail = NULL;
    rocpd_error err = {0};
    if (!f->said[i].health) continue;
    rc = text_in(session, f->said[i].json, "$.file", &file, &err);
    if (rc == SQLITE_OK) rc = text_in(session, f->said[i].json, "$.detail", &detail, &err);
    rocpd_error_clear(&err);
    char *text = rc == SQLITE_OK ? sqlite3_mprintf("%s%s%s", file ? file : "a part", detail ? ": " : "", detail ? detail : "") : NULL;
    if (rc == SQLITE_OK) rc = text ? emit(arg, rocpd_string(session, f->said[i].name, NULL), f->said[i].number, text) : SQLITE_NOMEM;
    sqlite3_free(text);
  }
  return rc;
}

/* A domain counts as recorded if one of the parts has recorded it. */
int rocpd_rocprof_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err) {
  const rocpd_rocprof *f = (const rocpd_rocprof *)s;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < f->saids; i++) {
    const char *more;
    bool is_first = true, recorded = f->said[i].number != 0;
    if (f->said[i].health) continue;
    for (size_t k = 0; k < f->saids; k++) {
      if (f->said[k].health || k == i || f->said[k].name != f->said[i].name) continue;
      is_first &= k > i;
      recorded |= f->said[k].number != 0;
    }
    if (!is_first) continue;
    rc = text_in(s->session, f->said[i].json, "$.more", &more, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, emit(arg, rocpd_string(s->session, f->said[i].name, NULL), recorded, more ? more : ""));
  }
  return rc;
}
