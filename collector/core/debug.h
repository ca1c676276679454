/* Assertions on what the code itself guarantees, checked in debug builds (make OPT="-O0 -g -DCOLLECT_DEBUG", make asan, make
** tsan). A failed one prints a line on stderr and aborts. Never assert what a program, a runtime or the environment does. */
#ifndef COLLECT_DEBUG_H
#define COLLECT_DEBUG_H

#ifdef COLLECT_DEBUG
void collect_assert_failed(const char *what, const char *file, int line);
#define COLLECT_ASSERT(x) ((x) ? (void)0 : collect_assert_failed(#x, __FILE__, __LINE__))
#else
#define COLLECT_ASSERT(x) ((void)0)
#endif

#endif
