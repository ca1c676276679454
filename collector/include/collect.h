/* For programs that say of themselves what they do, when libcollect.so is preloaded into them. C and
** C++; nothing is to be linked. Without the library each of these is a load and a branch.
**
**     #include <collect.h>
**     collect_range_push("epoch 3");      // the calls inside have it as their parent
**     collect_counter("loss", 0.25);
**     collect_mark("checkpoint");
**     collect_range_pop();
**
** Ranges, marks and progress are rows of the view markers (of the tables regions and samples), counters
** rows of pmc_events. COLLECT_DOMAINS=-user leaves them out.
**
** On x86-64 with gcc or clang, or where code is position-independent, the library is found in every dynamically linked
** program; in statically linked ones nothing is recorded. */
#ifndef COLLECT_PUBLIC_H
#define COLLECT_PUBLIC_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the library offers: `size` says how much of it. */
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

/* The library's, NULL without it. (By the global offset table always: a program whose code is not
** position-independent would have the linker's answer, that there is none.) */
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

/* Recording goes on, and stops: for the whole process. It runs from the start, unless COLLECT_START says
** otherwise. What is in progress is recorded to its end. Other reasons to stop (rocpd ctl, periods) are
** none of the program's: it goes on when there is none left. */
static inline void collect_start(void) { COLLECT_CALL_(start, ()); }
static inline void collect_stop(void) { COLLECT_CALL_(stop, ()); }

/* A range of the calling thread, which holds those that are pushed inside of it. */
static inline void collect_range_push(const char *name) { COLLECT_CALL_(range_push, (name)); }
static inline void collect_range_pop(void) { COLLECT_CALL_(range_pop, ()); }

/* A moment, and one at which another piece of work is done (to be counted). */
static inline void collect_mark(const char *name) { COLLECT_CALL_(mark, (name)); }
static inline void collect_progress(const char *name) { COLLECT_CALL_(progress, (name)); }

/* The value that something has from now on. */
static inline void collect_counter(const char *name, double value) { COLLECT_CALL_(counter, (name, value)); }

#undef COLLECT_CALL_
#endif

#ifdef __cplusplus
}
#endif
#endif
