/* A traced function of the test program's own: one that returns its argument plus 1. */
#ifndef INSIDE_TRACED_H
#define INSIDE_TRACED_H
#include "event.h"

static int plain(int x) { return x + 1; }
static const collect_api api = {NULL};
static const collect_parameter parameters[] = {{"x", "int", ROCZ_F_INT, 0, 1, NULL}, {"name", "const char*", ROCZ_F_STRING, 1, 1, NULL}};
#define FUNCTION(n) static collect_function n = {.next = (void *)plain, .generation = COLLECT_NEVER, .name = #n, .category = "TEST_API", \
  .api = &api, .parameter = parameters, .parameters = 2, .words = 2}

/* Its wrapper, as wrapper.h makes them; `name` is what is recorded as the second argument. */
#define WRAPPER(call, f, layer, name) \
  static __attribute__((noinline)) int call(int x) { \
    collect_call c = collect_begin(&f, layer, COLLECT_NO_STREAM); \
    if (collect_wants_args(&f, layer, c)) { \
      collect_word(c, 0, (uint64_t)x); \
      collect_word(c, 1, name); \
      collect_busy_end(); \
    } \
    int result = ((int (*)(int))f.next)(x); \
    collect_end(&f, layer, c, result); \
    return result; \
  }

#endif
