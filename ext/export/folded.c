/* Stacks for flame graphs, one a line: "process;thread;outer;inner VALUE", as flamegraph.pl, inferno and speedscope read them. */
#include "escape.h"
#include "export.h"
#include "format.h"
#include "stacks.h"

typedef struct line { /* the frames of a stack, separated by `;` */
  char *text;
  size_t room;
  size_t *end; /* [depth] end of each frame */
  size_t ends;
} line;

/* Replaces characters that would end a frame or a line, and a blank at the end, which would belong to the value. */
static char *put_frame(char *out, const char *name, size_t size) {
  char *end = rocpd_utf8_clean(out, name, size);
  for (char *p = out; p < end; p++) {
    uint8_t c = (uint8_t)*p;
    if (c < 0x20 || c == 0x7f) *p = ' ';
    else if (c == ';') *p = ',';
  }
  return end;
}

static int push_frame(line *l, const rocpd_frame *f, rocpd_session *session) {
  int64_t size = 0;
  const char *name = f->name == ROCPD_NULL ? "" : rocpd_string(session, f->name, &size);
  if (!size) name = "(no name)", size = 9;
  size_t from = f->depth ? l->end[f->depth - 1] : 0;
  int rc = rocpd_array_reserve(&l->text, &l->room, from + (size_t)size * 3 + 64, 1);
  if (!rc) rc = rocpd_array_reserve(&l->end, &l->ends, f->depth + 1, sizeof *l->end);
  if (rc) return rc;
  char *p = l->text + from;
  if (f->depth) *p++ = ';';
  l->end[f->depth] = (size_t)(put_frame(p, name, (size_t)size) - l->text);
  return SQLITE_OK;
}

static int write_line(rocpd_writer *w, line *l, const rocpd_frame *f, rocpd_error *err) {
  size_t end = l->end[f->depth];
  /* push_frame() left room; the next frame overwrites it */
  if (w->x->option.before) sqlite3_snprintf(64, l->text + end, " %lld %lld\n", f->own_before, f->own);
  else sqlite3_snprintf(64, l->text + end, " %lld\n", f->own);
  return rocpd_buffer_add(&w->out, (uint8_t *)l->text, end + strlen(l->text + end), err);
}

static int write_folded(rocpd_writer *w, rocpd_error *err) {
  rocpd_stacks s;
  line l = {0};
  int rc = rocpd_stacks_make(w, &s, err);
  for (uint32_t i = 0; !rc && i < s.n; i++) {
    if (!s.frame[i].all && !s.frame[i].all_before && s.frame[i].depth > 1) continue; /* nothing in this subtree has a value */
    rc = rocpd_fail_code(err, push_frame(&l, &s.frame[i], w->x->session));
    if (!rc && (s.frame[i].own || s.frame[i].own_before)) rc = write_line(w, &l, &s.frame[i], err);
    if (!rc) rc = rocpd_writer_poll(w, 0, err);
  }
  sqlite3_free(l.text), sqlite3_free(l.end);
  rocpd_stacks_free(&s);
  return rc;
}

ROCPD_EXPORT_FORMAT(folded) = {.function = "rocpd_export_folded", .needs = ROCPD_NEEDS_NO_FIELDS, .options = ROCPD_O_VALUE, .events = write_folded};
