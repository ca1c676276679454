/* C++ names of kernels; see demangle.h. What the demangler prints is read from left to right: a type, a qualified name with template arguments, parameters.
** Brackets are skipped in pairs; '<' and '>' in names of operators and in comparisons do not count as brackets. Any text is accepted: parsing stops at the
** first thing it does not understand. */
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

/* ---- tokens */

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || (c & 0x80);
}

static bool begins(const char *p, const char *word) { return strncmp(p, word, strlen(word)) == 0; }

/* The keyword, and not a part of a longer word. */
static bool is_operator(const char *text, const char *p) { return begins(p, "operator") && !is_word(p[8]) && (p == text || !is_word(p[-1])); }

/* Skips the longest symbol at p that is an operator's name. Returns p if there is none. */
static const char *skip_symbol(const char *p) {
  static const char *const symbols[] = {"()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "->", "<=", ">=", "==", "!=",
                                        "&&", "||", "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "^=", "&=", "|=", "<",
                                        ">",  "+",  "-",   "*",   "/",   "%",   "^",  "&",  "|",  "~",  "!",  "=",  ","};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (begins(p, symbols[i])) return p + strlen(symbols[i]);
  return p;
}

/* Skips the keyword "operator" and the symbol of its name, if it has one. */
static const char *skip_operator(const char *p) {
  p += strlen("operator");
  return skip_symbol(p);
}

/* Skips to behind the bracket that closes the one at p, or to the end of the text. '<' opens template arguments if a word, an operator's name or an abi tag
** stands before it; else it is a comparison, as '>' is within parentheses. */
static const char *skip_bracket(const char *text, const char *p) {
  enum { DEEPEST = 256 };
  char open[DEEPEST];
  int depth = 0;
  const char *behind_operator = NULL;
  while (*p) {
    const char *next = p + 1;
    if (*p == 'o' && is_operator(text, p)) {
      next = skip_operator(p);
      behind_operator = *next == ' ' && next[1] == '<' ? next + 1 : next;
    } else if (*p == '(' || *p == '{' || *p == '[' || (*p == '<' && (!depth || p == behind_operator || is_word(p[-1]) || p[-1] == ']' || p[-1] == '\''))) {
      if (depth < DEEPEST) open[depth] = *p;
      depth++;
    } else if (*p == ')' || *p == '}' || *p == ']' || *p == '>') {
      char opened = depth <= DEEPEST ? open[depth - 1] : '(';
      bool closes = *p == '>' ? opened == '<' && p[-1] != '-' : true;
      /* The bracket that seemed to open template arguments was a comparison. */
      while (*p != '>' && depth > 1 && depth <= DEEPEST && open[depth - 1] == '<') depth--;
      if (closes && --depth == 0) return next;
    }
    p = next;
  }
  return p;
}

/* Skips "const", "&", "[abi:cxx11]" and the like, which may follow parameters. */
static const char *skip_qualifiers(const char *text, const char *p) {
  static const char *const words[] = {" const", " volatile", " restrict", " __restrict", " noexcept", " &&", " &"};
  for (size_t i = 0; i < sizeof words / sizeof *words;) {
    bool is_there = begins(p, words[i]) && !is_word(p[strlen(words[i])]);
    p += is_there ? strlen(words[i]) : 0;
    i = is_there ? 0 : i + 1;
    if (i == sizeof words / sizeof *words && begins(p, "[abi:")) p = skip_bracket(text, p), i = 0;
  }
  return p;
}

/* ---- the name */

typedef struct name_parts {
  const char *scope, *name, *arguments, *end; /* where these begin: ns::, f, <int>; and the end of all that. arguments: end where there are none */
} name_parts;

static void begin_part(name_parts *n, const char *p) { n->name = n->arguments = n->end = p; }

/* The function's own name within a text that is not a kernel's alone: "void (*f(int))(char)". */
static bool is_pointer(const char *p) { return p[0] == '(' && (p[1] == '*' || p[1] == '&'); }

/* The name of an operator from p on: a symbol, "new[]", a literal's suffix, or the type that it converts to. */
static const char *read_operator(const char *text, const char *p) {
  const char *end = skip_operator(p);
  if (end > p + strlen("operator")) return end;
  if (begins(end, "\"\"")) {
    end += 2;
    end += *end == ' ';
    while (is_word(*end)) end++;
    return end;
  }
  if (begins(end, " new") || begins(end, " delete") || begins(end, " co_await")) {
    for (end++; is_word(*end); end++) {}
    return begins(end, "[]") ? end + 2 : end;
  }
  while (*end && *end != '(') end = *end == '<' ? skip_bracket(text, end) : end + 1;
  return end;
}

/* Is the parenthesis at p a part of a name or type, and not parameters? *end: behind it. */
static bool is_part(const char *text, const name_parts *n, const char *p, const char **end) {
  *end = skip_bracket(text, p);
  if (begins(p, "(anonymous namespace)") || begins(p, "(lambda")) return true;
  size_t word = (size_t)(p - n->name);
  if (word >= 8 && begins(n->name, "decltype")) return true;
  *end = skip_qualifiers(text, *end);
  return begins(*end, "::"); /* those of a function around it */
}

/* Finds the parts of the function's name in a demangled text. */
static void read_name(const char *text, const char *p, name_parts *n) {
  const char *end;
  n->scope = p, begin_part(n, p);
  while (*p) {
    if (*p == 'o' && is_operator(text, p)) {
      n->name = p, p = n->end = n->arguments = read_operator(text, p);
      if (p[0] == ' ' && p[1] == '<') p++;
      if (*p == '<') n->end = p = skip_bracket(text, p);
    } else if (begins(p, "::")) {
      p += 2, begin_part(n, p);
    } else if (*p == '<') {
      n->arguments = p, n->end = p = skip_bracket(text, p);
    } else if (is_pointer(p)) {
      for (p++; *p == '*' || *p == '&' || *p == ' '; p++) {}
      n->scope = p, begin_part(n, p);
    } else if (*p == '(' && is_part(text, n, p, &end)) {
      p = n->end = n->arguments = end;
    } else if (*p == '(' || *p == ')') {
      return;
    } else if (*p == '{' || *p == '[') {
      n->end = n->arguments = p = skip_bracket(text, p);
    } else if (p[0] == ' ' && p[1] == '(' && p == n->name + 8 && begins(n->name, "decltype")) {
      p = n->end = n->arguments = skip_bracket(text, p + 1);
    } else if (*p == ' ' || *p == '*' || *p == '&') {
      if (begins(p, " [") || !p[1]) return;
      n->scope = ++p, begin_part(n, p);
    } else {
      n->arguments = n->end = ++p;
    }
  }
}

char *rocpd_short_name(const char *name, enum rocpd_short_how how) {
  char *full = rocpd_demangled(name);
  if (!full || how == ROCPD_SHORT_WHOLE) return full;
  name_parts n;
  read_name(full, full, &n);
  const char *from = how == ROCPD_SHORT_SCOPE ? n.scope : n.name, *to = how == ROCPD_SHORT_NAME ? n.arguments : n.end;
  char *text = from < to ? sqlite3_mprintf("%.*s", (int)(to - from), from) : sqlite3_mprintf("%s", full);
  sqlite3_free(full);
  return text;
}
