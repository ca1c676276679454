/* Settings: the COLLECT_* environment variables, read once.
**
** A row of `table` is one setting; COLLECT_HELP=1 prints the table. A value that
** is not understood is named on stderr, and the default is used. secure_getenv, so
** that a setuid program writes no files where its caller likes. */
#include "core.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct setting {
  const char *name, *fallback, *help;
  bool (*parse)(const char *value, collect_settings *s); /* false: not understood */
  const char *expected;
} setting;

static bool parse_output(const char *value, collect_settings *s) {
  size_t length = 0;
  if (value[0] != '/') {
    if (!getcwd(s->output, sizeof s->output))
      return false;
    length = strlen(s->output);
    if (length && s->output[length - 1] != '/' && length + 1 < sizeof s->output)
      s->output[length++] = '/';
  }
  /* A file's name is added to it later. */
  size_t n = strlen(value);
  if (!n || length + n + 160 > sizeof s->output)
    return false;
  memcpy(s->output + length, value, n + 1);
  return true;
}

static bool parse_flag(const char *value, bool *flag) {
  if (strcmp(value, "0") && strcmp(value, "1"))
    return false;
  *flag = value[0] == '1';
  return true;
}

static bool parse_args(const char *value, collect_settings *s) { return parse_flag(value, &s->args); }

static bool parse_queues(const char *value, collect_settings *s) {
  s->intercept = !strcmp(value, "intercept");
  return s->intercept || !strcmp(value, "virtual");
}

static bool parse_check(const char *value, collect_settings *s) { return parse_flag(value, &s->check); }
static bool parse_verbose(const char *value, collect_settings *s) { return parse_flag(value, &s->verbose); }

/* ---- domains ---- */

/* Weak: the core alone has none. */
extern collect_domain *const __start_collect_domains[] __attribute__((visibility("hidden"), weak));
extern collect_domain *const __stop_collect_domains[] __attribute__((visibility("hidden"), weak));

static bool before(const collect_domain *a, const collect_domain *b) { return a->order != b->order ? a->order < b->order : strcmp(a->name, b->name) < 0; }

collect_domain *collect_domain_next(const collect_domain *d) {
  collect_domain *next = NULL;
  for (collect_domain *const *i = __start_collect_domains; i < __stop_collect_domains; i++)
    if ((!d || before(d, *i)) && (!next || before(*i, next)))
      next = *i;
  return next;
}

static bool is_word(const char *word, const char *text, size_t n) { return strlen(word) == n && !memcmp(word, text, n); }

/* One word of the list. False: it is none. */
static bool domain_choose(const char *word, size_t n) {
  bool all = is_word("all", word, n), none = is_word("none", word, n), known = all || none;
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    if (all || none || is_word(d->name, word, n)) {
      d->wanted = !none;
      known = true;
    }
  return known;
}

static bool parse_domains(const char *value, collect_settings *s) {
  (void)s;
  domain_choose("none", 4);
  while (*value) {
    size_t n = strcspn(value, ", ");
    if (n && !domain_choose(value, n))
      return false;
    value += n + (value[n] != 0);
  }
  return true;
}

/* The names of the domains, or of the standard ones, between `separator`s. */
static const char *domain_names(char *text, size_t size, bool standard, const char *separator) {
  size_t n = 0;
  text[0] = 0;
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    if (d->standard || !standard)
      n += (size_t)snprintf(text + n, n < size ? size - n : 0, "%s%s", n ? separator : "", d->name);
  return text;
}

#ifdef COLLECT_DEBUG
static void domains_check(void) {
  for (collect_domain *a = NULL; (a = collect_domain_next(a));) {
    COLLECT_ASSERT(a->layer < COLLECT_LAYERS_END && !(a->layer & (a->layer - 1)));
    for (collect_domain *b = a; (b = collect_domain_next(b));)
      COLLECT_ASSERT(strcmp(a->name, b->name) && (!a->layer || a->layer != b->layer || a->library == b->library));
  }
}
#endif

/* ---- all ---- */

static char standard_domains[256], domains_help[512], domains_expected[512];
static const setting table[] = {
  {"COLLECT_OUTPUT", "trace", "folder for the trace files, made when the first call is traced", parse_output, "a path"},
  {"COLLECT_DOMAINS", standard_domains, domains_help, parse_domains, domains_expected},
  {"COLLECT_QUEUES", "virtual", "how kernels are timed: virtual (write index), or intercept (the runtime's interception)", parse_queues,
   "virtual or intercept"},
  {"COLLECT_ARGS", "0", "1: also record the arguments of every call", parse_args, "0 or 1"},
  {"COLLECT_CHECK", "0", "1: look at the buffers' invariants whenever they are emptied", parse_check, "0 or 1"},
  {"COLLECT_VERBOSE", "0", "1: say on stderr what the collector does", parse_verbose, "0 or 1"},
};

static void print(const char *text) {
  ssize_t written = write(2, text, strlen(text));
  (void)written;
}

static void help(void) {
  char line[768];
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    snprintf(line, sizeof line, "%-16s %-20s %s\n", table[i].name, table[i].fallback, table[i].help);
    print(line);
    for (collect_domain *d = NULL; table[i].parse == parse_domains && (d = collect_domain_next(d));) {
      snprintf(line, sizeof line, "    %-12s %-20s %s\n", d->name, "", d->help);
      print(line);
    }
  }
  snprintf(line, sizeof line, "%-16s %-20s %s\n", "COLLECT_HELP", "0", "1: print this list");
  print(line);
}

static collect_settings settings;
static _Atomic int state; /* 0 unread, 1 being read, 2 read */

static void settings_read(void) {
  char names[400];
  domain_names(standard_domains, sizeof standard_domains, true, ",");
  domain_names(names, sizeof names, false, ", ");
  COLLECT_ASSERT(strlen(names) < sizeof names - 1);
  snprintf(domains_help, sizeof domains_help, "what is recorded: %s, all, none", names);
  snprintf(domains_expected, sizeof domains_expected, "a list of %s, all, none", names);
#ifdef COLLECT_DEBUG
  domains_check();
#endif
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const char *value = secure_getenv(table[i].name);
    if (value && *value && table[i].parse(value, &settings))
      continue;
    if (value && *value) {
      collect_say("%s='%.200s' is not %s; using '%s'", table[i].name, value, table[i].expected, table[i].fallback);
    }
    if (!table[i].parse(table[i].fallback, &settings))
      settings.output[0] = 0; /* no current folder: nothing can be written */
  }
  const char *wanted = secure_getenv("COLLECT_HELP");
  if (wanted && !strcmp(wanted, "1"))
    help();
}

const collect_settings *collect_setting(void) {
  if (atomic_load_explicit(&state, memory_order_acquire) == 2)
    return &settings;
  collect_section section;
  collect_section_begin(&section);
  int unread = 0;
  if (atomic_compare_exchange_strong(&state, &unread, 1)) {
    settings_read();
    atomic_store_explicit(&state, 2, memory_order_release);
  }
  while (atomic_load_explicit(&state, memory_order_acquire) != 2) {
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
  }
  collect_section_end(&section);
  return &settings;
}

bool collect_wanted(const collect_domain *d) {
  collect_setting();
  return d->wanted;
}
