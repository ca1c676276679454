/* Counters and their values as rows of rocprofv3's tables. rocpd_info_pmc has a row for each counter of an agent; rocpd_pmc_event
** has a row for each value of a dispatch, which belongs to a counter and a part of the GPU. */
#include "counter.h"
#include "region.h"
#include "wrapper.h"

COLLECT_DOMAIN(counters, .library = "hsa");

static const collect_api rows = {.domain = &collect_domain_counters, .rows = true}, info = {.domain = &collect_domain_counters, .rows = true, .info = true};
COLLECT_FUNCTION(rocpd_info_pmc, (.api = &info), INT(int64_t, id), INT(int64_t, agent_id), STR(const char *, target_arch), INT(int64_t, event_code),
                 INT(int64_t, instance_id), STR(const char *, name), STR(const char *, symbol), STR(const char *, component), STR(const char *, units),
                 STR(const char *, value_type), STR(const char *, block), STR(const char *, expression), INT(int64_t, is_constant), INT(int64_t, is_derived))
COLLECT_FUNCTION(rocpd_pmc_event, (.api = &rows), INT(int64_t, event_id), INT(int64_t, pmc_id), REAL(double, value), INT(int64_t, xcc),
                 INT(int64_t, shader_engine), INT(int64_t, instance))

void collect_counter_describe(int64_t id, const collect_agent *agent, const collect_counter *counter) {
  const uint64_t empty = collect_string_word(""), name = collect_string_word(counter->name);
  const uint64_t words[] = {(uint64_t)id, collect_agent_id(agent), collect_string_word("GPU"), counter->event, 0, name, name, collect_string_word("rocm"),
                            empty, collect_string_word("ABS"), collect_string_word(counter->block), empty, 0, 0};
  _Static_assert(sizeof words == sizeof(struct words_rocpd_info_pmc), "as the function says");
  collect_region_write(&function_rocpd_info_pmc, 0, words);
}

void collect_counter_write(int64_t id, uint64_t dispatch_id, const collect_counter_value *v) {
  union { double real; uint64_t word; } value = {.real = (double)v->value};
  const uint64_t words[] = {ROCZ_DISPATCH_EVENT + dispatch_id, (uint64_t)id, value.word, v->xcc, v->shader_engine, v->instance};
  _Static_assert(sizeof words == sizeof(struct words_rocpd_pmc_event), "as the function says");
  collect_region_write(&function_rocpd_pmc_event, 0, words);
}
