/* Quotes texts for CSV, with quotes doubled. Line ends and other control characters stay. A NUL, at which readers would stop, and bytes that are not UTF-8
** become U+FFFD. */
#include "csv.h"
#include "escape.h"

int rocpd_csv_grow(rocpd_csv_text *text, size_t n) { return rocpd_array_reserve(&text->at, &text->capacity, text->used + n + 4096, 1); }

int rocpd_csv_put(rocpd_csv_text *out, const char *bytes, size_t n) {
  char *p = n ? rocpd_csv_room(out, n) : NULL;
  if (!p) return n ? SQLITE_NOMEM : SQLITE_OK;
  memcpy(p, bytes, n);
  out->used += n;
  return SQLITE_OK;
}

/* Whether it is ASCII without quotes and NULs. */
static bool is_plain(const char *text, size_t size) {
  bool plain = true;
  for (size_t i = 0; i < size; i++) plain &= text[i] > 0 && text[i] != '"';
  return plain;
}

int rocpd_csv_quote_bytes(rocpd_csv_text *out, const char *text, size_t size) {
  char *p = rocpd_csv_room(out, size * 3 + 2);
  if (!p) return SQLITE_NOMEM;
  *p++ = '"';
  for (size_t from = 0; from < size;) {
    size_t at = from;
    while (at < size && text[at] && text[at] != '"') at++;
    p = rocpd_utf8_clean(p, text + from, at - from);
    if (at < size) {
      const char *instead = text[at] ? "\"\"" : "\xef\xbf\xbd";
      size_t n = strlen(instead);
      memcpy(p, instead, n);
      p += n;
    }
    from = at + 1;
  }
  *p++ = '"';
  out->used = (size_t)(p - out->at);
  return SQLITE_OK;
}

static int look(rocpd_session *session, rocpd_memo *memo, int64_t id) {
  if ((uint64_t)id >= memo->size) {
    size_t old = memo->size;
    if (rocpd_array_reserve(&memo->answer, &memo->size, (size_t)id + 1, 1)) return SQLITE_NOMEM;
    memset(memo->answer + old, 0, memo->size - old);
  }
  if (!memo->answer[id]) {
    int64_t size;
    const char *text = rocpd_string(session, id, &size);
    memo->answer[id] = is_plain(text, (size_t)size) ? 2 : 1;
  }
  return SQLITE_OK;
}

int rocpd_csv_quote(rocpd_csv_text *out, rocpd_session *session, rocpd_memo *memo, int64_t id) {
  if (((uint64_t)id >= memo->size || !memo->answer[id]) && look(session, memo, id)) return SQLITE_NOMEM;
  int64_t size;
  const char *text = rocpd_string(session, id, &size);
  if (memo->answer[id] == 1) return rocpd_csv_quote_bytes(out, text, (size_t)size);
  char *p = rocpd_csv_room(out, (size_t)size + 2);
  if (!p) return SQLITE_NOMEM;
  *p++ = '"';
  memcpy(p, text, (size_t)size);
  p[size] = '"';
  out->used += (size_t)size + 2;
  return SQLITE_OK;
}
