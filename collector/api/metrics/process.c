/* The process: memory by /proc/self/statm, bytes by /proc/self/io, faults, switches and CPU time by getrusage; each second, peak and threads by
** /proc/self/status, which takes as long as all of these. Never smaps, which takes many times that.
**
** The peak is that of /proc/self/status (VmHWM). getrusage's would include that of the program that executed this one. */
#include "metrics.h"
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define OF(called, in) {.name = called, .unit = in, .owner = METRICS_OF_PROCESS}
#define KB 1.024e-3 /* a kB of the kernel's, in MB */

static metrics_item status[] = {{OF("CPU Peak Memory (S)", "MB"), "VmHWM:", KB}, {OF("CPU Threads (S)", NULL), "Threads:", 1}};
static metrics_item bytes[] = {{OF("CPU Storage Read (S)", "MB"), "read_bytes:", METRICS_MB}, {OF("CPU Storage Written (S)", "MB"), "write_bytes:", METRICS_MB},
                               {OF("CPU IO Read (S)", "MB"), "rchar:", METRICS_MB}, {OF("CPU IO Written (S)", "MB"), "wchar:", METRICS_MB}};
static metrics_source source[] = {METRICS_SOURCE("/proc/self", "io", bytes), METRICS_SOURCE("/proc/self", "status", status)};
enum { IO, STATUS, SOURCES };
static metrics_file memory = METRICS_FILE("/proc/self", "statm");
static metrics_track resident = OF("CPU Memory Usage (S)", "MB"), mapped = OF("CPU Virtual Memory Usage (S)", "MB");

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

/* "MAPPED RESIDENT ...", in pages */
static void memory_round(int64_t now) {
  char text[128];
  double pages;
  if (!metrics_file_read(&memory, now, text, sizeof text))
    return;
  const char *second = strchr(text, ' ');
  double mb = (double)sysconf(_SC_PAGESIZE) * METRICS_MB;
  if (metrics_number(text, NULL, &pages))
    metrics_write(&mapped, pages * mb);
  if (second && metrics_number(second, NULL, &pages))
    metrics_write(&resident, pages * mb);
}

static void process_round(int64_t now, bool second) {
  memory_round(now);
  usage_round();
  metrics_source_read(&source[IO], now);
  if (second)
    metrics_source_read(&source[STATUS], now);
}

static void process_forked(void) {
  metrics_sources_forked(source, SOURCES);
  metrics_file_forked(&memory);
}
METRICS_PART(process) = {.order = 1, .round = process_round, .forked = process_forked};
