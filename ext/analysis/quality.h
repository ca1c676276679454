/* Rows of a source that cannot be right: impossible times, kernels without a launch and launches without a kernel. */
#ifndef ROCPD_QUALITY_H
#define ROCPD_QUALITY_H
#include "launch.h"

/* Q(name in the enum, name in health, detail in health) */
#define ROCPD_QUALITIES(Q) \
  Q(KERNELS_NEGATIVE, "kernels of negative duration", "they end before they start") \
  Q(COPIES_NEGATIVE, "copies of negative duration", "they end before they start") \
  Q(CALLS_NEGATIVE, "calls of negative duration", "they end before they start") \
  Q(KERNELS_ZERO, "kernels of no duration", "start and end are the same") \
  Q(KERNELS_EARLY, "kernels before their launch", "they start before the call that launched them: the clocks do not agree") \
  Q(KERNELS_ALONE, "kernels without launch", "no traced call launched them") \
  Q(LAUNCHES_ALONE, "launches without kernel", "successful calls that launch a kernel, and none is known: captured into a graph, or not recorded") \
  Q(RANGES_OPEN, "unfinished ranges", "markers' ranges without an end")

#define ROCPD_QUALITY_ENUM(id, name, text) ROCPD_QUALITY_##id,
enum rocpd_quality_id { ROCPD_QUALITIES(ROCPD_QUALITY_ENUM) ROCPD_QUALITY_COUNT };

typedef struct rocpd_quality {
  int64_t rows[ROCPD_QUALITY_COUNT];
} rocpd_quality;

/* Counts such rows among all rows of a source, regardless of the time window, once for each state of the file; *out belongs to the snapshot. Kernels without
** launch and launches without kernel count only if the source has kernels and calls that launch some. Connection's thread. */
int rocpd_quality_find(rocpd_snapshot *s, rocpd_source *source, const rocpd_quality **out, rocpd_error *err);

#endif
