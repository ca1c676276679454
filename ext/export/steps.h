/* Short texts copied in steps of a fixed size, which is faster than what copies any size. */
#ifndef ROCPD_STEPS_H
#define ROCPD_STEPS_H
#include <stddef.h>
#include <string.h>

enum { ROCPD_STEP = 32 };

/* Behind what is read, and behind what is written, there is room for a step. Returns the end. */
static inline char *rocpd_copy_steps(char *to, const char *from, size_t n) {
  memcpy(to, from, ROCPD_STEP);
  for (size_t done = ROCPD_STEP; done < n; done += ROCPD_STEP) memcpy(to + done, from + done, ROCPD_STEP);
  return to + n;
}

#endif
