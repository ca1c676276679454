/* Where the trace files go. */
#include "core.h"
#include <string.h>

static char folder[4096];

static bool output_parse(const char *value) {
  size_t length = 0;
  folder[0] = 0;
  if (value[0] != '/') {
    if (!getcwd(folder, sizeof folder))
      return false;
    length = strlen(folder);
    if (length && folder[length - 1] != '/' && length + 1 < sizeof folder)
      folder[length++] = '/';
  }
  /* A file's name is added to it later. */
  size_t n = strlen(value);
  bool fits = length + n + 160 <= sizeof folder;
  memcpy(folder + length, value, fits ? n + 1 : 0);
  folder[0] = fits ? folder[0] : 0; /* nothing can be written */
  return fits;
}

COLLECT_SETTING(output) = {.name = "COLLECT_OUTPUT", .fallback = "trace", .order = 1, .parse = output_parse, .expected = "a path",
                           .help = "folder for the trace files, made when the first call is traced"};

const char *collect_output_folder(void) {
  collect_settings_read();
  return folder;
}
