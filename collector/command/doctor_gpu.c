/* The driver, the GPUs, whether the user may use them, ROCm, and counters. */
#include "counter_known.h"
#include "doctor.h"
#include "gpu.h"
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- whether the GPUs may be used ---- */

/* The name of a group, or its number if it has no name. Reads the file, since the C library's functions may load other modules.
** The caller frees it. */
static char *group_name(gid_t gid) {
  char *text = collect_file_read("/etc/group", 1 << 20), *found = NULL;
  for (const char *line = text; line && *line && !found; line += strcspn(line, "\n"), line += *line != 0) {
    const char *colon = memchr(line, ':', strcspn(line, "\n")), *second = colon ? strchr(colon + 1, ':') : NULL;
    if (second && strtoul(second + 1, NULL, 10) == gid && second[1] >= '0' && second[1] <= '9')
      found = collect_printed("%.*s", (int)(colon - line), line);
  }
  free(text);
  return found ? found : collect_printed("%ld", (long)gid);
}

/* Reports on a device that must be readable and writable. True: it is. */
static bool device_look(collect_diagnosis *d, const char *path) {
  struct stat st;
  char *place = collect_machine_path(path);
  bool there = !stat(place, &st), usable = there && !access(place, R_OK | W_OK);
  if (usable) {
    collect_found(d, COLLECT_GOOD, NULL, "%s can be used", path);
  } else if (there) {
    char *group = group_name(st.st_gid),
         *advice = collect_printed("sudo usermod -aG %s $USER, then log in again (in a container: --group-add %s)", group, group);
    collect_found(d, COLLECT_TROUBLE, advice, "%s cannot be used by you: it belongs to the group %s", path, group);
    free(advice);
    free(group);
  } else {
    collect_found(d, COLLECT_TROUBLE, "in a container: run it with --device /dev/kfd --device /dev/dri", "%s does not exist, although the driver has GPUs",
                  path);
  }
  free(place);
  return usable;
}

static bool exists(const char *path) {
  char *place = collect_machine_path(path);
  bool there = !access(place, F_OK);
  free(place);
  return there;
}

static void driver_look(collect_diagnosis *d) {
  char *path = collect_machine_path("/sys/module/amdgpu/version"), *version = collect_file_read(path, 256);
  if (version)
    version[strcspn(version, "\n")] = 0;
  if (exists("/sys/module/amdgpu"))
    collect_found(d, COLLECT_GOOD, NULL, "the driver amdgpu is loaded%s%s", version && *version ? ", version " : " (the kernel's own)", version ? version : "");
  else if (exists("/sys/class/kfd"))
    collect_found(d, COLLECT_GOOD, NULL, "the kernel has the driver amdgpu built in");
  else
    collect_found(d, COLLECT_NOTE, "to use a GPU, load the driver: sudo modprobe amdgpu; without one, calls are still recorded",
                  "the driver amdgpu is not loaded: programs find no GPU here");
  free(version);
  free(path);
}

static void gpus_look(collect_diagnosis *d, const collect_gpus *gpus) {
  if (!gpus->count) {
    if (exists("/sys/class/kfd"))
      collect_found(d, COLLECT_NOTE, "in a container or a batch job, request a GPU", "the driver shows no GPU here");
    return;
  }
  for (size_t i = 0; i < gpus->count; i++) {
    const collect_gpu *g = &gpus->gpu[i];
    collect_found(d, COLLECT_GOOD, NULL, "GPU %zu: %s, %u SIMDs (node %d)", i, g->gfx, g->simds, g->node);
  }
  bool usable = device_look(d, "/dev/kfd");
  for (size_t i = 0; i < gpus->count && usable; i++) {
    char *path = collect_printed("/dev/dri/renderD%d", gpus->gpu[i].render_minor);
    if (gpus->gpu[i].render_minor >= 0)
      usable = device_look(d, path);
    free(path);
  }
  static const char *const hiding[] = {"ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"};
  for (size_t i = 0; i < sizeof hiding / sizeof *hiding; i++)
    if (getenv(hiding[i]))
      collect_found(d, COLLECT_NOTE, NULL, "programs see only some of them: %s=%s", hiding[i], getenv(hiding[i]));
}

/* ---- ROCm ---- */

static void rocm_look(collect_diagnosis *d) {
  static const char *const hip[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so.4"};
  glob_t found;
  bool any = false;
  const char *by;
  char *pattern = collect_machine_path("/opt/rocm*/.info/version");
  if (!glob(pattern, 0, NULL, &found)) {
    for (size_t i = 0; i < found.gl_pathc; i++) {
      char *version = collect_file_read(found.gl_pathv[i], 256), *end = strstr(found.gl_pathv[i], "/.info/");
      if (version && end)
        collect_found(d, COLLECT_GOOD, NULL, "ROCm %.*s: %.*s", (int)strcspn(version, "\n"), version, (int)(end - found.gl_pathv[i]), found.gl_pathv[i]);
      any = any || version;
      free(version);
    }
    globfree(&found);
  }
  free(pattern);
  for (size_t i = 0; i < sizeof hip / sizeof *hip; i++) {
    char *path = collect_library_find(hip[i], NULL, NULL, NULL, &by);
    if (path)
      collect_found(d, COLLECT_GOOD, NULL, "HIP: %s", path);
    any = any || path;
    free(path);
  }
  if (!any)
    collect_found(d, COLLECT_NOTE, "install ROCm, unless the program brings its own, as PyTorch does (rocpd doctor PROGRAM tells)",
                  "no ROCm in /opt/rocm*, and the loader finds no HIP");
}

/* ---- counters ---- */

static void counters_look(collect_diagnosis *d, const collect_gpus *gpus) {
  static const char *const names[] = {"libhsa-amd-aqlprofile64.so.1", "libhsa-amd-aqlprofile64.so"};
  const char *by;
  char *library = collect_library_find(names[0], NULL, NULL, NULL, &by);
  if (!library)
    library = collect_library_find(names[1], NULL, NULL, NULL, &by);
  const char *asked = getenv("COLLECT_COUNTERS");
  for (size_t i = 0; i < gpus->count; i++) {
    size_t n = collect_counter_count(collect_counter_column(gpus->gpu[i].gfx));
    bool first = true;
    for (size_t k = 0; k < i; k++)
      first = first && strcmp(gpus->gpu[k].gfx, gpus->gpu[i].gfx);
    if (first && n)
      collect_found(d, COLLECT_GOOD, NULL, "%s: %zu counters are known by name, all others as BLOCK:EVENT (rocpd help counters)", gpus->gpu[i].gfx, n);
    else if (first)
      collect_found(d, COLLECT_NOTE, "name counters as BLOCK:EVENT (rocpd help counters)", "%s: no counter is known by name", gpus->gpu[i].gfx);
  }
  if (library)
    collect_found(d, COLLECT_GOOD, NULL, "counters can be read: %s", library);
  else
    collect_found(d, asked && *asked ? COLLECT_TROUBLE : COLLECT_NOTE, "install ROCm's package hsa-amd-aqlprofile, or add its folder to LD_LIBRARY_PATH",
                  "counters of kernels cannot be read: %s is not found", names[0]);
  free(library);
}

void collect_doctor_gpu(collect_diagnosis *d) {
  collect_gpus gpus;
  collect_gpus_find(&gpus);
  collect_part_begin(d, "GPUs");
  driver_look(d);
  gpus_look(d, &gpus);
  rocm_look(d);
  counters_look(d, &gpus);
}
