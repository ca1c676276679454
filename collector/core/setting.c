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

static bool parse_domains(const char *value, collect_settings *s) {
  bool hip = false, hsa = false, kernels = false, copies = false;
  while (*value) {
    size_t n = strcspn(value, ", ");
    if (n == 3 && !memcmp(value, "hip", 3)) hip = true;
    else if (n == 3 && !memcmp(value, "hsa", 3)) hsa = true;
    else if (n == 7 && !memcmp(value, "kernels", 7)) kernels = true;
    else if (n == 6 && !memcmp(value, "copies", 6)) copies = true;
    else if (n == 3 && !memcmp(value, "all", 3)) hip = hsa = kernels = copies = true;
    else if (n == 4 && !memcmp(value, "none", 4)) hip = hsa = kernels = copies = false;
    else if (n) return false;
    value += n + (value[n] != 0);
  }
  s->hip = hip;
  s->hsa = hsa;
  s->kernels = kernels;
  s->copies = copies;
  return true;
}

static const setting table[] = {
  {"COLLECT_OUTPUT", "trace", "folder for the trace files, made when the first call is traced", parse_output, "a path"},
  {"COLLECT_DOMAINS", "hip,kernels,copies", "what is recorded: hip, hsa, kernels, copies, all, none", parse_domains,
   "a list of hip, hsa, kernels, copies, all, none"},
  {"COLLECT_QUEUES", "virtual", "how kernels are timed: virtual (write index), or intercept (the runtime's interception)", parse_queues,
   "virtual or intercept"},
  {"COLLECT_ARGS", "0", "1: also record the arguments of every call", parse_args, "0 or 1"},
};

static void say(const char *text) {
  ssize_t written = write(2, text, strlen(text));
  (void)written;
}

static void help(void) {
  char line[256];
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    snprintf(line, sizeof line, "%-16s %-20s %s\n", table[i].name, table[i].fallback, table[i].help);
    say(line);
  }
  snprintf(line, sizeof line, "%-16s %-20s %s\n", "COLLECT_HELP", "0", "1: print this list");
  say(line);
}

static collect_settings settings;
static _Atomic int state; /* 0 unread, 1 being read, 2 read */

static void settings_read(void) {
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const char *value = secure_getenv(table[i].name);
    if (value && *value && table[i].parse(value, &settings))
      continue;
    if (value && *value) {
      char line[512];
      snprintf(line, sizeof line, "libcollect: %s='%.200s' is not %s; using '%s'\n", table[i].name, value, table[i].expected, table[i].fallback);
      say(line);
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
  int unread = 0;
  if (atomic_compare_exchange_strong(&state, &unread, 1)) {
    settings_read();
    atomic_store_explicit(&state, 2, memory_order_release);
  }
  while (atomic_load_explicit(&state, memory_order_acquire) != 2) {
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
  }
  return &settings;
}
