/* What programs report by collector/include/collect.h: ranges, marks and progress, like those of ROCTx (api/roctx); counters as
** rows of pmc_events; start and stop of the recording. */
#define COLLECT_ONLY_TYPES
#include "../../include/collect.h"
#include "control.h"
#include "region.h"
#include "wrapper.h"
#include <string.h>

COLLECT_LAYER(user);
COLLECT_DOMAIN(user, .layer = COLLECT_LAYER_user);

static const collect_api markers = {.domain = &collect_domain_user};
static const collect_api rows = {.domain = &collect_domain_user, .rows = true};
#define MARKER (.api = &markers, .form = ROCZ_FORM_MESSAGE)
COLLECT_FUNCTION(collect_range, MARKER)
COLLECT_FUNCTION(collect_mark, MARKER)
COLLECT_FUNCTION(collect_progress, MARKER)

static const collect_parameter columns[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_STRING), COLLECT_PARAMETER_AT(1, ROCZ_F_DOUBLE)};
static collect_function function_pmc_events = {.generation = COLLECT_NEVER, .name = "pmc_events", .api = &rows, .parameter = columns,
                                              .texts = "counter_name\0\0counter_value\0", .parameters = 2, .words = 2};

static __thread uint32_t nest __attribute__((tls_model("initial-exec")));

static void start(void) { collect_start(ROCZ_STOPPED_PROGRAM); }
static void stop(void) { collect_stop(ROCZ_STOPPED_PROGRAM); }
static void range_push(const char *name) { collect_region_enter(&function_collect_range, COLLECT_LAYER_user, nest++, name, NULL); }
static void range_pop(void) {
  if (nest)
    collect_region_leave(COLLECT_LAYER_user, --nest);
}
static void mark(const char *name) { collect_region_mark(&function_collect_mark, name, NULL); }
static void progress(const char *name) { collect_region_mark(&function_collect_progress, name, NULL); }

static void counter(const char *name, double value) {
  int saved = errno;
  if (collect_function_known(&function_pmc_events)) { /* so the file exists, and can hold the name */
    uint64_t words[2] = {collect_string_word(name), 0};
    memcpy(&words[1], &value, sizeof value);
    collect_region_write(&function_pmc_events, 0, words);
  }
  errno = saved;
}

extern const collect_functions collect_functions_1;
COLLECT_EXPORT const collect_functions collect_functions_1 = {sizeof collect_functions_1, start, stop, range_push, range_pop, mark, progress, counter};
