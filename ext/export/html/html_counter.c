/* Counters: the values of each, in blobs with a limited number of values. */
#include "html.h"
#include "measured.h"

enum { VALUES = 65536 };

static int write_values(rocpd_writer *w, rocpd_html_counter *c, rocpd_error *err) {
  rocpd_html_bytes *bytes = &((rocpd_html *)w->state)->bytes;
  int64_t blob;
  int rc = rocpd_html_column(bytes, c->time.number, c->time.n);
  if (!rc) rc = rocpd_html_column(bytes, c->value.number, c->value.n);
  rc = rocpd_fail_code(err, rc);
  if (!rc) rc = rocpd_html_blob(w, bytes, &blob, err);
  c->time.n = c->value.n = 0;
  return rc ? rc : rocpd_fail_code(err, rocpd_html_push(&c->blobs, blob));
}

static int new_counter(rocpd_html *all, rocpd_counter *c, rocpd_error *err) {
  if (rocpd_array_reserve(&all->counter, &all->counter_capacity, all->counters + 1, sizeof *all->counter)) return rocpd_no_memory(err);
  rocpd_html_counter *new = &all->counter[all->counters];
  *new = (rocpd_html_counter){.about = *c};
  new->about.name = sqlite3_mprintf("%s", c->name);
  if (!new->about.name) return rocpd_no_memory(err);
  c->id = ++all->counters;
  return SQLITE_OK;
}

/* The bits of a double, stored like any other integers. For positive numbers they have the order of the numbers. */
static int64_t bits_of(double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static int write_counter(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err) {
  rocpd_html *all = rocpd_html_of(w->x);
  int rc = c->id ? SQLITE_OK : new_counter(all, c, err);
  if (rc) return rc;
  rocpd_html_counter *to = &all->counter[c->id - 1];
  double value = c->real ? c->number : (double)c->value;
  if (!to->values++ || value < to->low) to->low = value;
  if (to->values == 1 || value > to->high) to->high = value;
  rc = rocpd_html_push(&to->time, time - all->base);
  if (!rc) rc = rocpd_html_push(&to->value, c->real ? bits_of(c->number) : c->value);
  rc = rocpd_fail_code(err, rc);
  return rc || to->time.n < VALUES ? rc : write_values(w, to, err);
}

int rocpd_html_counters(rocpd_writer *w, rocpd_error *err) {
  rocpd_html *all = rocpd_html_of(w->x);
  int rc = rocpd_export_counters(w, write_counter, err);
  if (!rc) rc = rocpd_export_measured(w, write_counter, err);
  for (size_t i = 0; i < all->counters && !rc; i++)
    if (all->counter[i].time.n) rc = write_values(w, &all->counter[i], err);
  return rc;
}
