/* See symbols.h. Threads find and make indexes under one mutex, and read them without it; interned names are stored in the index as they are found. */
#include "symbols.h"
#include <elf.h>
#include <pthread.h>
#include <stdlib.h>
#include "column.h"
#include "demangle.h"
#include "elf_symbols.h"
#include "intern.h"
#include "keep.h"
#include "module_file.h"
#include "perf_map.h"

#define DEFAULT_PATH "/usr/lib/debug"

struct rocpd_symbols {
  rocpd_keep keep; /* must be first */
  struct session_symbols *of;
  rocpd_session *session;
  int64_t path, build_id; /* interned; of a process: its number, and ROCPD_NULL */
  bool of_process;
  uint64_t epoch;         /* in which it was made */
  const char *name;       /* last part of the path */
  uint64_t first_address; /* the address of offset 0 in the file */
  rocpd_symbol_index index;
  char *missing;
};

typedef struct session_symbols {
  pthread_mutex_t mutex; /* guards the list and its making */
  rocpd_symbols **symbols;
  size_t n;
  char *path; /* NULL: the default */
} session_symbols;

static void free_symbols(rocpd_symbols *s) {
  rocpd_symbol_index_free(&s->index);
  sqlite3_free(s->missing);
  sqlite3_free(s);
}

static void init(void *data) { pthread_mutex_init(&((session_symbols *)data)->mutex, NULL); }

static void free_all(void *data) {
  session_symbols *x = data;
  for (size_t i = 0; i < x->n; i++) {
    rocpd_keep_leave(&x->symbols[i]->keep);
    free_symbols(x->symbols[i]);
  }
  sqlite3_free(x->symbols);
  sqlite3_free(x->path);
  pthread_mutex_destroy(&x->mutex);
}

static const rocpd_slot_class slot = {.size = sizeof(session_symbols), .init = init, .free = free_all};

/* Between statements: no thread is looking for names. */
static void drop(rocpd_keep *k) {
  rocpd_symbols *s = (rocpd_symbols *)k;
  session_symbols *x = s->of;
  size_t i = 0;
  while (x->symbols[i] != s) i++;
  x->symbols[i] = x->symbols[--x->n];
  rocpd_keep_leave(k);
  free_symbols(s);
}

/* ---- the search path */

static const char *path_of(const session_symbols *x) {
  const char *said = x->path ? x->path : getenv("ROCPD_SYMBOL_PATH");
  return said ? said : DEFAULT_PATH;
}

const char *rocpd_symbols_path(rocpd_session *session) {
  session_symbols *x = rocpd_session_slot(session, &slot);
  return x ? path_of(x) : DEFAULT_PATH;
}

int rocpd_symbols_set_path(rocpd_session *session, const char *folders) {
  session_symbols *x = rocpd_session_slot(session, &slot);
  char *path = x ? sqlite3_mprintf("%s", folders) : NULL;
  if (!path) return SQLITE_NOMEM;
  pthread_mutex_lock(&x->mutex);
  sqlite3_free(x->path);
  x->path = path;
  pthread_mutex_unlock(&x->mutex);
  rocpd_keep_drop_all(session);
  return SQLITE_OK;
}

/* ---- making an index */

static int read_file(rocpd_symbols *s, const rocpd_module_file *file) {
  rocpd_symbol_list list = {0};
  bool all = file->debug.size || rocpd_elf_has_symbols(&file->code);
  int rc = file->debug.size ? rocpd_symbol_list_add(&list, &file->debug, SHT_SYMTAB) : SQLITE_OK;
  if (rc == SQLITE_OK && file->code.size) rc = rocpd_symbol_list_add(&list, &file->code, SHT_SYMTAB);
  if (rc == SQLITE_OK && file->code.size && !all) rc = rocpd_symbol_list_add_packed(&list, &file->code);
  if (rc == SQLITE_OK && file->code.size && !all) rc = rocpd_symbol_list_add(&list, &file->code, SHT_DYNSYM);
  if (rc == SQLITE_OK && file->code.size) rc = rocpd_symbol_list_add_stubs(&list, &file->code);
  if (rc == SQLITE_OK && file->code.size) rc = rocpd_symbol_list_add_beginnings(&list, &file->code);
  if (rc == SQLITE_OK) rc = rocpd_symbol_index_make(list.symbol, list.n, &s->index);
  s->first_address = file->first_address;
  rocpd_symbol_list_free(&list);
  return rc;
}

static int read_module(rocpd_symbols *s, const char *folders) {
  rocpd_module_file file;
  const char *path = s->path == ROCPD_NULL ? "" : rocpd_string(s->session, s->path, NULL), *slash = strrchr(path, '/');
  s->name = slash ? slash + 1 : path;
  int rc = rocpd_module_file_open(path, s->build_id == ROCPD_NULL ? NULL : rocpd_string(s->session, s->build_id, NULL), folders, &file);
  if (rc != SQLITE_OK) return rc;
  rc = read_file(s, &file);
  s->missing = file.why;
  file.why = NULL;
  rocpd_module_file_close(&file);
  return rc;
}

static int make(session_symbols *x, const rocpd_symbols *like, int64_t since_ns, rocpd_symbols **out) {
  rocpd_symbols *s = rocpd_zeroed(sizeof *s);
  int rc = s ? rocpd_array_push_reserve(&x->symbols, x->n, sizeof *x->symbols) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) {
    *s = *like;
    rc = s->of_process ? rocpd_perf_map_read(s->path, since_ns, &s->index) : read_module(s, path_of(x));
  }
  if (rc != SQLITE_OK) {
    if (s) free_symbols(s);
    return rc;
  }
  rocpd_keep_enter(s->session, &s->keep, ROCPD_KEEP_COLUMNS, drop);
  rocpd_keep_count(&s->keep, (int64_t)sizeof *s + rocpd_symbol_index_bytes(&s->index));
  *out = x->symbols[x->n++] = s;
  return SQLITE_OK;
}

/* A file may have appeared since: what is missing is looked for again in each statement, and so are processes, whose files grow. */
static bool is_old(const rocpd_symbols *s, uint64_t epoch) { return (s->of_process || s->missing) && s->epoch != epoch; }

static int find(rocpd_session *session, const rocpd_symbols *like, int64_t since_ns, rocpd_symbols **out) {
  session_symbols *x = like->of;
  int rc = SQLITE_OK;
  *out = NULL;
  pthread_mutex_lock(&x->mutex);
  for (size_t i = 0; i < x->n && !*out; i++)
    if (x->symbols[i]->path == like->path && x->symbols[i]->build_id == like->build_id && x->symbols[i]->of_process == like->of_process) *out = x->symbols[i];
  if (*out && is_old(*out, like->epoch)) drop(&(*out)->keep), *out = NULL;
  if (!*out) rc = make(x, like, since_ns, out);
  pthread_mutex_unlock(&x->mutex);
  if (*out) __atomic_store_n(&(*out)->keep.used, like->epoch << 32, __ATOMIC_RELAXED);
  return rc;
}

static int find_of(rocpd_session *session, int64_t path, int64_t build_id, bool of_process, int64_t since_ns, rocpd_symbols **out) {
  session_symbols *x = rocpd_session_slot(session, &slot);
  if (!x) return SQLITE_NOMEM;
  const rocpd_symbols like = {
    .of = x, .session = session, .path = path, .build_id = build_id, .of_process = of_process, .epoch = rocpd_session_epoch(session), .name = ""};
  return find(session, &like, since_ns, out);
}

int rocpd_symbols_of_module(rocpd_session *session, int64_t path, int64_t build_id, rocpd_symbols **out) {
  return find_of(session, path, build_id, false, 0, out);
}

int rocpd_symbols_of_process(rocpd_session *session, int64_t pid, int64_t since_ns, rocpd_symbols **out) {
  return find_of(session, pid, ROCPD_NULL, true, since_ns, out);
}

const char *rocpd_symbols_missing(const rocpd_symbols *s) { return s->missing; }

/* ---- names */

static int place_text(const rocpd_symbols *s, uint64_t offset, int64_t *text) {
  return rocpd_intern_format(s->session, text, "%s%s0x%llx", s->name, *s->name ? "+" : "", (unsigned long long)offset);
}

static int piece_text(const rocpd_symbols *s, const rocpd_symbol_piece *p, int64_t *text) {
  return p->name == ROCPD_SYMBOL_UNNAMED ? place_text(s, p->begin - s->first_address, text)
                                         : rocpd_intern_owned(s->session, rocpd_demangled(s->index.names + p->name), -1, text);
}

int rocpd_symbols_name(rocpd_symbols *s, int64_t offset, bool is_return, int64_t *text) {
  uint64_t address = (uint64_t)offset + s->first_address - is_return;
  const rocpd_symbol_piece *p = rocpd_symbol_index_find(&s->index, address);
  if (!p) return place_text(s, (uint64_t)offset, text);
  int64_t *known = &s->index.text[p - s->index.piece];
  *text = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (*text >= 0) return SQLITE_OK;
  int rc = piece_text(s, p, text);
  if (rc == SQLITE_OK) __atomic_store_n(known, *text, __ATOMIC_RELAXED);
  return rc;
}
