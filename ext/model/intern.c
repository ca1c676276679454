/* See intern.h. */
#include "intern.h"
#include <stdarg.h>
#include "session_state.h"

int rocpd_intern(rocpd_session *session, const char *text, int64_t size, int64_t *id) { return rocpd_strings_add(session->strings, text, size, id); }

int rocpd_intern_owned(rocpd_session *session, char *text, int64_t size, int64_t *id) {
  int rc = text ? rocpd_intern(session, text, size, id) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc;
}

int rocpd_intern_or_null(rocpd_session *session, const char *text, int64_t *id) {
  *id = ROCPD_NULL;
  return text && *text ? rocpd_intern(session, text, -1, id) : SQLITE_OK;
}

int rocpd_intern_format(rocpd_session *session, int64_t *id, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = sqlite3_vmprintf(format, args);
  va_end(args);
  return rocpd_intern_owned(session, text, -1, id);
}

int rocpd_intern_str(rocpd_session *session, sqlite3_str *s, int64_t *id) {
  int64_t size = sqlite3_str_length(s);
  return rocpd_intern_owned(session, sqlite3_str_finish(s), size, id);
}

int64_t rocpd_intern_find(rocpd_session *session, const char *text, int64_t size) { return rocpd_strings_find(session->strings, text, size); }

int64_t rocpd_string_count(const rocpd_session *session) { return rocpd_strings_count(session->strings); }
const char *rocpd_string(const rocpd_session *session, int64_t id, int64_t *size) { return rocpd_strings_text(session->strings, id, size); }
int rocpd_string_positions(rocpd_session *session, const uint32_t **position, size_t *n) {
  return rocpd_strings_positions(session->strings, position, n);
}
