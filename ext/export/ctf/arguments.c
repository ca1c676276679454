/* Makes a JSON object of a call's arguments, as texts: the field `args`, if requested. */
#include "ctf.h"
#include "escape.h"

int rocpd_ctf_find_arguments(const rocpd_export *x, size_t *cursor, rocpd_ctf_texts *t, uint32_t process, int64_t region, rocpd_ctf_text *out,
                             rocpd_error *err) {
  size_t first, count, bytes;
  rocpd_arguments_find(&x->arguments, cursor, process, region, &first, &count);
  int rc = rocpd_arguments_size(x, first, count, &bytes, err);
  if (!rc) rc = rocpd_ctf_reserve_text(t, 3 + bytes * 6 + count * 32, err);
  if (rc) return rc;
  char *p = t->pool + t->used;
  *p++ = '{';
  for (size_t i = first, shown = 0; i < first + count; i++) {
    rocpd_argument_texts a;
    rc = rocpd_argument_text(x, i, &a, err);
    if (rc) return rc;
    if (!a.value) continue;
    if (shown++) *p++ = ',';
    *p++ = '"', p = rocpd_json_escape(p, a.name, (size_t)a.name_size), *p++ = '"';
    *p++ = ':';
    *p++ = '"', p = rocpd_json_escape(p, a.value, (size_t)a.value_size), *p++ = '"';
  }
  *p++ = '}';
  rocpd_ctf_add_text(t, p, out);
  return SQLITE_OK;
}
