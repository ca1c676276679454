/* GPUs, by files of amdgpu in /sys/class/drm/cardN/device: gpu_metrics, and what it does not say by text files and hwmon.
**
** A GPU that is suspended is left alone: reading would wake it. power/runtime_status tells, without waking it. Never read: pcie_bw, which takes a second. */
#include "core.h"
#include "device.h"
#include "gpu_metrics.h"
#include "metrics.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CARDS = 128, GPUS = 64 }; /* eight GPUs of eight partitions are 64 */

/* Values and how else they are known: a file of the card, or one of its hwmon with a label. */
enum { VRAM = GPU_VALUES, GTT, LIMITED_POWER, LIMITED_CURRENT, LIMITED_TEMPERATURE, LIMITED_OTHER, OWN_MEMORY, OWN_SDMA, VALUES };
static const struct value { const char *name, *unit, *file; double scale; const char *label; } values[VALUES] = {
    [GPU_GFX_BUSY] = {"GPU GFX Busy [%d] (S)", "%", "gpu_busy_percent", 1, NULL},
    [GPU_MEMORY_BUSY] = {"GPU UMC Busy [%d] (S)", "%", "mem_busy_percent", 1, NULL},
    [GPU_MEDIA_BUSY] = {"GPU MM Busy [%d] (S)", "%", "vcn_busy_percent", 1, NULL},
    [GPU_EDGE] = {"GPU Edge Temperature [%d] (S)", "deg C", "temp%d_input", 1e-3, "edge"},
    [GPU_HOTSPOT] = {"GPU Temperature [%d] (S)", "deg C", "temp%d_input", 1e-3, "junction"},
    [GPU_MEMORY_TEMPERATURE] = {"GPU Memory Temperature [%d] (S)", "deg C", "temp%d_input", 1e-3, "mem"},
    [GPU_POWER] = {"GPU Current Power [%d] (S)", "W", "power1_average", 1e-6, ""},
    [GPU_ENERGY] = {"GPU Energy [%d] (S)", "J", NULL, 0, NULL},
    [GPU_GFX_CLOCK] = {"GPU GFX Clock [%d] (S)", "MHz", "freq%d_input", 1e-6, "sclk"},
    [GPU_MEMORY_CLOCK] = {"GPU Memory Clock [%d] (S)", "MHz", "freq%d_input", 1e-6, "mclk"},
    [GPU_FAN] = {"GPU Fan Speed [%d] (S)", "RPM", "fan1_input", 1, ""},
    [GPU_PCIE_WIDTH] = {"GPU PCIe Link Width [%d] (S)", "lanes", NULL, 0, NULL}, [GPU_PCIE_SPEED] = {"GPU PCIe Link Speed [%d] (S)", "GT/s", NULL, 0, NULL},
    [GPU_PCIE_BANDWIDTH] = {"GPU PCIe Bandwidth [%d] (S)", "GB/s", NULL, 0, NULL},
    [GPU_XGMI_WIDTH] = {"GPU XGMI Link Width [%d] (S)", "lanes", NULL, 0, NULL}, [GPU_XGMI_SPEED] = {"GPU XGMI Link Speed [%d] (S)", "Gbit/s", NULL, 0, NULL},
    [GPU_XGMI_READ] = {"GPU XGMI Read [%d] (S)", "MB", NULL, 0, NULL}, [GPU_XGMI_WRITTEN] = {"GPU XGMI Written [%d] (S)", "MB", NULL, 0, NULL},
    [GPU_THROTTLE_PROCHOT] = {"GPU Throttle PROCHOT [%d] (S)", "%", NULL, 0, NULL}, [GPU_THROTTLE_POWER] = {"GPU Throttle PPT [%d] (S)", "%", NULL, 0, NULL},
    [GPU_THROTTLE_SOCKET] = {"GPU Throttle Socket Temperature [%d] (S)", "%", NULL, 0, NULL},
    [GPU_THROTTLE_VR] = {"GPU Throttle VR Temperature [%d] (S)", "%", NULL, 0, NULL},
    [GPU_THROTTLE_HBM] = {"GPU Throttle HBM Temperature [%d] (S)", "%", NULL, 0, NULL},
    [LIMITED_POWER] = {"GPU Throttle Power [%d] (S)", "%", NULL, 0, NULL}, [LIMITED_CURRENT] = {"GPU Throttle Current [%d] (S)", "%", NULL, 0, NULL},
    [LIMITED_TEMPERATURE] = {"GPU Throttle Temperature [%d] (S)", "%", NULL, 0, NULL}, [LIMITED_OTHER] = {"GPU Throttle Other [%d] (S)", "%", NULL, 0, NULL},
    [OWN_MEMORY] = {"GPU Process Memory [%d] (S)", "MB", NULL, METRICS_MB, NULL},
    [OWN_SDMA] = {"GPU Process SDMA Time [%d] (S)", "s", NULL, 1e-6, NULL},
    [VRAM] = {"GPU Memory Usage [%d] (S)", "MB", "mem_info_vram_used", METRICS_MB, NULL},
    [GTT] = {"GPU GTT Usage [%d] (S)", "MB", "mem_info_gtt_used", METRICS_MB, NULL}};

/* Engines have rows when their number changes, and each second: a partitioned GPU has hundreds of them, most of them idle. */
typedef struct gpu_engine_track {
  metrics_track track;
  char name[56]; /* "": not met yet */
  float busy;
} gpu_engine_track;

typedef struct gpu {
  char folder[48], hwmon[128]; /* hwmon "": it has none */
  char own[48];                /* folder of the process in KFD's */
  uint32_t domain, place;     /* its PCI address, as agents have it */
  bool prepared, of_agent;
  int64_t agent_id;           /* of_agent */
  bool not_understood;        /* its gpu_metrics */
  metrics_file status, blob, file[VALUES];
  char file_name[VALUES][24], name[VALUES][48];
  metrics_track track[VALUES];
  uint32_t counted; /* bits of the reasons whose total is known; */
  double count, total[GPU_VALUES];
  gpu_engine_track engine[GPU_ENGINES];
} gpu;
static gpu *gpus;
static int gpu_count;
static bool searched;
static uint64_t not_understood;
static char not_understood_text[128];

/* ---- which there are ---- */

/* Reads the driver and the PCI address. The folder of the card is known. */
static bool is_amdgpu(gpu *g) {
  char text[1024];
  unsigned domain, bus, slot, function;
  if (!metrics_file_read_once(g->folder, "uevent", 0, text, sizeof text) || (strncmp(text, "DRIVER=amdgpu\n", 14) && !strstr(text, "\nDRIVER=amdgpu\n")))
    return false;
  const char *address = strstr(text, "PCI_SLOT_NAME=");
  bool known = address && sscanf(address + strlen("PCI_SLOT_NAME="), "%x:%x:%x.%x", &domain, &bus, &slot, &function) == 4;
  g->domain = known ? domain : UINT32_MAX;
  g->place = known ? bus << 8 | slot << 3 | function : UINT32_MAX;
  return true;
}

static bool hwmon_met(const char *name, void *arg) {
  gpu *g = arg;
  if (strncmp(name, "hwmon", 5))
    return true;
  int n = snprintf(g->hwmon, sizeof g->hwmon, "%s/hwmon/%s", g->folder, name);
  if (n < 0 || (size_t)n >= sizeof g->hwmon)
    g->hwmon[0] = 0;
  return false;
}

static void hwmon_find(gpu *g) {
  char folder[64];
  snprintf(folder, sizeof folder, "%s/hwmon", g->folder);
  metrics_folder_each(folder, hwmon_met, g);
}

/* The number of the sensor with this label: temp2_label, for example. 0: there is none. */
static int sensor_find(const gpu *g, const char *input, const char *label) {
  char name[32], text[32];
  for (int i = 1; i <= 8; i++) {
    snprintf(name, sizeof name, "%.4s%d_label", input, i);
    if (metrics_file_read_once(g->hwmon, name, 0, text, sizeof text) && text[strcspn(text, "\n")] == '\n' && !strncmp(text, label, strlen(label)) &&
        text[strlen(label)] == '\n')
      return i;
  }
  return 0;
}

static void value_prepare(gpu *g, int number, int i) {
  const struct value *v = &values[i];
  if (!v->name)
    return;
  snprintf(g->name[i], sizeof g->name[i], v->name, number);
  g->track[i] = (metrics_track){.name = g->name[i], .unit = v->unit, .owner = METRICS_OF_HOST};
  if (!v->file || (v->label && !g->hwmon[0]))
    return;
  int sensor = v->label && *v->label ? sensor_find(g, v->file, v->label) : 1;
  if (!sensor)
    return;
  snprintf(g->file_name[i], sizeof g->file_name[i], v->file, sensor);
  char text[32];
  if (i == GPU_POWER && !metrics_file_read_once(g->hwmon, g->file_name[i], 0, text, sizeof text))
    snprintf(g->file_name[i], sizeof g->file_name[i], "power1_input"); /* newer kernels */
  g->file[i] = (metrics_file)METRICS_FILE(v->label ? g->hwmon : g->folder, g->file_name[i]);
}

/* Whether reading is sure not to wake it. */
static bool is_awake(gpu *g, int64_t now) {
  char text[32];
  size_t n = metrics_file_read(&g->status, now, text, sizeof text);
  return n ? !strncmp(text, "active", 6) || !strncmp(text, "unsupported", 11) : g->status.absent; /* a kernel without power management */
}

static void gpu_add(const gpu *found) {
  gpu *g = &gpus[gpu_count];
  memcpy(g, found, offsetof(gpu, engine)); /* the memory is new, so engines are 0 */
  g->status = (metrics_file)METRICS_FILE(g->folder, "power/runtime_status");
  g->blob = (metrics_file)METRICS_FILE(g->folder, "gpu_metrics");
  hwmon_find(g);
  gpu_count++;
}

static void search(void) {
  static gpu g;
  searched = true;
  if (!gpus && !(gpus = collect_memory_grow(NULL, 0, GPUS * sizeof *gpus)))
    return;
  for (int card = 0; card < CARDS && gpu_count < GPUS; card++) {
    memset(&g, 0, offsetof(gpu, engine));
    snprintf(g.folder, sizeof g.folder, "/sys/class/drm/card%d/device", card);
    if (is_amdgpu(&g))
      gpu_add(&g);
  }
}

/* ---- rounds ---- */

static void owner_set(const gpu *g, metrics_track *t) {
  t->owner = g->of_agent ? METRICS_OF_AGENT : METRICS_OF_HOST;
  t->agent_id = g->agent_id;
}

/* What the process itself uses of the GPU: files of the driver for computing (KFD), which exist once it has opened the GPU. */
static void own_find(gpu *g) {
  char node[64], text[4096], id[32];
  double number, place, domain;
  for (int i = 0; i < CARDS; i++) {
    snprintf(node, sizeof node, "/sys/class/kfd/kfd/topology/nodes/%d", i);
    if (!metrics_file_read_once(node, "gpu_id", 0, id, sizeof id))
      return;
    if (!metrics_number(id, NULL, &number) || number <= 0 || !metrics_file_read_once(node, "properties", 0, text, sizeof text) ||
        !metrics_number(text, "location_id ", &place) || place != g->place || (metrics_number(text, "domain ", &domain) ? domain : 0) != g->domain)
      continue;
    snprintf(g->own, sizeof g->own, "/sys/class/kfd/kfd/proc/%ld", (long)getpid());
    snprintf(g->file_name[OWN_MEMORY], sizeof g->file_name[OWN_MEMORY], "vram_%.0f", number);
    snprintf(g->file_name[OWN_SDMA], sizeof g->file_name[OWN_SDMA], "sdma_%.0f", number);
    for (int k = OWN_MEMORY; k <= OWN_SDMA; k++)
      g->file[k] = (metrics_file)METRICS_FILE(g->own, g->file_name[k]);
    return;
  }
}

/* The agent at the GPU's address, once the program has agents. */
static void agent_find(gpu *g) {
  uint32_t domain, place;
  for (collect_agent *a = NULL; (a = collect_agent_next(a));) {
    if (!collect_agent_is_gpu(a) || !collect_agent_pci(a, &domain, &place) || domain != g->domain || place != g->place)
      continue;
    if (!g->of_agent)
      own_find(g);
    g->agent_id = collect_agent_id(a);
    g->of_agent = true;
    for (int i = 0; i < VALUES; i++)
      owner_set(g, &g->track[i]);
    for (int i = 0; i < GPU_ENGINES; i++)
      owner_set(g, &g->engine[i].track);
    return;
  }
}

static void blob_read(gpu *g, int64_t now, bool second, gpu_metrics *m) {
  static uint8_t bytes[GPU_METRICS_MOST + 1];
  m->known = 0;
  m->engines = 0;
  if (g->not_understood && !second)
    return;
  size_t n = metrics_file_read(&g->blob, now, bytes, sizeof bytes);
  g->not_understood = n && !gpu_metrics_read(bytes, n, m);
  if (!g->not_understood)
    return;
  if (!not_understood++)
    snprintf(not_understood_text, sizeof not_understood_text, "%s/gpu_metrics: revision %d.%d, %zu bytes", g->folder, n < 4 ? 0 : bytes[2], n < 4 ? 0 : bytes[3],
             n);
}

/* The share of the time since the last round in which the firmware throttled for a reason. */
static void throttle_round(gpu *g, const gpu_metrics *m) {
  double looked = gpu_metrics_has(m, GPU_THROTTLE_COUNT) ? m->value[GPU_THROTTLE_COUNT] - g->count : 0;
  for (int i = GPU_THROTTLE_PROCHOT; i <= GPU_THROTTLE_HBM; i++) {
    double did = m->value[i] - g->total[i];
    if (gpu_metrics_has(m, i) && g->counted >> i & 1 && looked > 0 && did >= 0)
      metrics_write(&g->track[i], did < looked ? 100 * did / looked : 100);
    g->total[i] = m->value[i];
  }
  g->counted = gpu_metrics_has(m, GPU_THROTTLE_COUNT) ? m->known : 0;
  g->count = m->value[GPU_THROTTLE_COUNT];
  for (int i = 0; gpu_metrics_has(m, GPU_LIMITS) && i < 4; i++)
    metrics_write(&g->track[LIMITED_POWER + i], (int)m->value[GPU_LIMITS] >> i & 1 ? 100 : 0);
}

static void engine_name(gpu_engine_track *t, int slot, int card) {
  static const char *const kinds[] = {[GPU_GFX_ENGINE] = "GFX Busy", [GPU_VCN_ENGINE] = "VCN Activity", [GPU_JPEG_ENGINE] = "JPEG Activity"};
  int partition, number;
  const char *kind = kinds[gpu_engine_of(slot, &partition, &number)];
  if (partition < 0)
    snprintf(t->name, sizeof t->name, "GPU [%d] %s [%02d] (S)", card, kind, number);
  else
    snprintf(t->name, sizeof t->name, "GPU [%d] %s XCP_%d: [%02d] (S)", card, kind, partition, number);
  t->track = (metrics_track){.name = t->name, .unit = "%"};
  t->busy = -1;
}

static void engines_round(gpu *g, int card, const gpu_metrics *m, bool second) {
  for (int i = 0; i < m->engines; i++) {
    gpu_engine_track *t = &g->engine[m->engine[i].slot];
    if (!t->name[0]) {
      engine_name(t, m->engine[i].slot, card);
      owner_set(g, &t->track);
    }
    if (second || t->busy != m->engine[i].busy)
      metrics_write(&t->track, t->busy = m->engine[i].busy);
  }
}

/* What changes slowly has a file of its own read each second only. */
static bool is_slow(int value) {
  return value == GTT || value == GPU_FAN || value == GPU_EDGE || value == GPU_HOTSPOT || value == GPU_MEMORY_TEMPERATURE;
}

static void gpu_round(gpu *g, int number, int64_t now, bool second) {
  static gpu_metrics m;
  double v;
  if (!is_awake(g, now))
    return;
  for (int i = 0; !g->prepared && i < VALUES; i++) /* the first time that it is awake */
    value_prepare(g, number, i);
  g->prepared = true;
  if (second)
    agent_find(g);
  blob_read(g, now, second, &m);
  throttle_round(g, &m);
  engines_round(g, number, &m, second);
  for (int i = 0; i < VALUES; i++)
    if (i < GPU_LIMITS && gpu_metrics_has(&m, i))
      metrics_write(&g->track[i], m.value[i]);
    else if (g->file[i].name && (second || !is_slow(i)) && metrics_file_number(&g->file[i], now, &v))
      metrics_write(&g->track[i], v * values[i].scale);
}

static void gpus_round(int64_t now, bool second) {
  if (!searched)
    search();
  for (int i = 0; i < gpu_count; i++)
    gpu_round(&gpus[i], i, now, second);
}

static void gpus_health(void) {
  if (not_understood)
    metrics_health("metrics: gpu_metrics not understood", not_understood, not_understood_text);
}

static void gpus_forked(void) {
  gpus = NULL; /* the parent's writer may have been using it at the fork */
  gpu_count = 0;
  searched = false;
  not_understood = 0;
}
METRICS_PART(gpus) = {.order = 10, .round = gpus_round, .forked = gpus_forked, .health = gpus_health};
