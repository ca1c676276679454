/* Aggregate mode(x): the most frequent value; among equals the smallest, in SQLite's order (numbers, texts, blobs). NULLs do not count. 1 and 1.0 are the
** same value. */
#include "base.h"
#include "slots.h"
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "registry.h"

typedef struct counted {
  sqlite3_value *value; /* NULL: free */
  uint64_t hash, times;
} counted;

typedef struct values {
  counted *slot; /* a power of two, at most half full */
  size_t slots, n;
  bool failed;
} values;

static int type_order(int type) { return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? 0 : type == SQLITE_TEXT ? 1 : 2; }

static int bytes_order(sqlite3_value *a, sqlite3_value *b) {
  int m = sqlite3_value_bytes(a), n = sqlite3_value_bytes(b), least = m < n ? m : n;
  int order = least ? memcmp(sqlite3_value_blob(a), sqlite3_value_blob(b), (size_t)least) : 0;
  return order ?: ROCPD_ORDER(m, n);
}

/* Compares an integer with a real: first with its whole part, then with its fraction. */
static int mixed_order(int64_t i, double r) {
  if (r >= 9223372036854775808.0) return -1;
  if (r < -9223372036854775808.0) return 1;
  int64_t whole = (int64_t)r;
  double beyond = r - (double)whole;
  return i < whole ? -1 : i > whole ? 1 : beyond > 0 ? -1 : beyond < 0;
}

static int order(sqlite3_value *a, sqlite3_value *b) {
  int s = sqlite3_value_type(a), t = sqlite3_value_type(b), by_type = type_order(s) - type_order(t);
  if (by_type || type_order(s)) return by_type ? by_type : bytes_order(a, b);
  if (s == SQLITE_INTEGER && t == SQLITE_INTEGER)
    return (sqlite3_value_int64(a) > sqlite3_value_int64(b)) - (sqlite3_value_int64(a) < sqlite3_value_int64(b));
  if (s == SQLITE_INTEGER) return mixed_order(sqlite3_value_int64(a), sqlite3_value_double(b));
  if (t == SQLITE_INTEGER) return -mixed_order(sqlite3_value_int64(b), sqlite3_value_double(a));
  return (sqlite3_value_double(a) > sqlite3_value_double(b)) - (sqlite3_value_double(a) < sqlite3_value_double(b));
}

/* Equal numbers have equal hashes: the hash of their value as a real. */
static uint64_t hash_of(sqlite3_value *x) {
  if (type_order(sqlite3_value_type(x))) return XXH3_64bits(sqlite3_value_blob(x), (size_t)sqlite3_value_bytes(x));
  double real = sqlite3_value_double(x) + 0.0;
  return XXH3_64bits(&real, sizeof real);
}

/* Counts a value; false: out of memory. */
static bool count(values *v, sqlite3_value *x) {
  if (2 * v->n >= v->slots && ROCPD_SLOTS_GROW(v->slot, v->slots, 64, e, e->value, e->hash)) return false;
  uint64_t hash = hash_of(x);
  size_t at = ROCPD_SLOT(i, hash, v->slots - 1, !v->slot[i].value || (v->slot[i].hash == hash && !order(v->slot[i].value, x)));
  if (!v->slot[at].value) {
    sqlite3_value *copy = sqlite3_value_dup(x);
    if (!copy) return false;
    v->slot[at] = (counted){copy, hash, 0};
    v->n++;
  }
  v->slot[at].times++;
  return true;
}

static void mode_step(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  values *v = sqlite3_aggregate_context(ctx, sizeof *v);
  if (v && (v->failed || sqlite3_value_type(argv[0]) == SQLITE_NULL)) return;
  if (v && count(v, argv[0])) return;
  if (v) v->failed = true;
  sqlite3_result_error_nomem(ctx);
}

static void mode_final(sqlite3_context *ctx) {
  values *v = sqlite3_aggregate_context(ctx, 0);
  const counted *most = NULL;
  if (!v) return;
  for (size_t i = 0; i < v->slots; i++) {
    const counted *c = &v->slot[i];
    if (c->value && (!most || c->times > most->times || (c->times == most->times && order(c->value, most->value) < 0))) most = c;
  }
  if (most && !v->failed) sqlite3_result_value(ctx, most->value);
  for (size_t i = 0; i < v->slots; i++) sqlite3_value_free(v->slot[i].value);
  sqlite3_free(v->slot);
}

ROCPD_FUNCTION(mode) = {
  .name = "mode", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, .step = mode_step, .final = mode_final, .fallback = true};
