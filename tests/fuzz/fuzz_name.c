/* Fuzz target: any text as a demangled name. Each form of it is a part of the text, or all of it, and the longer ones hold the shorter. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "sqlite3.h"
#include "demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = 0;
  char *whole = rocpd_demangled(text), *form[ROCPD_SHORT_WHOLE + 1];
  for (int how = 0; how <= ROCPD_SHORT_WHOLE; how++) form[how] = rocpd_short_name(text, (enum rocpd_short_how)how);
  for (int how = 0; how <= ROCPD_SHORT_WHOLE; how++)
    if (!form[how] || !whole || !strstr(whole, form[how]) || (*whole && !*form[how])) abort();
  if (!strstr(form[ROCPD_SHORT_ARGUMENTS], form[ROCPD_SHORT_NAME]) && strcmp(form[ROCPD_SHORT_NAME], whole)) abort();
  for (int how = 0; how <= ROCPD_SHORT_WHOLE; how++) sqlite3_free(form[how]);
  sqlite3_free(whole);
  free(text);
  return 0;
}
