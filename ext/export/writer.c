/* See writer.h: the writers of an export, and the test whether it goes on. */
#include "export.h"
#include "format.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

int rocpd_export_poll(rocpd_export *x, uint64_t rows, rocpd_error *err) {
  /* Each row counts twice: when it is collected and when it is written. */
  uint64_t done = __atomic_add_fetch(&x->run.rows, rows, __ATOMIC_RELAXED);
  rocpd_progress_show(&x->progress, x->layout.rows ? (double)done / 2 / (double)x->layout.rows : 0);
  /* Only the connection's thread learns of an interrupt; it tells the others. */
  if (rocpd_interrupted(x->session) || __atomic_load_n(&x->run.stop, __ATOMIC_RELAXED)) {
    __atomic_store_n(&x->run.stop, true, __ATOMIC_RELAXED);
    return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return SQLITE_OK;
}

int rocpd_writers_make(rocpd_export *x, rocpd_error *err) {
  const rocpd_export_format *format = x->format;
  int n = rocpd_parallel_threads(x->session);
  x->writers.at = rocpd_zeroed((uint64_t)n * (sizeof *x->writers.at + sizeof *x->writers.idle));
  if (!x->writers.at) return rocpd_no_memory(err);
  x->writers.idle = (int *)(x->writers.at + n);
  for (; x->writers.n < n; x->writers.n++) {
    rocpd_writer *w = &x->writers.at[x->writers.n];
    w->x = x;
    w->out.file = &x->file;
    if (format->state_size && !(w->state = rocpd_zeroed(format->state_size))) return rocpd_no_memory(err);
    x->writers.idle[x->writers.idles++] = x->writers.n;
  }
  return SQLITE_OK;
}

void rocpd_writers_free(rocpd_export *x) {
  for (int i = 0; i < x->writers.n; i++) {
    rocpd_writer *w = &x->writers.at[i];
    if (x->format->release) x->format->release(w);
    sqlite3_free(w->state);
    rocpd_buffer_free(&w->out);
    sqlite3_free(w->names.answer);
    sqlite3_free(w->categories.answer);
    sqlite3_free(w->spare), sqlite3_free(w->left);
    rocpd_signatures_free(&w->signatures);
    rocpd_map_free(&w->by_category);
  }
  sqlite3_free(x->writers.at);
}

rocpd_writer *rocpd_writer_take(rocpd_export *x) {
  pthread_mutex_lock(&x->mutex);
  rocpd_writer *w = &x->writers.at[x->writers.idle[--x->writers.idles]];
  pthread_mutex_unlock(&x->mutex);
  return w;
}

void rocpd_writer_give(rocpd_writer *w) {
  rocpd_export *x = w->x;
  pthread_mutex_lock(&x->mutex);
  x->writers.idle[x->writers.idles++] = (int)(w - x->writers.at);
  pthread_mutex_unlock(&x->mutex);
}

void rocpd_writers_give_back(rocpd_export *x) {
  for (int i = 0; i < x->writers.n; i++) {
    sqlite3_free(x->writers.at[i].spare);
    x->writers.at[i].spare = NULL, x->writers.at[i].spare_items = 0;
    sqlite3_free(x->writers.at[i].left);
    x->writers.at[i].left = NULL, x->writers.at[i].left_items = 0;
  }
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

int rocpd_writers_flush(rocpd_export *x, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; i < x->writers.n && !rc; i++) rc = rocpd_buffer_flush(&x->writers.at[i].out, err);
  return rc;
}
