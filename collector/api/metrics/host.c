/* The host: frequencies of the CPUs that COLLECT_METRICS_CPUS names, and bytes of network interfaces and InfiniBand ports. Which there are is looked up when
** the recording begins. Never /proc/cpuinfo: that asks all CPUs. */
#include "core.h"
#include "metrics.h"
#include "rank.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

COLLECT_SETTING(metrics_cpus) = {.name = "COLLECT_METRICS_CPUS", .fallback = "", .order = 26, .parse = collect_ranges_parse,
                                 .expected = "a list of numbers and ranges, like 0,8-11",
                                 .help = "CPUs whose frequencies are metrics, like 0,8-11"};

/* A file with one number, and its track. */
typedef struct measure {
  char folder[160], name[96];
  metrics_file file;
  metrics_track track;
  double scale, last;
  bool moves; /* the number was another one at the last reading; else it is read each second: most interfaces of a host are idle */
} measure;
static measure *measures;
static int count;
static bool searched;

/* The place for a further one, with its folder and name still to be written. NULL: there are MOST. */
static measure *next(void) { return count < MOST ? &measures[count] : NULL; }

static void add(measure *m, const char *file, const char *unit, double scale) {
  m->file = (metrics_file)METRICS_FILE(m->folder, file);
  m->track = (metrics_track){.name = m->name, .unit = unit, .owner = METRICS_OF_HOST};
  m->scale = scale;
  m->moves = true;
  count++;
}

static void cpus_find(void) {
  const char *list = collect_text(&collect_metrics_cpus_setting);
  long first, last;
  while (*list && collect_range_take(&list, &first, &last))
    for (measure *m; first <= last && (m = next()); first++) {
      snprintf(m->folder, sizeof m->folder, "/sys/devices/system/cpu/cpu%ld/cpufreq", first);
      snprintf(m->name, sizeof m->name, "CPU Frequency [%ld] (S)", first);
      add(m, "scaling_cur_freq", "MHz", 1e-3);
    }
}

/* Bytes in both directions. `of` is what the tracks begin with. */
static void bytes_add(const char *folder, const char *of, const char *received, const char *sent, double scale) {
  for (int i = 0; i < 2; i++) {
    measure *m = next();
    int n = m ? snprintf(m->folder, sizeof m->folder, "%s", folder) : -1;
    if (n < 0 || (size_t)n >= sizeof m->folder)
      return;
    snprintf(m->name, sizeof m->name, "%s %s (S)", of, i ? "Sent" : "Received");
    add(m, i ? sent : received, "MB", scale);
  }
}

static bool interface_met(const char *name, void *arg) {
  char folder[160], of[64];
  (void)arg;
  if (name[0] == '.' || !strcmp(name, "lo"))
    return true;
  int n = snprintf(folder, sizeof folder, "/sys/class/net/%s/statistics", name), k = snprintf(of, sizeof of, "Network [%s]", name);
  if (n > 0 && (size_t)n < sizeof folder && k > 0 && (size_t)k < sizeof of)
    bytes_add(folder, of, "rx_bytes", "tx_bytes", METRICS_MB);
  return next();
}

/* The kernel counts units of 4 bytes. */
static bool port_met(const char *name, void *arg) {
  char folder[160], of[64];
  if (name[0] == '.')
    return true;
  int n = snprintf(folder, sizeof folder, "/sys/class/infiniband/%s/ports/%s/counters", (const char *)arg, name),
      k = snprintf(of, sizeof of, "InfiniBand [%s:%s]", (const char *)arg, name);
  if (n > 0 && (size_t)n < sizeof folder && k > 0 && (size_t)k < sizeof of)
    bytes_add(folder, of, "port_rcv_data", "port_xmit_data", 4 * METRICS_MB);
  return next();
}

static bool adapter_met(const char *name, void *arg) {
  char folder[160], adapter[64];
  (void)arg;
  int n = snprintf(folder, sizeof folder, "/sys/class/infiniband/%s/ports", name), k = snprintf(adapter, sizeof adapter, "%s", name);
  if (name[0] != '.' && n > 0 && (size_t)n < sizeof folder && k > 0 && (size_t)k < sizeof adapter)
    metrics_folder_each(folder, port_met, adapter);
  return next();
}

static void measure_round(measure *m, int64_t now, bool second) {
  double v;
  if ((!second && !m->moves) || !metrics_file_number(&m->file, now, &v))
    return;
  m->moves = v != m->last;
  m->last = v;
  metrics_write(&m->track, v * m->scale);
}

static void host_round(int64_t now, bool second) {
  if (!searched && (measures || (measures = collect_memory_grow(NULL, 0, MOST * sizeof *measures)))) {
    cpus_find();
    metrics_folder_each("/sys/class/infiniband", adapter_met, NULL);
    metrics_folder_each("/sys/class/net", interface_met, NULL);
  }
  searched = true;
  for (int i = 0; i < count; i++)
    measure_round(&measures[i], now, second);
}

static void host_forked(void) {
  measures = NULL; /* the parent's writer may have been using it at the fork */
  count = 0;
  searched = false;
}
METRICS_PART(host) = {.order = 4, .round = host_round, .forked = host_forked};
