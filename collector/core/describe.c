/* What the file says of a traced function: its name, and its arguments by name, type and format. */
#include "core.h"
#include <stdio.h>
#include <string.h>

/* ---- structures ---- */

/* Used under the lock of functions: no stack of the program is large enough for it. */
static char fields[16384];

/* The enumerators of the enumeration `name` of a field: the text from "\nNAME," to the end of the line. "": the enumeration is
** not known. */
static const char *enumerators_of(const collect_api *api, const char *name, size_t size) {
  for (const char *line = api->enumerations; line; line = strchr(line + 1, '\n'))
    if (!strncmp(line + 1, name, size) && line[1 + size] == ',')
      return api->enumerators_of ? api->enumerators_of(line + size + 2) : line + size + 2;
  return "";
}

/* Fields as the file has them: with enumerators in place of "=NAME". A text ends at | or NUL. */
static const char *fields_text(const collect_api *api, const char *from) {
  size_t n = 0;
  while (*from && *from != '|' && n < sizeof fields) {
    size_t plain = strcspn(from, "=|");
    n += (size_t)snprintf(fields + n, sizeof fields - n, "%.*s", (int)plain, from);
    from += plain;
    if (*from != '=' || n >= sizeof fields)
      continue;
    size_t name = strcspn(++from, ",|");
    const char *values = enumerators_of(api, from, name);
    size_t size = strcspn(values, "\n");
    n += (size_t)snprintf(fields + n, sizeof fields - n, size ? "(%.*s)" : "%.*s", (int)size, values);
    from += name;
  }
  COLLECT_ASSERT(n < sizeof fields);
  return n < sizeof fields ? fields : NULL;
}

static const char *text_of(const collect_function *f, uint8_t format, const collect_parameter *p) {
  const char *text = f->enumerators ? f->enumerators(f, p->word) : NULL;
  if (text && f->api->enumerators_of)
    text = f->api->enumerators_of(text);
  return text && format == ROCZ_F_STRUCT ? fields_text(f->api, text) : text;
}

/* ---- parameters ---- */


static bool parameter_describe(const collect_function *f, uint32_t id, int position) {
  const collect_parameter *p = &f->parameter[position];
  const char *text = p->to_bytes ? NULL : text_of(f, p->format, p);
  return collect_meta(ROCZ_PARAMETER, (int64_t)id, (int64_t)position, collect_parameter_name(f, position), collect_parameter_type(f, position),
                      (int64_t)p->format, (int64_t)p->word, text, (int64_t)p->words) >= 0;
}

/* Describes what a pointer points to: under the pointer's name with a * before it, and the pointer's type with one * less. */
static bool pointee_describe(const collect_function *f, uint32_t id, int i, int position) {
  const collect_parameter *p = &f->parameter[i];
  char name[128], type[128];
  const char *whole = collect_parameter_type(f, i), *bare = strncmp(whole, "const ", 6) ? whole : whole + 6, *end = strrchr(bare, '*');
  uint8_t format = p->to_format == ROCZ_F_STRUCT && p->to_bytes > COLLECT_POINTEE_BYTES ? ROCZ_F_LARGE : p->to_format;
  snprintf(name, sizeof name, "*%s", collect_parameter_name(f, i));
  snprintf(type, sizeof type, "%.*s", (int)(end ? end - bare : 0), bare);
  return collect_meta(ROCZ_PARAMETER, (int64_t)id, (int64_t)position, name, type, (int64_t)(format | ROCZ_F_POINTED), (int64_t)p->to_word,
                      text_of(f, p->to_format, p), (int64_t)p->to_words) >= 0;
}

bool collect_function_describe(const collect_function *f, uint32_t id) {
  if (f->api->rows)
    return collect_row_describe(f, id);
  if (collect_meta(ROCZ_FUNCTION, (int64_t)id, f->category ? f->category : f->api->domain->is->category, f->name, (int64_t)f->form) < 0)
    return false;
  collect_definition at = f->api->definition_of ? f->api->definition_of(f) : (collect_definition){0};
  if (at.file && collect_meta(ROCZ_PLACE, (int64_t)id, at.file, at.line, at.lasti, at.argcount, at.nlocals, at.stacksize) < 0)
    return false;
  for (int i = 0; i < f->parameters; i++)
    if (!parameter_describe(f, id, i))
      return false;
  for (int i = 0, position = f->parameters; i < f->parameters; i++)
    if (f->parameter[i].to_bytes && !pointee_describe(f, id, i, position++))
      return false;
  return true;
}
