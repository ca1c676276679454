/* The list of domains (domains.def) as tables. Both libraries contain them; nothing changes them. */
#ifndef ROCZ_DOMAINS_H
#define ROCZ_DOMAINS_H
#include <stdbool.h>
#include <stddef.h>

/* What the rows of a domain are. */
enum rocz_sort {
  ROCZ_CALLS,     /* calls of a library's functions */
  ROCZ_MARKERS,   /* what the program says of itself: they have a message */
  ROCZ_FUNCTIONS, /* calls of the program's own functions */
  ROCZ_WORK,      /* what devices did */
  ROCZ_DETAILS    /* of rows of other domains: arguments, counters */
};

/* OTF2's paradigms of calls. HIP is the paradigm of everything that runs on GPUs or calls them, also of HSA and RCCL. */
enum rocz_paradigm { ROCZ_HIP, ROCZ_USER, ROCZ_OPENMP, ROCZ_MPI, ROCZ_PARADIGMS };

enum rocz_domain_id {
  ROCZ_DOMAIN_NONE = -1,
#define DOMAIN(id, ...) ROCZ_DOMAIN_##id,
#define DATA(id, ...) ROCZ_DOMAIN_##id,
#include "domains.def"
};
enum rocz_group_id {
#define GROUP(id, ...) ROCZ_GROUP_##id,
#include "domains.def"
  ROCZ_GROUPS
};

/* The categories, as constants for initializers: rocz_category_hip, rocz_category_hsa_amd, ... */
#define DOMAIN(id, ...) extern const char rocz_category_##id[];
#define DATA DOMAIN
#define CATEGORY DOMAIN
#include "domains.def"

enum { ROCZ_PATTERNS = 3 }; /* that a list below may have, with the NULL at its end */

typedef struct rocz_category {
  const char *name;
  enum rocz_domain_id domain;
  /* what names of its functions begin with. The category with the longest such text counts. For sources without categories */
  const char *functions[ROCZ_PATTERNS];
  const char *event;     /* CTF: calls are events EVENT_region_event_start and _end, of which readers have a class; NULL: region_event_start and _end */
} rocz_category;
extern const rocz_category rocz_categories[]; /* those of lines CATEGORY; one without a name ends them */

/* A line DOMAIN or DATA. */
typedef struct rocz_domain {
  const char *name;
  const char *help;      /* DATA: NULL */
  enum rocz_sort sort;
  bool standard;         /* recorded unless COLLECT_DOMAINS says otherwise */
  bool shared;           /* its rows cannot be told from those of another domain */
  const char *category;  /* "": none */
  const char *like[ROCZ_PATTERNS]; /* patterns for the categories of its rows, if `category` is not the only one */
  const char *functions[ROCZ_PATTERNS], *event; /* of `category`, see rocz_category */
  const char *setting;   /* nothing of it is recorded unless this setting has a value other than 0; NULL: COLLECT_DOMAINS alone decides */
  const char *value;     /* the setting's value in the advice how to record it */
} rocz_domain;
/* In the order of lists, indexed by enum rocz_domain_id. One without a name ends them. */
extern const rocz_domain rocz_domains[];

typedef struct rocz_group {
  enum rocz_paradigm paradigm;
  const char *title;        /* NULL: that of OTHER */
  const char *file, *label; /* "": those of OTHER */
  const char *like[ROCZ_PATTERNS];
} rocz_group;
extern const rocz_group rocz_groups[ROCZ_GROUPS];

/* The words of COLLECT_DOMAINS for several domains; NULL ends them. */
enum rocz_set_id {
#define SET(id) ROCZ_SET_##id,
#include "domains.def"
  ROCZ_SETS
};
extern const char *const rocz_sets[ROCZ_SETS + 1];

#endif
