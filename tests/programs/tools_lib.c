/* HSA_TOOLS_LIB before and after hsa_init: it has the program's value, whatever tools the runtime finds. */
#include <hsa/hsa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

/* A copy of the value at the start, since the environment's own strings may change. */
static const char *given(const char *name) {
  static char all[65536];
  FILE *f = fopen("/proc/self/environ", "r");
  size_t n = f ? fread(all, 1, sizeof all - 1, f) : 0;
  if (f)
    fclose(f);
  for (size_t i = 0; i < n; i += strlen(all + i) + 1)
    if (!strncmp(all + i, name, strlen(name)) && all[i + strlen(name)] == '=')
      return all + i + strlen(name) + 1;
  return NULL;
}

int main(void) {
  const char *before = given("HSA_TOOLS_LIB"), *at_start = getenv("HSA_TOOLS_LIB");
  int kept = before && at_start ? !strcmp(before, at_start) : before == at_start;
  printf("%s HSA_TOOLS_LIB is what it was given before hsa_init\n", kept ? "ok" : "not ok");
  if (hsa_init() != HSA_STATUS_SUCCESS)
    return 3;
  const char *after = getenv("HSA_TOOLS_LIB");
  int same = before && after ? !strcmp(before, after) : before == after;
  printf("%s HSA_TOOLS_LIB is as it was (%s)%s%s\n", same ? "ok" : "not ok", before ? before : "not set", same ? "" : ": ",
         same  ? "" :
         after ? after :
                 "not set");
  hsa_shut_down();
  return !same || !kept;
}
