/* The rows of a source that the options choose, for formats of rows. Connection's thread, unless a function says otherwise. */
#ifndef ROCPD_CHOICE_H
#define ROCPD_CHOICE_H
#include "events.h"

typedef struct rocpd_choice rocpd_choice;
/* *out NULL: all rows. Free it also after a failure. In formats of rows the first writer counts the events that are taken; events without a
** start count only with ROCPD_NEEDS_UNSTARTED. */
int rocpd_choice_make(rocpd_export *x, rocpd_source *source, rocpd_choice **out, rocpd_error *err);
void rocpd_choice_free(rocpd_choice *c);
/* Sets keep[row] for each row of b, or *all. Thread safe. */
int rocpd_choice_rows(const rocpd_choice *c, rocpd_batch *b, uint8_t *keep, bool *all, rocpd_error *err);
/* The batches that have rows of chosen processes, or whose rows name no process, in a new array; free it also after a failure. */
int rocpd_choice_sources(rocpd_export *x, rocpd_source ***out, size_t *n, rocpd_error *err);

#endif
