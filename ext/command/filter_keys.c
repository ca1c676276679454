/* See filter_keys.h. */
#include "filter_keys.h"
#include <string.h>

const char *const rocpd_filter_keys[ROCPD_FILTERS] = {"rank", "pid", "gpu", "kernel", "stream"};

unsigned rocpd_filters_named(const char *list) {
  unsigned keys = 0;
  for (const char *word = list + strspn(list, " "); *word && *word != '\n' && *word != '|'; word += strcspn(word, ", \n"), word += strspn(word, ", "))
    for (int i = 0; i < ROCPD_FILTERS; i++)
      if (strcspn(word, ", \n") == strlen(rocpd_filter_keys[i]) && strncmp(word, rocpd_filter_keys[i], strlen(rocpd_filter_keys[i])) == 0) keys |= 1u << i;
  return keys;
}
