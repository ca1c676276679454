/* sums HOW: a sink that sums rows up (sink.h), as an aggregated recording does. By key: how many rows, and of a value its sum, least,
** greatest and sum of squares. It has calls by function, kernels by launch signature, and rows of a table by one of its columns. At
** the end the sums are rows of a table of their own, which sums.py compares with the other rows of the file.
**
**   HOW   beside (rows are in the file, too), alone (the sums only), full (as beside, and for a while the disk is full: what the file
**         cannot keep is not in the sums either, until it is given again), short (the same, but it is the sums that lack memory)
**
** The whole sink and its plans are in this file: nothing in the collector knows them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "device.h"
#include "fake_hsa.h"
#include "core.h"
#include "hand.h"
#include "region.h"
#include "room.h"
#include "sink.h"
#include "traced.h"

enum { ROUNDS = 10000, HELD_ROUNDS = 3000, LAUNCHES = 300 };
#define OBJECT 0x7000000
static const char *how;

/* ---- what is summed ---- */

typedef struct plan { const char *kind, *key, *value; } plan;
static const plan plans[] = {{"call", "function", "duration"}, {"dispatch", "launch", "duration"}, {"memory_allocations", "type", "size"}};
enum { PLANS = sizeof plans / sizeof *plans };

static const plan *plan_of(const char *kind) {
  for (const plan *p = plans; p < plans + PLANS; p++)
    if (!strcmp(p->kind, kind)) return p;
  return NULL;
}
static int column_of(const rocz_kind *k, const char *name) {
  int c = k->columns - 1;
  while (c >= 0 && strcmp(k->column[c].name, name)) c--;
  return c;
}

/* ---- sums ---- */

typedef struct sum { const plan *of; int64_t key, count, sum, least, most; uint64_t squares; } sum;
typedef struct sums { sum at[256]; unsigned n; } sums;
static sums taken, kept; /* since the last end; for good */

static sum *sum_of(sums *s, const plan *of, int64_t key) {
  for (unsigned i = 0; i < s->n; i++)
    if (s->at[i].of == of && s->at[i].key == key) return &s->at[i];
  if (s->n == sizeof s->at / sizeof *s->at) return NULL;
  s->at[s->n] = (sum){.of = of, .key = key, .least = INT64_MAX, .most = INT64_MIN};
  return &s->at[s->n++];
}
static void sum_merge(sum *to, const sum *from) {
  to->count += from->count;
  to->sum += from->sum;
  to->squares += from->squares;
  to->least = from->least < to->least ? from->least : to->least;
  to->most = from->most > to->most ? from->most : to->most;
}

/* ---- the sink ---- */

static atomic_int refusals, drops; /* batches still to be refused for lack of memory; batches whose rows some sink had to drop again */

static bool take(const rocz_rows *rows) {
  const rocz_kind *k = collect_rows_kind(rows);
  const plan *p = plan_of(k->name);
  if (!p) return true;
  if (rows->kind == ROCZ_CALL && atomic_load(&refusals) > 0) { /* the last of a batch */
    atomic_fetch_sub(&refusals, 1);
    collect_writing_failed(ENOMEM);
    return false;
  }
  const int64_t *key = rows->column[column_of(k, p->key)], *value = rows->column[column_of(k, p->value)];
  for (uint32_t i = 0; i < rows->rows; i++) {
    sum *s = sum_of(&taken, p, key[i]);
    if (s) sum_merge(s, &(sum){.count = 1, .sum = value[i], .least = value[i], .most = value[i], .squares = (uint64_t)(value[i] * value[i])});
  }
  return true;
}
static bool end(bool keep) {
  for (unsigned i = 0; keep && i < taken.n; i++) sum_merge(sum_of(&kept, taken.at[i].of, taken.at[i].key), &taken.at[i]);
  if (keep && taken.n) collect_writing_went();
  if (!keep && taken.n) atomic_fetch_add(&drops, 1);
  taken.n = 0;
  return true;
}
static bool alone(uint16_t kind) {
  const rocz_kind *k = kind < ROCZ_DECLARED ? rocz_kind_find(kind) : NULL;
  return !strcmp(how, "alone") && k && plan_of(k->name);
}
COLLECT_SINK(sums) = {.name = "sums", .order = 10, .alone = alone, .take = take, .end = end};

/* ---- at the end they are rows ---- */

enum { OWN_KIND = ROCZ_OWN_FRAMES - 1, OWN_COLUMNS = 7 };
static const rocz_column_def own_column[OWN_COLUMNS] = {
  {"plan", ROCZ_INT, ROCZ_T_NONE, 0},  {"key", ROCZ_INT, ROCZ_T_NONE, 0},  {"count", ROCZ_INT, ROCZ_T_NONE, 0},  {"sum", ROCZ_INT, ROCZ_T_NONE, 0},
  {"least", ROCZ_INT, ROCZ_T_NONE, 0}, {"most", ROCZ_INT, ROCZ_T_NONE, 0}, {"squares", ROCZ_INT, ROCZ_T_NONE, 0}};
static const rocz_kind own_kind = {OWN_KIND, OWN_COLUMNS, "sums", own_column};

static void declare(void) {
  collect_meta(ROCZ_DECLARED_KIND, (int64_t)OWN_KIND, own_kind.name);
  for (int64_t c = 0; c < OWN_COLUMNS; c++) collect_meta(ROCZ_DECLARED_COLUMN, (int64_t)OWN_KIND, c, own_column[c].name, (int64_t)ROCZ_INT, ROCZ_NULL);
}
static uint64_t drain(enum collect_drain now) {
  static int64_t value[OWN_COLUMNS][256];
  if (now != COLLECT_DRAIN_FINAL) return 0;
  const int64_t *column[OWN_COLUMNS];
  for (int c = 0; c < OWN_COLUMNS; c++) column[c] = value[c];
  for (unsigned i = 0; i < kept.n; i++) {
    const sum *s = &kept.at[i];
    const int64_t row[OWN_COLUMNS] = {s->of - plans, s->key, s->count, s->sum, s->least, s->most, (int64_t)s->squares};
    for (int c = 0; c < OWN_COLUMNS; c++) value[c][i] = row[c];
  }
  return collect_sink_rows(&(rocz_rows){.kind = OWN_KIND, .declared = &own_kind, .rows = kept.n, .column = column, .min_time = 1, .max_time = 0}) ? kept.n : 0;
}
COLLECT_MODULE(sums) = {.name = "sums", .order = 900, .start = declare, .drain = drain};

/* ---- what is recorded ---- */

FUNCTION(called);
FUNCTION(other);
FUNCTION(launching);
WRAPPER(call, called, COLLECT_HIP, (uint64_t)x)
WRAPPER(call_other, other, COLLECT_HSA, (uint64_t)x)
static const collect_api row_api = {.rows = true};
static const collect_parameter of_allocation[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_UINT), COLLECT_PARAMETER_AT(1, ROCZ_F_STRING)};
static collect_function memory_allocations = {.generation = COLLECT_NEVER, .name = "memory_allocations", .api = &row_api, .parameter = of_allocation,
  .texts = "size\0\0type\0\0", .parameters = 2, .words = 2};

static int made; /* calls and rows */
static void round_of(int i) {
  call(i);
  if (i % 3 == 0) call_other(i);
  if (i % 5 == 0) collect_region_write(&memory_allocations, 0, (uint64_t[]){(uint64_t)(i % 1000), collect_string_word(i % 2 ? "ALLOC" : "FREE")});
  made += 1 + (i % 3 == 0) + (i % 5 == 0);
}
static void work(int rounds) {
  for (int i = 0; i < rounds; i++) round_of(i);
}
static void launches(void) {
  hsa_begin();
  hsa_executable_t e = hsa_load("work", OBJECT);
  hsa_queue_t *q = hsa_queue(1024);
  for (int i = 0; i < LAUNCHES; i++) {
    collect_call c = collect_begin(&launching, COLLECT_HIP, COLLECT_NO_STREAM);
    hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    collect_end(&launching, COLLECT_HIP, c, 0);
  }
  hsa_drain(q);
  hsa_unload(e);
  hsa_end();
}

/* Until this has happened at least so often, and the writer has gone on. */
static void until(atomic_int *what, int times) {
  for (int i = 0; i < 60000 && atomic_load(what) < times; i++) {
    round_of(i);
    collect_wake_ask();
    usleep(1000);
  }
}

static void full(void) {
  struct rlimit old, less;
  uint64_t bytes;
  getrlimit(RLIMIT_FSIZE, &old);
  less = old;
  signal(SIGXFSZ, SIG_IGN);
  writer_hold();
  work(HELD_ROUNDS);
  collect_chunk_rows(&bytes);
  less.rlim_cur = bytes + 300; /* enough for the info rows before them */
  setrlimit(RLIMIT_FSIZE, &less);
  atomic_store(&writer_held, 0);
  until(&drops, 1);
  setrlimit(RLIMIT_FSIZE, &old);
  work(ROUNDS);
}

/* Calls are refused, after rows of the table were taken. */
static void lacking(void) {
  writer_hold();
  work(HELD_ROUNDS);
  atomic_store(&refusals, 3);
  atomic_store(&writer_held, 0);
  until(&drops, 3);
  work(ROUNDS);
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "beside";
  call(0), call_other(0);
  round_of(0);
  made = 5;
  launches();
  work(ROUNDS);
  if (!strcmp(how, "full")) full();
  else if (!strcmp(how, "short")) lacking();
  wait_runs(1);
  printf("made %d\ndrops %d\n", made + LAUNCHES, atomic_load(&drops));
  return 0;
}
