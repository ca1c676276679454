/* The process: memory and threads by /proc/self/status, bytes by /proc/self/io, the rest by getrusage. Never smaps: that takes as long as all the rest.
**
** The peak is that of /proc/self/status (VmHWM). getrusage's would include that of the program that executed this one. */
#include "metrics.h"
#include <sys/resource.h>

#define OF(called, in) {.name = called, .unit = in, .owner = METRICS_OF_PROCESS}
#define KB 1.024e-3 /* a kB of the kernel's, in MB */

static metrics_item memory[] = {{OF("CPU Memory Usage (S)", "MB"), "VmRSS:", KB}, {OF("CPU Virtual Memory Usage (S)", "MB"), "VmSize:", KB},
                                {OF("CPU Peak Memory (S)", "MB"), "VmHWM:", KB}, {OF("CPU Threads (S)", NULL), "Threads:", 1}};
static metrics_item bytes[] = {{OF("CPU Storage Read (S)", "MB"), "read_bytes:", METRICS_MB}, {OF("CPU Storage Written (S)", "MB"), "write_bytes:", METRICS_MB},
                               {OF("CPU IO Read (S)", "MB"), "rchar:", METRICS_MB}, {OF("CPU IO Written (S)", "MB"), "wchar:", METRICS_MB}};
static metrics_source source[] = {METRICS_SOURCE("/proc/self", "status", memory), METRICS_SOURCE("/proc/self", "io", bytes)};
enum { SOURCES = sizeof source / sizeof *source };

enum { USER, KERNEL, FAULTS, MAJOR, SWITCHES, INVOLUNTARY, TRACKS };
static metrics_track used[TRACKS] = {
    [USER] = OF("CPU User Time (S)", "s"), [KERNEL] = OF("CPU Kernel Time (S)", "s"), [FAULTS] = OF("CPU Page Faults (S)", NULL),
    [MAJOR] = OF("CPU Major Page Faults (S)", NULL), [SWITCHES] = OF("CPU Context Switches (S)", NULL),
    [INVOLUNTARY] = OF("CPU Involuntary Context Switches (S)", NULL)};

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

static void usage_round(void) {
  struct rusage u;
  if (getrusage(RUSAGE_SELF, &u))
    return;
  const double value[TRACKS] = {[USER] = seconds(u.ru_utime), [KERNEL] = seconds(u.ru_stime), [FAULTS] = (double)(u.ru_minflt + u.ru_majflt),
                                [MAJOR] = (double)u.ru_majflt, [SWITCHES] = (double)(u.ru_nvcsw + u.ru_nivcsw), [INVOLUNTARY] = (double)u.ru_nivcsw};
  for (int i = 0; i < TRACKS; i++)
    metrics_write(&used[i], value[i]);
}

static void process_round(int64_t now, bool second) {
  (void)second;
  for (int i = 0; i < SOURCES; i++)
    metrics_source_read(&source[i], now);
  usage_round();
}

static void process_forked(void) { metrics_sources_forked(source, SOURCES); }
METRICS_PART(process) = {.order = 1, .round = process_round, .forked = process_forked};
