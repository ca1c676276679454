/* capabilities: what each file recorded, one row for each domain. Columns: ext/help/tables/capabilities.md.
**
** If the file states what was recorded, that counts (chunk files have the collector's settings). Otherwise a domain with rows was recorded, and of a domain
** without rows nothing is known. */
#include <stdlib.h>
#include <string.h>
#include "domain.h"
#include "map.h"
#include "launch.h"
#include "loss.h"
#include "rows.h"
#include "summed.h"

#define COLUMN_LIST(C, H) \
  C(SOURCE, source, TEXT) C(DOMAIN, domain, TEXT) C(RECORDED, recorded, INTEGER) C(ROWS, rows, INTEGER) C(REASON, reason, TEXT) \
  H(GUID, guid, TEXT) H(RUN, run, TEXT) H(HOST, host, TEXT) H(RANK, rank, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* The kinds of the domains' rows, in the order of rocz_domains; ROCPD_KIND_NONE: regions and samples with their categories. */
static const int8_t kinds[] = {
#define DOMAIN(id, sort, rows, ...) ROCPD_KIND_##rows,
#define DATA(id, name, sort, rows, ...) ROCPD_KIND_##rows,
#include "domains.def"
};
static int kind_of(const rocz_domain *d) { return kinds[d - rocz_domains]; }

/* Can its rows be told from others? */
static bool has_rows(const rocz_domain *d) { return kind_of(d) != ROCPD_KIND_NONE || (!d->shared && *d->category); }

typedef struct said_domain { /* what a file states about a domain */
  int64_t domain, more; /* interned */
  int64_t by;           /* what its rows come from, interned; ROCPD_NULL: there is only one source */
  bool recorded;
} said_domain;

typedef struct capabilities {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_row_builder rows;
  rocpd_identity whose;
  rocpd_source *source;
  said_domain *said;
  size_t n_said;
  rocpd_map categories; /* of the source's regions and samples -> rows */
} capabilities;

/* ---- what there is to count */

enum { FEW_NUMBERS = 1024 };

static int add_count(rocpd_map *m, int64_t value, uint64_t n) { return rocpd_map_set(m, (uint64_t)value, rocpd_map_get(m, (uint64_t)value, 0) + n); }

/* Counts values that are small numbers in an array, since the category may change from call to call. */
static int count_numbers(rocpd_map *m, const rocpd_column *c, uint32_t rows) {
  rocpd_column numbers = *c;
  uint32_t times[FEW_NUMBERS + 1] = {0}; /* the last: NULL */
  int64_t number[1024];
  int rc = SQLITE_OK;
  numbers.dict = NULL;
  for (uint32_t first = 0, some; (some = rocpd_rows_from(first, rows, 1024)) > 0; first += some) {
    rocpd_column_get(&numbers, first, some, number);
    for (uint32_t i = 0; i < some; i++) times[number[i] == ROCPD_NULL ? FEW_NUMBERS : number[i]]++;
  }
  for (uint32_t i = 0; i < c->ndict && rc == SQLITE_OK; i++)
    if (times[i]) rc = add_count(m, c->dict[i], times[i]);
  return rc == SQLITE_OK && times[FEW_NUMBERS] ? add_count(m, ROCPD_NULL, times[FEW_NUMBERS]) : rc;
}

static int count_column(rocpd_map *m, const rocpd_column *c, uint32_t rows) {
  int64_t value[1024], last = ROCPD_NULL;
  uint64_t n = 0;
  int rc = SQLITE_OK;
  if (rows && rocpd_column_is_constant(c)) last = rocpd_column_at(c, 0), n = rows, rows = 0;
  else if (c->dict && !c->low && c->ndict <= FEW_NUMBERS) return count_numbers(m, c, rows);
  for (uint32_t first = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(first, rows, 1024)) > 0; first += some) {
    rocpd_column_get(c, first, some, value);
    for (uint32_t i = 0; i < some && rc == SQLITE_OK; i++, n++) {
      if (value[i] == last) continue;
      if (n) rc = add_count(m, last, n);
      last = value[i], n = 0;
    }
  }
  return rc == SQLITE_OK && n ? add_count(m, last, n) : rc;
}

static int count_categories(capabilities *c, int kind, int column, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(c->snapshot, c->source, kind, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *category;
    rc = rocpd_batch_column(batch[i], column, &category, err);
    if (rc == SQLITE_OK && count_column(&c->categories, category, batch[i]->rows) != SQLITE_OK) rc = rocpd_no_memory(err);
    if (rocpd_interrupted(c->session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return rc;
}

static int rows_of_kind(capabilities *c, int kind, int64_t *rows, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(c->snapshot, c->source, kind, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) *rows += batch[i]->rows;
  return rc;
}

/* The domain that regions and samples of a category belong to; NULL: none. */
static const rocz_domain *domain_of(const char *category) {
  const rocz_domain *d = rocpd_domain_of(category);
  return d && kind_of(d) == ROCPD_KIND_NONE ? d : NULL;
}

static int rows_of(capabilities *c, const rocz_domain *d, int64_t *rows, rocpd_error *err) {
  *rows = 0;
  if (kind_of(d) != ROCPD_KIND_NONE) return rows_of_kind(c, kind_of(d), rows, err);
  for (uint64_t i = 0; c->categories.count && i <= c->categories.mask; i++) {
    const rocpd_map_entry *e = &c->categories.entry[i];
    if (e->value_plus_1 && (int64_t)e->key != ROCPD_NULL && domain_of(rocpd_string(c->session, (int64_t)e->key, NULL)) == d)
      *rows += (int64_t)e->value_plus_1 - 1;
  }
  return SQLITE_OK;
}

static bool is_of(const void *domain, const char *category) { return category && domain_of(category) == domain; }

/* Counts a domain's events that are known as sums only. */
static int sums_of(capabilities *c, const rocz_domain *d, int64_t *events, rocpd_error *err) {
  int64_t samples = 0;
  if (kind_of(d) != ROCPD_KIND_NONE) return rocpd_summed_of(c->snapshot, c->source, kind_of(d), NULL, NULL, events, err);
  int rc = rocpd_summed_of(c->snapshot, c->source, ROCPD_KIND_REGION, is_of, d, events, err);
  if (rc == SQLITE_OK) rc = rocpd_summed_of(c->snapshot, c->source, ROCPD_KIND_SAMPLE, is_of, d, &samples, err);
  if (rc == SQLITE_OK) *events = rocpd_add(*events, samples);
  return rc;
}

/* ---- rows of the table */

static int add(capabilities *c, int64_t domain, int64_t recorded, int64_t rows, const char *reason) {
  int rc = SQLITE_OK;
  const int64_t row[COLUMNS] = {[DOMAIN] = domain, [RECORDED] = recorded, [ROWS] = rows, [REASON] = rocpd_rows_text(c->session, reason, &rc),
                                ROCPD_IDENTITY_OF(c->whose)};
  return rc == SQLITE_OK ? rocpd_rows_add(&c->rows, row) : rc;
}

/* Adds a domain without rows of a file whose rows may be missing: "unknown: the file is cut". */
static int add_unknown(capabilities *c, int64_t domain, int64_t rows) {
  enum rocpd_lack lack = rocpd_source_lack(c->source);
  char *reason = sqlite3_mprintf("unknown: %s", rocpd_lack_text(lack == ROCPD_LACK_EMPTY && c->source->info.cut_bytes ? ROCPD_LACK_CUT : lack));
  int rc = reason ? add(c, domain, ROCPD_NULL, rows, reason) : SQLITE_NOMEM;
  sqlite3_free(reason);
  return rc;
}

static int take_dropped(void *arg, const char *name, int64_t value, const char *detail) {
  (void)detail;
  if (value > 0 && rocpd_is_loss(name)) *(bool *)arg = true;
  return SQLITE_OK;
}

/* Adds a domain that was recorded and has no rows. They may be among those that were dropped. */
static int add_none(capabilities *c, int64_t domain) {
  bool dropped = false;
  int rc = rocpd_source_health(c->source, take_dropped, &dropped);
  if (rc != SQLITE_OK) return rc;
  if (dropped) return add(c, domain, 1, 0, "recorded, but rows of the file were dropped: see the table losses");
  return add(c, domain, 1, 0, rocpd_snapshot_window(c->snapshot) ? "recorded, but none occurred in the time window" : "recorded, but none occurred");
}

static int add_counted(capabilities *c, int64_t domain, int64_t rows, const said_domain *s) {
  if (rows && s && s->by != ROCPD_NULL) {
    char *by = sqlite3_mprintf("by %s", rocpd_string(c->session, s->by, NULL));
    int rc = by ? add(c, domain, 1, rows, by) : SQLITE_NOMEM;
    sqlite3_free(by);
    return rc;
  }
  if (rows) return add(c, domain, 1, rows, NULL);
  if (rocpd_source_is_cut(c->source) && (s ? s->recorded : !c->n_said)) return add_unknown(c, domain, 0);
  bool windowed = rocpd_snapshot_window(c->snapshot);
  if (s && s->recorded) return add_none(c, domain);
  bool known = s || c->n_said;
  char *reason = s       ? sqlite3_mprintf("not recorded: %s", rocpd_string(c->session, s->more, NULL))
                 : known ? sqlite3_mprintf("not recorded: the collector that wrote the file did not have this domain")
                         : sqlite3_mprintf("not known: no rows%s, and the file (%s) does not say what was recorded", windowed ? " in the time window" : "", c->source->class->name);
  int rc = reason ? add(c, domain, known ? 0 : ROCPD_NULL, 0, reason) : SQLITE_NOMEM;
  sqlite3_free(reason);
  return rc;
}

/* Adds a domain of which events are known as sums: "known as sums of 12 events: see the table aggregated". */
static int add_summed(capabilities *c, int64_t domain, int64_t rows, int64_t events) {
  char *reason = sqlite3_mprintf("known as sums of %lld events%s: see the table aggregated", (long long)events, rows ? ", beside the rows" : "");
  int rc = reason ? add(c, domain, 1, rows, reason) : SQLITE_NOMEM;
  sqlite3_free(reason);
  return rc;
}

static const said_domain *said_of(const capabilities *c, int64_t domain) {
  for (size_t i = 0; i < c->n_said; i++)
    if (c->said[i].domain == domain) return &c->said[i];
  return NULL;
}

static int add_domains(capabilities *c, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (const rocz_domain *d = rocz_domains; d->name && rc == SQLITE_OK; d++) {
    int64_t id, rows, events = 0;
    if (!has_rows(d)) continue;
    rc = rocpd_intern(c->session, d->name, -1, &id);
    if (rc == SQLITE_OK) rc = rows_of(c, d, &rows, err);
    if (rc == SQLITE_OK) rc = sums_of(c, d, &events, err);
    if (rc == SQLITE_OK) rc = events ? add_summed(c, id, rows, events) : add_counted(c, id, rows, said_of(c, id));
  }
  return rc;
}

/* Adds domains whose rows cannot be told from rows of other domains, and those that this version does not know, as far as the file states them. */
static int add_said(capabilities *c) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < c->n_said && rc == SQLITE_OK; i++) {
    const rocz_domain *d = rocpd_domain_named(rocpd_string(c->session, c->said[i].domain, NULL));
    if (d && has_rows(d)) continue;
    char *reason = c->said[i].recorded ? sqlite3_mprintf("recorded; its rows cannot be told from those of other domains")
                                       : sqlite3_mprintf("not recorded: %s", rocpd_string(c->session, c->said[i].more, NULL));
    rc = reason ? add(c, c->said[i].domain, c->said[i].recorded, ROCPD_NULL, reason) : SQLITE_NOMEM;
    sqlite3_free(reason);
  }
  return rc;
}

static int compare_ids(const void *a, const void *b) { return ROCPD_ORDER(*(const int64_t *)a, *(const int64_t *)b); }

/* Adds categories of other tools under their own names, in the order in which they were first read. */
static int add_others(capabilities *c) {
  int64_t *id = sqlite3_malloc64((c->categories.count + 1) * sizeof *id);
  size_t n = 0;
  int rc = id ? SQLITE_OK : SQLITE_NOMEM;
  for (uint64_t i = 0; rc == SQLITE_OK && c->categories.count && i <= c->categories.mask; i++) {
    const rocpd_map_entry *e = &c->categories.entry[i];
    if (e->value_plus_1 && (int64_t)e->key != ROCPD_NULL && !domain_of(rocpd_string(c->session, (int64_t)e->key, NULL))) id[n++] = (int64_t)e->key;
  }
  if (n) qsort(id, n, sizeof *id, compare_ids);
  for (size_t i = 0; i < n && rc == SQLITE_OK; i++) rc = add(c, id[i], 1, (int64_t)rocpd_map_get(&c->categories, (uint64_t)id[i], 0), NULL);
  sqlite3_free(id);
  return rc;
}

/* Adds the domain `launches`: latencies and causes need kernels that are linked to their calls. One such kernel is enough. */
static int add_links(capabilities *c, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  rocpd_links *calls;
  bool any = false, linked = false;
  int64_t name[1024], id;
  int rc = rocpd_snapshot_batches_of(c->snapshot, c->source, ROCPD_KIND_KERNEL, &batch, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_launch_calls(c->snapshot, c->source, &calls, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n && !linked; i++)
    for (uint32_t first = 0, some; rc == SQLITE_OK && !linked && (some = rocpd_rows_from(first, batch[i]->rows, 1024)) > 0; first += some) {
      rc = rocpd_launch_values(calls, batch[i], first, some, ROCPD_REGION_id, name, err);
      for (uint32_t k = 0; rc == SQLITE_OK && k < some; k++) linked |= name[k] != ROCPD_NULL;
      any = true;
    }
  if (rc == SQLITE_OK) rc = rocpd_intern(c->session, rocz_domains[ROCZ_DOMAIN_launches].name, -1, &id);
  if (rc != SQLITE_OK) return rc;
  if (!linked && rocpd_source_is_cut(c->source)) return add_unknown(c, id, ROCPD_NULL);
  return add(c, id, any ? linked : ROCPD_NULL, ROCPD_NULL, !any ? "there are no kernels" : linked ? NULL : "no kernel is linked to the call that launched it");
}

/* Adds the tables that are refused because events are known as sums only. */
static int add_refused(capabilities *c, rocpd_error *err) {
  int64_t events, id;
  int rc = rocpd_summed_of(c->snapshot, c->source, ROCPD_KIND_NONE, NULL, NULL, &events, err);
  if (rc != SQLITE_OK || !events) return rc;
  char *reason = sqlite3_mprintf("tables that need the times of each event are refused, since %lld events are known as sums only: "
                                 "SELECT table_name FROM rocpd_tables WHERE needs_rows",
                                 (long long)events);
  rc = reason ? rocpd_intern(c->session, "tables", -1, &id) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = add(c, id, 0, ROCPD_NULL, reason);
  sqlite3_free(reason);
  return rc;
}

/* ---- */

static int take_said(void *arg, const char *domain, bool recorded, const char *more) {
  capabilities *c = arg;
  int rc = rocpd_array_push_reserve(&c->said, c->n_said, sizeof *c->said);
  said_domain *s = rc == SQLITE_OK ? &c->said[c->n_said] : NULL;
  if (s) rc = rocpd_intern(c->session, domain, -1, &s->domain);
  if (rc == SQLITE_OK) rc = rocpd_intern(c->session, more, -1, &s->more);
  if (rc == SQLITE_OK) s->recorded = recorded, s->by = ROCPD_NULL, c->n_said++;
  return rc;
}

/* Takes "DOMAIN: source" of health: what the domain's rows come from. */
static int take_fact(void *arg, const char *name, int64_t value, const char *detail) {
  capabilities *c = arg;
  size_t n = strcspn(name, ":");
  int rc = SQLITE_OK;
  (void)value;
  if (strcmp(name + n, ": source") || !detail) return rc;
  for (size_t i = 0; i < c->n_said && rc == SQLITE_OK; i++) {
    const char *domain = rocpd_string(c->session, c->said[i].domain, NULL);
    if (strlen(domain) == n && !memcmp(domain, name, n)) rc = rocpd_intern(c->session, detail, -1, &c->said[i].by);
  }
  return rc;
}

static int add_source(capabilities *c, rocpd_source *source, rocpd_error *err) {
  c->source = source, c->n_said = 0;
  int rc = rocpd_identify(&c->whose, c->snapshot, source, ROCPD_NULL, err);
  if (rc == SQLITE_OK && source->class->domains) rc = source->class->domains(source, take_said, c, err);
  if (rc == SQLITE_OK && source->class->health) rc = source->class->health(source, take_fact, c);
  if (rc == SQLITE_OK) rc = count_categories(c, ROCPD_KIND_REGION, ROCPD_REGION_category, err);
  if (rc == SQLITE_OK) rc = count_categories(c, ROCPD_KIND_SAMPLE, ROCPD_SAMPLE_category, err);
  if (rc == SQLITE_OK) rc = add_domains(c, err);
  if (rc == SQLITE_OK) rc = add_said(c);
  if (rc == SQLITE_OK) rc = add_others(c);
  if (rc == SQLITE_OK) rc = add_links(c, err);
  if (rc == SQLITE_OK) rc = add_refused(c, err);
  rocpd_map_free(&c->categories);
  c->categories = (rocpd_map){0};
  return rc;
}

static int capabilities_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  capabilities c = {.session = rocpd_snapshot_session(s), .snapshot = s, .rows.columns = COLUMNS};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_source(&c, source[i], err);
  sqlite3_free(c.said);
  return rocpd_rows_end(&c.rows, rc, out, err);
}

ROCPD_TABLE(capabilities) = {.name = "capabilities", .kind = -1, .column = columns, .columns = COLUMNS, .takes_sums = true, .kept = ROCPD_KEPT,
                             .ignores = ROCPD_TAKES_ROWS, .rows = capabilities_rows};
