/* Domains, and which of them are recorded: see domain.h. */
#include "core.h"
#include "filter.h"
#include "preset.h"
#include "rank.h"
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

/* Weak, since the core alone has no domains. */
extern collect_domain *const __start_collect_domains[] __attribute__((visibility("hidden"), weak));
extern collect_domain *const __stop_collect_domains[] __attribute__((visibility("hidden"), weak));
extern const collect_beginning *const __start_collect_beginnings[] __attribute__((visibility("hidden"), weak));
extern const collect_beginning *const __stop_collect_beginnings[] __attribute__((visibility("hidden"), weak));

static bool before(const collect_domain *a, const collect_domain *b) { return a->is < b->is; }

collect_domain *collect_domain_next(collect_domain *d) { return COLLECT_NEXT_OF(collect_domains, d, before); }

#ifdef COLLECT_DEBUG
static void domains_check(void) {
  for (collect_domain *a = NULL; (a = collect_domain_next(a));) {
    COLLECT_ASSERT(a->layer < COLLECT_LAYERS_END && !(a->layer & (a->layer - 1)));
    for (collect_domain *b = a; (b = collect_domain_next(b));)
      COLLECT_ASSERT(a->is != b->is && (!a->layer || a->layer != b->layer || a->library == b->library));
  }
}
#else
static void domains_check(void) {}
#endif

/* ---- COLLECT_DOMAINS ---- */

static bool is_word(const char *word, const char *text, size_t n) { return strlen(word) == n && !memcmp(word, text, n); }

static bool in_set(const collect_domain *d, enum rocz_set_id set) {
  return set == ROCZ_SET_all || set == ROCZ_SET_none || (set == ROCZ_SET_standard && d->is->standard) || (set == ROCZ_SET_api && d->layer);
}
/* In any order, which is faster: every process starts with this. */
static void set_choose(enum rocz_set_id set, bool wanted) {
  for (collect_domain *const *d = __start_collect_domains; d < __stop_collect_domains; d++)
    if (in_set(*d, set))
      (*d)->wanted = set == ROCZ_SET_none ? !wanted : wanted;
}

/* Applies one word of the list. False: the word is not known. */
static bool word_choose(const char *word, size_t n, bool wanted) {
  for (int i = 0; i < ROCZ_SETS; i++)
    if (is_word(rocz_sets[i], word, n))
      return set_choose((enum rocz_set_id)i, wanted), true;
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    if (is_word(d->is->name, word, n))
      return d->wanted = wanted, true;
  return false;
}

/* Describes a correct value for a user who wrote this word, with the domain that was probably meant. */
static const char *nearest_to(const char *word, size_t n) {
  static char text[256];
  char name[COLLECT_NAME_BYTES];
  snprintf(name, sizeof name, "%.*s", (int)n, word);
  rocz_nearest nearest = {.least = ROCZ_NONE_IS_NEAR};
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    rocz_nearer(&nearest, name, d->is->name);
  snprintf(text, sizeof text, "a list of domains ('%s' is unknown, the nearest is '%s'; COLLECT_HELP=1 prints all)", name,
           nearest.name ? nearest.name : "none");
  return text;
}

static bool any_filter(void) {
  for (collect_domain *const *d = __start_collect_domains; d < __stop_collect_domains; d++)
    if ((*d)->filter && (*(*d)->filter->text || *(*d)->filter_out->text))
      return true;
  return false;
}

/* Applies everything else that decides what is recorded. A program that has rights which its caller lacks (setuid, file
** capabilities) is not recorded: its files would be made with those rights in a folder of the caller's choice. Without filters
** the functions are not walked, since every process starts with this. */
static void domains_settle(void) {
  if (getauxval(AT_SECURE) || !collect_rank_is_wanted())
    set_choose(ROCZ_SET_none, true);
  if (any_filter())
    collect_filters_set();
}

static bool domains_parse(const char *value);
static void domains_help(void) {
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    collect_help_line(d->is->name, d->wanted ? "on" : "off", d->is->help);
}

static void domains_none(void) { set_choose(ROCZ_SET_none, true); }

COLLECT_SETTING(domains) = {.name = "COLLECT_DOMAINS", .fallback = "standard", .order = 10, .parse = domains_parse, .settled = domains_settle,
                            .more_help = domains_help, .nothing = domains_none,
                            .help = "what to record: a list of the words below, or all, none, standard, api (calls); +word, -word: change the set of COLLECT_PRESET, or the standard set"};

/* "a,b" selects these alone; "+a,-b" changes the set of COLLECT_PRESET, or else the standard set. */
static bool domains_parse(const char *value) {
  domains_check();
  bool difference = value[strspn(value, ", ")] == '+' || value[strspn(value, ", ")] == '-';
  const char *preset = difference ? collect_preset_of(collect_domains_setting.name) : NULL;
  set_choose(ROCZ_SET_none, true);
  if (preset)
    domains_parse(preset);
  else if (difference)
    set_choose(ROCZ_SET_standard, true);
  while (*value) {
    bool less = *value == '-';
    value += less || *value == '+';
    size_t n = strcspn(value, ", ");
    if (n && !word_choose(value, n, !less)) {
      collect_domains_setting.expected = nearest_to(value, n);
      return false;
    }
    value += n + (value[n] != 0);
  }
  return true;
}

bool collect_wanted(const collect_domain *d) {
  collect_settings_read();
  return d->wanted;
}

bool collect_domains_begun;

void collect_domains_begin(bool again) {
  collect_settings_read();
  for (const collect_beginning *const *b = __start_collect_beginnings; b < __stop_collect_beginnings; b++)
    if ((*b)->domain->wanted) {
      collect_domains_begun = true;
      (again ? (*b)->again : (*b)->begin)();
    }
}
