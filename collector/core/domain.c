/* Domains, and which of them are recorded: see domain.h. */
#include "core.h"
#include "filter.h"
#include "rank.h"
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

/* Weak, since the core alone has no domains. */
extern collect_domain *const __start_collect_domains[] __attribute__((visibility("hidden"), weak));
extern collect_domain *const __stop_collect_domains[] __attribute__((visibility("hidden"), weak));

static bool before(const collect_domain *a, const collect_domain *b) { return a->order != b->order ? a->order < b->order : strcmp(a->name, b->name) < 0; }

collect_domain *collect_domain_next(collect_domain *d) { return COLLECT_NEXT_OF(collect_domains, d, before); }

#ifdef COLLECT_DEBUG
static void domains_check(void) {
  for (collect_domain *a = NULL; (a = collect_domain_next(a));) {
    COLLECT_ASSERT(a->layer < COLLECT_LAYERS_END && !(a->layer & (a->layer - 1)));
    for (collect_domain *b = a; (b = collect_domain_next(b));)
      COLLECT_ASSERT(strcmp(a->name, b->name) && (!a->layer || a->layer != b->layer || a->library == b->library));
  }
}
#else
static void domains_check(void) {}
#endif

/* ---- COLLECT_DOMAINS ---- */

static bool is_word(const char *word, const char *text, size_t n) { return strlen(word) == n && !memcmp(word, text, n); }

/* Applies one word of the list. False: the word is not known. */
static bool word_choose(const char *word, size_t n, bool wanted) {
  bool all = is_word("all", word, n), none = is_word("none", word, n), standard = is_word("standard", word, n), api = is_word("api", word, n);
  bool known = all || none || standard || api;
  for (collect_domain *d = NULL; (d = collect_domain_next(d));) {
    bool named = is_word(d->name, word, n);
    if (all || none || named || (standard && d->standard) || (api && d->layer))
      d->wanted = none ? !wanted : wanted;
    known = known || named;
  }
  return known;
}

/* Describes a correct value for a user who wrote this word, with the domain that was probably meant. */
static const char *nearest_to(const char *word, size_t n) {
  static char text[256];
  char name[COLLECT_NAME_BYTES];
  snprintf(name, sizeof name, "%.*s", (int)n, word);
  rocz_nearest nearest = {.least = ROCZ_NONE_IS_NEAR};
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    rocz_nearer(&nearest, name, d->name);
  snprintf(text, sizeof text, "a list of domains ('%s' is unknown, the nearest is '%s'; COLLECT_HELP=1 prints all)", name, nearest.name ? nearest.name : "none");
  return text;
}

static bool any_filter(void) {
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    if (d->filter && (*d->filter->text || *d->filter_out->text))
      return true;
  return false;
}

/* Applies everything else that decides what is recorded. A program that has rights which its caller lacks (setuid, file
** capabilities) is not recorded: its files would be made with those rights in a folder of the caller's choice. Without filters
** the functions are not walked, since every process starts with this. */
static void domains_settle(void) {
  if (getauxval(AT_SECURE) || !collect_rank_is_wanted())
    word_choose("none", 4, true);
  if (any_filter())
    collect_filters_set();
}

static bool domains_parse(const char *value);
static void domains_help(void) {
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    collect_help_line(d->name, d->wanted ? "on" : "off", d->help);
}

COLLECT_SETTING(domains) = {.name = "COLLECT_DOMAINS", .fallback = "standard", .order = 10, .parse = domains_parse, .settled = domains_settle, .more_help = domains_help,
                            .help = "what to record: a list of the words below, or all, none, standard, api (calls); +word, -word: change the standard set"};

/* "a,b" selects these alone; "+a,-b" changes the standard set. */
static bool domains_parse(const char *value) {
  domains_check();
  bool difference = value[strspn(value, ", ")] == '+' || value[strspn(value, ", ")] == '-';
  word_choose("none", 4, true);
  if (difference)
    word_choose("standard", 8, true);
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
