/* How much memory the buffers may take.
**
** Buffers lie in the live file. The kernel has to write their pages back before it can free them. So they get a share of the
** memory that the process may use: the machine's, or the limit of its control group if there is one. */
#include "core.h"
#include "system.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MB ((uint64_t)1 << 20)
#define SHARE 8
#define MOST (1024 * MB)

COLLECT_SETTING(buffers_mb) = {.name = "COLLECT_BUFFERS_MB", .type = COLLECT_NUMBER, .fallback = "0", .least = 0, .most = 1 << 20, .order = 35,
                               .help = "maximum size of a process's buffers in MB; 0: an eighth of the memory, at most 1024"};

/* Reads the beginning of a file; "" if the file cannot be read. */
static void file_read(const char *path, char *text, size_t size) {
  int fd = collect_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  ssize_t n = fd < 0 ? 0 : collect_sys_read(fd, text, size - 1);
  if (fd >= 0)
    collect_sys_close(fd);
  text[n > 0 ? n : 0] = 0;
}

/* Reads the number at the beginning of a file, behind `label`. UINT64_MAX: there is none ("max"). */
static uint64_t file_number(const char *path, const char *label) {
  char text[64], *end;
  file_read(path, text, sizeof text);
  const char *number = text + (strncmp(text, label, strlen(label)) ? 0 : strlen(label));
  uint64_t value = strtoull(number, &end, 10);
  return end > number ? value : UINT64_MAX;
}

/* The smallest limit of the control group and all groups above it. */
static uint64_t group_limit(const char *mount, char *group, const char *file) {
  uint64_t least = UINT64_MAX;
  for (char *end = group + strlen(group);; *end = 0) {
    char path[640];
    snprintf(path, sizeof path, "%s%s/%s", mount, strcmp(group, "/") ? group : "", file);
    uint64_t limit = file_number(path, "");
    least = limit < least ? limit : least;
    if (!(end = strrchr(group, '/')))
      return least;
  }
}

/* /proc/self/cgroup has a line "0::GROUP", or "N:memory:GROUP" for control groups of version 1. */
static uint64_t groups_limit(void) {
  char text[512];
  file_read("/proc/self/cgroup", text, sizeof text);
  uint64_t least = UINT64_MAX;
  for (char *line = text, *next; *line; line = next) {
    size_t length = strcspn(line, "\n");
    next = line + length + (line[length] != 0);
    line[length] = 0;
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
      continue;
    *group++ = 0;
    bool second = !controllers[1];
    if (second || !strcmp(controllers + 1, "memory")) {
      uint64_t limit = group_limit(second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory", group, second ? "memory.max" : "memory.limit_in_bytes");
      least = limit < least ? limit : least;
    }
  }
  return least;
}

static uint64_t share_find(void) {
  uint64_t wanted = (uint64_t)collect_number(&collect_buffers_mb_setting) * MB;
  if (wanted)
    return wanted;
  uint64_t kb = file_number("/proc/meminfo", "MemTotal:"), memory = groups_limit();
  if (kb < memory / 1024)
    memory = kb * 1024;
  return memory / SHARE < MOST ? memory / SHARE : MOST;
}

uint64_t collect_buffers_share(void) {
  static _Atomic uint64_t known;
  uint64_t share = atomic_load_explicit(&known, memory_order_relaxed);
  if (!share) {
    share = share_find();
    atomic_store_explicit(&known, share, memory_order_relaxed);
  }
  return share;
}
