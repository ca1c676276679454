/* HSA as a traced API. */
#include "hsa_api.h"

COLLECT_DOMAIN(hsa) = {.name = "hsa", .help = "HSA's functions", .order = 2, .layer = COLLECT_HSA, .category = "HSA_CORE_API", .library = "hsa"};
const collect_api collect_hsa_api = {.domain = &collect_domain_hsa};
