/* See domain.h. */
#include "domain.h"
#include <string.h>

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 32) : c; }

static bool fits(const char *pattern, const char *text) {
  const char *p = pattern, *t = text;
  while (*p && lower(*p) == lower(*t)) p++, t++;
  return *p == '*' || (!*p && !strcmp(pattern, text));
}

/* Most texts fit none, and differ in the first letter. */
static bool fits_any(const char *const pattern[ROCZ_PATTERNS], const char *text) {
  for (int i = 0; i < ROCZ_PATTERNS && pattern[i]; i++)
    if (fits(pattern[i], text)) return true;
  return false;
}

const rocz_domain *rocpd_domain_named(const char *name) {
  const rocz_domain *d = rocz_domains;
  while (d->name && strcmp(d->name, name)) d++;
  return d->name ? d : NULL;
}

bool rocpd_domain_has(const rocz_domain *d, const char *category) {
  return *d->like ? fits_any(d->like, category) : *d->category && fits(d->category, category);
}

const rocz_domain *rocpd_domain_of(const char *category) {
  for (const rocz_domain *d = rocz_domains; d->name; d++)
    if (!d->shared && rocpd_domain_has(d, category)) return d;
  return NULL;
}

enum rocz_group_id rocpd_group_of(const char *category) {
  enum rocz_group_id g = 0;
  while (g < ROCZ_GROUP_OTHER && !fits_any(rocz_groups[g].like, category)) g++;
  return g;
}

/* ---- single categories */

/* The length of the text if `whole` begins with it, else 0. */
static size_t beginning(const char *text, size_t size, const char *whole, size_t of) { return size <= of && !memcmp(text, whole, size) ? size : 0; }

/* HIP_RUNTIME_API_EXT also stands for HIP_RUNTIME_API, which earlier versions of rocprofv3 write. */
static bool is_version_of(const char *name, const char *category) {
  static const char later[] = "_EXT";
  size_t n = strlen(name), tail = sizeof later - 1;
  if (n > tail && !strcmp(name + n - tail, later)) n -= tail;
  return n && beginning(name, n, category, strlen(category));
}

const char *rocpd_domain_event(const char *category) {
  for (const rocz_domain *d = rocz_domains; d->name; d++)
    if (d->event && is_version_of(d->category, category)) return d->event;
  for (const rocz_category *c = rocz_categories; c->name; c++)
    if (c->event && is_version_of(c->name, category)) return c->event;
  return NULL;
}

static size_t longest_of(const char *const begins[ROCZ_PATTERNS], const char *name, size_t size) {
  size_t longest = 0;
  for (int i = 0; i < ROCZ_PATTERNS && begins[i]; i++) {
    size_t n = beginning(begins[i], strlen(begins[i]), name, size);
    if (n > longest) longest = n;
  }
  return longest;
}

const char *rocpd_category_of_function(const char *name, size_t size) {
  const char *found = NULL;
  size_t longest = 0, n;
  for (const rocz_domain *d = rocz_domains; d->name; d++)
    if ((n = longest_of(d->functions, name, size)) > longest) longest = n, found = d->category;
  for (const rocz_category *c = rocz_categories; c->name; c++)
    if ((n = longest_of(c->functions, name, size)) > longest) longest = n, found = c->name;
  return found;
}

void rocpd_domain_find(rocpd_session *session, enum rocz_domain_id domain, rocpd_domain_ids *out) {
  const char *const *like = rocz_domains[domain].like;
  for (int i = 0; i < ROCZ_PATTERNS - 1; i++) out->id[i] = like[i] ? rocpd_intern_find(session, like[i], -1) : -1;
}
