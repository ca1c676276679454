/* A cache of texts in the form of events, so that a name is converted only once. */
#include "ctf.h"
#include "escape.h"

int rocpd_ctf_reserve_text(rocpd_ctf_texts *t, size_t size, rocpd_error *err) {
  return rocpd_array_reserve(&t->pool, &t->capacity, t->used + size + CTF_STEP, 1) ? rocpd_no_memory(err) : SQLITE_OK;
}

static int add_text(rocpd_session *session, rocpd_ctf_texts *t, int64_t id, rocpd_ctf_text *out, rocpd_error *err) {
  int64_t size = 0;
  const char *text = id == ROCPD_NULL ? "" : rocpd_string(session, id, &size);
  if (!size) text = "-", size = 1; /* for an empty text, babeltrace2 2.0 would show the text of an earlier event */
  int rc = rocpd_ctf_reserve_text(t, (size_t)size * 3 + 1, err);
  if (rc) return rc;
  char *to = t->pool + t->used, *end = rocpd_utf8_clean(to, text, (size_t)size);
  for (char *p = to; (p = memchr(p, 0, (size_t)(end - p)));) *p = ' '; /* a NUL would end the text */
  rocpd_ctf_add_text(t, end, out);
  return SQLITE_OK;
}

void rocpd_ctf_add_text(rocpd_ctf_texts *t, char *end, rocpd_ctf_text *out) {
  *end++ = 0;
  memset(end, 0, CTF_STEP);
  *out = (rocpd_ctf_text){t->used, (uint32_t)(end - t->pool - t->used)};
  t->used += out->size;
}

int rocpd_ctf_find_text(rocpd_ctf_texts *t, rocpd_session *session, int64_t id, rocpd_ctf_text *out, rocpd_error *err) {
  size_t place = (uint64_t)id % CTF_KNOWN;
  bool known = t->known[place].id == id && t->known[place].text.size;
  int rc = known ? SQLITE_OK : add_text(session, t, id, &t->known[place].text, err);
  if (rc) return t->known[place].text.size = 0, rc;
  t->known[place].id = id;
  *out = t->known[place].text;
  return SQLITE_OK;
}

int rocpd_ctf_join_texts(rocpd_ctf_texts *t, const rocpd_ctf_text *text, int n, rocpd_ctf_text *out, rocpd_error *err) {
  uint64_t size = 0;
  for (int i = 0; i < n; i++) size += text[i].size;
  if (size > INT32_MAX) return rocpd_fail(err, SQLITE_TOOBIG, "texts of an event are longer than 2 GB");
  *out = (rocpd_ctf_text){t->used, (uint32_t)size};
  int rc = rocpd_ctf_reserve_text(t, size, err);
  if (rc) return rc;
  for (int i = 0; i < n; i++) memcpy(t->pool + t->used, t->pool + text[i].offset, text[i].size), t->used += text[i].size;
  memset(t->pool + t->used, 0, CTF_STEP);
  return SQLITE_OK;
}

void rocpd_ctf_texts_forget(rocpd_ctf_texts *t) {
  for (int i = 0; i < CTF_KNOWN; i++) t->known[i].text.size = 0;
  t->used = 0;
}

void rocpd_ctf_texts_free(rocpd_ctf_texts *t) { sqlite3_free(t->pool); }
