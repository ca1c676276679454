/* HSA as a traced API. */
#include "filter.h"
#include "hsa_api.h"
#include "wrapper.h"

COLLECT_FILTERS(hsa, "HSA", "functions");
COLLECT_DOMAIN(hsa, .layer = COLLECT_HSA, .library = "hsa", COLLECT_FILTERED(hsa));
static const char enumerations[] =
#define HSA_ENUM(type, values) "\n" #type values
#include "hsa.def"
    ;
const collect_api collect_hsa_api = {.domain = &collect_domain_hsa, .enumerations = enumerations};
