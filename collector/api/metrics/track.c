/* Rows of the table `metrics`: see metrics.h. */
#include "core.h"
#include "metrics.h"
#include "region.h"
#include "wrapper.h"

COLLECT_DOMAIN(metrics);

static const collect_api rows = {.domain = &collect_domain_metrics, .rows = true};
COLLECT_FUNCTION(metrics, (.api = &rows), STR(const char *, track), STR(const char *, unit), STR(const char *, owner), INT(int64_t, owner_id),
                 INT(int64_t, agent_id), REAL(double, value))

static const char *const owners[] = {[METRICS_OF_PROCESS] = "process", [METRICS_OF_HOST] = "host", [METRICS_OF_AGENT] = "agent"};
static collect_texts owner_ids = COLLECT_TEXT_IDS(owners);
static uint32_t generation; /* of the file that rows are written to */

bool metrics_rows_ready(void) {
  if (!collect_row_ready(&function_metrics))
    return false;
  generation = atomic_load(&function_metrics.generation);
  if (atomic_load(&owner_ids.generation) != generation)
    collect_texts_intern(&owner_ids, generation);
  return true;
}

void metrics_write(metrics_track *t, double value) {
  if (t->known != generation) {
    t->name_word = collect_string_word(t->name);
    t->unit_word = collect_string_word(t->unit);
    t->known = generation;
  }
  union { double real; uint64_t word; } v = {.real = value};
  uint64_t agent = t->owner == METRICS_OF_AGENT ? (uint64_t)t->agent_id : (uint64_t)ROCZ_NULL;
  const uint64_t words[] = {t->name_word, t->unit_word, atomic_load(&owner_ids.id[t->owner]), agent, agent, v.word};
  _Static_assert(sizeof words == sizeof(struct words_metrics), "as the function says");
  if (!collect_row_put(&function_metrics, generation, words, COLLECT_ROW_LATE))
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
}
