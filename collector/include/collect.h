/* For programs that report what they do, when libcollect.so is preloaded. C and C++; link nothing. Without the library each call
** costs a load and a branch.
**
**     #include <collect.h>
**     collect_range_push("epoch 3");      // the calls inside have it as their parent
**     collect_counter("loss", 0.25);
**     collect_mark("checkpoint");
**     collect_range_pop();
**
** Ranges, marks and progress become rows of the view markers (of the tables regions and samples), counters rows of pmc_events.
** COLLECT_DOMAINS=-user leaves them out.
**
** The library is found in every dynamically linked program on x86-64 with gcc or clang, elsewhere in position-independent code. A
** statically linked program records nothing. */
#ifndef COLLECT_PUBLIC_H
#define COLLECT_PUBLIC_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions that the library offers. `size` is that of its structure: a later library may have more. */
typedef struct collect_functions {
  size_t size;
  void (*start)(void);
  void (*stop)(void);
  void (*range_push)(const char *name);
  void (*range_pop)(void);
  void (*mark)(const char *name);
  void (*progress)(const char *name);
  void (*counter)(const char *name, double value);
} collect_functions;

#ifndef COLLECT_ONLY_TYPES
#if !defined(__x86_64__) || !defined(__GNUC__)
extern const collect_functions collect_functions_1 __attribute__((weak));
#endif

/* The library's functions, NULL without it. (The assembly always uses the global offset table. In code that is not
** position-independent the linker would otherwise decide that there is no library.) */
static inline const collect_functions *collect_library(void) {
  const collect_functions *f;
#if defined(__x86_64__) && defined(__GNUC__)
  __asm__(".weak collect_functions_1\n\tmovq collect_functions_1@GOTPCREL(%%rip), %0" : "=r"(f));
#else
  f = &collect_functions_1;
#endif
  return f;
}

#define COLLECT_CALL_(function, arguments) do { \
    const collect_functions *collect_f_ = collect_library(); \
    if (__builtin_expect(collect_f_ != NULL, 0)) \
      collect_f_->function arguments; \
  } while (0)

/* Start and stop recording, for the whole process. It records from the start, unless COLLECT_START says otherwise. Calls in
** progress are recorded to their end. Others may have stopped it, too (rocpd ctl, COLLECT_PERIODS): it records when no reason is
** left. */
static inline void collect_start(void) { COLLECT_CALL_(start, ()); }
static inline void collect_stop(void) { COLLECT_CALL_(stop, ()); }

/* Begin and end a range of the calling thread. Ranges nest. */
static inline void collect_range_push(const char *name) { COLLECT_CALL_(range_push, (name)); }
static inline void collect_range_pop(void) { COLLECT_CALL_(range_pop, ()); }

/* A mark is a moment with a name. Progress is a moment at which a piece of work is done; the pieces are counted. */
static inline void collect_mark(const char *name) { COLLECT_CALL_(mark, (name)); }
static inline void collect_progress(const char *name) { COLLECT_CALL_(progress, (name)); }

/* Sets a counter. It keeps the value until the next call. */
static inline void collect_counter(const char *name, double value) { COLLECT_CALL_(counter, (name, value)); }

#undef COLLECT_CALL_
#endif

#ifdef __cplusplus
}
#endif
#endif
