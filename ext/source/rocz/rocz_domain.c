/* Finds what a chunk file recorded: the domains of COLLECT_DOMAINS, and data with settings of their own. */
#include "domain.h"
#include "rocz_file.h"

static const char *text_of(const rocpd_rocz_file *f, int64_t id) { return id == ROCPD_NULL ? "" : rocpd_string(f->base.session, id, NULL); }

/* Returns the value of a setting; NULL: the file does not state it. */
static const char *setting(const rocpd_rocz_file *f, const char *name) {
  const rocpd_rocz_info *info = &f->info[ROCZ_SETTING];
  for (uint64_t i = 0; i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    if (!strcmp(text_of(f, row[0]), name)) return text_of(f, row[1]);
  }
  return NULL;
}

/* True if recording was stopped from beginning to end. */
static bool never_recorded(const rocpd_rocz_file *f) {
  const rocpd_rocz_info *info = &f->info[ROCZ_RECORDING];
  bool ever = info->rows == 0;
  for (uint64_t i = 0; i < info->rows; i++) ever |= rocpd_rocz_info_value(info, i, 1) == 0;
  return !ever;
}
#define NEVER "the recording was never started (COLLECT_START, rocpd ctl)"

typedef int (*emit_domain)(void *arg, const char *domain, bool recorded, const char *more);

static bool is_asked(const char *value) { return *value && strcmp(value, "0"); }

/* Passes on a domain; recorded: as far as COLLECT_DOMAINS decides. value: of the setting that decides about it, too; NULL: there is none. */
static int pass_on(const char *name, const rocz_domain *d, bool recorded, const char *value, bool never, emit_domain emit, void *arg, rocpd_error *err) {
  bool named = !value || is_asked(value);
  char *more = !recorded ? sqlite3_mprintf("COLLECT_DOMAINS=+%s records it", name) :
               named     ? sqlite3_mprintf("%s", NEVER) :
                           sqlite3_mprintf("%s=%s records it", d->setting, d->value);
  int rc = more ? emit(arg, name, recorded && named && !never, more) : rocpd_no_memory(err);
  sqlite3_free(more);
  return rc;
}

/* The words of COLLECT_DOMAINS that the collector knew, as the file lists them. */
static int pass_on_words(const rocpd_rocz_file *f, bool never, emit_domain emit, void *arg, rocpd_error *err) {
  const rocpd_rocz_info *info = &f->info[ROCZ_DOMAIN];
  int rc = SQLITE_OK;
  for (uint64_t i = 0; rc == SQLITE_OK && i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    const char *name = text_of(f, row[0]);
    const rocz_domain *d = rocpd_domain_named(name);
    if (*name) rc = pass_on(name, d, row[1] == 1, d && d->setting ? setting(f, d->setting) : NULL, never, emit, arg, err);
  }
  return rc;
}

/* Data that only a setting decides about. */
static int pass_on_data(const rocpd_rocz_file *f, bool never, emit_domain emit, void *arg, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (const rocz_domain *d = rocz_domains; d->name && rc == SQLITE_OK; d++) {
    const char *value = d->help || !d->setting ? NULL : setting(f, d->setting);
    if (value) rc = pass_on(d->name, d, true, value, never, emit, arg, err);
  }
  return rc;
}

int rocpd_rocz_domains(rocpd_source *s, emit_domain emit, void *arg, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)s;
  int rc = f->unread ? SQLITE_OK : rocpd_rocz_info_load(f, err);
  bool never = rc == SQLITE_OK && never_recorded(f);
  if (rc == SQLITE_OK) rc = pass_on_words(f, never, emit, arg, err);
  if (rc == SQLITE_OK) rc = pass_on_data(f, never, emit, arg, err);
  return rc == SQLITE_OK ? rocpd_rocz_said_domains(f, 0, emit, arg, err) : rocpd_fail_code(err, rc);
}

/* ---- what the files that sets were read from said */

/* Returns the name in row i if the row belongs to the set, else NULL. */
static const char *said_name(const rocpd_rocz_file *f, uint64_t i, int64_t set, int of, int64_t row[ROCPD_ROCZ_INFO_COLUMNS]) {
  rocpd_rocz_info_get(&f->info[ROCZ_SAID], i, row);
  return row[0] != set || row[1] != of || row[2] == ROCPD_NULL ? NULL : text_of(f, row[2]);
}

int rocpd_rocz_said_facts(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocpd_error err = {0};
  int rc = rocpd_rocz_info_load(f, &err);
  rocpd_error_clear(&err);
  if (rc != SQLITE_OK) return rocpd_is_stop(rc) ? rc : SQLITE_OK; /* the file's health reports it */
  for (uint64_t i = 0; rc == SQLITE_OK && i < f->info[ROCZ_SAID].rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    const char *name = said_name(f, i, set, ROCZ_SAID_FACT, row);
    if (name) rc = emit(arg, name, row[3], row[4] == ROCPD_NULL ? NULL : text_of(f, row[4]));
  }
  return rc;
}

int rocpd_rocz_said_domains(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg,
                            rocpd_error *err) {
  int rc = f->unread ? SQLITE_OK : rocpd_rocz_info_load(f, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < f->info[ROCZ_SAID].rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    const char *domain = said_name(f, i, set, ROCZ_SAID_DOMAIN, row);
    if (domain) rc = emit(arg, domain, row[3] == 1, text_of(f, row[4]));
  }
  return rocpd_fail_code(err, rc);
}
