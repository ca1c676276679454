/* The trace of a connection, its sources and their batches: how long they live. What it is
** made of is mount.c's. */
#include "trace.h"
#include "cache.h"
#include "registry.h"
#include "json.h"
#include "scratch.h"
#include "database.h"

int rocpd_trace_new(sqlite3 *db, rocpd_trace **out) {
  rocpd_trace *t = sqlite3_malloc64(sizeof(*t));
  if (!t) return SQLITE_NOMEM;
  memset(t, 0, sizeof(*t));
  t->db = db;
  t->refs = 1;
  t->next_number = 1;
  if (rocpd_strings_new(&t->strings) != SQLITE_OK) {
    sqlite3_free(t);
    return SQLITE_NOMEM;
  }
  t->cache_limit = rocpd_cache_default_limit();
  pthread_mutex_init(&t->cache_mutex, NULL);
  pthread_mutex_init(&t->scratch_mutex, NULL);
  pthread_mutex_init(&t->json_mutex, NULL);
  pthread_mutex_init(&t->pool_mutex, NULL);
  *out = t;
  return SQLITE_OK;
}

void rocpd_trace_ref(rocpd_trace *t) { t->refs++; }

void rocpd_trace_unref(rocpd_trace *t) {
  if (--t->refs > 0) return;
  rocpd_set_clear(t, &t->main);
  while (t->paths) {
    rocpd_set *next = t->paths->next;
    rocpd_set_clear(t, t->paths);
    sqlite3_free(t->paths);
    t->paths = next;
  }
  sqlite3_free(t->source);
  sqlite3_free(t->run);
  sqlite3_free(t->looked_in);
  sqlite3_free(t->window);
  rocpd_strings_free(t->strings);
  rocpd_scratch_free_all(t);
  rocpd_json_free(t->json);
  rocpd_database_free(t);
  rocpd_layouts_free(t);
  pthread_mutex_destroy(&t->cache_mutex);
  pthread_mutex_destroy(&t->scratch_mutex);
  pthread_mutex_destroy(&t->json_mutex);
  pthread_mutex_destroy(&t->pool_mutex);
  sqlite3_free(t);
}

sqlite3 *rocpd_trace_db(rocpd_trace *t) { return t->db; }

void rocpd_trace_forget(rocpd_trace *t) {
  rocpd_set_forget(&t->main);
  for (rocpd_set *set = t->paths; set; set = set->next) rocpd_set_forget(set);
}

/* ---- sources ---- */

rocpd_source *rocpd_source_new(rocpd_trace *t, const rocpd_source_class *class, const char *path, size_t size) {
  rocpd_source *s = sqlite3_malloc64(size);
  if (!s) return NULL;
  memset(s, 0, size);
  s->class = class;
  s->trace = t;
  s->path = sqlite3_mprintf("%s", path);
  s->rank = -1;
  s->wall_offset_ns = ROCPD_NULL;
  s->number = t->next_number++;
  if (s->path) return s;
  sqlite3_free(s);
  return NULL;
}

void rocpd_source_free(rocpd_source *s) {
  sqlite3_free(s->path);
  sqlite3_free(s->host);
  sqlite3_free(s->command);
  sqlite3_free(s->schema);
  sqlite3_free(s->damage);
  sqlite3_free(s);
}

void rocpd_source_damaged(rocpd_source *s, rocpd_error *err) {
  char *none = NULL;
  /* Release pairs with the acquire of who shows it. */
  if (err && __atomic_compare_exchange_n(&s->damage, &none, err->message, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) err->message = NULL;
  __atomic_fetch_add(&s->damages, 1, __ATOMIC_RELAXED);
  if (err) rocpd_error_clear(err);
}

void rocpd_source_failed(rocpd_source *s, int rc, const rocpd_error *err) {
  int kind = rc & 0xff;
  bool damage = kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || (kind == SQLITE_IOERR && rc != SQLITE_IOERR_NOMEM);
  if (!damage || __atomic_load_n(&s->damages, __ATOMIC_RELAXED)) return;
  rocpd_error copy = {rc, err && err->message ? sqlite3_mprintf("%s", err->message) : NULL};
  rocpd_source_damaged(s, &copy);
}

void rocpd_source_undamaged(rocpd_source *s) {
  sqlite3_free(s->damage);
  s->damage = NULL;
  s->damages = 0;
}

void rocpd_source_ref(rocpd_source *s) { s->refs++; }

void rocpd_source_unref(rocpd_source *s) {
  if (--s->refs > 0) return;
  rocpd_trace *t = s->trace;
  for (size_t i = 0; i < t->sources; i++)
    if (t->source[i] == s) {
      memmove(t->source + i, t->source + i + 1, (t->sources - i - 1) * sizeof(*t->source));
      t->sources--;
      break;
    }
  s->class->close(s);
}

rocpd_batch *rocpd_batch_new(rocpd_source *s, int kind, size_t size) {
  size = (size + 7) & ~(size_t)7;
  size_t columns = (size_t)rocpd_kinds[kind].columns * sizeof(rocpd_column *);
  rocpd_batch *b = sqlite3_malloc64(size + columns);
  if (!b) return NULL;
  memset(b, 0, size + columns);
  b->source = s;
  b->class = &s->class->batch;
  b->kind = (uint16_t)kind;
  b->refs = 1;
  b->column = (rocpd_column **)((char *)b + size);
  rocpd_cache_enter(b);
  return b;
}

rocpd_batch *rocpd_batch_over(rocpd_batch *parent, int kind, const rocpd_batch_class *class, uint32_t rows, size_t size) {
  rocpd_batch *b = rocpd_batch_new(parent->source, kind, size);
  if (!b) return NULL;
  parent->refs++;
  b->shares = parent;
  b->class = class;
  b->rows = rows;
  b->lane = parent->lane;
  b->first_rowid = parent->first_rowid;
  b->min_time = parent->min_time;
  b->max_time = parent->max_time;
  return b;
}

void rocpd_batch_unref(rocpd_batch *b) {
  if (--b->refs > 0) return;
  if (b->class->free) b->class->free(b);
  for (int i = 0; i < rocpd_kinds[b->kind].columns; i++) rocpd_cache_drop(b, &b->column[i]);
  rocpd_cache_leave(b);
  sqlite3_free(b);
}

bool rocpd_batch_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max) {
  const rocpd_kind *kind = &rocpd_kinds[b->kind];
  if (kind->column[index].type == ROCPD_REAL) return false; /* its bits are in no order */
  const rocpd_column *c = __atomic_load_n(&b->column[index], __ATOMIC_ACQUIRE);
  if (c) {
    *min = c->min;
    *max = c->max;
    return true;
  }
  if (b->class->zone && b->class->zone(b, index, min, max)) return true;
  if (index != kind->start && index != kind->end) return false;
  *min = b->min_time;
  *max = b->max_time;
  return true;
}

/* ---- the trace of a connection ---- */

/* rocpd_self(pointer): writes the trace where a C caller's pointer says. SQL
** cannot make such a pointer, so the function is of no use to it. */
#define SELF_POINTER "rocpd_trace **"

static void self_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace **out = sqlite3_value_pointer(argv[0], SELF_POINTER);
  if (out) *out = sqlite3_user_data(ctx);
}

ROCPD_FUNCTION(self) = {.name = "rocpd_self", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = self_call};

rocpd_trace *rocpd_trace_of(sqlite3 *db) {
  sqlite3_stmt *stmt;
  rocpd_trace *t = NULL;
  if (sqlite3_prepare_v2(db, "SELECT rocpd_self(?1)", -1, &stmt, NULL) != SQLITE_OK) return NULL;
  if (sqlite3_bind_pointer(stmt, 1, &t, SELF_POINTER, NULL) == SQLITE_OK) sqlite3_step(stmt);
  sqlite3_finalize(stmt);
  return t;
}
