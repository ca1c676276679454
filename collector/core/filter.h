/* Filters: which names of a domain are recorded. See filter.c.
**
**     COLLECT_FILTERS(hip, "HIP", "functions");
**     COLLECT_DOMAIN(hip, ..., COLLECT_FILTERED(hip));
**
** makes COLLECT_HIP_FILTER and COLLECT_HIP_FILTER_OUT. A filter is applied once to each function, before it is called, and to
** each kernel when it is loaded. */
#ifndef COLLECT_FILTER_H
#define COLLECT_FILTER_H
#include "domain.h"
#include "setting.h"

#define COLLECT_FILTERS(id, upper, what) \
  COLLECT_SETTING(id##_filter) = {.name = "COLLECT_" upper "_FILTER", .fallback = "", .order = 11, .parse = collect_filter_good, .expected = COLLECT_FILTER_EXPECTED, \
                                  .help = "only " what " whose name contains one of these parts or matches one of these /regular expressions/"}; \
  COLLECT_SETTING(id##_filter_out) = {.name = "COLLECT_" upper "_FILTER_OUT", .fallback = "", .order = 11, .parse = collect_filter_good, .expected = COLLECT_FILTER_EXPECTED, \
                                      .help = "no " what " whose name contains or matches one of these"}
#define COLLECT_FILTERED(id) .filter = &collect_##id##_filter_setting, .filter_out = &collect_##id##_filter_out_setting
#define COLLECT_FILTER_EXPECTED "a list of parts of names and /extended regular expressions/"

bool collect_filter_good(const char *list);
/* Whether this is an extended regular expression, and whether it matches somewhere in the text. Both may allocate. */
bool collect_expression_good(const char *expression);
bool collect_expression_matches(const char *expression, const char *text);
/* Whether something of this name is recorded, given that its domain is. `category` may be NULL. May allocate, so do not call it
** in a traced call. */
bool collect_filter_passes(const collect_domain *d, const char *name, const char *category);
/* Applies the filters to all functions. Called once all settings are read. */
void collect_filters_set(void);

#endif
