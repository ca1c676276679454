/* The texts that sums are known by, as ids of the file's dictionary: see profile.h. */
#include "profile.h"
#include <string.h>

static collect_function_text *texts; /* by the function's id */
static size_t texts_bytes;

/* The sort of a domain's rows whose category this is. */
static bool is_marker(const collect_function *f, const char *category) {
  if (f->api->domain && f->api->domain->is->sort == ROCZ_MARKERS)
    return true;
  for (collect_domain *d = NULL; category && (d = collect_domain_next(d));)
    if (d->is->sort == ROCZ_MARKERS && !strcmp(d->is->category, category))
      return true;
  return false;
}

const collect_function_text *collect_function_text_of(uint32_t id) {
  const collect_function *f = collect_function_of(id);
  if (!f || !collect_memory_reserve(&texts, &texts_bytes, (id + 1) * sizeof *texts)) {
    errno = ENOMEM;
    return NULL;
  }
  collect_function_text *t = &texts[id];
  if (!t->known) {
    const char *category = f->category ? f->category : f->api->domain ? f->api->domain->is->category : NULL;
    *t = (collect_function_text){.name = (uint32_t)collect_string_word(f->name), .category = (uint32_t)collect_string_word(category),
                                 .known = true, .has_message = f->form == ROCZ_FORM_MESSAGE && is_marker(f, category)};
  }
  return t;
}

uint32_t collect_text_of(const char *text) { return (uint32_t)collect_string_word(text); }

int collect_column_named(const rocz_kind *kind, const char *name) {
  int c = kind->columns - 1;
  while (c >= 0 && strcmp(kind->column[c].name, name))
    c--;
  return c;
}

static void text_forked(void) {
  texts = NULL;
  texts_bytes = 0;
}
COLLECT_MODULE(profile_text) = {.name = "profile_text", .forked = text_forked};
