/* See formats.h. */
#include "format.h"

#define BEGIN "rocpd_export_"

extern const rocpd_export_format *const __start_rocpd_formats[], *const __stop_rocpd_formats[];

const char *rocpd_format_name(const rocpd_export_format *f) { return f->function + sizeof BEGIN - 1; }
const char *rocpd_format_suffix(const rocpd_export_format *f) { return f->suffix ? f->suffix : rocpd_format_name(f); }

/* The first format whose name comes after `name`; NULL: none. */
static const rocpd_export_format *next(const char *name) {
  const rocpd_export_format *found = NULL;
  for (const rocpd_export_format *const *f = __start_rocpd_formats; f < __stop_rocpd_formats; f++)
    if (strcmp(rocpd_format_name(*f), name) > 0 && (!found || strcmp((*f)->function, found->function) < 0)) found = *f;
  return found;
}

const rocpd_export_format *rocpd_format_at(size_t i) {
  const rocpd_export_format *f = next("");
  while (f && i--) f = next(rocpd_format_name(f));
  return f;
}

const rocpd_export_format *rocpd_format_find(const char *word) {
  for (const rocpd_export_format *const *f = __start_rocpd_formats; f < __stop_rocpd_formats; f++)
    if (!sqlite3_stricmp(rocpd_format_name(*f), word) || ((*f)->alias && !sqlite3_stricmp((*f)->alias, word))) return *f;
  return NULL;
}
