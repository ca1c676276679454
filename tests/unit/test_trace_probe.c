/* Which kinds of source claim a file by its first bytes: each file that a kind reads is claimed by that kind only, and what no kind reads by none. A new kind
** that claims files of others takes them away from these, or is never asked for its own, because classes are asked in order of their names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "registry.h"
#include "rocz.h"
#include "test.h"

extern const rocpd_source_class *const __start_rocpd_sources[] __attribute__((weak, visibility("hidden")));
extern const rocpd_source_class *const __stop_rocpd_sources[] __attribute__((weak, visibility("hidden")));

#define BYTES(text) text, sizeof(text) - 1
static const struct {
  const char *what, *path, *head;
  size_t size;
  const char *owners; /* names of classes, each between blanks */
} file[] = {
  {"a chunk file", "/x/trace.rocz", BYTES(ROCZ_MAGIC "\1\0\0\0\0\0\0\0"), " rocz "},
  {"a database", "/x/trace.db", BYTES("SQLite format 3\0\20\0\1\1\0\100\40\40"), " rocprofv3 rpd "},
  {"a text of rtg_tracer", "/x/a.txt", BYTES("HIP: pid:1 tid:2 hipMemcpy(dst=0x1, src=0x2) ret=0 @10 +5\n"), " rtg "},
  {"a text of another kind", "/x/notes.txt", BYTES("These are notes.\nThey are not a trace.\n"), " "},
  {"a CSV file of another kind", "/x/prices.csv", BYTES("item,price\nchair,100\n"), " "},
  {"a JSON file", "/x/trace.json", BYTES("{\"traceEvents\":[]}\n"), " "},
  {"a program", "/x/app", BYTES("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0"), " "},
  {"zeros", "/x/zeros", BYTES("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), " "},
};
enum { FILES = sizeof file / sizeof *file };

static bool owns(const char *owners, const char *name) {
  char word[64];
  snprintf(word, sizeof word, " %s ", name);
  return strstr(owners, word) != NULL;
}

static void claims(void) {
  int kinds = 0;
  for (const rocpd_source_class *const *c = __start_rocpd_sources; c < __stop_rocpd_sources; c++, kinds++)
    for (int i = 0; i < FILES; i++) {
      bool claimed = (*c)->probe(file[i].path, (const uint8_t *)file[i].head, file[i].size) != 0, own = owns(file[i].owners, (*c)->name);
      if (claimed && !own)
        printf("# the source %s claims %s: its probe() must accept only what the first bytes of its own files show\n", (*c)->name, file[i].what);
      if (!claimed && own) printf("# the source %s does not claim %s\n", (*c)->name, file[i].what);
      CHECK_INT(claimed, own);
    }
  CHECK(kinds >= 4);
}

/* The length of the shortest beginning of a file that a class claims wrongly, or -1. Nothing beyond it is read: it ends where its memory ends. */
static int claimed_wrongly(const rocpd_source_class *c, int i) {
  int wrong = -1;
  for (size_t n = 0; n <= file[i].size && wrong < 0; n++) {
    uint8_t *head = malloc(n ? n : 1);
    memcpy(head, file[i].head, n);
    if (c->probe(file[i].path, head, n) && (n == 0 || !owns(file[i].owners, c->name))) wrong = (int)n;
    free(head);
  }
  return wrong;
}

static void short_heads(void) {
  for (const rocpd_source_class *const *c = __start_rocpd_sources; c < __stop_rocpd_sources; c++)
    for (int i = 0; i < FILES; i++) {
      int n = claimed_wrongly(*c, i);
      if (n >= 0) printf("# the source %s claims the first %d bytes of %s\n", (*c)->name, n, file[i].what);
      CHECK_INT(n, -1);
    }
}

int main(void) {
  RUN(claims);
  RUN(short_heads);
  return test_result();
}
