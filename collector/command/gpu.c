/* Reads the GPUs of this machine from /sys/class/kfd/kfd/topology. That needs neither ROCm nor the right to use the GPUs. */
#include "gpu.h"
#include "command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MOST 256

char *collect_machine_path(const char *path) {
  const char *root = getenv("ROCPD_ROOT");
  return collect_printed("%s%s", root ? root : "", path);
}

/* The value in a line "name value" of a node's properties; 0: there is no such line. */
static unsigned long long property(const char *text, const char *name) {
  size_t n = strlen(name);
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line != 0)
    if (!strncmp(line, name, n) && line[n] == ' ')
      return strtoull(line + n, NULL, 10);
  return 0;
}

/* 90010 is gfx90a: the last two numbers are hexadecimal digits. */
static void gfx_name(char name[16], unsigned long long version) {
  snprintf(name, 16, "gfx%llu%llx%llx", version / 10000 % 1000, version / 100 % 100, version % 100);
}

void collect_gpus_find(collect_gpus *gpus) {
  gpus->count = 0;
  for (int node = 0; node < NODES_MOST && gpus->count < COLLECT_GPUS_MOST; node++) {
    char *relative = collect_printed("/sys/class/kfd/kfd/topology/nodes/%d/properties", node), *path = collect_machine_path(relative),
         *text = collect_file_read(path, 65536);
    free(relative);
    free(path);
    unsigned long long simds = text ? property(text, "simd_count") : 0, minor = text ? property(text, "drm_render_minor") : 0;
    if (simds) { /* otherwise it is a processor, or a node that a control group hides (an empty file) */
      collect_gpu *g = &gpus->gpu[gpus->count++];
      *g = (collect_gpu){.node = node, .render_minor = minor ? (int)minor : -1, .simds = (unsigned)simds};
      gfx_name(g->gfx, property(text, "gfx_target_version"));
    }
    free(text);
  }
}
