/* A traced function of the test program itself, which returns its argument plus 1. */
#ifndef INSIDE_TRACED_H
#define INSIDE_TRACED_H
#include "event.h"

static __attribute__((unused)) int plain(int x) { return x + 1; }
static const collect_api api = {NULL};
static const collect_parameter parameters[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_INT), COLLECT_PARAMETER_AT(1, ROCZ_F_STRING)};
#define FUNCTION(n) static collect_function n = {.next = (void *)plain, .generation = COLLECT_NEVER, .name = #n, .category = "TEST_API", \
  .api = &api, .parameter = parameters, .texts = "x\0int\0name\0const char*\0", .parameters = 2, .words = 2}

/* A traced function that returns 0 (success), and whose third argument points to a number equal to the first argument. */
static __attribute__((unused)) int nothing(int x, int *at) { return (void)x, (void)at, 0; }
static const collect_parameter pointing[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_INT), COLLECT_PARAMETER_AT(1, ROCZ_F_STRING),
  {.format = ROCZ_F_POINTER, .word = 2, .words = 1, .to_bytes = sizeof(int), .to_format = ROCZ_F_INT, .to_word = 3, .to_words = 2, .to_after = true}};
#define FUNCTION_POINTING(n) static collect_function n = {.next = (void *)nothing, .generation = COLLECT_NEVER, .name = #n, .category = "TEST_API", \
  .api = &api, .parameter = pointing, .texts = "x\0int\0name\0const char*\0at\0int*\0", .parameters = 3, .words = 5, .points = COLLECT_POINTEE_AFTER}

/* The function's wrapper, as wrapper.h makes it. `name` is recorded as the second argument. */
#define WRAPPER(call, f, layer, name) \
  static __attribute__((noinline)) int call(int x) { \
    collect_call c = collect_begin(&f, layer, COLLECT_NO_STREAM); \
    if (collect_wants_args(&f, layer, c)) { \
      collect_word(c, 0, (uint64_t)x); \
      collect_word(c, 1, name); \
      collect_args_end(&f, c); \
    } \
    int result = ((int (*)(int))f.next)(x); \
    collect_end(&f, layer, c, result); \
    return result; \
  }
#define WRAPPER_POINTING(call, f, layer) \
  static __attribute__((noinline)) int call(int x) { \
    static int far; \
    int near = x, *at = x % 2 ? &near : &far; \
    far = x; \
    collect_call c = collect_begin(&f, layer, COLLECT_NO_STREAM); \
    if (collect_wants_args(&f, layer, c)) { \
      collect_word(c, 0, (uint64_t)x); \
      collect_word(c, 1, (uint64_t)x); \
      collect_word(c, 2, (uintptr_t)at); \
      collect_args_end(&f, c); \
    } \
    int result = ((int (*)(int, int *))f.next)(x, at); \
    collect_end(&f, layer, c, result); \
    return result; \
  }

#endif
