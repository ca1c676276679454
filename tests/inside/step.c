/* step OUTER INNER [grow]: a traced call of layer OUTER (hip or hsa) is single-stepped, and at each of its instructions in turn a
** signal handler makes a call of layer INNER. With `grow`, each instruction has a new thread, and the handler's call finds that
** its ring was filled often, so that it grows. test_step.sh checks that each call is a row or is counted, and that no row has
** another call's values. */
#include <stdio.h>
#include <string.h>
#include "core.h"
#include "step.h"
#include "traced.h"

FUNCTION_POINTING(outer);
FUNCTION_POINTING(inner);
static uint32_t outer_layer, inner_layer;

WRAPPER_POINTING(call_outer, outer, outer_layer)
WRAPPER_POINTING(call_inner, inner, inner_layer)

static long inner_calls;
static bool grow;
#if defined(STEPS)
static bool interrupt(ucontext_t *interrupted) {
  (void)interrupted;
  if (grow)
    collect_private_of(collect_thread)->born_pos -= 4 * collect_thread->capacity;
  call_inner((int)(1000000 + ++inner_calls));
  return true;
}
static __attribute__((noinline)) void stepped(int x) { STEP(call_outer(x)); }
#endif

static int outer_calls;
static void *stepped_thread(void *unused) {
  call_outer(++outer_calls);
  stepped(++outer_calls);
  return unused;
}

static uint32_t layer_of(const char *name) { return !strcmp(name, "hip") ? COLLECT_HIP : COLLECT_HSA; }

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  outer_layer = layer_of(argv[1]);
  inner_layer = layer_of(argv[2]);
  call_outer(1);
  call_inner(1000000);
  outer_calls = 1;
  grow = argc > 3;
  long instructions = 0, stride = 0;
#if defined(STEPS)
  step_for(interrupt, 1);
  while (step_next()) {
    pthread_t thread;
    if (!grow)
      stepped(++outer_calls);
    else if (pthread_create(&thread, NULL, stepped_thread, NULL) == 0)
      pthread_join(thread, NULL);
  }
  instructions = step.known;
  stride = step.stride;
#endif
  printf("outer %d\ninner %ld\ninstructions %ld\nstride %ld\n", outer_calls, inner_calls + 1, instructions, stride);
  return 0;
}
