/* Whether this is a timeline, a profile or both: see profile.h. */
#include "profile.h"

COLLECT_SETTING(mode) = {.name = "COLLECT_MODE", .type = COLLECT_CHOICE, .fallback = "timeline", .expected = "timeline, profile or both", .order = 5,
                         .help = "timeline: a row for each event; profile: their sums by thread and call path, in some 20 kB; both: rows and sums"};

bool collect_profile_only(void) { return collect_number(&collect_mode_setting) == COLLECT_MODE_PROFILE; }
