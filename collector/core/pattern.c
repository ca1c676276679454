/* Fills in COLLECT_OUTPUT: %h host, %p process, %r rank, %t start, %n run number, %e{NAME} environment variable, %% a percent
** sign.
**
** A value that is filled in stays part of one name: it cannot lead to another folder. */
#include "pattern.h"
#include "core.h"
#include "launcher.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_MAX 64 /* bytes of a value that are used; `rocpd help settings` states it */

typedef struct filled { char *text; size_t used, size; bool too_long; } filled;

static void put(filled *p, const char *text, size_t n) {
  if (n >= p->size - p->used) {
    p->too_long = true;
    return;
  }
  memcpy(p->text + p->used, text, n);
  p->text[p->used += n] = 0;
}

/* Whether character i would end the name, hide the folder, or have a meaning where the name is read. */
static bool is_hostile(const char *value, size_t i) {
  unsigned char c = (unsigned char)value[i];
  return c < ' ' || c == 0x7f || strchr("/*?[]\\", c) || (!i && c == '.');
}

static void put_value(filled *p, const char *value) {
  char kept[VALUE_MAX + 1];
  size_t n = value ? strnlen(value, VALUE_MAX) : 0;
  if (!n)
    return put(p, "none", 4);
  while (n > VALUE_MAX - 4 && value[n] && ((unsigned char)value[n] & 0xc0) == 0x80)
    n--; /* does not split a UTF-8 character */
  for (size_t i = 0; i < n; i++)
    kept[i] = is_hostile(value, i) ? '_' : value[i];
  put(p, kept, n);
}

static void put_host(filled *p) {
  char host[VALUE_MAX + 1] = "";
  gethostname(host, sizeof host - 1);
  put_value(p, host);
}

/* UTC, as 20261122-093015. Computed here, since the C library's functions take locks and may allocate. */
static void put_start(filled *p, int64_t start_ns) {
  int64_t s = collect_realtime_ns() / 1000000000 - (collect_boottime_ns() - start_ns) / 1000000000, days = s / 86400;
  int year = 1970, month = 0;
  for (int length; days >= (length = year % 4 || (!(year % 100) && year % 400) ? 365 : 366); year++)
    days -= length;
  static const int8_t month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = !(year % 4) && (year % 100 || !(year % 400));
  for (int length; days >= (length = month_days[month] + (month == 1 && leap)); month++)
    days -= length;
  char text[64];
  snprintf(text, sizeof text, "%04d%02d%02d-%02d%02d%02d", year, month + 1, (int)days + 1, (int)(s / 3600 % 24), (int)(s / 60 % 60), (int)(s % 60));
  put_value(p, text);
}

static void put_number(filled *p, long long n) {
  char text[32];
  snprintf(text, sizeof text, "%lld", n);
  put_value(p, text);
}

static void put_variable(filled *p, const char *name, size_t n) {
  char text[256];
  if (n < sizeof text) {
    memcpy(text, name, n);
    text[n] = 0;
  }
  put_value(p, n < sizeof text ? secure_getenv(text) : NULL);
}

/* The size of what follows the percent sign, if that can be filled in. 0: it cannot. */
static size_t part_size(const char *pattern) {
  const char *end = pattern[0] == 'e' && pattern[1] == '{' ? strchr(pattern, '}') : NULL;
  if (pattern[0] == 'e')
    return end && end > pattern + 2 ? (size_t)(end - pattern) + 1 : 0;
  return pattern[0] && strchr("hprtn%", pattern[0]);
}

bool collect_pattern_is_known(const char *pattern) {
  for (const char *c = pattern; (c = strchr(c, '%')); c += 1 + part_size(c + 1))
    if (!part_size(c + 1))
      return false;
  return *pattern;
}

bool collect_pattern_fill_in(const char *pattern, int64_t start_ns, int number, char *text, size_t size, size_t *numbered) {
  filled p = {text, 0, size, false};
  bool has_number = false;
  *numbered = 0;
  text[0] = 0;
  for (const char *c = pattern; *c; c++) {
    size_t part = *c == '%' ? part_size(c + 1) : 0;
    if (*c == '/' && has_number && !*numbered)
      *numbered = p.used;
    has_number |= part && c[1] == 'n';
    switch (part ? c[1] : 0) {
      case 'h': put_host(&p); break;
      case 'p': put_number(&p, getpid()); break;
      case 'r': put_value(&p, rocz_launcher_rank()); break;
      case 't': put_start(&p, start_ns); break;
      case 'n': put_number(&p, number); break;
      case 'e': put_variable(&p, c + 3, part - 3); break;
      default: put(&p, c, 1); break;
    }
    c += part;
  }
  if (has_number && !*numbered)
    *numbered = p.used;
  if (p.too_long)
    errno = ENAMETOOLONG;
  return !p.too_long;
}
