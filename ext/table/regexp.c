/* Function regexp, which implements SQLite's operator REGEXP; defined if the connection has none.
**
**    SELECT name FROM kernels WHERE name REGEXP '^(Cijk|gemm)_';
**
** A POSIX extended regular expression, found anywhere in the text, by bytes, case as it is. Expressions are compiled
** once for a statement. Back references, and expressions whose size or whose repetitions could take the time or
** the stack of the process, are refused. */
#include "function.h"
#include "registry.h"
#include <regex.h>

#define LENGTH_MAX 1000
#define NESTING_MAX 100
#define REPEATED_MAX 1000 /* the product of all bounds {m,n} */

static void compiled_free(void *compiled) {
  regfree(compiled);
  sqlite3_free(compiled);
}

/* Says what in an expression is not allowed; NULL: it is allowed. */
static const char *refused(const char *p) {
  int depth = 0, deepest = 0;
  double repeated = 1;
  if (strlen(p) > LENGTH_MAX) return "is longer than 1000 bytes";
  for (; *p; p++) {
    if (*p == '\\' && p[1] >= '1' && p[1] <= '9') return "has a back reference";
    if (*p == '\\' && p[1]) p++;
    else if (*p == '(' && ++depth > deepest) deepest = depth;
    else if (*p == ')') depth--;
    else if (*p == '{') {
      double most = 1, bound = 0;
      for (p++; *p && *p != '}'; p++) {
        bound = *p >= '0' && *p <= '9' ? 10 * bound + (*p - '0') : 0;
        if (bound > most) most = bound;
      }
      repeated *= most;
      if (!*p) break;
    }
  }
  return deepest > NESTING_MAX ? "is nested more than 100 deep" : repeated > REPEATED_MAX ? "repeats more than 1000 times" : NULL;
}

/* Compiles an expression; NULL after a failure, which is then the function's result. */
static regex_t *compile(sqlite3_context *ctx, const char *pattern) {
  rocpd_error err = {0};
  char reason[128];
  const char *why = refused(pattern);
  regex_t *compiled = why ? NULL : sqlite3_malloc64(sizeof *compiled);
  int rc = compiled ? regcomp(compiled, pattern, REG_EXTENDED | REG_NOSUB) : 0;
  if (compiled && !rc) return compiled;
  if (rc) regerror(rc, compiled, reason, sizeof reason);
  if (!why && (!compiled || rc == REG_ESPACE)) sqlite3_result_error_nomem(ctx);
  else
    rocpd_result_failure(
      ctx, "regexp", rocpd_fail(&err, SQLITE_ERROR, "'%.100s' %s%s", pattern, why ? why : "is not an extended regular expression: ", why ? "" : reason), &err);
  sqlite3_free(compiled);
  return NULL;
}

/* X REGEXP Y is regexp(Y, X). */
static void regexp_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  const char *pattern = (const char *)sqlite3_value_text(argv[0]), *text = (const char *)sqlite3_value_text(argv[1]);
  if (!pattern || !text) return;
  regex_t *compiled = sqlite3_get_auxdata(ctx, 0);
  bool kept = compiled != NULL;
  if (!kept) compiled = compile(ctx, pattern);
  if (!compiled) return;
  sqlite3_result_int(ctx, regexec(compiled, text, 0, NULL, 0) == 0);
  if (!kept) sqlite3_set_auxdata(ctx, 0, compiled, compiled_free);
}

ROCPD_FUNCTION(regexp) = {.name = "regexp", .argc = 2, .flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, .call = regexp_call, .fallback = true};
