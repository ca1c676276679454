/* Copies short texts in steps of a fixed size, which is faster than a copy of any size. */
#ifndef ROCPD_STEPS_H
#define ROCPD_STEPS_H
#include <stddef.h>
#include <string.h>

enum { ROCPD_STEP = 32 };

/* Needs room for a step behind the source and behind the target. Returns the end. */
static inline char *rocpd_copy_steps(char *to, const char *from, size_t n) {
  memcpy(to, from, ROCPD_STEP);
  for (size_t done = ROCPD_STEP; done < n; done += ROCPD_STEP) memcpy(to + done, from + done, ROCPD_STEP);
  return to + n;
}

#endif
