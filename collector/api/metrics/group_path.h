/* Where the control groups of the process are, in cgroup v1 and v2. */
#ifndef COLLECT_GROUP_PATH_H
#define COLLECT_GROUP_PATH_H
#include "metrics.h"

typedef struct metrics_place {
  char folder[2048]; /* of the process's own group, below the system's root; "": not known */
  size_t top;        /* length of the part that is the hierarchy's top, as far as the process sees it */
  bool v2;
} metrics_place;
/* Finds the group that has a controller ("memory", "cpu", "cpuacct"); "": the one of v2. False: there is none. Reads /proc/self/cgroup and mountinfo. */
bool metrics_group_find(const char *controller, metrics_place *out);
/* Changes the folder to that of the group around it. False: it is the top. */
bool metrics_group_outward(metrics_place *p);

#endif
