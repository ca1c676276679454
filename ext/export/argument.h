/* The arguments of all calls, for the option `args`: made once on the connection's thread, then read by any. They belong to the export. */
#ifndef ROCPD_ARGUMENT_H
#define ROCPD_ARGUMENT_H
#include "layout.h"

/* The arguments of all calls, by (process, region). */
typedef struct rocpd_argument {
  int64_t region;
  uint32_t process;
  uint32_t position;
  uint32_t batch, row;
} rocpd_argument;

/* What all calls of a function have in common, as ids of texts. */
typedef struct rocpd_stated_argument {
  int64_t name, value;
} rocpd_stated_argument;

typedef struct rocpd_arguments {
  rocpd_argument *entry;
  size_t n, capacity;
  rocpd_batch **batch;
  rocpd_stated_argument *stated; /* entries from n on: of Python functions */
  size_t stated_n, stated_capacity;
  rocpd_map stated_of; /* by line_info: the first of them, and how many */
} rocpd_arguments;

int rocpd_arguments_make(rocpd_export *x, rocpd_error *err);
static inline bool rocpd_arguments_any(const rocpd_arguments *a) { return a->n || a->stated_n; }
void rocpd_arguments_free(rocpd_arguments *a);
/* The arguments of a call: *count entries from *first. */
void rocpd_arguments_find(const rocpd_arguments *a, size_t *cursor, uint32_t process, int64_t region, size_t *first, size_t *count);
/* The arguments of the call in a row of v. */
int rocpd_arguments_take(rocpd_writer *w, const rocpd_export_batch *v, uint32_t process, uint32_t row, size_t *first, size_t *count, rocpd_error *err);
typedef struct rocpd_argument_texts {
  const char *name, *value; /* value NULL: it has none */
  int64_t name_size, value_size;
  char nameless[24];
} rocpd_argument_texts;
/* Ids of the texts of entry `index`, or ROCPD_NULL. */
int rocpd_argument_ids(const rocpd_arguments *a, size_t index, int64_t *name, int64_t *value, rocpd_error *err);
/* Bytes of all their texts. */
int rocpd_arguments_size(const rocpd_export *x, size_t first, size_t count, size_t *bytes, rocpd_error *err);
int rocpd_argument_text(const rocpd_export *x, size_t index, rocpd_argument_texts *out, rocpd_error *err);

#endif
