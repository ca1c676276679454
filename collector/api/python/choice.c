/* Settings of Python's domain, and what they decide: see choice.h. */
#include "choice.h"
#include "core.h"
#include "filter.h"
#include "python.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

COLLECT_FILTERS(python, "PYTHON", "Python functions");
COLLECT_DOMAIN(python, COLLECT_FILTERED(python));

/* Takes one line, which is one regular expression, off the list. False: the list is at its end. */
static bool next_line(const char **list, char *line, size_t room) {
  *list += strspn(*list, "\n");
  size_t n = strcspn(*list, "\n");
  bool fits = n && n < room;
  memcpy(line, *list, fits ? n : 0);
  line[fits ? n : 0] = 0;
  *list += n;
  return n;
}

enum { LINE_BYTES = 4096 };

static bool expressions_good(const char *list) {
  char line[LINE_BYTES];
  while (next_line(&list, line, sizeof line))
    if (!collect_expression_good(line))
      return false;
  return true;
}

static bool expressions_match(const char *list, const char *text) {
  char line[LINE_BYTES];
  while (next_line(&list, line, sizeof line))
    if (collect_expression_matches(line, text))
      return true;
  return false;
}

#define EXPECTED "extended regular expressions, one a line"
#define EXPRESSIONS .fallback = "", .order = 12, .parse = expressions_good, .expected = EXPECTED
#define FLAG .type = COLLECT_FLAG, .fallback = "0", .order = 12

COLLECT_SETTING(python_function_restrict) = {.name = "COLLECT_PYTHON_FUNCTION_RESTRICT",
                                             EXPRESSIONS,
                                             .help = "only Python functions whose name matches one of these " EXPECTED "; comes before all other rules"};
COLLECT_SETTING(python_function_include) = {
  .name = "COLLECT_PYTHON_FUNCTION_INCLUDE", EXPRESSIONS, .help = "Python functions, by name, that are recorded even if they or their module are excluded"};
COLLECT_SETTING(python_function_exclude) = {
  .name = "COLLECT_PYTHON_FUNCTION_EXCLUDE", EXPRESSIONS, .help = "no Python functions whose name matches one of these, and nothing that they call"};
COLLECT_SETTING(python_function_hide) = {
  .name = "COLLECT_PYTHON_FUNCTION_HIDE", EXPRESSIONS, .help = "no Python functions whose name matches one of these; what they call is recorded"};
COLLECT_SETTING(python_module_restrict) = {
  .name = "COLLECT_PYTHON_MODULE_RESTRICT", EXPRESSIONS, .help = "only Python functions of files whose path matches one of these"};
COLLECT_SETTING(python_module_include) = {
  .name = "COLLECT_PYTHON_MODULE_INCLUDE", EXPRESSIONS, .help = "files whose Python functions are recorded even if excluded"};
COLLECT_SETTING(python_module_exclude) = {
  .name = "COLLECT_PYTHON_MODULE_EXCLUDE", EXPRESSIONS, .help = "no Python functions of files whose path matches one of these"};
COLLECT_SETTING(python_include_internal) = {.name = "COLLECT_PYTHON_INCLUDE_INTERNAL", FLAG, .help = "1: also record the functions of package rocpdsys itself"};
COLLECT_SETTING(python_label_args) = {
  .name = "COLLECT_PYTHON_LABEL_ARGS", FLAG, .help = "1: add the arguments to the names of Python calls; costs microseconds a call"};
COLLECT_SETTING(python_label_file) = {.name = "COLLECT_PYTHON_LABEL_FILE", FLAG, .help = "1: name Python functions [function][file]"};
COLLECT_SETTING(python_label_line) = {.name = "COLLECT_PYTHON_LABEL_LINE", FLAG, .help = "1: name Python functions function:line, or [function][file:line]"};
COLLECT_SETTING(python_full_filepath) = {.name = "COLLECT_PYTHON_FULL_FILEPATH", FLAG, .help = "1: use full paths of files"};
COLLECT_SETTING(python_annotate_trace) = {
  .name = "COLLECT_PYTHON_ANNOTATE_TRACE", FLAG, .help = "1: also record lasti, argcount, nlocals and stacksize of Python functions"};
COLLECT_SETTING(python_trace_c) = {.name = "COLLECT_PYTHON_TRACE_C", FLAG, .help = "1: also record C functions that Python calls"};
COLLECT_SETTING(python_wait) = {.name = "COLLECT_PYTHON_WAIT", FLAG, .help = "1: record Python calls only once package rocpdsys asks for it"};

static collect_setting *const choices[] = {
  &collect_python_function_restrict_setting, &collect_python_function_include_setting, &collect_python_function_exclude_setting,
  &collect_python_function_hide_setting,     &collect_python_module_restrict_setting,  &collect_python_module_include_setting,
  &collect_python_module_exclude_setting,    &collect_python_include_internal_setting, &collect_python_label_args_setting,
  &collect_python_label_file_setting,        &collect_python_label_line_setting,       &collect_python_full_filepath_setting,
  &collect_python_trace_c_setting,           &collect_python_annotate_trace_setting,
};

static bool same_name(const char *setting, const char *name) {
  setting += strlen("COLLECT_PYTHON_");
  for (; *setting && tolower((unsigned char)*name) == tolower((unsigned char)*setting); setting++)
    name++;
  return !*setting && !*name;
}

static const char *package = ""; /* the folder of package rocpdsys, once it is imported */

bool python_choice_set(const char *name, const char *value) {
  if (!strcmp(name, "package")) {
    char *kept = strdup(value);
    package = kept ? kept : "";
    return kept;
  }
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
    collect_setting *s = choices[i];
    bool flag = s->type == COLLECT_FLAG;
    if (!same_name(s->name, name))
      continue;
    if (flag ? strcmp(value, "0") && strcmp(value, "1") : !expressions_good(value))
      return false;
    char *kept = strdup(value); /* the old text stays, since a thread may be reading it */
    if (kept)
      s->text = kept, s->number = flag && *kept == '1';
    return kept;
  }
  return false;
}

python_shown python_shows(void) {
  return (python_shown){.arguments = collect_flag(&collect_python_label_args_setting), .file = collect_flag(&collect_python_label_file_setting),
                        .line = collect_flag(&collect_python_label_line_setting), .full_path = collect_flag(&collect_python_full_filepath_setting),
                        .facts = collect_flag(&collect_python_annotate_trace_setting)};
}
bool python_traces_c(void) { return collect_flag(&collect_python_trace_c_setting); }
bool python_waits(void) { return collect_flag(&collect_python_wait_setting); }

static bool is_ours(const char *file) {
  size_t n = strlen(package);
  return n && !strncmp(file, package, n) && file[n] == '/' && !collect_flag(&collect_python_include_internal_setting);
}

enum python_verdict python_choose(const char *name, const char *qualified_name, const char *file) {
#define MATCHES(id, text) expressions_match(collect_text(&collect_python_##id##_setting), text)
  const char *restricted = collect_text(&collect_python_function_restrict_setting), *modules = collect_text(&collect_python_module_restrict_setting);
  if (!collect_filter_passes(&collect_domain_python, qualified_name, NULL))
    return PYTHON_EXCLUDED;
  if (*restricted)
    return MATCHES(function_restrict, name) ? PYTHON_RECORDED : PYTHON_EXCLUDED;
  if (MATCHES(function_include, name))
    return PYTHON_RECORDED;
  if (MATCHES(function_exclude, name))
    return MATCHES(function_hide, name) ? PYTHON_EXCLUDED : PYTHON_EXCLUDED_INSIDE;
  if (MATCHES(function_hide, name) || is_ours(file) || (*modules && !MATCHES(module_restrict, file)))
    return PYTHON_EXCLUDED;
  return !MATCHES(module_include, file) && MATCHES(module_exclude, file) ? PYTHON_EXCLUDED : PYTHON_RECORDED;
}
