/* The GPUs of this machine, as the kernel driver lists them: see gpu.c. */
#ifndef COLLECT_GPU_H
#define COLLECT_GPU_H
#include <stdbool.h>
#include <stddef.h>

#define COLLECT_GPUS_MOST 64

typedef struct collect_gpu {
  int node;          /* its node in the topology */
  char gfx[16];      /* for example "gfx90a" */
  int render_minor;  /* number of its /dev/dri/renderD*; negative: none */
  unsigned simds;
} collect_gpu;

typedef struct collect_gpus {
  size_t count;
  collect_gpu gpu[COLLECT_GPUS_MOST];
} collect_gpus;

void collect_gpus_find(collect_gpus *gpus);
/* A path on this machine. If ROCPD_ROOT names a folder with another machine's /sys, /dev, /proc/modules and /opt, the path there:
** for tests, and for users who were sent such a folder. The caller frees it. */
char *collect_machine_path(const char *path);

#endif
