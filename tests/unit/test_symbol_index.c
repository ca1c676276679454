/* Functions in order of their addresses (symbol_index.h) against one address after the other, and maps of just-in-time compilers. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "perf_map.h"
#include "session.h"
#include "intern.h"
#include "symbols.h"
#include "test.h"

static uint64_t next_random(void) {
  static uint64_t s = 88172645463325252u;
  s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  return s;
}

/* Which of these covers an address: the one that begins last, then the smallest, then the best rank, then the shorter and earlier name. One of unknown
** size goes on to the next beginning, if it does not begin inside another one. */
static const rocpd_function_symbol *covering(const rocpd_function_symbol *s, size_t n, uint64_t address) {
  const rocpd_function_symbol *best = NULL, *open = NULL;
  uint64_t last = 0;
  for (size_t i = 0; i < n; i++) {
    if (s[i].start > address) continue;
    if (s[i].start > last) last = s[i].start;
    if (!s[i].size || address - s[i].start >= s[i].size) continue;
    bool better =
      !best || s[i].start > best->start || (s[i].start == best->start && (s[i].size < best->size || (s[i].size == best->size && s[i].rank < best->rank)));
    if (better) best = &s[i];
  }
  bool sized = false;
  for (size_t i = 0; i < n; i++) sized |= s[i].start <= last && last - s[i].start < s[i].size;
  for (size_t i = 0; i < n && !sized; i++)
    if (s[i].start == last && !s[i].size && address < s[i].limit && (!open || s[i].rank < open->rank)) open = &s[i];
  return best ? best : open;
}

static void random_functions(void) {
  enum { MOST = 40, SPAN = 200 };
  for (int round = 0; round < 3000; round++) {
    char name[MOST][8];
    rocpd_function_symbol s[MOST], sorted[MOST];
    size_t n = next_random() % MOST;
    for (size_t i = 0; i < n; i++) {
      snprintf(name[i], sizeof name[i], "f%zu", i);
      uint64_t start = next_random() % SPAN, size = next_random() % 3 ? next_random() % 30 : 0;
      s[i] = (rocpd_function_symbol){.start = start, .size = size, .limit = SPAN + 20, .name = next_random() % 5 ? name[i] : NULL, .rank = (uint8_t)i};
      s[i].name_bytes = s[i].name ? (uint32_t)strlen(name[i]) : 0;
    }
    memcpy(sorted, s, sizeof s);
    rocpd_symbol_index x;
    if (rocpd_symbol_index_make(sorted, n, &x)) abort();
    for (uint64_t a = 0; a < SPAN + 60; a++) {
      const rocpd_symbol_piece *p = rocpd_symbol_index_find(&x, a);
      const rocpd_function_symbol *want = covering(s, n, a);
      bool same = !p == !want && (!p || (p->begin == want->start && (want->name ? p->name != ROCPD_SYMBOL_UNNAMED && !strcmp(x.names + p->name, want->name) :
                                                                                  p->name == ROCPD_SYMBOL_UNNAMED)));
      if (!same)
        printf("# round %d, address %d: %s, not %s\n", round, (int)a, p ? p->name == ROCPD_SYMBOL_UNNAMED ? "unnamed" : x.names + p->name : "none",
               want && want->name ? want->name : "none");
      if (same) continue;
      CHECK(same);
      round = 3000, a = SPAN + 60;
    }
    rocpd_symbol_index_free(&x);
  }
  CHECK(1);
}

/* At the ends of the address space nothing wraps. */
static void extremes(void) {
  rocpd_function_symbol s[] = {{.start = UINT64_MAX - 4, .size = UINT64_MAX, .limit = UINT64_MAX, .name = "high", .name_bytes = 4},
                               {.start = 0, .size = 1, .name = "low", .name_bytes = 3}};
  rocpd_symbol_index x;
  CHECK_INT(rocpd_symbol_index_make(s, 2, &x), SQLITE_OK);
  CHECK(rocpd_symbol_index_find(&x, 0) && !rocpd_symbol_index_find(&x, 1) && rocpd_symbol_index_find(&x, UINT64_MAX - 1));
  rocpd_symbol_index_free(&x);
  CHECK_INT(rocpd_symbol_index_make(NULL, 0, &x), SQLITE_OK);
  CHECK(!rocpd_symbol_index_find(&x, 5));
}

static const char *name_at(const rocpd_symbol_index *x, uint64_t address) {
  const rocpd_symbol_piece *p = rocpd_symbol_index_find(x, address);
  return p ? x->names + p->name : "none";
}

static void maps(void) {
  static const char text[] = "1000 40 first\n1040 10 second thing\nno line\n 5 5 x\n1000 40 again\n2000 0 empty\n3000 8 last";
  rocpd_symbol_index x;
  CHECK_INT(rocpd_perf_map_parse(text, sizeof text - 1, &x), SQLITE_OK);
  CHECK(!strcmp(name_at(&x, 0x1000), "again") && !strcmp(name_at(&x, 0x103f), "again"));
  CHECK(!strcmp(name_at(&x, 0x1040), "second thing") && !strcmp(name_at(&x, 0x1050), "none"));
  CHECK(!strcmp(name_at(&x, 0x3007), "last") && !strcmp(name_at(&x, 0x2000), "none"));
  rocpd_symbol_index_free(&x);
}

/* The file of a process: only what is there, is a file, and was written since the process began. */
static void processes(void) {
  char path[64];
  rocpd_symbol_index x;
  snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
  CHECK_INT(rocpd_perf_map_read(getpid(), 0, &x), SQLITE_OK);
  CHECK_INT(x.pieces, 0);
  FILE *f = fopen(path, "w");
  fputs("7f12a0001000 100 jit_code\n", f);
  fclose(f);
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session;
  rocpd_symbols *s;
  int64_t text;
  CHECK_INT(rocpd_session_new(db, &session), SQLITE_OK);
  CHECK_INT(rocpd_symbols_of_process(session, getpid(), 0, &s), SQLITE_OK);
  CHECK_INT(rocpd_symbols_name(s, 0x7f12a0001010, false, &text), SQLITE_OK);
  CHECK(!strcmp(rocpd_string(session, text, NULL), "jit_code"));
  CHECK_INT(rocpd_symbols_name(s, 0x7f12a0001100, true, &text), SQLITE_OK);
  CHECK(!strcmp(rocpd_string(session, text, NULL), "jit_code"));
  CHECK_INT(rocpd_symbols_name(s, 0x7f12a0001100, false, &text), SQLITE_OK);
  CHECK(!strcmp(rocpd_string(session, text, NULL), "0x7f12a0001100"));
  rocpd_session_free(session);
  CHECK_INT(rocpd_perf_map_read(getpid(), INT64_MAX, &x), SQLITE_OK);
  CHECK_INT(x.pieces, 0); /* of an earlier process with this number */
  unlink(path);
  CHECK_INT(mkfifo(path, 0600), 0);
  CHECK_INT(rocpd_perf_map_read(getpid(), 0, &x), SQLITE_OK);
  CHECK_INT(x.pieces, 0);
  unlink(path);
  sqlite3_close(db);
}

int main(void) {
  sqlite3 *db = db_open(":memory:");
  RUN(random_functions);
  RUN(extremes);
  RUN(maps);
  RUN(processes);
  sqlite3_close(db);
  return test_result();
}
