/* Domains: what is recorded, each told in one place.
**
**     COLLECT_DOMAIN(copies) = {.name = "copies", .help = "asynchronous copies", .standard = true, .library = "hsa"};
**
** makes it a word of COLLECT_DOMAINS and of COLLECT_HELP. A traced API has its layer here,
** and the category of its functions. */
#ifndef COLLECT_DOMAIN_H
#define COLLECT_DOMAIN_H
#include "module.h"
struct collect_setting;

/* Layers, bits. A call of a layer inside a call of the same layer is the runtime's own and
** only forwarded; inside another layer it is a row with a parent. An API has a bit of its
** own (the domains of one API share it; start-up looks at that in debug builds). From
** COLLECT_BENEATH on stand the APIs into which others call to launch something: the launch
** is the outer call's. */
enum { COLLECT_HIP = 1, COLLECT_BENEATH = 1 << 16, COLLECT_HSA = COLLECT_BENEATH, COLLECT_LAYERS_END = 1 << 30 };

typedef struct collect_domain {
  const char *name, *help;
  int order;            /* in lists: smaller ones first */
  bool standard;        /* recorded unless COLLECT_DOMAINS says otherwise */
  uint32_t layer;       /* of its calls; 0: it has none */
  const char *category; /* rocprofv3's name, of functions that have no other */
  const char *library;  /* whose dispatch table must be had for it (table.h), or NULL */
  const struct collect_setting *filter, *filter_out; /* see filter.h; or NULL */
  bool wanted;          /* by COLLECT_DOMAINS; after collect_settings_read() */
} collect_domain;
#define COLLECT_DOMAIN(id) \
  extern collect_domain collect_domain_##id; \
  __attribute__((used, section("collect_domains"))) static collect_domain *const collect_domain_entry_##id = &collect_domain_##id; \
  collect_domain collect_domain_##id

extern struct collect_setting collect_domains_setting; /* COLLECT_DOMAINS */
/* Is it to be recorded? Reads the settings at first use. */
bool collect_wanted(const collect_domain *d);
/* The domain after `d` in order, or the first for NULL; NULL: that was the last. */
collect_domain *collect_domain_next(collect_domain *d);

#endif
