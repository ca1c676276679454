/* Presets: values of several settings under one name. A variable that is set itself wins. */
#include "preset.h"
#include "setting.h"
#include <string.h>

/* Calls that programs make all the time, and whose rows tell nothing. */
#define NOISE \
  "/^(hip(Get|Set)Device|hip(Get|PeekAt)LastError|__hip(Push|Pop)CallConfiguration|hip(Event|Stream)Query|hipStreamIsCapturing|hipPointerGetAttributes?)$/"

static const struct { const char *preset, *setting, *value; } presets[] = {
  {"kernels", "COLLECT_DOMAINS", "kernels,copies"},
  {"api", "COLLECT_DOMAINS", "api"},
  {"all", "COLLECT_DOMAINS", "all"},
  {"all", "COLLECT_ARGS", "1"},
  {"hpc", "COLLECT_OUTPUT", "trace/%n"},
  {"hpc", "COLLECT_HIP_FILTER_OUT", "/^hip(Event|Stream)Query$/"},
  {"torch", "COLLECT_HIP_FILTER_OUT", NOISE},
};

static bool preset_parse(const char *value) {
  for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
    if (!strcmp(presets[i].preset, value))
      return true;
  return false;
}

COLLECT_SETTING(preset) = {.name = "COLLECT_PRESET", .fallback = "", .order = 5, .parse = preset_parse, .expected = "kernels, api, all, hpc or torch",
                           .help = "kernels (no calls), api (no kernels), all, hpc (a folder for each run) or torch (without noisy calls)"};

const char *collect_preset_of(const char *setting) {
  const char *preset = collect_preset_setting.given; /* not `text`: it may be read after other settings */
  for (size_t i = 0; preset && i < sizeof presets / sizeof *presets; i++)
    if (!strcmp(presets[i].preset, preset) && !strcmp(presets[i].setting, setting))
      return presets[i].value;
  return NULL;
}
