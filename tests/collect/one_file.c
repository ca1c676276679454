/* A traced API in one file, as it would stand in collector/api: markers of an invented library `marks`. Its functions are traced
** calls, reached by symbol or by the dispatch table that the library registers. Its ranges are regions. A module counts at
** intervals. tests/collect/test_one_file.sh links it into a collector of its own, in which nothing else is changed but the line of
** one_file.def in the list of domains. */
#include "region.h"
#include "table.h"
#include "wrapper.h"

COLLECT_LAYER(marks);
COLLECT_DOMAIN(marks, .layer = COLLECT_LAYER_marks);

static void *absent(const collect_function *f) { (void)f; return NULL; }
static const char *const sonames[] = {"libmarks.so.1", NULL};
static const collect_api api = {.sonames = sonames, .absent = absent, .domain = &collect_domain_marks};
static const collect_api ranges = {.domain = &collect_domain_marks, .always_arguments = true};

COLLECT_FUNCTION(marks_twice, (.api = &api), INT(int, value))
COLLECT_EXPORT int marks_twice(int value);
COLLECT_WRAPPER(COLLECT_LAYER_marks, int, NUMBER, marks_twice, marks_twice, , , INT(int, value))

COLLECT_FUNCTION(marks_push, (.api = &api), STR(const char *, message))
COLLECT_FUNCTION(marks_pop, (.api = &api))
COLLECT_FUNCTION(range, (.api = &ranges, .form = ROCZ_FORM_MESSAGE), INT(int, depth))
COLLECT_FUNCTION(instant, (.api = &ranges, .form = ROCZ_FORM_MESSAGE))

static __thread unsigned depth; /* number of ranges that the thread is in */

COLLECT_EXPORT int marks_push(const char *message);
int marks_push(const char *message) {
  unsigned outer = depth++;
  collect_region_enter(&function_range, COLLECT_LAYER_marks, outer, message, &(uint64_t){depth});
  return ((int (*)(const char *))function_marks_push.next)(message);
}

COLLECT_EXPORT int marks_pop(void);
int marks_pop(void) {
  if (depth)
    collect_region_leave(COLLECT_LAYER_marks, --depth);
  return ((int (*)(void))function_marks_pop.next)();
}

COLLECT_EXPORT void marks_instant(const char *message);
void marks_instant(const char *message) { collect_region_mark(&function_instant, message, NULL); }

/* push and pop are no rows, but are passed on to the library. */
__attribute__((constructor)) static void find(void) {
  function_marks_push.next = collect_next("marks_push", sonames);
  function_marks_pop.next = collect_next("marks_pop", sonames);
}

static const collect_slot slots[] = {COLLECT_SLOT(1, 0, marks_twice), COLLECT_SLOT(1, 1, marks_push), COLLECT_SLOT(1, 2, marks_pop)};
COLLECT_TABLE(marks) = {.library = "marks", .domain = &collect_domain_marks, .slot = slots, .slots = 3};

static int64_t sampled_ns;
static uint64_t sample(enum collect_drain how) {
  (void)how;
  collect_count(ROCZ_N_TIMES_ADJUSTED, 1); /* a counter that nothing else changes here */
  return 0;
}
COLLECT_MODULE(marks) = {.name = "marks", .order = 30, .drain = sample, .period_ns = 20000000, .drained_ns = &sampled_ns};
