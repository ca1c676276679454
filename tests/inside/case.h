/* What the programs of cases share: a traced function, checks, and how a case is run. See cases.c. */
#ifndef CASE_H
#define CASE_H
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "device.h"
#include "fake_hsa.h"
#include "core.h"
#include "hand.h"
#include "launch.h"
#include "module.h"
#include "traced.h"
#include "wake.h"


#define OBJECT 0x7000000 /* a kernel object */

FUNCTION(called);

WRAPPER(call, called, COLLECT_HIP, 0)

static inline void calls(int n) { for (int i = 0; i < n; i++) call(i); }

static inline void is(const char *what, bool good) { printf("%s %s\n", good ? "ok" : "not ok", what); }

struct test_case { const char *name; void (*run)(void); };
/* Runs the case that the first argument names. Returns what main() is to return. */
static inline int case_run(int argc, char **argv, const struct test_case *known, size_t n) {
  for (size_t i = 0; argc > 1 && i < n; i++)
    if (!strcmp(argv[1], known[i].name)) {
      known[i].run();
      return 0;
    }
  return 2;
}

#endif
