/* Which facts of a file's health (rocpd_source_health) mean missing rows. */
#ifndef ROCPD_LOSS_H
#define ROCPD_LOSS_H
#include "known_time.h"
#include "source.h"

static inline bool rocpd_is_loss(const char *fact) {
  static const char *const lost[] = {"calls dropped", "dispatches dropped", "copies dropped", "samples dropped", "rows lost", "rows left out", "rows over size limit",
                                     "info rows dropped", "names dropped", "handler rows dropped", "lines without an end", ROCPD_UNKNOWN_TIMES};
  size_t i = 0;
  while (i < sizeof lost / sizeof *lost && strcmp(lost[i], fact)) i++;
  return i < sizeof lost / sizeof *lost;
}

#endif
