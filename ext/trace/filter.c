/* See filter.h. */
#include "filter.h"
#include "demangle.h"

unsigned rocpd_filter_rows(const rocpd_filter *f) {
  if (!f) return 0;
  return (f->gpus.n ? ROCPD_TAKES_GPU : 0) | (f->kernels.n ? ROCPD_TAKES_KERNEL : 0) | (f->streams.n ? ROCPD_TAKES_STREAM : 0);
}

int rocpd_filter_expect(const char *table, unsigned takes, unsigned by, rocpd_error *err) {
  static const struct {
    unsigned flag;
    const char *what;
  } row[] = {{ROCPD_TAKES_GPU, "GPUs"}, {ROCPD_TAKES_KERNEL, "kernels"}, {ROCPD_TAKES_STREAM, "streams"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (by & ~takes & row[i].flag)
      return rocpd_fail(err, SQLITE_ERROR,
                        "%s needs all %s, and rocpd_filter() leaves some out: rocpd_help('rocpd_filter') lists the tables that can do without", table,
                        row[i].what);
  return SQLITE_OK;
}

bool rocpd_filter_processes(const rocpd_filter *f) { return f && (f->pids.n || f->ranks.n); }

static bool matches(const rocpd_patterns *p, const char *text) {
  for (size_t i = 0; i < p->n; i++)
    if (sqlite3_strglob(p->pattern[i], text) == 0) return true;
  return false;
}

int rocpd_kernel_matches(const rocpd_patterns *p, const char *name, bool *yes) {
  *yes = matches(p, name);
  for (int how = ROCPD_SHORT_NAME; !*yes && how <= ROCPD_SHORT_WHOLE; how++) {
    char *form = rocpd_short_name(name, (enum rocpd_short_how)how);
    if (!form) return SQLITE_NOMEM;
    *yes = matches(p, form);
    sqlite3_free(form);
  }
  return SQLITE_OK;
}

bool rocpd_stream_matches(const rocpd_patterns *p, int64_t id, const char *name) {
  char number[24];
  sqlite3_snprintf(sizeof number, number, "%lld", id);
  return matches(p, number) || (name && matches(p, name));
}

rocpd_filter *rocpd_filter_new(void) {
  rocpd_filter *f = sqlite3_malloc64(sizeof *f);
  if (f) *f = (rocpd_filter){.refs = 1};
  return f;
}

rocpd_filter *rocpd_filter_ref(rocpd_filter *f) {
  if (f) f->refs++;
  return f;
}

void rocpd_filter_unref(rocpd_filter *f) {
  if (!f || --f->refs) return;
  sqlite3_free(f->pids.number), sqlite3_free(f->ranks.number);
  rocpd_patterns_free(&f->gpus), rocpd_patterns_free(&f->kernels), rocpd_patterns_free(&f->streams);
  sqlite3_free(f);
}
