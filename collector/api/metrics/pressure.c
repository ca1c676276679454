/* Pressure: for how long some of the host's threads, or all of them, waited for CPUs, memory or I/O (/proc/pressure, Linux 4.20 and later). The kernel
** adds the times up; averages follow from two rows. */
#include "metrics.h"

#define US 1e-6 /* in s */
#define HOST(called) {.name = called, .unit = "s", .owner = METRICS_OF_HOST}
static metrics_item cpu[] = {{HOST("Host CPU Pressure (S)"), "some|total=", US}};
static metrics_item memory[] = {{HOST("Host Memory Pressure (S)"), "some|total=", US}, {HOST("Host Full Memory Pressure (S)"), "full|total=", US}};
static metrics_item io[] = {{HOST("Host IO Pressure (S)"), "some|total=", US}, {HOST("Host Full IO Pressure (S)"), "full|total=", US}};
static metrics_source host[] = {METRICS_SOURCE("/proc/pressure", "cpu", cpu), METRICS_SOURCE("/proc/pressure", "memory", memory),
                                METRICS_SOURCE("/proc/pressure", "io", io)};
enum { SOURCES = sizeof host / sizeof *host };

static void pressure_round(int64_t now, bool second) {
  for (int i = 0; second && i < SOURCES; i++)
    metrics_source_read(&host[i], now);
}

static void pressure_forked(void) { metrics_sources_forked(host, SOURCES); }
METRICS_PART(pressure) = {.order = 3, .round = pressure_round, .forked = pressure_forked};
