/* rocpd_export_otf2(path [, options]): an OTF2 trace, which Vampir, Score-P's tools and otf2-print read. */
#include "otf2.h"
#include "escape.h"
#include "format.h"

#define NAME "traces"

static int begin_trace(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  int64_t shift = rocpd_export_shift(w->x);
  rocpd_otf2_make_attributes(s, w->x->frames.sources > 0);
  s->name = w->x->folder.name ? w->x->folder.name : NAME;
  s->shift = -(uint64_t)shift;
  int rc = rocpd_otf2_open(&s->lib, err);
  if (!rc && shift) rc = rocpd_export_warn(w->x, err, "times before 0, which OTF2 cannot have: all are given %lld ns more", (long long)shift);
  if (!rc) rc = rocpd_otf2_begin_rma(w, err);
  if (!rc) rc = rocpd_otf2_open_archives(w, err);
  return rc ? rc : rocpd_otf2_write_metrics(w, err);
}

/* ---- end */

/* Sets a property, a line of the archive's first file. */
static int set_property(rocpd_writer *w, const char *name, const char *value, rocpd_error *err) {
  const rocpd_otf2_shared *s = rocpd_otf2_all(w);
  char *clean = sqlite3_malloc64(strlen(value) * 3 + 1);
  if (!clean) return rocpd_no_memory(err);
  *rocpd_utf8_clean(clean, value, strlen(value)) = 0;
  for (char *c = clean; *c; c++)
    if ((unsigned char)*c < ' ') *c = '?';
  int code = *clean ? s->lib.Archive_SetProperty(s->archive[0].at, name, clean, true) : 0;
  sqlite3_free(clean);
  return code ? rocpd_otf2_failed(w, code, err) : SQLITE_OK;
}

static int set_properties(rocpd_writer *w, rocpd_error *err) {
  enum { MOST = 200 << 10, NAME_OF = 40 }; /* bytes: the library writes the first file at once, and it must fit a chunk */
  size_t sources, bytes = 0;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  int rc = set_property(w, "ROCPD::VERSION", ROCPD_VERSION, err);
  for (size_t i = 0; i < sources && !rc; i++) {
    char name[NAME_OF];
    bytes += NAME_OF + 3 * strlen(source[i]->path);
    if (bytes > MOST)
      return rocpd_export_warn(w->x, err, "%llu sources, of which the trace's properties have the paths of the first %llu", (unsigned long long)sources,
                               (unsigned long long)i);
    rc = set_property(w, sqlite3_snprintf(sizeof name, name, "ROCPD::SOURCE_%llu", (unsigned long long)i + 1), source[i]->path, err);
  }
  return rc;
}

static int end_trace(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  struct OTF2_Archive_struct *a = s->archive[0].at;
  int rc = rocpd_otf2_end_rma(w, err), code = rc ? 0 : s->lib.Archive_CloseEvtFiles(a);
  if (rc) return rc;
  if (!code) code = s->lib.Archive_CloseDefFiles(a);
  if (!code) code = s->lib.Archive_SetCreator(a, "rocpd " ROCPD_VERSION);
  rc = code ? rocpd_otf2_failed(w, code, err) : set_properties(w, err);
  if (!rc) rc = rocpd_otf2_define(w, err);
  if (!rc) rc = rocpd_otf2_close_archives(w, err);
  if (!rc) rc = rocpd_otf2_count_bytes(w, ".def", err);
  return rc ? rc : rocpd_otf2_count_bytes(w, ".otf2", err);
}

/* The first writer owns what the others use, so everything is released with it. */
static void release(rocpd_writer *w) {
  rocpd_export *x = w->x;
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  if (w != &x->writers.at[0]) return;
  rocpd_otf2_stop_all(s);
  for (int i = 0; i < ROCPD_OTF2_ARCHIVES; i++)
    if (s->archive[i].begun) rocpd_otf2_archive_close(&s->lib, &s->archive[i]);
  for (int i = 0; i < x->writers.n; i++) {
    rocpd_otf2 *f = x->writers.at[i].state;
    if (f->list) s->lib.AttributeList_Delete(f->list);
    for (int k = 0; k < ROCPD_OTF2_SMALL; k++) sqlite3_free(f->known[k].number);
    for (int k = ROCPD_OTF2_SMALL; k < ROCPD_OTF2_TABLES; k++) rocpd_map_free(&f->found[k - ROCPD_OTF2_SMALL]);
    sqlite3_free(f->paradigm.answer);
  }
  for (int k = 0; k < ROCPD_OTF2_TABLES; k++) rocpd_map_free(&s->table[k].map), sqlite3_free(s->table[k].key);
  for (size_t i = 0; i < s->members; i++) sqlite3_free(s->member[i].name), sqlite3_free(s->member[i].unit);
  rocpd_map_free(&s->end_of), rocpd_map_free(&s->source_of);
  sqlite3_free(s->region_source);
  sqlite3_free(s->place), sqlite3_free(s->end), sqlite3_free(s->ranks), sqlite3_free(s->window), sqlite3_free(s->moved);
  sqlite3_free(s->member), sqlite3_free(s->series);
  rocpd_otf2_close(&s->lib);
}

ROCPD_EXPORT_FORMAT(otf2) = {
  .function = "rocpd_export_otf2",
  .needs = ROCPD_NEEDS_FOLDER | ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS | ROCPD_NEEDS_MEASURES | ROCPD_NEEDS_STACKS,
  .options = ROCPD_O_TRACKS | ROCPD_O_AGENTS | ROCPD_O_ARGS | ROCPD_O_COUNTERS,
  .marker = NAME ".otf2", .ending = ".otf2", .state_size = sizeof(rocpd_otf2),
  .begin = begin_trace, .end = end_trace, .track = rocpd_otf2_write_track, .release = release};
