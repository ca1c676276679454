/* What all parts of an OTF2 export use: its failure, and the numbers of texts. */
#include "otf2.h"
#include "escape.h"
#include "export.h"
#include <errno.h>

bool rocpd_otf2_stop_all(rocpd_otf2_shared *s) {
  bool before = false;
  for (int i = 0; i < ROCPD_OTF2_ARCHIVES; i++) before |= rocpd_otf2_archive_stop(&s->archive[i]);
  return before;
}

int rocpd_otf2_stopped(const rocpd_otf2_shared *s, rocpd_error *err) {
  return rocpd_otf2_archive_stopped(&s->archive[0]) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted") : SQLITE_OK;
}

int rocpd_otf2_failed(const rocpd_writer *w, int code, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  rocpd_progress_failed(&w->x->progress, EFBIG); /* a limit of the size of files has sent a signal, too */
  if (rocpd_otf2_stop_all(s)) return rocpd_otf2_stopped(s, err);
  return rocpd_otf2_fail(&s->lib, w->x->folder.whole ? w->x->folder.whole : w->x->folder.path, code, err);
}

/* Defines a string: UTF-8 without zero bytes, and not longer than a chunk. */
void rocpd_otf2_define_string(rocpd_otf2_definitions *d, const char *text, size_t size) {
  enum { LONGEST = ROCPD_OTF2_CHUNK - 65536 };
  char *clean = d->err->rc ? NULL : sqlite3_malloc64(size * 3 + 1), *end = clean;
  if (!clean) {
    if (!d->err->rc) rocpd_no_memory(d->err);
    return;
  }
  for (size_t i = 0, part; i <= size; i += part + 1) {
    part = strnlen(text + i, size - i);
    end = rocpd_utf8_clean(end, text + i, part);
    if (i + part < size) end = rocpd_utf8_clean(end, "\xff", 1);
  }
  if (end - clean > LONGEST) {
    end = clean + LONGEST;
    while ((*end & 0xc0) == 0x80) end--;
    rocpd_export_warn(d->w->x, d->err, "names of more than %d bytes, of which OTF2 has the first", LONGEST);
  }
  *end = 0;
  ROCPD_OTF2_DEFINE(d, String, d->strings, clean);
  d->strings++;
  sqlite3_free(clean);
}

uint32_t rocpd_otf2_define_text(rocpd_otf2_definitions *d, const char *text) {
  rocpd_otf2_define_string(d, text, strlen(text));
  return d->strings - 1;
}
