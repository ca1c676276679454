/* See domains.h. */
#include "domains.h"

#define DOMAIN(id, sort, rows, by_default, category, ...) const char rocz_category_##id[] = category;
#define DATA(id, name, sort, rows, category, ...) const char rocz_category_##id[] = category;
#define CATEGORY(id, domain, category, ...) const char rocz_category_##id[] = category;
#include "domains.def"

enum { ASKED, STANDARD };
const rocz_domain rocz_domains[] = {
#define DOMAIN(id, sort_, rows, by_default, category_, help_, ...) \
  {.name = #id, .help = help_, .sort = ROCZ_##sort_, .standard = by_default, .category = rocz_category_##id, ##__VA_ARGS__},
#define DATA(id, name_, sort_, rows, category_, ...) {.name = name_, .sort = ROCZ_##sort_, .category = rocz_category_##id, ##__VA_ARGS__},
#include "domains.def"
  {.name = NULL}};

const rocz_category rocz_categories[] = {
#define CATEGORY(id, domain_, category, ...) {.name = rocz_category_##id, .domain = ROCZ_DOMAIN_##domain_, ##__VA_ARGS__},
#include "domains.def"
  {.name = NULL}};

const rocz_group rocz_groups[ROCZ_GROUPS] = {
#define GROUP(id, paradigm, title, file, label, ...) {ROCZ_##paradigm, title, file, label, {__VA_ARGS__}},
#include "domains.def"
};

const char *const rocz_sets[ROCZ_SETS + 1] = {
#define SET(id) #id,
#include "domains.def"
};
