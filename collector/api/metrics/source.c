/* Numbers out of texts that the kernel writes: see metrics.h. */
#include "metrics.h"
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads a decimal number, with a sign or a fraction if it has one. (strtod looks at the locale, and takes ten times as long.) */
static bool number_at(const char *at, double *value) {
  bool minus = *at == '-';
  double v = 0, digit = 1;
  at += minus;
  if (!is_digit(*at))
    return false;
  for (; is_digit(*at); at++)
    v = v * 10 + (*at - '0');
  if (*at == '.')
    for (at++; is_digit(*at); at++)
      v += (*at - '0') * (digit /= 10);
  *value = minus ? -v : v;
  return true;
}

bool metrics_number(const char *text, const char *key, double *value) {
  if (!key)
    return number_at(text + strspn(text, " \t"), value);
  size_t n = strcspn(key, "|");
  for (const char *line = text; line; line = strchr(line, '\n'), line += line != NULL) {
    if (strncmp(line, key, n))
      continue;
    const char *at = line + n, *end = strchr(line, '\n');
    if (key[n]) {
      at = strstr(at, key + n + 1);
      if (!at || (end && at > end))
        return false;
      at += strlen(key + n + 1);
    } else if (key[n - 1] != ' ' && key[n - 1] != ':' && *at != ' ' && *at != '\t') {
      continue; /* a longer word */
    }
    return number_at(at + strspn(at, " \t"), value);
  }
  return false;
}

bool metrics_file_number(metrics_file *f, int64_t now, double *value) {
  char text[64];
  return metrics_file_read(f, now, text, sizeof text) && metrics_number(text, NULL, value);
}

void metrics_source_read(metrics_source *s, int64_t now) {
  char text[METRICS_TEXT];
  double value;
  if (!metrics_file_read(&s->file, now, text, sizeof text))
    return;
  for (metrics_item *i = s->item; i < s->item + s->items; i++)
    if (metrics_number(text, i->key, &value))
      metrics_write(&i->track, value * i->scale);
}

void metrics_sources_forked(metrics_source *s, int n) {
  for (int i = 0; i < n; i++)
    metrics_file_forked(&s[i].file);
}
