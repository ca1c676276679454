/* Checks that the collector knows what the user asks for. The library itself is asked: it is loaded into a process that does
** nothing else, and prints its settings, its domains, and what it does not understand (COLLECT_HELP=2). So there is no second
** list here. */
#include "command.h"
#include "counter_known.h"
#include "gpu.h"
#include "list/domains.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *collect_settings_list(void) {
  static char *list;
  if (!list) {
    char *preload = collect_printed("LD_PRELOAD=%s", collect_library_path());
    char *changes[] = {preload, "COLLECT_HELP=2", "COLLECT_VERBOSE=0", NULL}, *argv[] = {"rocpd-nothing", NULL};
    char **environment = collect_environment(changes);
    collect_text_buffer said = {0};
    bool good = collect_ask("/proc/self/exe", argv, environment, true, 10, &said) == 0;
    list = collect_taken(&said);
    if (!good || !strstr(list, "COLLECT_HELP ")) /* the loader may have printed that this is not a library */
      list[0] = 0;
    free(environment);
    free(preload);
  }
  return list;
}

/* ---- words of the list ---- */

#define WORDS_MOST 256

/* The help lists one name a line, behind four blanks: domains, and words for several domains. */
static void domains_find(const char *list, const char *words[WORDS_MOST]) {
  size_t n = 0;
  for (; n < ROCZ_SETS; n++)
    words[n] = rocz_sets[n];
  for (const char *line = list; *line && n + 1 < WORDS_MOST; line += strcspn(line, "\n"), line += *line != 0)
    if (!strncmp(line, "    ", 4) && line[4] != ' ')
      words[n++] = collect_printed("%.*s", (int)strcspn(line + 4, " \n"), line + 4);
  words[n] = NULL;
}

static bool is_among(const char *word, const char *const *words) {
  for (; *words; words++)
    if (!strcmp(word, *words))
      return true;
  return false;
}

static void did_you_mean(collect_text_buffer *said, const char *meant) {
  if (meant)
    collect_add(said, "; did you mean %s?", meant);
}

/* False: a word of COLLECT_DOMAINS is not known, and a message says so. */
static bool domains_are_good(const char *list) {
  const char *words[WORDS_MOST], *value = getenv("COLLECT_DOMAINS");
  domains_find(list, words);
  while (value && *value) {
    value += *value == '+' || *value == '-';
    char *word = collect_printed("%.*s", (int)strcspn(value, ", "), value);
    if (*word && !is_among(word, words)) {
      collect_text_buffer said = {0};
      collect_add(&said, "there is no domain '%s'", word);
      did_you_mean(&said, collect_meant(word, words));
      collect_add(&said, " (the domains:");
      for (size_t i = 0; words[i]; i++)
        collect_add(&said, " %s", words[i]);
      collect_fail(COLLECT_WRONG_USE, "%s)", said.text);
      return false;
    }
    value += strlen(word);
    value += *value != 0;
    free(word);
  }
  return true;
}

/* ---- complaints ---- */

/* Finds a line "libcollect: NAME='VALUE' is not EXPECTED; using 'FALLBACK'" about this setting, or about any (NULL). Returns
** EXPECTED, and in *whole the line without its last part. The caller frees both. */
static char *complaint_find(const char *list, const char *name, char **whole) {
  for (const char *line = list; *line; line += strcspn(line, "\n"), line += *line != 0) {
    size_t n = strcspn(line, "\n");
    const char *said = line + strlen("libcollect: ");
    if (strncmp(line, "libcollect: ", 12) || (name && (strncmp(said, name, strlen(name)) || said[strlen(name)] != '=')))
      continue;
    char *text = collect_printed("%.*s", (int)(n - 12), said), *end = strstr(text, "; using '"), *is_not = strstr(text, "' is not ");
    if (end && is_not) {
      *end = 0;
      *whole = text;
      return collect_printed("%s", is_not + strlen("' is not "));
    }
    free(text);
  }
  return NULL;
}

/* Splits "kernels, api or torch" into words. */
static void choices_find(char *expected, const char *words[WORDS_MOST]) {
  size_t n = 0;
  for (char *word = strtok(expected, ", "); word && n + 1 < WORDS_MOST; word = strtok(NULL, ", "))
    if (strcmp(word, "or"))
      words[n++] = word;
  words[n] = NULL;
}

static bool preset_is_good(const char *list) {
  char *whole, *expected = complaint_find(list, "COLLECT_PRESET", &whole);
  if (!expected)
    return true;
  const char *words[WORDS_MOST], *given = getenv("COLLECT_PRESET");
  char *copy = collect_printed("%s", expected);
  choices_find(copy, words);
  collect_text_buffer said = {0};
  did_you_mean(&said, collect_meant(given, words));
  collect_fail(COLLECT_WRONG_USE, "there is no preset '%s'%s (%s)", given, said.text ? said.text : "", expected);
  return false;
}

static bool others_are_good(const char *list) {
  char *whole, *expected = complaint_find(list, NULL, &whole);
  if (expected)
    collect_fail(COLLECT_WRONG_USE, "%s", whole);
  return !expected;
}

/* ---- counters ---- */

/* The counter that was meant, for the kinds of GPU in this machine; for any kind if it has none. *known: one of them has this counter. */
static const char *counter_meant(const char *name, const collect_gpus *gpus, bool *known) {
  const char *meant = NULL;
  *known = false;
  for (int column = 0; column < COLLECT_COUNTER_COLUMNS; column++) {
    bool here = !gpus->count;
    for (size_t i = 0; i < gpus->count; i++)
      here = here || collect_counter_column(gpus->gpu[i].gfx) == column;
    if (!here)
      continue;
    *known = *known || collect_counter_known_find(column, name);
    const char *names[] = {meant ? meant : collect_counter_nearest(column, name), collect_counter_nearest(column, name), NULL};
    meant = collect_meant(name, names);
  }
  return meant;
}

static bool counters_are_good(void) {
  const char *value = getenv("COLLECT_COUNTERS");
  collect_gpus gpus;
  if (!value || !*value)
    return true;
  collect_gpus_find(&gpus);
  bool foreign = gpus.count > 0; /* no counters are known by name for these GPUs: they take BLOCK:EVENT only, and the collector says so */
  for (size_t i = 0; i < gpus.count; i++)
    foreign = foreign && collect_counter_column(gpus.gpu[i].gfx) < 0;
  while (!foreign && *value) {
    size_t n = strcspn(value, ", \t;\n");
    char *word = collect_printed("%.*s", (int)n, value);
    value += n + (value[n] != 0);
    bool known = !*word || strchr(word, ':');
    const char *meant = known ? NULL : counter_meant(word, &gpus, &known);
    if (!known) {
      collect_text_buffer said = {0};
      did_you_mean(&said, meant);
      collect_fail(COLLECT_WRONG_USE, "%s counter '%s'%s (rocpd help counters; any event can be named as BLOCK:EVENT)",
                   gpus.count ? collect_printed("%s has no", gpus.gpu[0].gfx) : "no known GPU has a", word, said.text ? said.text : "");
      return false;
    }
    free(word);
  }
  return true;
}

/* If nothing is set, nothing needs to be asked, and the program begins sooner. */
static bool anything_is_set(void) {
  extern char **environ;
  for (char **e = environ; *e; e++)
    if ((!strncmp(*e, "COLLECT_", 8) && strncmp(*e, "COLLECT_OUTPUT=", 15)) || !strncmp(*e, "RTG_", 4))
      return true;
  return false;
}

bool collect_settings_are_good(void) {
  if (!anything_is_set())
    return true;
  const char *list = collect_settings_list();
  if (!*list)
    return true;
  return domains_are_good(list) && preset_is_good(list) && counters_are_good() && others_are_good(list);
}

/* ---- times ---- */

bool collect_duration(const char *text, int64_t *ns) {
  static const struct {
    const char *unit;
    double ns;
  } units[] = {{"", 1e9}, {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"min", 60e9}, {"h", 3600e9}};
  size_t digits = strspn(text, "0123456789."), points = 0;
  for (size_t i = 0; i < digits; i++)
    points += text[i] == '.';
  if (!digits || points > 1 || points == digits)
    return false;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (!strcmp(text + digits, units[i].unit)) {
      double value = strtod(text, NULL) * units[i].ns;
      *ns = value < 9e18 ? (int64_t)value : 0;
      return value < 9e18;
    }
  return false;
}
