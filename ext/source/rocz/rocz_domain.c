/* Finds what a chunk file recorded: the domains of COLLECT_DOMAINS, and data with settings of their own. */
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

/* Domains of which nothing is recorded unless a setting names something, and other data that a setting decides about. */
static const struct asked {
  const char *domain, *setting, *more;
} asked[] = {{"counters", "COLLECT_COUNTERS", "COLLECT_COUNTERS=NAME,... records it"}, {"arguments", "COLLECT_ARGS", "COLLECT_ARGS=1 records it"},
             {"kernel arguments", "COLLECT_KERNEL_ARGS", "COLLECT_KERNEL_ARGS=1 records it"}};
#define ASKED (int)(sizeof asked / sizeof *asked)

static bool is_asked(const char *value) { return *value && strcmp(value, "0"); }

int rocpd_rocz_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)s;
  const rocpd_rocz_info *info = &f->info[ROCZ_DOMAIN];
  int rc = f->unread ? SQLITE_OK : rocpd_rocz_info_load(f, err);
  bool never = rc == SQLITE_OK && never_recorded(f);
  for (uint64_t i = 0; rc == SQLITE_OK && i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    const char *domain = text_of(f, row[0]), *value = strcmp(domain, asked[0].domain) ? NULL : setting(f, asked[0].setting);
    char *more = sqlite3_mprintf("COLLECT_DOMAINS=+%s records it", domain);
    if (!more) return rocpd_no_memory(err);
    bool wanted = row[1] == 1, named = !value || is_asked(value);
    if (*domain) rc = emit(arg, domain, wanted && named && !never, !wanted ? more : named ? NEVER : asked[0].more);
    sqlite3_free(more);
  }
  for (int i = 1; rc == SQLITE_OK && i < ASKED; i++) {
    const char *value = setting(f, asked[i].setting);
    if (value) rc = emit(arg, asked[i].domain, is_asked(value) && !never, is_asked(value) ? NEVER : asked[i].more);
  }
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

int rocpd_rocz_said_domains(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err) {
  int rc = f->unread ? SQLITE_OK : rocpd_rocz_info_load(f, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < f->info[ROCZ_SAID].rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    const char *domain = said_name(f, i, set, ROCZ_SAID_DOMAIN, row);
    if (domain) rc = emit(arg, domain, row[3] == 1, text_of(f, row[4]));
  }
  return rocpd_fail_code(err, rc);
}
