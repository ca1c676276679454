/* The GPUs of this machine, as the kernel's driver lists them: see gpu.c. */
#ifndef COLLECT_GPU_H
#define COLLECT_GPU_H
#include <stdbool.h>
#include <stddef.h>

#define COLLECT_GPUS_MOST 64

typedef struct collect_gpu {
  int node;          /* in the topology */
  char gfx[16];      /* "gfx90a" */
  int render_minor;  /* of /dev/dri/renderD*; below 0: none */
  unsigned simds;
} collect_gpu;

typedef struct collect_gpus {
  size_t count;
  collect_gpu gpu[COLLECT_GPUS_MOST];
} collect_gpus;

void collect_gpus_find(collect_gpus *gpus);
/* A path of the machine. ROCPD_ROOT names a folder with another machine's /sys, /dev, /proc/modules and /opt, for tests and for who was sent them. The
** caller frees it. */
char *collect_machine_path(const char *path);

#endif
