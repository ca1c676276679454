/* The variables of rtg_tracer (2021 and 2025), as values of our own settings. A setting of ours that is set wins.
**
** A value is true if its first character is T, t, Y, y or a digit other than 0. Their filters are lists of parts of names, as
** ours are. An empty filter for HIP turns HIP off; HSA is on only if it has a filter. HIP's filters do not apply to functions
** that launch kernels. */
#include "rtg.h"
#include "setting.h"
#include <stdio.h>
#include <string.h>

#define ROW(id, variable, what) COLLECT_SETTING(rtg_##id) = {.name = variable, .fallback = "", .order = 200, .help = "rtg_tracer's: " what}
ROW(verbose, "RTG_VERBOSE", "COLLECT_HELP");
ROW(filename, "RTG_FILENAME", "COLLECT_OUTPUT");
ROW(file_prefix, "RTG_FILE_PREFIX", "COLLECT_OUTPUT");
ROW(hip_args, "RTG_HIP_API_ARGS", "COLLECT_ARGS");
ROW(hip_filter, "RTG_HIP_API_FILTER", "COLLECT_HIP_FILTER, but launches are always recorded");
ROW(hip_filter_out, "RTG_HIP_API_FILTER_OUT", "COLLECT_HIP_FILTER_OUT, but launches are always recorded");
ROW(hsa_filter, "RTG_HSA_API_FILTER", "COLLECT_HSA_FILTER, and the domain hsa");
ROW(hsa_filter_out, "RTG_HSA_API_FILTER_OUT", "COLLECT_HSA_FILTER_OUT, and the domain hsa");
ROW(profile, "RTG_PROFILE", "the domain kernels");
ROW(profile_copy, "RTG_PROFILE_COPY", "the domain copies");
ROW(hcc_profile, "HCC_PROFILE", "COLLECT_PRESET=kernels");
ROW(host_dispatch, "RTG_HSA_HOST_DISPATCH", "the domain barriers (launches of kernels are always recorded)");
ROW(demangle, "RTG_DEMANGLE", "no effect: readers of the file demangle");
ROW(legacy, "RTG_LEGACY_PRINTF", "no effect: there is one file format");
ROW(rpd, "RTG_RPD", "no effect: there is one file format");
ROW(hip_backtrace, "RTG_HIP_MEMORY_BACKTRACE", "no effect: stacks are not recorded");
ROW(hsa_backtrace, "RTG_HSA_MEMORY_BACKTRACE", "no effect: stacks are not recorded");

static const char *given(const collect_setting *s) { return s->given; }
static bool is_set(const collect_setting *s) { return given(s) && *given(s); }
static bool is_true(const char *value) { return value && (strchr("TtYy", *value) ? *value != 0 : *value > '0' && *value <= '9'); }
static bool hcc(void) { return is_true(given(&collect_rtg_hcc_profile_setting)); }

/* "-hip,+hsa,...": the difference from the standard domains. */
static const char *domains(void) {
  static char text[64];
  const char *hip = given(&collect_rtg_hip_filter_setting), *profile = given(&collect_rtg_profile_setting), *copy = given(&collect_rtg_profile_copy_setting);
  bool hip_off = hip && !*hip && !is_set(&collect_rtg_hip_filter_out_setting);
  bool hsa = is_set(&collect_rtg_hsa_filter_setting) || is_set(&collect_rtg_hsa_filter_out_setting);
  bool kernels_off = profile && *profile && !is_true(profile), copies_off = copy && *copy && !is_true(copy);
  if (hcc())
    return "kernels,copies";
  bool barriers = is_true(given(&collect_rtg_host_dispatch_setting));
  if (!hip_off && !hsa && !kernels_off && !copies_off && !barriers)
    return NULL;
  snprintf(text, sizeof text, "%s%s%s%s%s", hip_off ? "-hip," : "", hsa ? "+hsa," : "", kernels_off ? "-kernels," : "", copies_off ? "-copies," : "",
           barriers ? "+barriers," : "");
  return text;
}

/* Their pattern knows only %p, for the process. */
static const char *output(void) {
  static char text[4096];
  const char *prefix = is_set(&collect_rtg_file_prefix_setting) ? given(&collect_rtg_file_prefix_setting) : given(&collect_rtg_filename_setting);
  size_t n = 0;
  if (!prefix || !*prefix)
    return NULL;
  for (bool known = false; *prefix && n < sizeof text - 3; prefix++) {
    bool process = *prefix == '%' && prefix[1] == 'p' && !known;
    text[n++] = *prefix;
    if (*prefix == '%' && !process)
      text[n++] = '%';
    known |= process;
  }
  text[n] = 0;
  return text;
}

static const char *flag(const collect_setting *s) { return !is_set(s) ? NULL : is_true(given(s)) ? "1" : "0"; }
static const char *filter(const collect_setting *s) { return is_set(s) && !hcc() ? given(s) : NULL; }

const char *collect_rtg_of(const char *setting) {
  if (!strcmp(setting, "COLLECT_DOMAINS"))
    return domains();
  if (!strcmp(setting, "COLLECT_OUTPUT"))
    return output();
  if (!strcmp(setting, "COLLECT_ARGS"))
    return hcc() ? "0" : flag(&collect_rtg_hip_args_setting);
  if (!strcmp(setting, "COLLECT_HELP"))
    return flag(&collect_rtg_verbose_setting);
  if (!strcmp(setting, "COLLECT_HIP_FILTER"))
    return filter(&collect_rtg_hip_filter_setting);
  if (!strcmp(setting, "COLLECT_HIP_FILTER_OUT"))
    return filter(&collect_rtg_hip_filter_out_setting);
  if (!strcmp(setting, "COLLECT_HSA_FILTER"))
    return filter(&collect_rtg_hsa_filter_setting);
  if (!strcmp(setting, "COLLECT_HSA_FILTER_OUT"))
    return filter(&collect_rtg_hsa_filter_out_setting);
  return NULL;
}

bool collect_rtg_keeps(const char *function) {
  static const char *const launches[] = {"hipLaunchKernel", "hipLaunchCooperativeKernel", "hipModuleLaunchKernel",
                                         "hipExtModuleLaunchKernel", "hipHccModuleLaunchKernel", "hipExtLaunchKernel"};
  if (!filter(&collect_rtg_hip_filter_setting) && !filter(&collect_rtg_hip_filter_out_setting))
    return false;
  for (size_t i = 0; i < sizeof launches / sizeof *launches; i++)
    if (!strcmp(launches[i], function))
      return true;
  return false;
}
