/* HSA as a traced API. */
#include "hsa_api.h"

static bool wanted(void) { return collect_setting()->hsa; }
const collect_api collect_hsa_api = {.enabled = wanted};
