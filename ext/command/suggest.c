/* Suggests a known name for an unknown one. */
#include "command.h"
#include "nearest.h"
#include <stdio.h>

/* Converts to lower case, since names are compared regardless of case. */
static bool lower(const char *from, char *to) {
  size_t n = strlen(from);
  if (n >= ROCZ_NEAREST_BYTES) return false;
  for (size_t i = 0; i <= n; i++) to[i] = from[i] >= 'A' && from[i] <= 'Z' ? from[i] + 'a' - 'A' : from[i];
  return true;
}

const char *rocpd_suggest(const char *given, const char *const *names) {
  char word[ROCZ_NEAREST_BYTES], known[ROCZ_NEAREST_BYTES];
  const char *best = NULL;
  rocz_nearest nearest = {.least = ROCZ_NONE_IS_NEAR};
  if (!lower(given, word)) return NULL;
  for (; *names; names++) {
    unsigned before = nearest.least;
    if (lower(*names, known)) rocz_nearer(&nearest, word, known);
    if (nearest.least < before) best = *names;
  }
  nearest.name = best;
  return best && (!nearest.least || rocz_is_near(&nearest, word)) ? best : NULL;
}

const char *rocpd_suggestion(const char *given, const char *const *names) {
  static char text[2 * ROCZ_NEAREST_BYTES];
  const char *name = rocpd_suggest(given, names);
  *text = 0;
  if (name) snprintf(text, sizeof text, "; did you mean %s?", name);
  return text;
}
