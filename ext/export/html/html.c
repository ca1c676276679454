/* rocpd_export_html(path [, options]): one HTML file that any browser opens from disk: the time line with the tracks of the Perfetto export, and tables of
** answers beside it. html.h says what the file is made of, page.html what it looks like. */
#include "html.h"
#include "format.h"

static int begin(rocpd_writer *w, rocpd_error *err) {
  rocpd_html_of(w->x)->base = rocpd_export_first_time(w->x);
  int rc = rocpd_html_other_begin(w, err);
  if (!rc) rc = rocpd_html_page(w, err);
  return rc ? rc : rocpd_html_begin(w, err);
}

/* The second trace of a comparison is written at the end. */
static int beside(rocpd_writer *w, rocpd_error *err) { return w->x->other.snapshot ? SQLITE_OK : rocpd_html_tables(w, &rocpd_html_of(w->x)->tables, err); }

static int end(rocpd_writer *w, rocpd_error *err) {
  rocpd_html *all = rocpd_html_of(w->x);
  int rc = rocpd_html_other_write(w, err);
  if (!rc && !all->tables) rc = rocpd_html_tables(w, &all->tables, err);
  if (!rc) rc = rocpd_html_directory(w, all->tables, err);
  static const char last[] = "<i id=\"end\" hidden></i>\n</body>\n</html>\n";
  return rc ? rc : rocpd_buffer_add(&w->out, (const uint8_t *)last, sizeof last - 1, err);
}

static void release_shared(rocpd_html *all, size_t tracks) {
  rocpd_map_free(&all->heads.string);
  for (int i = 0; i < ROCPD_EVENT_CLASSES; i++) rocpd_map_free(&all->heads.head[i]);
  sqlite3_free(all->heads.strings.number), sqlite3_free(all->heads.heads.number);
  for (size_t i = 0; all->track && i < tracks; i++) {
    for (size_t k = 0; k < all->track[i].lanes; k++) sqlite3_free(all->track[i].lane[k].chunks.number);
    sqlite3_free(all->track[i].lane);
  }
  for (size_t i = 0; i < all->counters; i++) {
    rocpd_html_counter *c = &all->counter[i];
    sqlite3_free((char *)c->about.name), sqlite3_free(c->time.number), sqlite3_free(c->value.number), sqlite3_free(c->blobs.number);
  }
  sqlite3_free(all->track), sqlite3_free(all->counter), sqlite3_free(all->tables);
  rocpd_html_other_free(all->other);
}

static void release(rocpd_writer *w) {
  rocpd_html *f = w->state;
  if (!f) return;
  rocpd_html_packer_free(&f->packer);
  for (int i = 0; i < ROCPD_EVENT_CLASSES; i++) rocpd_map_free(&f->known_head[i]), sqlite3_free(f->codes[i].met);
  rocpd_map_free(&f->known_string);
  rocpd_html_chunk_free(f->chunk);
  rocpd_html_bytes_free(&f->bytes);
  release_shared(f, w->x->layout.tracks);
}

ROCPD_EXPORT_FORMAT(html) = {
  .function = "rocpd_export_html",
  .needs = ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS | ROCPD_NEEDS_NO_LINKS | ROCPD_NEEDS_STACKS | ROCPD_NEEDS_STACK_NAMES, .state_size = sizeof(rocpd_html),
  .options = ROCPD_O_TRACKS | ROCPD_O_AGENTS | ROCPD_O_ARGS | ROCPD_O_COUNTERS | ROCPD_O_COMPARE | ROCPD_O_TABLES,
  .begin = begin, .beside = beside, .end = end, .track = rocpd_html_track_write, .release = release};
