/* See rank.h. */
#include "rank.h"

#define MAX_DIGITS 18 /* fit 63 bits */

static int digits_of(const char *text, int64_t *value) {
  int n = 0;
  for (*value = 0; n < MAX_DIGITS && text[n] >= '0' && text[n] <= '9'; n++) *value = *value * 10 + (text[n] - '0');
  return n;
}

int64_t rocpd_rank_of_text(const char *text) {
  int64_t rank;
  int n = text ? digits_of(text, &rank) : 0;
  return n && !text[n] ? rank : -1;
}

const char *rocpd_rank_pattern_error(const char *pattern) {
  const char *d = strstr(pattern, "%d");
  return !d ? "it has no %d" : strstr(d + 2, "%d") ? "it has more than one %d" : NULL;
}

/* True if the whole text matches. A * takes as few characters as possible, %d all digits. */
static bool match(const char *pattern, const char *text, int64_t *rank) {
  for (; *pattern; pattern++) {
    if (*pattern == '*') {
      for (;; text++) {
        if (match(pattern + 1, text, rank)) return true;
        if (!*text || *text == '/') return false;
      }
    }
    if (pattern[0] == '%' && pattern[1] == 'd') {
      int64_t value;
      int n = digits_of(text, &value);
      if (!n) return false;
      *rank = value;
      text += n;
      pattern++;
    } else if (*pattern == '?' ? !*text || *text == '/' : *pattern != *text) {
      return false;
    } else {
      text++;
    }
  }
  return !*text;
}

int64_t rocpd_rank_of_path(const char *pattern, const char *path) {
  int64_t rank = -1;
  for (const char *p = path; *p; p++) {
    bool begins = *pattern == '/' ? *p == '/' : p == path || p[-1] == '/';
    if (begins && match(pattern, p, &rank)) return rank;
  }
  return -1;
}
