/* Which domain a category belongs to, and what follows from that. Domains, their categories and groups are listed in ext/format/list/domains.def. These
** functions take texts, and are thread safe. Who asks for each row remembers the answers by the text's number. */
#ifndef ROCPD_DOMAIN_H
#define ROCPD_DOMAIN_H
#include "domains.h"
#include "intern.h"

/* The domain of this name; NULL: there is none. */
const rocz_domain *rocpd_domain_named(const char *name);
/* Is it a category of this domain's rows? */
bool rocpd_domain_has(const rocz_domain *d, const char *category);
/* The domain of a category; NULL: it belongs to none. */
const rocz_domain *rocpd_domain_of(const char *category);
/* The group of a category; OTHER if it fits no other. */
enum rocz_group_id rocpd_group_of(const char *category);
/* What CTF calls events of a category (see rocz_category); NULL: readers have no class for them. */
const char *rocpd_domain_event(const char *category);
/* The category of calls of a function, by its name; NULL: not known. */
const char *rocpd_category_of_function(const char *name, size_t size);

/* True for categories of markers, which have a message. */
static inline bool rocpd_is_marker_category(const char *text) {
  const rocz_domain *d = rocpd_domain_of(text);
  return d && d->sort == ROCZ_MARKERS;
}
/* True for categories of what the program itself does or says, in contrast to calls of libraries: markers and functions. */
static inline bool rocpd_is_program_category(const char *text) {
  const rocz_domain *d = rocpd_domain_of(text);
  return d && (d->sort == ROCZ_MARKERS || d->sort == ROCZ_FUNCTIONS);
}

/* The ids of a session's texts that are categories of a domain, as far as .like has them in full; -1: the session has no such text. */
typedef struct rocpd_domain_ids { int64_t id[ROCZ_PATTERNS - 1]; } rocpd_domain_ids;
void rocpd_domain_find(rocpd_session *session, enum rocz_domain_id domain, rocpd_domain_ids *out);
/* Is there any? Is it one of them? */
static inline bool rocpd_domain_any(const rocpd_domain_ids *d) {
  bool any = false;
  for (int i = 0; i < ROCZ_PATTERNS - 1; i++) any |= d->id[i] >= 0;
  return any;
}
static inline bool rocpd_domain_is(const rocpd_domain_ids *d, int64_t category) {
  bool is = false;
  for (int i = 0; i < ROCZ_PATTERNS - 1; i++) is |= d->id[i] == category && category >= 0;
  return is;
}

#endif
