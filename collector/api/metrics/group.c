/* Control groups of the process: what it and others use together, what they may use, and how long they were held up (cgroup v2, and v1 where the
** controllers are in it).
**
** A limit may be set on the process's own group or on one around it. The one with the lowest limit is shown, with its use and its throttling; the own one
** if there is no limit. Limits are read each second: so is /proc/self/cgroup, since a process may be moved to another group. */
#include "group_path.h"
#include <string.h>

#define OF(called, in) {.name = called, .unit = in, .owner = METRICS_OF_PROCESS}
#define US 1e-6
#define NS 1e-9
#define NO_LIMIT 1e15 /* v1 writes the largest number of pages for none */

/* ---- what is read each time ---- */

static metrics_place memory_at, cpu_at, time_at, pressure_at;

static metrics_item memory_v2[] = {{OF("cgroup Memory Usage (S)", "MB"), NULL, METRICS_MB}};
static metrics_item memory_v1[] = {{OF("cgroup Memory Usage (S)", "MB"), NULL, METRICS_MB}};
static metrics_item cpu_v2[] = {{OF("cgroup CPU Time (S)", "s"), "usage_usec", US}, {OF("cgroup Throttled Periods (S)", NULL), "nr_throttled", 1},
                                {OF("cgroup Throttled Time (S)", "s"), "throttled_usec", US}};
static metrics_item cpu_v1[] = {{OF("cgroup Throttled Periods (S)", NULL), "nr_throttled", 1}, {OF("cgroup Throttled Time (S)", "s"), "throttled_time", NS}};
static metrics_item time_v1[] = {{OF("cgroup CPU Time (S)", "s"), NULL, NS}};
static metrics_source each_round[] = {METRICS_SOURCE(memory_at.folder, "memory.current", memory_v2), METRICS_SOURCE(memory_at.folder, "memory.usage_in_bytes", memory_v1),
                                      METRICS_SOURCE(cpu_at.folder, "cpu.stat", cpu_v2), METRICS_SOURCE(cpu_at.folder, "cpu.stat", cpu_v1),
                                      METRICS_SOURCE(time_at.folder, "cpuacct.usage", time_v1)};
static const struct { const metrics_place *at; bool v2; } of_round[] = {{&memory_at, true}, {&memory_at, false}, {&cpu_at, true}, {&cpu_at, false}, {&time_at, false}};
enum { ROUND = sizeof each_round / sizeof *each_round };
_Static_assert(sizeof of_round / sizeof *of_round == ROUND, "one for each source");

/* ---- and each second ---- */

static metrics_item pressure_cpu[] = {{OF("cgroup CPU Pressure (S)", "s"), "some|total=", US}};
static metrics_item pressure_memory[] = {{OF("cgroup Memory Pressure (S)", "s"), "some|total=", US}, {OF("cgroup Full Memory Pressure (S)", "s"), "full|total=", US}};
static metrics_item pressure_io[] = {{OF("cgroup IO Pressure (S)", "s"), "some|total=", US}, {OF("cgroup Full IO Pressure (S)", "s"), "full|total=", US}};
static metrics_source pressure[] = {METRICS_SOURCE(pressure_at.folder, "cpu.pressure", pressure_cpu), METRICS_SOURCE(pressure_at.folder, "memory.pressure", pressure_memory),
                                    METRICS_SOURCE(pressure_at.folder, "io.pressure", pressure_io)};
enum { PRESSURES = sizeof pressure / sizeof *pressure };

static metrics_track memory_limit = OF("cgroup Memory Limit (S)", "MB"), cpu_limit = OF("cgroup CPU Limit (S)", "CPUs");
static metrics_file limit_v2 = METRICS_FILE(memory_at.folder, "memory.max"), limit_v1 = METRICS_FILE(memory_at.folder, "memory.limit_in_bytes"),
                    max_v2 = METRICS_FILE(cpu_at.folder, "cpu.max"), quota_v1 = METRICS_FILE(cpu_at.folder, "cpu.cfs_quota_us"),
                    period_v1 = METRICS_FILE(cpu_at.folder, "cpu.cfs_period_us"), membership = METRICS_FILE("/proc/self", "cgroup");
static metrics_file *const limit_file[] = {&limit_v2, &limit_v1, &max_v2, &quota_v1, &period_v1, &membership};
enum { LIMIT_FILES = sizeof limit_file / sizeof *limit_file };

/* ---- limits ---- */

static bool memory_limited(int64_t now, double *bytes) {
  return metrics_file_number(memory_at.v2 ? &limit_v2 : &limit_v1, now, bytes) && *bytes < NO_LIMIT;
}

/* v2: "QUOTA PERIOD", or "max PERIOD"; v1: -1 for none. */
static bool cpu_limited(int64_t now, double *cpus) {
  char text[64];
  double quota, period;
  bool known = metrics_file_read(cpu_at.v2 ? &max_v2 : &quota_v1, now, text, sizeof text) && metrics_number(text, NULL, &quota);
  if (known && cpu_at.v2) {
    const char *second = strchr(text, ' ');
    known = second && metrics_number(second, NULL, &period);
  } else if (known) {
    known = metrics_file_number(&period_v1, now, &period);
  }
  if (!known || quota <= 0 || period <= 0)
    return false;
  *cpus = quota / period;
  return true;
}

static void limit_files_close(void) {
  for (int i = 0; i < LIMIT_FILES; i++)
    if (limit_file[i] != &membership)
      metrics_file_close(limit_file[i]), limit_file[i]->again_ns = 0;
}

/* Of the group at the place and those around it: the one with the lowest limit. */
static void lowest_find(metrics_place *at, bool (*limited)(int64_t now, double *value), int64_t now) {
  metrics_place lowest = *at;
  double least = 0, value;
  bool any = false, more = at->folder[0];
  while (more) {
    limit_files_close();
    if (limited(now, &value) && (!any || value < least)) {
      any = true;
      least = value;
      lowest = *at;
    }
    more = metrics_group_outward(at);
  }
  limit_files_close();
  *at = lowest;
}

static void source_close(metrics_source *s) {
  metrics_file_close(&s->file);
  s->file.again_ns = 0;
}

static void groups_find(int64_t now) {
  for (int i = 0; i < ROUND; i++)
    source_close(&each_round[i]);
  for (int i = 0; i < PRESSURES; i++)
    source_close(&pressure[i]);
  metrics_group_find("memory", &memory_at);
  lowest_find(&memory_at, memory_limited, now);
  metrics_group_find("cpu", &cpu_at);
  lowest_find(&cpu_at, cpu_limited, now);
  metrics_group_find("cpuacct", &time_at);
  metrics_group_find("", &pressure_at);
}

/* ---- rounds ---- */

static char member_of[2048]; /* the last text of /proc/self/cgroup */
static size_t member_bytes;

static void second_round(int64_t now) {
  char text[sizeof member_of];
  double value;
  size_t n = metrics_file_read(&membership, now, text, sizeof text);
  if (n && (n != member_bytes || memcmp(text, member_of, n))) {
    memcpy(member_of, text, n);
    member_bytes = n;
    groups_find(now);
  }
  if (memory_at.folder[0] && memory_limited(now, &value))
    metrics_write(&memory_limit, value * METRICS_MB);
  if (cpu_at.folder[0] && cpu_limited(now, &value))
    metrics_write(&cpu_limit, value);
  for (int i = 0; pressure_at.folder[0] && i < PRESSURES; i++)
    metrics_source_read(&pressure[i], now);
}

static void group_round(int64_t now, bool second) {
  if (second)
    second_round(now);
  for (int i = 0; i < ROUND; i++)
    if (of_round[i].at->folder[0] && of_round[i].at->v2 == of_round[i].v2)
      metrics_source_read(&each_round[i], now);
}

static void group_forked(void) {
  metrics_sources_forked(each_round, ROUND);
  metrics_sources_forked(pressure, PRESSURES);
  for (int i = 0; i < LIMIT_FILES; i++)
    metrics_file_forked(limit_file[i]);
  member_bytes = 0;
}
METRICS_PART(group) = {.order = 2, .round = group_round, .forked = group_forked};
