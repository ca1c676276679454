/* Filters by name, as in rtg_tracer: a list of tokens, separated by commas.
**
** A token matches names that contain it. "all" and "*" match every name. "core" and "ext" match functions of a category
** HSA_CORE_API or HSA_..._EXT_API. A token between slashes is an extended regular expression, which may contain commas and
** slashes, but not a slash that is followed by a comma. */
#include "filter.h"
#include "near.h"
#include "event.h"
#include "rtg.h"
#include <regex.h>
#include <string.h>

/* Weak, since the core alone has none. */
extern const collect_near __start_collect_functions[] __attribute__((visibility("hidden"), weak)),
  __stop_collect_functions[] __attribute__((visibility("hidden"), weak));

#define TOKEN_BYTES 1024

/* Takes the next token off the list. False: there is none, or it is too long or has no closing slash. */
static bool token_next(const char **list, char token[TOKEN_BYTES], bool *regular) {
  const char *at = *list + strspn(*list, ", "), *end;
  if (!*at)
    return false;
  *regular = *at == '/';
  if (*regular) {
    at++;
    for (end = at; *end && !(*end == '/' && (!end[1] || end[1] == ',')); end++) {}
  } else {
    end = at + strcspn(at, ",");
  }
  size_t n = (size_t)(end - at);
  bool fits = n < TOKEN_BYTES;
  memcpy(token, at, fits ? n : 0);
  token[fits ? n : 0] = 0;
  *list = end + (*regular && *end == '/');
  return fits && (!*regular || *end == '/');
}

bool collect_expression_good(const char *text) {
  regex_t r;
  bool good = *text && !regcomp(&r, text, REG_EXTENDED | REG_NOSUB);
  if (good)
    regfree(&r);
  return good;
}

bool collect_filter_good(const char *list) {
  char token[TOKEN_BYTES];
  bool regular;
  while (list[strspn(list, ", ")])
    if (!token_next(&list, token, &regular) || (regular && !collect_expression_good(token)))
      return false;
  return true;
}

bool collect_expression_matches(const char *token, const char *name) {
  regex_t r;
  if (regcomp(&r, token, REG_EXTENDED | REG_NOSUB))
    return false;
  bool matches = !regexec(&r, name, 0, NULL, 0);
  regfree(&r);
  return matches;
}

static bool token_matches(const char *token, const char *name, const char *category) {
  bool core = category && strstr(category, "_CORE_API"), ext = category && strstr(category, "_EXT_API");
  if (!strcmp(token, "all") || !strcmp(token, "*"))
    return true;
  if ((core || ext) && (!strcmp(token, "core") || !strcmp(token, "ext")))
    return token[0] == 'c' ? core : ext;
  return strstr(name, token);
}

static bool list_matches(const char *list, const char *name, const char *category) {
  char token[TOKEN_BYTES];
  bool regular;
  while (token_next(&list, token, &regular))
    if (regular ? collect_expression_matches(token, name) : token_matches(token, name, category))
      return true;
  return false;
}

bool collect_filter_passes(const collect_domain *d, const char *name, const char *category) {
  const char *only = d->filter ? d->filter->text : "", *out = d->filter_out ? d->filter_out->text : "";
  return (!*only || list_matches(only, name, category)) && !list_matches(out, name, category);
}

void collect_filters_set(void) {
  collect_functions_fill();
  for (const collect_near *i = __start_collect_functions; i < __stop_collect_functions; i++) {
    collect_function *f = collect_near_at(&i->function);
    const collect_domain *d = f->api->domain;
    if (d && d->filter && (*d->filter->text || *d->filter_out->text))
      f->filtered = !collect_filter_passes(d, f->name, f->category ? f->category : d->is->category) && !collect_rtg_keeps(f->name);
  }
}
