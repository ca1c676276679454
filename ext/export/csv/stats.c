/* PREFIX_*_stats.csv, as written by rocprofv3 --stats: calls by name, and totals of each domain. */
#include "csv.h"
#include "decimal.h"
#include "export.h"
#include "real.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t key_of(unsigned file, int64_t name) { return (uint64_t)file << 56 | (name == ROCPD_NULL ? 0 : (uint64_t)name + 1); }

static int find(rocpd_csv_stats *s, uint64_t key, rocpd_csv_stat **out) {
  uint64_t at = rocpd_map_get(&s->place, key, UINT64_MAX);
  if (at == UINT64_MAX) {
    at = s->n;
    if (rocpd_array_reserve(&s->stat, &s->capacity, s->n + 1, sizeof *s->stat) || rocpd_map_set(&s->place, key, at)) return SQLITE_NOMEM;
    s->stat[s->n++] = (rocpd_csv_stat){.key = key, .min = INT64_MAX, .max = INT64_MIN};
  }
  *out = &s->stat[at];
  return SQLITE_OK;
}

int rocpd_csv_stats_add(rocpd_csv_stats *s, unsigned file, int64_t name, int64_t duration) {
  rocpd_csv_stat *t;
  if (find(s, key_of(file, name), &t)) return SQLITE_NOMEM;
  t->calls++;
  if (duration == ROCPD_NULL) return SQLITE_OK;
  t->ended++;
  t->sum += duration;
  t->too_great |= __builtin_add_overflow(t->squares, (rocpd_sum128)duration * duration, &t->squares);
  if (duration < t->min) t->min = duration;
  if (duration > t->max) t->max = duration;
  return SQLITE_OK;
}

static void merge(rocpd_csv_stat *to, const rocpd_csv_stat *from) {
  to->calls += from->calls, to->ended += from->ended, to->sum += from->sum;
  to->too_great |= from->too_great | __builtin_add_overflow(to->squares, from->squares, &to->squares);
  if (from->min < to->min) to->min = from->min;
  if (from->max > to->max) to->max = from->max;
}

void rocpd_csv_stats_free(rocpd_csv_stats *s) {
  rocpd_map_free(&s->place);
  sqlite3_free(s->stat);
}

/* ---- numbers as rocprofv3 formats them */

/* Sample standard deviation. n * squares - sum * sum is an integer: no digit is lost if the type can hold it. */
static double deviation(const rocpd_csv_stat *t) {
  if (t->ended < 2) return 0;
  rocpd_sum128 all, square;
  long double n = (long double)t->ended, difference;
  if (__builtin_mul_overflow(t->squares, (rocpd_sum128)t->ended, &all) || __builtin_mul_overflow(t->sum, t->sum, &square))
    difference = (long double)t->squares * n - (long double)t->sum * (long double)t->sum;
  else difference = (long double)(all - square);
  return difference > 0 ? (double)sqrtl(difference / n / (n - 1)) : 0;
}

enum { STAT_ROOM = 256 };
static char *put_percentage(char *p, double v) { return p + rocpd_print_real(p, STAT_ROOM, v >= 1 ? "%.2f" : v >= 0.01 ? "%.4f" : "%.3e", v); }

/* ,Calls,TotalDurationNs,AverageNs,Percentage,MinNs,MaxNs,StdDev. Without durations, only the calls are written. */
static int put_stat(rocpd_csv_text *out, const rocpd_csv_stat *t, rocpd_sum128 total) {
  char *p = rocpd_csv_room(out, 2 * STAT_ROOM);
  if (!p) return SQLITE_NOMEM;
  p += sprintf(p, ",%llu,", (unsigned long long)t->calls);
  if (!t->ended) p += sprintf(p, "0,,,,,");
  else {
    p = rocpd_put_signed(p, rocpd_saturated(t->sum));
    p += rocpd_print_real(p, STAT_ROOM, ",%.6Lf,", (long double)t->sum / (long double)t->ended);
    p = put_percentage(p, total ? (double)((long double)t->sum * 100 / (long double)total) : 0);
    p += sprintf(p, ",%lld,%lld,", (long long)t->min, (long long)t->max);
    double d = deviation(t);
    if (!t->too_great) p += rocpd_print_real(p, STAT_ROOM, d < 1e-3 ? "%.8e" : "%.6f", d);
  }
  *p++ = '\n';
  out->used = (size_t)(p - out->at);
  return SQLITE_OK;
}

/* ---- files */

/* Longest first. */
static int compare_sums(const void *a, const void *b) {
  const rocpd_csv_stat *x = a, *y = b;
  return ROCPD_ORDER(y->sum, x->sum) ?: ROCPD_ORDER(x->key, y->key);
}

static int compare_in_files(const void *a, const void *b) {
  const rocpd_csv_stat *x = a, *y = b;
  return ROCPD_ORDER(x->key >> 56, y->key >> 56) ?: compare_sums(a, b);
}

static int gather(rocpd_export *x, rocpd_csv_stats *all) {
  for (int i = 0; i < x->writers.n; i++) {
    const rocpd_csv_stats *one = &((rocpd_csv_writer *)x->writers.at[i].state)->stats;
    for (size_t k = 0; k < one->n; k++) {
      rocpd_csv_stat *t;
      if (find(all, one->stat[k].key, &t)) return SQLITE_NOMEM;
      merge(t, &one->stat[k]);
    }
  }
  if (all->n) qsort(all->stat, all->n, sizeof *all->stat, compare_in_files);
  return SQLITE_OK;
}

static int begin_file(rocpd_csv_text *out) {
  static const char header[] = "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\",\"MinNs\",\"MaxNs\",\"StdDev\"\n";
  out->used = 0;
  return rocpd_csv_put(out, header, sizeof header - 1);
}

/* Writes the n names of a file. */
static int write_names(rocpd_export *x, const rocpd_csv_stat *t, size_t n, rocpd_sum128 total, rocpd_csv_text *out, rocpd_error *err) {
  int rc = begin_file(out);
  for (size_t i = 0; !rc && i < n; i++) {
    uint64_t name = t[i].key << 8 >> 8;
    int64_t size = 0;
    const char *text = name ? rocpd_string(x->session, (int64_t)name - 1, &size) : "";
    rc = rocpd_csv_quote_bytes(out, text, (size_t)size);
    if (!rc) rc = put_stat(out, &t[i], total);
  }
  return rc ? rocpd_fail_code(err, rc) : rocpd_csv_write_file(x, rocpd_csv_files[t->key >> 56].stats, out, err);
}

static int write_files(rocpd_export *x, const rocpd_csv_stats *all, rocpd_csv_text *out, rocpd_error *err) {
  rocpd_csv_stat domain[ROCPD_CSV_FILES];
  rocpd_sum128 total = 0;
  size_t domains = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0, n; !rc && i < all->n; i += n) {
    rocpd_csv_stat *d = &domain[domains++];
    *d = (rocpd_csv_stat){.key = all->stat[i].key >> 56 << 56, .min = INT64_MAX, .max = INT64_MIN};
    for (n = 0; i + n < all->n && all->stat[i + n].key >> 56 == d->key >> 56; n++) merge(d, &all->stat[i + n]);
    total += d->sum;
    rc = write_names(x, &all->stat[i], n, d->sum, out, err);
  }
  if (rc || !domains) return rc;
  qsort(domain, domains, sizeof *domain, compare_sums);
  rc = begin_file(out);
  for (size_t i = 0; !rc && i < domains; i++) {
    const char *name = rocpd_csv_files[domain[i].key >> 56].domain;
    rc = rocpd_csv_quote_bytes(out, name, strlen(name));
    if (!rc) rc = put_stat(out, &domain[i], total);
  }
  return rc ? rocpd_fail_code(err, rc) : rocpd_csv_write_file(x, "domain_stats", out, err);
}

int rocpd_csv_stats_write(rocpd_export *x, rocpd_error *err) {
  rocpd_csv_stats all = {0};
  rocpd_csv_text out = {0};
  int rc = rocpd_fail_code(err, gather(x, &all));
  if (!rc) rc = write_files(x, &all, &out, err);
  sqlite3_free(out.at);
  rocpd_csv_stats_free(&all);
  return rc;
}
