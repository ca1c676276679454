/* The settings: GPUSIM_* environment variables. For a wrong value it prints one line on stderr, and uses the default. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gpusim.h"

gpusim_settings gpusim_setting;

static void complain(const char *variable, const char *value, const char *expected) {
  dprintf(STDERR_FILENO, "gpusim: %s=%s is not %s; the default is used\n", variable, value, expected);
}

/* Reads a number from low to high that is followed by `end`. */
static bool parse_number(const char *text, char end, double low, double high, double *out, const char **rest) {
  char *after;
  errno = 0;
  double v = strtod(text, &after);
  if (after == text || errno || !(v >= low && v <= high) || (*after && *after != end))
    return false;
  *out = v;
  if (rest)
    *rest = after;
  return true;
}

static double number(const char *variable, double low, double high, double otherwise, const char *expected) {
  const char *text = getenv(variable);
  double v;
  if (!text || !*text)
    return otherwise;
  if (parse_number(text, 0, low, high, &v, NULL))
    return v;
  complain(variable, text, expected);
  return otherwise;
}

static int64_t ticks_of_ns(double ns) { return (int64_t)(ns / GPUSIM_TICK_NS + (ns < 0 ? -0.5 : 0.5)); }

#define MAX_NS 1e18

/* Takes one item off a list "part=number,part=number". */
static bool parse_item(const char **text, char *part, size_t part_size, double low, double high, double *number) {
  const char *equals = strchr(*text, '=');
  size_t length = equals ? (size_t)(equals - *text) : 0;
  if (!length || length >= part_size || memchr(*text, ',', length))
    return false;
  memcpy(part, *text, length);
  part[length] = 0;
  if (!parse_number(equals + 1, ',', low, high, number, text))
    return false;
  *text += **text == ',';
  return true;
}

/* Turns "part=ns,part=ns" into rules: all of them or none. */
static bool parse_rules(const char *text) {
  int n = 0;
  for (; *text; n++) {
    double ns;
    if (n == GPUSIM_MAX_RULES)
      return false;
    gpusim_rule *r = &gpusim_setting.rule[n];
    if (!parse_item(&text, r->part, sizeof r->part, 0, MAX_NS, &ns))
      return false;
    r->ticks = ticks_of_ns(ns);
  }
  gpusim_setting.rules = n;
  return true;
}

/* "at=ns,at=ns" */
static bool parse_steps(const char *text) {
  int n = 0;
  for (; *text; n++) {
    char at[32];
    double at_ns, by_ns;
    if (n == GPUSIM_MAX_RULES || !parse_item(&text, at, sizeof at, -MAX_NS, MAX_NS, &by_ns) || !parse_number(at, 0, 0, MAX_NS, &at_ns, NULL))
      return false;
    gpusim_setting.step[n] = (gpusim_step){ticks_of_ns(at_ns), ticks_of_ns(by_ns)};
  }
  gpusim_setting.steps = n;
  return true;
}

/* "what=first-last,what=first" */
static bool parse_fails(const char *text, gpusim_settings *s) {
  static const char *const known[GPUSIM_FAILS] = {"queue", "copy_queue", "memory", "event"};
  while (*text) {
    char what[16];
    long long first, last = INT64_MAX;
    int i = 0, used = 0, more = 0;
    if (sscanf(text, "%15[a-z_]=%lld%n", what, &first, &used) != 2 || first < 1)
      return false;
    if (text[used] == '-' && (sscanf(text + used, "-%lld%n", &last, &more) != 1 || last < first))
      return false;
    text += used + more;
    while (i < GPUSIM_FAILS && strcmp(what, known[i]))
      i++;
    if (i == GPUSIM_FAILS || (*text && *text++ != ','))
      return false;
    s->fail[i].first = first;
    s->fail[i].last = last;
  }
  return true;
}

static void read_fails(void) {
  const char *text = getenv("GPUSIM_FAIL");
  gpusim_settings parsed = gpusim_setting;
  if (text && !parse_fails(text, &parsed))
    complain("GPUSIM_FAIL", text, "what=first-last with queue, copy_queue, memory or event");
  else
    memcpy(gpusim_setting.fail, parsed.fail, sizeof parsed.fail);
}

bool gpusim_setting_fails(int what) {
  static atomic_llong calls[GPUSIM_FAILS];
  if (!gpusim_setting.fail[what].first)
    return false;
  int64_t call = atomic_fetch_add(&calls[what], 1) + 1;
  return call >= gpusim_setting.fail[what].first && call <= gpusim_setting.fail[what].last;
}

static void read_gfx(void) {
  static const struct { const char *name; unsigned gfx, major, minor, stepping; } known[] = {
    {"90a", 0x90a, 9, 0, 10}, {"908", 0x908, 9, 0, 8}, {"906", 0x906, 9, 0, 6}, {"1030", 0x1030, 10, 3, 0}};
  const char *text = getenv("GPUSIM_GFX");
  size_t found = 0;
  if (text && *text) {
    while (found < sizeof known / sizeof *known && strcmp(text, known[found].name))
      found++;
    if (found == sizeof known / sizeof *known) {
      complain("GPUSIM_GFX", text, "90a, 908, 906 or 1030");
      found = 0;
    }
  }
  gpusim_setting.gfx = known[found].gfx;
  gpusim_setting.gfx_major = known[found].major;
  gpusim_setting.gfx_minor = known[found].minor;
  gpusim_setting.gfx_stepping = known[found].stepping;
}

void gpusim_setting_read(void) {
  gpusim_settings *s = &gpusim_setting;
  memset(s, 0, sizeof *s);
  double gpus = number("GPUSIM_GPUS", 1, GPUSIM_MAX_GPUS, 1, "a number of GPUs from 1 to 8");
  s->gpus = (int)gpus;
  if (gpus != s->gpus)
    complain("GPUSIM_GPUS", getenv("GPUSIM_GPUS"), "a number of GPUs from 1 to 8"), s->gpus = 1;
  read_gfx();
  s->kernel_ticks = ticks_of_ns(number("GPUSIM_KERNEL_NS", 0, MAX_NS, 5000, "a time in ns"));
  const char *rules = getenv("GPUSIM_KERNELS");
  if (rules && !parse_rules(rules))
    complain("GPUSIM_KERNELS", rules, "part=ns,part=ns");
  s->copy_gbps = number("GPUSIM_COPY_GBPS", 0, 1e9, 0, "a bandwidth in GB/s");
  s->overlap = number("GPUSIM_OVERLAP", 0, 1, 0, "0 or 1") != 0;
  s->large_bar = number("GPUSIM_LARGE_BAR", 0, 1, 0, "0 or 1") != 0;
  s->clock_ppm = number("GPUSIM_CLOCK_PPM", -1000, 1000, 0, "a number of millionths from -1000 to 1000");
  const char *steps = getenv("GPUSIM_CLOCK_STEPS");
  if (steps && !parse_steps(steps))
    complain("GPUSIM_CLOCK_STEPS", steps, "at=ns,at=ns");
  read_fails();
  s->trace_fd = -1;
  const char *trace = getenv("GPUSIM_TRACE");
  if (trace && *trace) {
    s->trace_fd = open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (s->trace_fd < 0)
      complain("GPUSIM_TRACE", trace, "a file that can be written");
  }
}

int64_t gpusim_setting_ticks(const char *name) {
  for (int i = 0; i < gpusim_setting.rules; i++)
    if (strstr(name, gpusim_setting.rule[i].part))
      return gpusim_setting.rule[i].ticks;
  return -1;
}
