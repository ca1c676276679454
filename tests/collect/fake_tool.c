/* A tool beside us, like rocprofiler-sdk. It puts its own functions into the tables that it gets, counts the calls that come, and
** prints the counts on stdout at the end. BY_SYMBOL: it defines the register function itself, as we do, and places its functions
** after the others. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 600 };
void *was[2][MOST];
long calls[2][MOST];

/* tool_N for each entry counts, and passes the call on. */
#define REPEAT(table) \
  __asm__(".text\n.set n, 0\n.rept 600\n" \
          "push %rax\nmov calls@GOTPCREL(%rip), %rax\nincq (" #table " * 600 + n) * 8(%rax)\npop %rax\n" \
          "mov was@GOTPCREL(%rip), %r11\njmp *(" #table " * 600 + n) * 8(%r11)\n.balign 64\n.set n, n + 1\n.endr\n")
__asm__(".text\n.balign 64\ntool_0:\n");
REPEAT(0);
__asm__(".text\n.balign 64\ntool_1:\n");
REPEAT(1);
extern char tool_0[], tool_1[];

static int place(const char *name, void **tables) {
  int compiler = !strcmp(name, "hip_compiler");
  if (strncmp(name, "hip", 3))
    return 0;
  size_t size = *(size_t *)tables[0];
  void **entry = (void **)tables[0] + 1;
  for (size_t i = 0; i < size / 8 - 1; i++) {
    was[compiler][i] = entry[i];
    entry[i] = (compiler ? tool_1 : tool_0) + 64 * i;
  }
  return 0;
}
#ifdef BY_SYMBOL
typedef int register_fn(const char *name, void *import, uint32_t version, void **tables, uint64_t count, uint64_t *id);
int rocprofiler_register_library_api_table(const char *name, void *import, uint32_t version, void **tables, uint64_t count, uint64_t *id) {
  register_fn *next = (register_fn *)dlsym(RTLD_NEXT, "rocprofiler_register_library_api_table");
  if (!next)
    next = (register_fn *)dlsym(dlopen("librocprofiler-register.so.0", RTLD_LAZY | RTLD_NOLOAD), "rocprofiler_register_library_api_table");
  int result = next(name, import, version, tables, count, id);
  place(name, tables);
  return result;
}
#else
int rocprofiler_set_api_table(const char *name, uint64_t version, uint64_t instance, void **tables, uint64_t count) { return place(name, tables); }
#endif
__attribute__((destructor)) static void say(void) {
  long n[2] = {0, 0};
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < MOST; i++)
      n[t] += calls[t][i];
  printf("tool %ld %ld\n", n[0], n[1]);
}
