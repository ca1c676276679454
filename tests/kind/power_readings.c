/* power_readings: the power that a GPU takes, measured now and then.
**
**     SELECT agent_id, max(watts) FROM power_readings GROUP BY agent_id; */
#include "table.h"

ROCPD_TABLE(power_readings) = {.name = "power_readings", .kind = ROCPD_KIND_POWER};
