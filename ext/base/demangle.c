/* C++ names of kernels; see demangle.h. */
#include "demangle.h"
#include "base.h"
#include <stdlib.h>

/* libstdc++; C has no header for it. */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);

static char *without_kd(const char *name) {
  size_t n = strlen(name);
  if (n > 3 && strcmp(name + n - 3, ".kd") == 0) n -= 3;
  return sqlite3_mprintf("%.*s", (int)n, name);
}

char *rocpd_demangled(const char *name) {
  char *plain = without_kd(name);
  if (!plain || strncmp(plain, "_Z", 2) != 0) return plain;
  int status = 0;
  char *text = __cxa_demangle(plain, NULL, NULL, &status);
  if (!text) {
    if (status != -1) return plain; /* not a valid mangled name */
    sqlite3_free(plain);
    return NULL;
  }
  sqlite3_free(plain);
  char *copy = sqlite3_mprintf("%s", text);
  free(text);
  return copy;
}

static bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '~' || (c & 0x80);
}

/* The end of the name: where the parameters begin, or the template arguments. From
** the right, since only the last group in parentheses is the parameters. */
static size_t cut_group(const char *s, size_t end, char open, char close) {
  if (!end || s[end - 1] != close) return end;
  int depth = 0;
  for (size_t i = end; i-- > 0;) {
    if (s[i] == close) depth++;
    if (s[i] == open && --depth == 0) return i;
  }
  return end;
}

static size_t trim(const char *s, size_t end, const char *suffix) {
  size_t n = strlen(suffix);
  return end > n && strncmp(s + end - n, suffix, n) == 0 ? end - n : end;
}

char *rocpd_short_name(const char *name, bool template_arguments) {
  char *full = rocpd_demangled(name);
  if (!full) return NULL;
  size_t end = strlen(full);
  end = trim(full, end, " [clone .kd]");
  end = trim(full, end, " const");
  size_t parameters = cut_group(full, end, '(', ')');
  /* "(anonymous namespace)" is a name, not parameters. */
  if (parameters && parameters < end) end = parameters;
  const char *op = strstr(full, "operator");
  if (op && op < full + end && (op == full || !is_name(op[-1])) && !is_name(op[8])) {
    char *text = sqlite3_mprintf("%.*s", (int)(full + end - op), op);
    sqlite3_free(full);
    return text;
  }
  size_t named = cut_group(full, end, '<', '>'), begin = named;
  if (!template_arguments) end = named;
  while (begin > 0 && is_name(full[begin - 1])) begin--;
  char *text = begin < end ? sqlite3_mprintf("%.*s", (int)(end - begin), full + begin) : sqlite3_mprintf("%s", full);
  sqlite3_free(full);
  return text;
}
