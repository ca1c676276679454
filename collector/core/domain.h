/* Domains: the parts of what can be recorded. ext/format/list/domains.def has a line for each, with its word of COLLECT_DOMAINS, its
** help and the category of its functions. The file that records it adds what only the collector needs, its layer for example:
**
**     COLLECT_DOMAIN(copies, .library = "hsa");
**
** (If the compiler says that ROCZ_DOMAIN_copies is undeclared, domains.def has no such line.) */
#ifndef COLLECT_DOMAIN_H
#define COLLECT_DOMAIN_H
#include "list/domains.h"
#include "module.h"
struct collect_setting;

/* Layers are bits. A call inside a call of the same layer is made by the runtime to itself, and is only forwarded. A call inside
** a call of another layer is a row, with the outer call as its parent. Each API has a bit of its own, which its domains share;
** debug builds check that at start. Other APIs call those from COLLECT_BENEATH on to launch something. Such a launch belongs to
** the outer call.
**
** A file of an API says COLLECT_LAYER(name); and uses COLLECT_LAYER_name. The build finds the bit: it writes all names to
** layers.def in the folder of what is built, one COLLECT_LAYER_ROW(name) a line. */
#define COLLECT_LAYER(name) enum { COLLECT_LAYER_##name = 1 << COLLECT_LAYER_NUMBER_##name }
#define COLLECT_LAYER_ROW(name) COLLECT_LAYER_NUMBER_##name,
enum { COLLECT_HIP_NUMBER,
#include "layers.def"
  COLLECT_LAYERS, COLLECT_BENEATH_NUMBER = 16 };
enum { COLLECT_HIP = 1 << COLLECT_HIP_NUMBER, COLLECT_BENEATH = 1 << COLLECT_BENEATH_NUMBER, COLLECT_HSA = COLLECT_BENEATH, COLLECT_LAYERS_END = 1 << 30 };
_Static_assert(COLLECT_LAYERS <= COLLECT_BENEATH_NUMBER, "more layers than bits below COLLECT_BENEATH");

typedef struct collect_domain {
  const rocz_domain *is; /* its line of domains.def */
  uint32_t layer;       /* of its calls; 0: it has no calls */
  const char *library;  /* the library whose dispatch table it needs (table.h), or NULL */
  const struct collect_setting *filter, *filter_out; /* see filter.h; or NULL */
  bool wanted;          /* COLLECT_DOMAINS selects it; set by collect_settings_read() */
} collect_domain;
#define COLLECT_DOMAIN(id, ...) \
  extern collect_domain collect_domain_##id; \
  __attribute__((used, section("collect_domains"))) static collect_domain *const collect_domain_entry_##id = &collect_domain_##id; \
  collect_domain collect_domain_##id = {.is = &rocz_domains[ROCZ_DOMAIN_##id], ##__VA_ARGS__}

/* What is to be done before the program begins, if the domain is wanted: COLLECT_BEGIN(samples, program_begins, process_begins).
** It may start a recording. `again`: the same in a forked child, before fork returns there, and after an exec that failed. */
typedef struct collect_beginning { const collect_domain *domain; void (*begin)(void), (*again)(void); } collect_beginning;
#define COLLECT_BEGIN(id, first, again) COLLECT_REGISTER(collect_beginning, collect_beginnings, id) = {&collect_domain_##id, first, again}
void collect_domains_begin(bool again);
extern bool collect_domains_begun; /* one of them was wanted */

extern struct collect_setting collect_domains_setting; /* COLLECT_DOMAINS */
/* Whether the domain is to be recorded. Reads the settings at first use. */
bool collect_wanted(const collect_domain *d);
/* The domain after `d` in the list's order, the first for NULL; NULL after the last. */
collect_domain *collect_domain_next(collect_domain *d);

#endif
