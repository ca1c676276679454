/* Settings: the COLLECT_* environment variables. See setting.h.
**
** They are ignored in a program with rights that its caller lacks, since the caller must not control what such a program does. */
#include "core.h"
#include "once.h"
#include "preset.h"
#include "rtg.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

extern collect_setting *const __start_collect_settings[] __attribute__((visibility("hidden")));
extern collect_setting *const __stop_collect_settings[] __attribute__((visibility("hidden")));

static bool before(const collect_setting *a, const collect_setting *b) { return a->order != b->order ? a->order < b->order : strcmp(a->name, b->name) < 0; }

collect_setting *collect_setting_next(collect_setting *s) { return COLLECT_NEXT_OF(collect_settings, s, before); }

/* ---- values ---- */

static bool number_parse(collect_setting *s, const char *value, int64_t least, int64_t most) {
  char *end;
  int saved = errno;
  errno = 0;
  long long number = strtoll(value, &end, 10);
  bool good = !errno && end != value && !*end && number >= least && number <= most;
  errno = saved;
  s->number = good ? number : s->number;
  return good;
}

/* Words are separated by ", " and " or ". */
static bool choice_parse(collect_setting *s, const char *value) {
  int64_t number = 0;
  for (const char *word = s->expected; *word; number++) {
    size_t n = strcspn(word, ", ");
    if (strlen(value) == n && !memcmp(word, value, n)) {
      s->number = number;
      return true;
    }
    word += n;
    word += strspn(word, ", ");
    word += strncmp(word, "or ", 3) ? 0 : 3;
  }
  return false;
}

static bool value_parse(collect_setting *s, const char *value) {
  switch (s->type) {
  case COLLECT_FLAG: return number_parse(s, value, 0, 1) && !value[1];
  case COLLECT_NUMBER: return number_parse(s, value, s->least, s->most);
  case COLLECT_CHOICE: return choice_parse(s, value);
  case COLLECT_TEXT: break;
  }
  return !s->parse || !*value || s->parse(value);
}

static void value_refuse(const collect_setting *s, const char *value) {
  char expected[64];
  snprintf(expected, sizeof expected, s->type == COLLECT_FLAG ? "0 or 1" : "a number from %lld to %lld", (long long)s->least, (long long)s->most);
  const char *wanted = s->expected ? s->expected : expected;
  collect_say("%s='%.200s' is not %s; using '%s'", s->name, value, wanted, s->fallback);
}

/* A copy, since the program may change its environment. */
static const char *kept(const char *value) {
  size_t size = strlen(value) + 1;
  char *copy = collect_memory_grow(NULL, 0, size);
  return copy ? memcpy(copy, value, size) : NULL;
}

/* `rtg`: one of rtg_tracer's variables is in the environment. */
static void setting_read(collect_setting *s, bool rtg) {
  const char *value = s->given, *copy;
  s->text = s->fallback;
  if (rtg && (!value || !*value))
    value = collect_rtg_of(s->name);
  if (!value || !*value)
    value = collect_preset_of(s->name);
  if (value && *value) {
    if (value_parse(s, value) && (copy = kept(value))) {
      s->text = copy;
      return;
    }
    value_refuse(s, value);
  }
  bool good = value_parse(s, s->fallback);
  (void)good; /* fails for a relative path where there is no current folder */
}

/* ---- names ---- */

#define PREFIX "COLLECT_"
static bool is_rtgs(const collect_setting *s) { return strncmp(s->name, PREFIX, strlen(PREFIX)) != 0; }

/* gcc uses variables that begin like ours to talk to its parts. */
static bool is_foreign(const char *name) {
  return !strncmp(name, "COLLECT_GCC", 11) || !strcmp(name, "COLLECT_LTO_WRAPPER") || !strcmp(name, "COLLECT_AS_OPTIONS");
}

static void name_unknown(const char *name) {
  rocz_nearest nearest = {.least = ROCZ_NONE_IS_NEAR};
  for (collect_setting *s = NULL; (s = collect_setting_next(s));)
    rocz_nearer(&nearest, name, s->name);
  if (!is_foreign(name))
    collect_say("%s is not a setting; the nearest is %s (COLLECT_HELP=1 prints all)", name, nearest.name);
}

static collect_setting *setting_of(const char *name, size_t n) {
  for (collect_setting *const *s = __start_collect_settings; s < __stop_collect_settings; s++)
    if (!strncmp((*s)->name, name, n) && !(*s)->name[n])
      return *s;
  return NULL;
}

/* Finds the settings in the environment by one pass over it: every process starts with this, and most have none. Returns whether
** some are rtg_tracer's. */
static bool names_read(void) {
  uint32_t initials = 0;
  bool rtg = false;
  for (collect_setting *const *s = __start_collect_settings; s < __stop_collect_settings; s++)
    initials |= 1u << ((*s)->name[0] & 31);
  for (char **e = environ; e && *e; e++) {
    if (!(initials >> (**e & 31) & 1))
      continue;
    size_t n = strcspn(*e, "=");
    collect_setting *s = (*e)[n] ? setting_of(*e, n) : NULL;
    if (!s || s->given)
      continue; /* of two with the same name, the first counts */
    s->given = *e + n + 1;
    rtg |= is_rtgs(s);
  }
  return rtg;
}

static void names_check(void) {
  for (char **e = environ; e && *e; e++) {
    char name[COLLECT_NAME_BYTES];
    size_t n = strncmp(*e, PREFIX, strlen(PREFIX)) ? sizeof name : strcspn(*e, "=");
    if (n >= sizeof name || setting_of(*e, n))
      continue;
    memcpy(name, *e, n);
    name[n] = 0;
    name_unknown(name);
  }
}

/* ---- help ---- */

COLLECT_SETTING(check) = {.name = "COLLECT_CHECK", .type = COLLECT_FLAG, .fallback = "0", .order = 90,
                          .help = "1: check the buffers' invariants whenever they are emptied"};
COLLECT_SETTING(verbose) = {
  .name = "COLLECT_VERBOSE", .type = COLLECT_FLAG, .fallback = "0", .order = 91, .help = "1: report on stderr what the collector does"};
COLLECT_SETTING(help) = {.name = "COLLECT_HELP", .type = COLLECT_NUMBER, .fallback = "0", .least = 0, .most = 2, .order = 99,
                         .help = "1: print this list, with the current values; 2: print it, and record nothing"};

static void line_print(int width, const char *name, const char *value, const char *help, const char *fallback) {
  char line[1024];
  bool changed = strcmp(value, fallback);
  snprintf(line, sizeof line, "%-*s %-20s %.600s%s%.100s%s\n", width, name, value, help, changed ? " (default: " : "",
           changed ? *fallback ? fallback : "none" : "", changed ? ")" : "");
  ssize_t written = collect_sys_write(2, line, strlen(line));
  (void)written;
}

static int width_of_names(void) {
  size_t width = 0;
  for (collect_setting *s = NULL; (s = collect_setting_next(s));)
    width = strlen(s->name) > width ? strlen(s->name) : width;
  return (int)width + 1;
}

void collect_help_line(const char *word, const char *value, const char *help) {
  char name[COLLECT_NAME_BYTES + 4];
  snprintf(name, sizeof name, "    %s", word);
  line_print(width_of_names(), name, value, help, value);
}

static void help_print(void) {
  for (collect_setting *s = NULL; (s = collect_setting_next(s));) {
    line_print(width_of_names(), s->name, s->text, s->help, s->fallback);
    if (s->more_help)
      s->more_help();
  }
}

/* ---- all settings ---- */

static collect_once all_known;

/* Reads them in any order, which is faster: every process starts with this. */
static void all_read(void) {
  bool secure = getauxval(AT_SECURE), rtg = !secure && names_read();
  for (collect_setting *const *s = __start_collect_settings; s < __stop_collect_settings; s++)
    setting_read(*s, rtg);
  for (collect_setting *const *s = __start_collect_settings; s < __stop_collect_settings; s++)
    if ((*s)->settled)
      (*s)->settled();
  if (!secure)
    names_check();
  if (collect_help_setting.number)
    help_print();
  for (collect_setting *const *s = __start_collect_settings; s < __stop_collect_settings && collect_help_setting.number == 2; s++)
    if ((*s)->nothing)
      (*s)->nothing();
}

void collect_settings_read(void) { collect_once_run(&all_known, all_read); }

const char *collect_text(const collect_setting *s) {
  collect_settings_read();
  return s->text;
}

int64_t collect_number(const collect_setting *s) {
  collect_settings_read();
  return s->number;
}
