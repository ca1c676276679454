/* See differential.h. */
#include "differential.h"
#include "db.h"
#include "schema.h"
#include "random_query.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME(kind, name, ...) #name,
const char *const base_tables[] = {ROCPD_KINDS(NAME) NULL};
#define TABLES (int)(sizeof base_tables / sizeof *base_tables - 1)

/* Runs one query on both tables, and prints the first difference. */
static int compare(sqlite3 *db, const query *q, const char *a, const char *b) {
  char na[64], nb[64], va[64], vb[64];
  snprintf(na, sizeof na, "main.n_%s", a), snprintf(nb, sizeof nb, "main.n_%s", b);
  snprintf(va, sizeof va, "temp.%s", a), snprintf(vb, sizeof vb, "temp.%s", b);
  char *ours = query_text(q, va, vb), *native = query_text(q, na, nb);
  int same = db_same(db, NULL, ours, native, !q->ordered);
  sqlite3_free(ours), sqlite3_free(native);
  return same >= 0;
}

int differential_run(sqlite3 *db, int queries) {
  query_table t[TABLES];
  int failures = 0;
  for (int i = 0; i < TABLES; i++)
    /* Names of agents are no column of batches (table/agent_column.h), so they are left out here; tests/sql/gpus.py tests them. */
    if (query_table_learn(db, "temp", base_tables[i], " path gpu device pci_address src_gpu dst_gpu ", &t[i]) != SQLITE_OK) {
      printf("not ok learning %s: %s\n", base_tables[i], sqlite3_errmsg(db));
      return 1;
    }
  const char *fixed = getenv("SEED");
  for (int i = 0; i < TABLES; i++) {
    uint64_t seed = fixed ? strtoull(fixed, NULL, 0) : 0x9e3779b97f4a7c15ull * (uint64_t)(i + 1);
    int failed = 0;
    for (int n = 0; n < queries && failed < 5; n++) {
      uint64_t before = seed;
      int other = (int)((seed >> 20) % (uint64_t)TABLES);
      query q = query_random(&seed, &t[i], &t[other]);
      if (!compare(db, &q, base_tables[i], base_tables[other]))
        failed++, printf("  (table %s, SEED=%llu)\n", base_tables[i], (unsigned long long)before);
      sqlite3_free(q.text);
    }
    failures += failed;
    char *count = sqlite3_mprintf("SELECT count(*) FROM temp.%s", base_tables[i]);
    if (!failed) printf("ok %d queries on %s (%lld rows)\n", queries, base_tables[i], db_int(db, count));
    sqlite3_free(count);
    fflush(stdout);
  }
  for (int i = 0; i < TABLES; i++) query_table_free(&t[i]);
  return failures;
}
