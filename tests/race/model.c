/* What worker threads share in ext/model, alone and small enough to be built with ThreadSanitizer for every `make test`: the loop
** over all cores, interned texts, sets of texts, data that a session makes at first use, scratch memory, columns that are decoded
** at first use and dropped. tests/unit/test_model_parallel.c does the same through SQL. */
#include <stdatomic.h>
#include <stdio.h>
#include "intern.h"
#include "parallel.h"
#include "scratch.h"
#include "session_state.h"
#include "source.h"
#include "string_set.h"

#define ITEMS 4000
#define TEXTS 300
#define BATCHES 4
#define ROWS 100
#define THREADS 4

static int failed;

static void is(const char *what, bool good) {
  failed |= !good;
  printf("%s %s\n", good ? "ok" : "not ok", what);
}

static rocpd_session *session;

static bool runs(int (*fn)(void *arg, size_t i, rocpd_error *err), void *arg) {
  rocpd_error err = {0};
  int rc = rocpd_parallel(session, ITEMS, fn, arg, &err);
  if (rc) printf("# %d: %s\n", rc, err.message ? err.message : "");
  rocpd_error_clear(&err);
  return rc == SQLITE_OK;
}

static int wrong(rocpd_error *err, const char *what) { return rocpd_fail(err, SQLITE_ERROR, "%s", what); }

/* ---- loops ---- */

static atomic_int inner_runs;
static int inner(void *arg, size_t i, rocpd_error *err) {
  atomic_fetch_add(&inner_runs, 1);
  return SQLITE_OK;
}
static int outer(void *arg, size_t i, rocpd_error *err) {
  ((int *)arg)[i]++;
  return i % 16 ? SQLITE_OK : rocpd_parallel(session, 3, inner, NULL, err);
}
static int fails(void *arg, size_t i, rocpd_error *err) { return i % 7 == 3 ? wrong(err, "as it should") : SQLITE_OK; }

static void loops(void) {
  static int done[ITEMS];
  rocpd_error err = {0};
  bool once = runs(outer, done);
  for (int i = 0; i < ITEMS; i++) once &= done[i] == 1;
  is("each item once, and loops inside of loops", once && atomic_load(&inner_runs) == ITEMS / 16 * 3);
  is("a failure is reported", rocpd_parallel(session, ITEMS, fails, NULL, &err) == SQLITE_ERROR && err.message);
  rocpd_error_clear(&err);
}

/* ---- texts ---- */

static int intern(void *arg, size_t i, rocpd_error *err) {
  char text[32];
  int64_t id, size, n = snprintf(text, sizeof text, "%*zu", (int)(i % 5), i * 7919 % TEXTS);
  if (rocpd_intern(session, text, i % 2 ? n : -1, &id)) return wrong(err, "interning");
  const char *back = rocpd_string(session, id, &size);
  if (size != n || memcmp(back, text, (size_t)n + 1)) return wrong(err, "the text is another");
  if (rocpd_intern_find(session, text, n) != id || rocpd_intern_find(session, "never", -1) != -1) return wrong(err, "it is not found");
  return id < rocpd_string_count(session) ? SQLITE_OK : wrong(err, "its number is too large");
}

static int add(void *arg, size_t i, rocpd_error *err) {
  rocpd_strings *set = arg;
  char text[32];
  int64_t id, again;
  snprintf(text, sizeof text, "%zu", i % TEXTS);
  if (rocpd_strings_add(set, text, -1, &id) || rocpd_strings_add(set, text, -1, &again)) return wrong(err, "no memory");
  return id == again && rocpd_strings_find(set, text, -1) == id && !strcmp(rocpd_strings_text(set, id, NULL), text) ? SQLITE_OK : wrong(err, "a set of texts");
}

static void texts(void) {
  rocpd_strings *set;
  is("interned texts", runs(intern, NULL));
  if (rocpd_strings_new(&set)) return is("memory", false);
  is("a set of texts", runs(add, set) && rocpd_strings_count(set) == TEXTS);
  rocpd_strings_free(set);
}

/* ---- slots and scratch memory ---- */

typedef struct counter { pthread_mutex_t mutex; int made, n; } counter;
static void counter_init(void *data) {
  counter *c = data;
  pthread_mutex_init(&c->mutex, NULL);
  c->made++;
}
static void counter_free(void *data) { pthread_mutex_destroy(&((counter *)data)->mutex); }
#define COUNTER {.size = sizeof(counter), .init = counter_init, .free = counter_free}
static const rocpd_slot_class classes[] = {COUNTER, COUNTER, COUNTER, COUNTER, COUNTER, COUNTER, COUNTER, COUNTER};
#define CLASSES (sizeof classes / sizeof *classes)

static int slot(void *arg, size_t i, rocpd_error *err) {
  counter *c = rocpd_session_slot(session, &classes[i % CLASSES]);
  if (!c) return wrong(err, "no memory");
  pthread_mutex_lock(&c->mutex);
  c->n++;
  int made = c->made;
  pthread_mutex_unlock(&c->mutex);
  return made == 1 ? SQLITE_OK : wrong(err, "a slot is made twice");
}

static int scratch(void *arg, size_t i, rocpd_error *err) {
  rocpd_scratch *a = rocpd_scratch_take(session), *b = i % 3 ? NULL : rocpd_scratch_take(session);
  if (!a) return wrong(err, "no memory");
  for (int k = 0; k < 64; k++) a->values[k] = (int64_t)i;
  if (b) b->values[0] = -1;
  bool mine = true;
  for (int k = 0; k < 64; k++) mine &= a->values[k] == (int64_t)i;
  rocpd_scratch_give(session, a);
  if (b) rocpd_scratch_give(session, b);
  return mine ? SQLITE_OK : wrong(err, "scratch memory is another's too");
}

static void slots(void) {
  bool all = runs(slot, NULL);
  int n = 0;
  for (size_t i = 0; i < CLASSES; i++) n += ((counter *)rocpd_session_slot(session, &classes[i]))->n;
  is("data of a session is made once", all && n == ITEMS);
  is("scratch memory is one thread's at a time", runs(scratch, NULL));
}

/* ---- columns ---- */

static atomic_int decoded;

static int decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  int64_t value[ROWS];
  for (int i = 0; i < ROWS; i++) value[i] = (int64_t)b->lane * 1000 + index * 10 + i;
  atomic_fetch_add(&decoded, 1);
  *out = rocpd_column_of(value, ROWS);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static const rocpd_source_class source_class = {.name = "made up", .batch = {.decode = decode}};
#define KIND ROCPD_KIND_KERNEL
#define COLUMNS ((int)rocpd_kinds[KIND].columns)

/* Threads use the same columns, and make and free batches meanwhile. */
static int read_column(void *arg, size_t i, rocpd_error *err) {
  rocpd_batch *b = ((rocpd_batch **)arg)[i / 8 % BATCHES];
  int index = (int)(i / (8 * BATCHES)) % COLUMNS;
  const rocpd_column *c;
  int64_t min, max;
  int rc = rocpd_batch_column(b, index, &c, err);
  if (rc) return rc;
  if (rocpd_column_at(c, 7) != (int64_t)b->lane * 1000 + index * 10 + 7) return wrong(err, "a column of another place");
  if (rocpd_kinds[KIND].column[index].type != ROCPD_REAL && !rocpd_batch_zone(b, index, &min, &max)) return wrong(err, "a column without bounds");
  bool in_order;
  rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc || !in_order) return rc ? rc : wrong(err, "a batch out of order");
  rocpd_batch *own = i % 5 ? NULL : rocpd_batch_new(b->source, KIND, sizeof *own);
  if (own) {
    own->lane = 100;
    rc = rocpd_batch_column(own, index, &c, err);
    rocpd_batch_unref(own);
  }
  if (i % 11 == 0) rocpd_source_damaged(b->source, NULL);
  return rc;
}

static void columns(void) {
  rocpd_source *s = rocpd_source_new(session, &source_class, "/made/up", sizeof *s);
  rocpd_batch *batch[BATCHES];
  for (uint32_t i = 0; i < BATCHES; i++) {
    batch[i] = rocpd_batch_new(s, KIND, sizeof **batch);
    batch[i]->rows = ROWS;
    batch[i]->lane = i;
  }
  bool good = true;
  for (int round = 0; round < 3; round++) {
    rocpd_session_next_epoch(session);
    good &= runs(read_column, batch);
    int64_t bytes = rocpd_keep_all_bytes(session);
    rocpd_keep_set_limit(session, round % 2 ? bytes : bytes / 2); /* dropped, or not */
    rocpd_keep_trim(session);
    good &= rocpd_keep_all_bytes(session) <= rocpd_keep_limit(session);
  }
  is("columns decoded at first use, and forgotten", good && atomic_load(&decoded) > BATCHES * COLUMNS);
  is("damage is counted by all", s->faults.damages == 3 * ((ITEMS + 10) / 11));
  for (int i = 0; i < BATCHES; i++) rocpd_batch_unref(batch[i]);
  is("no bytes are left", rocpd_keep_all_bytes(session) == 0);
  rocpd_source_free(s);
}

int main(void) {
  sqlite3 *db;
  if (sqlite3_open(":memory:", &db) || rocpd_session_new(db, &session)) return 1;
  session->threads = THREADS; /* whatever the number of cores is */
  loops();
  texts();
  slots();
  columns();
  rocpd_session_free(session);
  sqlite3_close(db);
  is("no memory is left", sqlite3_memory_used() == 0);
  return failed;
}
