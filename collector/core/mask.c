/* Masks secrets in what is recorded of a process: its command line and its environment variables.
**
** A name that contains KEY, TOKEN, SECRET or PASS (in any case) names a secret. The secret is masked, whether it is a value
** (TOKEN=abc, "token": "abc") or the next argument (--token abc). Passwords in URLs are masked, too (https://user:password@host). */
#include "core.h"
#include "mask.h"
#include <string.h>

COLLECT_SETTING(mask) = {.name = "COLLECT_MASK", .type = COLLECT_FLAG, .fallback = "1", .order = 30,
                         .help = "1: mask secrets in the recorded command line and environment; 0: record them as they are"};

static const char mask[] = "***";

static bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'; }
static bool is_quote(char c) { return c == '"' || c == '\'' || c == '\\'; }
/* Whether c ends a value in the middle of a text. */
static bool is_end(char c) { return !c || strchr(" \t\r\n,;&|)}]\"'\\", c); }

static bool holds(const char *name, size_t n, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i + length <= n; i++) {
    size_t k = 0;
    while (k < length && (name[i + k] & ~0x20) == word[k])
      k++;
    if (k == length)
      return true;
  }
  return false;
}

static bool is_secret(const char *name, size_t n) { return holds(name, n, "KEY") || holds(name, n, "TOKEN") || holds(name, n, "SECRET") || holds(name, n, "PASS"); }

typedef struct masked { char *text; size_t used, size; } masked;

/* Appends a text; if it does not all fit, its beginning. */
static void put(masked *m, const char *text, size_t n) {
  size_t left = m->size - 1 - m->used;
  n = n < left ? n : left;
  memcpy(m->text + m->used, text, n);
  m->text[m->used += n] = 0;
}

/* The number of bytes between the end of a name and its value. 0: the name has no value here. */
static size_t to_value(const char *name, size_t length) {
  const char *end = name + length, *c = end;
  while (is_quote(*c))
    c++;
  while (*c == ' ')
    c++;
  if (*c == '=' || *c == ':') {
    c++;
    while (*c == ' ' || is_quote(*c))
      c++;
    return (size_t)(c - end);
  }
  /* An option whose value follows behind a blank. */
  return name[0] == '-' && c > end && *c && strncmp(c, "--", 2) ? (size_t)(c - end) : 0;
}

/* The bytes of a password behind "scheme://user:"; *user is set to the bytes before it. 0: there is no password. */
static size_t url_password(const char *at, size_t *user) {
  if (strncmp(at, "://", 3))
    return 0;
  size_t n = strcspn(at + 3, "/ \t\r\n\"'"), last = n;
  while (last && at[3 + last] != '@')
    last--;
  const char *colon = last ? memchr(at + 3, ':', last) : NULL;
  *user = colon ? (size_t)(colon - at) + 1 : 0;
  return colon ? last + 3 - *user : 0;
}

/* Appends a text with its secrets masked. `whole`: the text is one argument, so a value whose name begins the text extends to its end. */
static void put_masked(masked *m, const char *text, bool whole) {
  for (const char *c = text; *c;) {
    size_t user, password = url_password(c, &user), n = 0;
    if (password) {
      put(m, c, user);
      put(m, mask, sizeof mask - 1);
      c += user + password;
      continue;
    }
    while (is_name(c[n]))
      n++;
    size_t gap = n && is_secret(c, n) ? to_value(c, n) : 0;
    put(m, c, n + gap + !n);
    const char *value = c + n + gap;
    bool begins = c == text;
    c = value + !n;
    if (!gap)
      continue;
    size_t length = 0;
    while (whole && begins ? value[length] : !is_end(value[length]))
      length++;
    if (length)
      put(m, mask, sizeof mask - 1);
    c = value + length;
  }
}



size_t collect_mask_command(const char *arguments, size_t n, char *text, size_t size) {
  masked m = {text, 0, size};
  bool wanted = collect_flag(&collect_mask_setting), value = false;
  text[0] = 0;
  for (const char *a = arguments, *end = arguments + n; a < end; a += strlen(a) + 1) {
    size_t length = strlen(a);
    bool hidden = value && strncmp(a, "--", 2);
    put(&m, " ", a != arguments);
    if (hidden)
      put(&m, mask, length ? sizeof mask - 1 : 0);
    else if (wanted)
      put_masked(&m, a, true);
    else
      put(&m, a, length);
    size_t name = 0;
    while (is_name(a[name]))
      name++;
    value = wanted && !hidden && a[0] == '-' && !a[name] && is_secret(a, name);
  }
  return m.used;
}

size_t collect_mask_variable(const char *name, size_t n, const char *value, char *text, size_t size) {
  masked m = {text, 0, size};
  text[0] = 0;
  if (!collect_flag(&collect_mask_setting))
    put(&m, value, strlen(value));
  else if (is_secret(name, n))
    put(&m, mask, *value ? sizeof mask - 1 : 0);
  else
    put_masked(&m, value, false);
  return m.used;
}
