/* Formats times, sizes and shares for people, and makes texts safe for a terminal. */
#include "print_rows.h"
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

rocpd_shown_as rocpd_shown_kind(const char *column) {
  if (ends_with(column, "_ns")) return ROCPD_AS_TIME;
  if (ends_with(column, "_bytes") || strcmp(column, "bytes") == 0) return ROCPD_AS_SIZE;
  if (ends_with(column, "_share") || strcmp(column, "share") == 0) return ROCPD_AS_SHARE;
  return ROCPD_AS_IT_IS;
}

static bool is_unit(const char *text) {
  static const char *const units[] = {"ns", "us", "ms", "s", "B", "KiB", "MiB", "GiB", "TiB", "%"};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(text, units[i]) == 0) return true;
  return false;
}

/* An empty text counts as a number with a unit, since number columns have empty cells. */
bool rocpd_is_number(const char *text, bool with_unit) {
  const char *at = text + (*text == '-' || *text == '+');
  size_t digits = strspn(at, "0123456789.");
  if (!digits && !with_unit) return false;
  at += digits;
  if (*at == 'e' || *at == 'E') {
    const char *exponent = at + 1 + (at[1] == '-' || at[1] == '+');
    size_t n = strspn(exponent, "0123456789");
    if (!n) return false;
    at = exponent + n;
  }
  return !*at || (with_unit && *at == ' ' && is_unit(at + 1));
}

/* printf() of C rounds the exact value; SQLite's rounds halves differently. */
static char *printed(double value, int digits, const char *unit) {
  char text[400];
  snprintf(text, sizeof text, "%.*f %s", digits, value, unit);
  return sqlite3_mprintf("%s", text);
}

static char *shown_time(double ns) {
  double size = fabs(ns);
  if (size < 1000) return printed(ns, size == trunc(size) ? 0 : 1, "ns");
  if (size < 999995) return printed(ns / 1e3, 2, "us");
  return size < 999995e3 ? printed(ns / 1e6, 2, "ms") : printed(ns / 1e9, 3, "s");
}

static char *shown_size(const char *text, double bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  for (; fabs(bytes) >= 1024 && unit < 4; unit++) bytes /= 1024;
  return unit ? printed(bytes, 1, units[unit]) : sqlite3_mprintf("%s B", text);
}

char *rocpd_shown_value(const char *value, rocpd_shown_as as) {
  if (as == ROCPD_AS_IT_IS || !rocpd_is_number(value, false)) return rocpd_clean_text(value, true);
  double number = strtod(value, NULL);
  if (as == ROCPD_AS_TIME) return shown_time(number);
  return as == ROCPD_AS_SIZE ? shown_size(value, number) : printed(100 * number, 1, "%");
}

/* Returns the length of the UTF-8 character at `text` in bytes; 0: it is invalid. */
static int character_bytes(const unsigned char *text) {
  unsigned char c = text[0], least = 0x80, most = 0xbf;
  int n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
  if (c == 0xe0) least = 0xa0;
  if (c == 0xed) most = 0x9f;
  if (c == 0xf0) least = 0x90;
  if (c == 0xf4) most = 0x8f;
  if (n > 1 && (text[1] < least || text[1] > most)) return 0;
  for (int i = 2; i < n; i++)
    if (text[i] < 0x80 || text[i] > 0xbf) return 0;
  return n;
}

char *rocpd_clean_text(const char *text, bool controls) {
  const unsigned char *at = (const unsigned char *)text;
  char *out = sqlite3_malloc64(3 * strlen(text) + 1), *to = out;
  if (!out) return NULL;
  while (*at) {
    int n = character_bytes(at);
    bool control = controls && (n == 1 ? *at < 0x20 || *at == 0x7f : n == 2 && at[0] == 0xc2 && at[1] < 0xa0);
    if (!n) memcpy(to, "\xef\xbf\xbd", 3), to += 3;
    else if (control) memset(to, '?', (size_t)n), to += n;
    else memcpy(to, at, (size_t)n), to += n;
    at += n ? n : 1;
  }
  *to = 0;
  return out;
}
