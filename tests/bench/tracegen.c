/* tracegen FILE [EVENTS [OPTION=VALUE ...]]: a generated trace, see tracegen.h.
** Options: seed threads queues agents names nested graph rows step tick kernel arguments python open
** killed pid lostcalls lostkernels; host, a number; start and boot, in seconds: of the process, on
** the machine's clock, and of the machine, since 1970. With EVENTS 0 or absent: 100000. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tracegen.h"

static int set_option(tracegen_options *o, const char *text) {
  char name[16];
  unsigned long long v;
  if (sscanf(text, "%15[a-z]=%llu", name, &v) != 2) return 0;
  struct { const char *name; uint32_t *value; } number[] = {
      {"threads", &o->threads}, {"queues", &o->queues}, {"agents", &o->agents}, {"names", &o->names}, {"nested", &o->nested_permille},
      {"graph", &o->graph_permille}, {"rows", &o->chunk_rows}, {"step", &o->step_ops}, {"tick", &o->tick_ns}, {"kernel", &o->kernel_ns}, {"pid", &o->pid},
      {"lostcalls", &o->lost_calls}, {"lostkernels", &o->lost_kernels}};
  struct { const char *name; bool *value; } flag[] = {{"arguments", &o->arguments}, {"python", &o->python}, {"open", &o->open}, {"killed", &o->no_footer}};
  for (size_t i = 0; i < sizeof(number) / sizeof(number[0]); i++)
    if (strcmp(name, number[i].name) == 0) { *number[i].value = (uint32_t)v; return 1; }
  for (size_t i = 0; i < sizeof(flag) / sizeof(flag[0]); i++)
    if (strcmp(name, flag[i].name) == 0) { *flag[i].value = v != 0; return 1; }
  if (strcmp(name, "seed") == 0) { o->seed = v; return 1; }
  if (strcmp(name, "start") == 0) { o->start_ns = (int64_t)v * 1000000000; return 1; }
  if (strcmp(name, "boot") == 0) { o->boot_ns = (int64_t)v * 1000000000; return 1; }
  static char host[32];
  if (strcmp(name, "host") == 0) { snprintf(host, sizeof(host), "node-%llu", v); o->host = host; return 1; }
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: tracegen FILE [EVENTS [OPTION=VALUE ...]]\n");
    return 2;
  }
  unsigned long long events = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
  tracegen_options o = tracegen_defaults(events ? events : 100000);
  for (int i = 3; i < argc; i++)
    if (!set_option(&o, argv[i])) {
      fprintf(stderr, "tracegen: unknown option '%s'\n", argv[i]);
      return 2;
    }
  tracegen_trace *t = tracegen_make(&o);
  const char *error = t ? tracegen_write_trace(t, argv[1]) : "out of memory";
  if (error) {
    fprintf(stderr, "tracegen: %s: %s\n", argv[1], error);
    return 1;
  }
  const tracegen_lane *launches = tracegen_find(t, ROCZ_LAUNCH, 0);
  printf("%s: %llu calls, %llu kernels, %llu copies, %llu launch signatures\n", argv[1], (unsigned long long)t->calls, (unsigned long long)t->kernels,
         (unsigned long long)t->copies, (unsigned long long)(launches ? launches->rows : 0));
  tracegen_free(t);
  return 0;
}
