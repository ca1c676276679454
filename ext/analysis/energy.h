/* The energy that GPUs took: their power over time, shared by the kernels and copies that run at each moment; and other values of GPUs over time, such as how
** much they were throttled. ext/help/tables/energy.md and throttled.md have the rules. */
#ifndef ROCPD_ENERGY_H
#define ROCPD_ENERGY_H
#include "groups.h"
#include "snapshot.h"

enum rocpd_energy_by { ROCPD_ENERGY_BY_KERNEL, ROCPD_ENERGY_BY_DEVICE, ROCPD_ENERGY_BY_RANK, ROCPD_ENERGY_BY_EVENT };
/* What a row is: a kernel, a copy, the time in which a GPU was busy, or idle. */
enum rocpd_energy_kind { ROCPD_ENERGY_KERNEL, ROCPD_ENERGY_COPY, ROCPD_ENERGY_BUSY, ROCPD_ENERGY_IDLE };

extern const char *const rocpd_energy_kinds[]; /* their names */

/* Which values of GPUs are integrated: those of the tracks "TRACK [0] (S)". Before: a value counts since the one before; else until the next one. */
typedef struct rocpd_energy_of {
  const char *track;
  bool before;
} rocpd_energy_of;
extern const rocpd_energy_of rocpd_energy_power;

typedef struct rocpd_energy_row {
  enum rocpd_energy_kind kind;
  /* of the first kernel or copy, in the rows' order. ROCPD_NULL where that is not what rows are grouped by */
  int64_t name, run, rank, id, pid, start, guid, device;
  rocpd_source *source; /* by event: its own; else NULL */
  int64_t agent;        /* by device: one of its agents, of `source` */
  int64_t calls, total_ns;
  int64_t met;          /* number of kernels and copies in whose time the value was not 0; a copy between two GPUs may count twice */
  double ns, unknown_ns, joules, error;
} rocpd_energy_row;

typedef struct rocpd_energy {
  rocpd_energy_row *row; /* in the order of their kernels and copies; idle ones last */
  size_t n;
} rocpd_energy;

/* Connection's thread. After an error nothing needs to be freed. */
int rocpd_energy_make(rocpd_snapshot *s, const rocpd_energy_of *of, enum rocpd_energy_by by, rocpd_energy *out, rocpd_error *err);
void rocpd_energy_drop(rocpd_energy *e);

#endif
