/* What a file's header says of the process: host, command line, environment variables, and the run that it belongs to. */
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "core.h"
#include "launcher.h"
#include "mask.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define VALUE_MAX 1024 /* bytes of a variable that are kept; `rocpd help settings` states it */

/* What launchers also tell a process, beside its rank (launcher.h). */
static const char *const job_variables[] = {
  "WORLD_SIZE", "LOCAL_WORLD_SIZE", "GROUP_RANK", "TORCHELASTIC_RUN_ID", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_SIZE",
  "OMPI_MCA_ess_base_jobid", "PMI_SIZE", "PMIX_NAMESPACE", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_SIZE",
  "PALS_LOCAL_RANKID", "PALS_APID", "SLURM_LOCALID", "SLURM_NTASKS", "SLURM_NODEID", "SLURM_JOB_ID", "SLURM_STEP_ID", "FLUX_TASK_LOCAL_ID",
  "FLUX_JOB_ID", "JSM_NAMESPACE_LOCAL_RANK", "LSB_JOBID", "PBS_JOBID",
};
/* Beginnings of variables that affect how a GPU program runs; whole names end in '='. */
static const char *const variables[] = {
  "HIP_", "HSA_", "HCC_", "ROCR_", "ROCM_", "AMD_", "GPU_", "NCCL_", "RCCL_", "MIOPEN_", "ROCBLAS_", "HIPBLASLT_", "TENSILE_", "PYTORCH_", "OMP_",
  "RTG_", "COLLECT_", "CUDA_VISIBLE_DEVICES=", "LD_LIBRARY_PATH=", "LD_PRELOAD=",
};
/* Those of job_variables that identify the whole job. */
static const char *const run_variables[] = {
  "TORCHELASTIC_RUN_ID", "PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PALS_APID", "SLURM_JOB_ID", "SLURM_STEP_ID",
  "FLUX_JOB_ID", "LSB_JOBID", "PBS_JOBID",
};

/* Reads up to size-1 bytes of a file, and appends a NUL. */
static size_t read_file(const char *path, char *text, size_t size) {
  int fd = collect_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  size_t n = 0;
  while (fd >= 0 && n < size - 1) {
    ssize_t got = collect_sys_read(fd, text + n, size - 1 - n);
    if (got <= 0)
      break;
    n += (size_t)got;
  }
  if (fd >= 0)
    collect_sys_close(fd);
  text[n] = 0;
  return n;
}

typedef struct writer { char *text; size_t used, size; } writer;

static void put(writer *w, const char *prefix, const char *key, const char *value) {
  size_t a = strlen(prefix), b = strlen(key), c = strlen(value);
  if (!c || w->used + a + b + c + 2 > w->size)
    return;
  char *p = w->text + w->used;
  memcpy(p, prefix, a);
  memcpy(p + a, key, b);
  p[a + b] = '=';
  memcpy(p + a + b + 1, value, c + 1);
  w->used += a + b + c + 2;
}

static void put_machine(writer *w) {
  char text[64];
  struct utsname u;
  if (uname(&u) == 0) {
    put(w, "", "host", u.nodename);
    put(w, "", "system", u.sysname);
    put(w, "", "release", u.release);
    put(w, "", "version", u.version);
  }
  size_t n = read_file("/etc/machine-id", text, sizeof text);
  text[n ? strcspn(text, "\n") : 0] = 0;
  put(w, "", "machine_id", text);
}

static char item[32 << 10];

static void put_command(writer *w) {
  static char arguments[32 << 10];
  size_t n = read_file("/proc/self/cmdline", arguments, sizeof arguments);
  while (n && !arguments[n - 1])
    n--;
  collect_mask_command(arguments, n ? n + 1 : 0, item, sizeof item);
  put(w, "", "command", item);
}

static bool is_listed(const char *variable, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strncmp(variable, list[i], strlen(list[i])))
      return true;
  return false;
}

/* Adds an environment variable, "NAME=value". */
static void put_variable(writer *w, const char *variable) {
  char name[64];
  size_t n = strcspn(variable, "=");
  if (n >= sizeof name || !variable[n])
    return;
  memcpy(name, variable, n);
  name[n] = 0;
  collect_mask_variable(name, n, variable + n + 1, item, VALUE_MAX + 1);
  put(w, "env.", name, item);
}

static bool is_named(const char *variable, const char *name) {
  size_t n = strlen(name);
  return !strncmp(variable, name, n) && variable[n] == '=';
}

static bool is_of_launcher(const char *variable) {
  for (const char *const *name = rocz_rank_variables; *name; name++)
    if (is_named(variable, *name))
      return true;
  for (size_t i = 0; i < sizeof job_variables / sizeof job_variables[0]; i++)
    if (is_named(variable, job_variables[i]))
      return true;
  return false;
}

/* Variables of launchers come first: without them a reader does not know which process of the job this was. */
static void put_environment(writer *w, bool ranks) {
  for (char **v = environ; v && *v; v++)
    if (is_of_launcher(*v) ? ranks : !ranks && is_listed(*v, variables, sizeof variables / sizeof variables[0]))
      put_variable(w, *v);
}

/* Adds the id in the form in which readers show it. */
static void put_parent(writer *w, const uint8_t id[16]) {
  static const uint8_t none[16];
  char text[40];
  size_t n = 0;
  for (int i = 0; i < 16; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", id[i]);
  if (memcmp(id, none, sizeof none))
    put(w, "", "parent", text);
}

uint32_t collect_props(char *text, size_t size, bool keeps_newest, const uint8_t parent[16]) {
  writer w = {text, 0, size};
  put_machine(&w);
  ssize_t length = readlink("/proc/self/exe", item, sizeof item - 1);
  item[length > 0 ? length : 0] = 0;
  put(&w, "", "exe", item);
  if (getcwd(item, sizeof item))
    put(&w, "", "cwd", item);
  put_parent(&w, parent);
  put(&w, "", "keep", keeps_newest ? "newest" : "");
  put_environment(&w, true);
  put_command(&w); /* cut to fit if it is long, not left out */
  put_environment(&w, false);
  return (uint32_t)w.used;
}

/* Identifies the job by the launcher's variables, as text. Returns its size; 0: there is no launcher. */
static size_t launched_by(char *text, size_t size) {
  size_t n = 0;
  for (size_t i = 0; i < sizeof run_variables / sizeof run_variables[0]; i++) {
    const char *value = getenv(run_variables[i]);
    if (value && *value && n + strlen(value) + strlen(run_variables[i]) + 3 < size)
      n += (size_t)snprintf(text + n, size - n, "%s=%s\n", run_variables[i], value);
  }
  return n;
}

/* Identifies the session by boot, number, and its leader's start time, which tells it from later sessions with the same number. */
static size_t session_of(char *text, size_t size) {
  char path[64], stat[1024];
  size_t n = read_file("/proc/sys/kernel/random/boot_id", text, 64);
  pid_t session = getsid(0);
  snprintf(path, sizeof path, "/proc/%d/stat", (int)session);
  read_file(path, stat, sizeof stat);
  const char *after = strrchr(stat, ')');
  unsigned long long start = 0;
  if (after)
    sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &start);
  return n + (size_t)snprintf(text + n, size - n, " %d %llu", (int)session, start);
}

static char identity[4096];

static void identity_hash(size_t n, uint8_t id[16]) {
  XXH128_hash_t h = XXH3_128bits(identity, n);
  memcpy(id, &h, 16);
}

void collect_run_id(uint8_t id[16]) {
  size_t n = launched_by(identity, sizeof identity);
  identity_hash(n ? n : session_of(identity, sizeof identity), id);
}

/* A shell gives each command line a process group of its own. */
void collect_job_id(uint8_t id[16]) {
  size_t n = launched_by(identity, sizeof identity);
  if (!n) {
    n = session_of(identity, sizeof identity);
    n += (size_t)snprintf(identity + n, sizeof identity - n, " %d", (int)getpgrp());
  }
  identity_hash(n, id);
}
