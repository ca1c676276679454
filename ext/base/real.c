/* See real.h. The locale "C" needs neither files nor memory, and is never freed. */
#define _GNU_SOURCE /* strtod_l() */
#include "real.h"
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static locale_t plain(void) { return newlocale(LC_ALL_MASK, "C", (locale_t)0); }

int rocpd_print_real(char *out, size_t room, const char *format, ...) {
  locale_t before = uselocale(plain()); /* of this thread alone */
  va_list args;
  va_start(args, format);
  int n = vsnprintf(out, room, format, args);
  va_end(args);
  uselocale(before);
  return n;
}

double rocpd_read_real(const char *text, char **end) { return strtod_l(text, end, plain()); }
