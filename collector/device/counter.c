/* Which counters are wanted.
**
** A GPU can count only a few events at a time, so there may be several sets; a run of the program counts one of them, chosen by
** its run number. A counter has ROCm's name (counter.def), or is given as BLOCK:EVENT, the block's name and the event's number in
** it, which needs no table. */
#include "counter.h"
#include "counter_known.h"
#include <stdlib.h>
#include <string.h>

/* ---- the setting ---- */

#define BETWEEN ", \t"
#define SETS ";\n"

static bool word_is_raw(const char *word, size_t n) { return memchr(word, ':', n) != NULL; }

/* Whether the word is BLOCK:EVENT, or could be a name. */
static bool word_is_good(const char *word, size_t n) {
  size_t name = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
  if (n >= sizeof((collect_counter *)0)->name || !name)
    return false;
  return name >= n || (word[name] == ':' && name < sizeof((collect_counter *)0)->block && n - name > 1 && n - name < 8 &&
                       strspn(word + name + 1, "0123456789") >= n - name - 1);
}

/* Calls `take` for each word of the set that begins at `set`, until it returns false. */
static bool words_each(const char *set, bool (*take)(const char *word, size_t n, void *arg), void *arg) {
  const char *end = set + strcspn(set, SETS);
  for (const char *word = set + strspn(set, BETWEEN); word < end; word += strspn(word, BETWEEN)) {
    size_t n = strcspn(word, BETWEEN SETS);
    if (!(n == 4 && !memcmp(word, "pmc:", 4)) && !take(word, n, arg)) /* rocprofv3's lines begin so */
      return false;
    word += n;
  }
  return true;
}

static bool word_check(const char *word, size_t n, void *count) { return word_is_good(word, n) && ++*(uint32_t *)count <= COLLECT_COUNTERS_MAX; }

/* The next set that is not empty, from here on. */
static const char *set_next(const char *set) {
  set += strspn(set, BETWEEN SETS);
  return *set ? set : NULL;
}
static const char *set_end(const char *set) { return set + strcspn(set, SETS); }

static bool counters_parse(const char *value) {
  for (const char *set = value; (set = set_next(set)); set = set_end(set)) {
    uint32_t count = 0;
    if (!words_each(set, word_check, &count))
      return false;
  }
  return true;
}

COLLECT_SETTING(counters) = {.name = "COLLECT_COUNTERS", .fallback = "", .order = 20, .parse = counters_parse,
                             .expected = "a list of counter names or BLOCK:EVENT (commas between them, ; between sets)",
                             .help = "GPU counters of every kernel: names, or BLOCK:EVENT; of several sets, separated by ;, run n (%n) counts the n-th"};

bool collect_counters_wanted(void) { return *collect_text(&collect_counters_setting); }

/* ---- the set of this run ---- */

static uint32_t set_count(void) {
  uint32_t n = 0;
  for (const char *set = collect_text(&collect_counters_setting); (set = set_next(set)); set = set_end(set))
    n++;
  return n;
}

/* Runs are numbered if the output folder is. */
static const char *set_of_run(void) {
  uint32_t sets = set_count(), run = (uint32_t)collect_output_run();
  static bool said;
  if (sets > 1 && !run && !said)
    collect_say("COLLECT_COUNTERS has %u sets, and each run counts one of them, by its number: add %%n to COLLECT_OUTPUT (trace/%%n) to number the runs; this "
                "run counts the first set", sets);
  said = true;
  const char *set = set_next(collect_text(&collect_counters_setting));
  for (uint32_t i = run ? (run - 1) % sets : 0; set && i; i--)
    set = set_next(set_end(set));
  return set;
}

typedef struct finding {
  const char *gfx;
  int column;
  collect_counter *list;
  uint32_t count;
} finding;

static void unknown_say(const finding *f, const char *name) {
  const char *nearest = collect_counter_nearest(f->column, name);
  if (nearest)
    collect_say("COLLECT_COUNTERS: %s has no counter %s; the nearest is %s (or give it as BLOCK:EVENT). No counters are recorded", f->gfx, name, nearest);
  else
    collect_say("COLLECT_COUNTERS: no counter names are known for %s: give %s as BLOCK:EVENT. No counters are recorded", f->gfx, name);
}

static bool counter_find(finding *f, collect_counter *c) {
  const collect_counter_known *k = collect_counter_known_find(f->column, c->name);
  if (!k) {
    unknown_say(f, c->name);
    return false;
  }
  strcpy(c->block, k->block);
  c->event = (uint32_t)k->event[f->column];
  return true;
}

static bool word_take(const char *word, size_t n, void *arg) {
  finding *f = arg;
  collect_counter c = {.event = 0};
  memcpy(c.name, word, n);
  if (word_is_raw(word, n)) {
    memcpy(c.block, word, strcspn(word, ":"));
    c.event = (uint32_t)strtoul(strchr(c.name, ':') + 1, NULL, 10);
  } else if (!counter_find(f, &c)) {
    return false;
  }
  for (uint32_t i = 0; i < f->count; i++)
    if (f->list[i].event == c.event && !strcmp(f->list[i].block, c.block))
      return true; /* it was named twice */
  f->list[f->count++] = c;
  return true;
}

uint32_t collect_counters_of(const char *gfx, collect_counter list[COLLECT_COUNTERS_MAX]) {
  finding f = {.gfx = gfx, .column = collect_counter_column(gfx), .list = list};
  const char *set = set_of_run();
  return set && words_each(set, word_take, &f) ? f.count : 0;
}
