/* See kept.h. The least recently used rows are dropped when a limit is exceeded. Rows count with all their columns, even those that are not made yet. */
#include "kept.h"
#include "cache.h"
#include "category.h"

/* The rows may take this part (1/4) of the limit for columns between statements. */
enum { PART_OF_CACHE = 4 };

typedef struct kept_list {
  rocpd_session *session;
  rocpd_kept_table *first; /* most recently used first */
} kept_list;

struct rocpd_kept_table {
  kept_list *list;
  const rocpd_table *table;
  rocpd_rows rows;
  int users;
  int64_t size_bytes;
  rocpd_kept_table *next;
  int args;
  char *arg[]; /* [args] */
};

static const char kept_owner;

static void free_one(rocpd_kept_table *k) {
  if (k->rows.free_rows) k->rows.free_rows(&k->rows);
  for (int i = 0; i < k->args; i++) sqlite3_free(k->arg[i]);
  sqlite3_free(k);
}

static void free_list(void *data) {
  kept_list *l = data;
  for (rocpd_kept_table *k = l->first, *next; k; k = next) next = k->next, free_one(k);
  sqlite3_free(l);
}

static int list_of(rocpd_snapshot *s, kept_list **out, rocpd_error *err) {
  void *own;
  int rc = rocpd_snapshot_own(s, &kept_owner, sizeof **out, free_list, &own, err);
  if (rc != SQLITE_OK) return rc;
  *out = own;
  (*out)->session = rocpd_snapshot_session(s);
  return SQLITE_OK;
}

static bool same_args(const rocpd_kept_table *k, const char *const *arg) {
  for (int i = 0; i < k->args; i++)
    if (!arg[i] != !k->arg[i] || (arg[i] && strcmp(arg[i], k->arg[i]))) return false;
  return true;
}

/* Finds the rows and moves them to the front of the list. */
static rocpd_kept_table *find(kept_list *l, const rocpd_table *t, const char *const *arg) {
  for (rocpd_kept_table **at = &l->first, *k; (k = *at); at = &k->next) {
    if (k->table != t || !same_args(k, arg)) continue;
    *at = k->next, k->next = l->first, l->first = k;
    return k;
  }
  return NULL;
}

/* Drops the least recently used rows, but not rows that are being read. */
static void trim(kept_list *l) {
  int64_t bytes = 0, limit = rocpd_cache_limit(l->session) / PART_OF_CACHE;
  for (rocpd_kept_table **at = &l->first, *k; (k = *at);) {
    bytes += k->size_bytes;
    if (bytes <= limit || k->users) {
      at = &k->next;
      continue;
    }
    bytes -= k->size_bytes;
    *at = k->next;
    free_one(k);
  }
}

static int make(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_kept_table **out, rocpd_error *err) {
  size_t size = sizeof **out + (size_t)args * sizeof *(*out)->arg;
  rocpd_kept_table *k = *out = rocpd_zeroed(size);
  if (!k) return rocpd_no_memory(err);
  k->table = t;
  int rc = SQLITE_OK;
  for (k->args = 0; k->args < args && rc == SQLITE_OK; k->args++) {
    const char *text = arg[k->args];
    if (text && !(k->arg[k->args] = sqlite3_mprintf("%s", text))) rc = rocpd_no_memory(err);
  }
  if (rc == SQLITE_OK) rc = t->rows(s, arg, &k->rows, err);
  if (rc != SQLITE_OK) k->rows = (rocpd_rows){0}, free_one(k), *out = NULL;
  else k->size_bytes = (int64_t)(k->rows.rows * (uint64_t)t->columns * sizeof(int64_t)); /* rows are fewer than memory has bytes */
  return rc;
}

int rocpd_table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_kept_table **kept,
                          rocpd_error *err) {
  kept_list *l;
  *kept = NULL;
  if (t->kept == ROCPD_KEPT_NOT || (t->kept == ROCPD_KEPT_BY_CATEGORY && rocpd_categories_of_user(rocpd_snapshot_session(s)))) return t->rows(s, arg, out, err);
  int rc = list_of(s, &l, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_kept_table *k = find(l, t, arg);
  if (!k) {
    rc = make(t, args, s, arg, &k, err);
    if (rc != SQLITE_OK) return rc;
    k->list = l, k->next = l->first, l->first = k;
  }
  k->users++;
  *kept = k, *out = k->rows;
  return SQLITE_OK;
}

void rocpd_table_kept_release(rocpd_kept_table *kept) {
  if (!kept) return;
  kept->users--;
  trim(kept->list);
}
