/* The rows that formats of rows take of a source, as the options choose them. Connection's thread, but for what says otherwise. */
#ifndef ROCPD_CHOICE_H
#define ROCPD_CHOICE_H
#include "events.h"

typedef struct rocpd_choice rocpd_choice;
/* *out NULL: all rows. Free it also after a failure. In formats of rows it counts the events that are taken, in the first writer: without
** ROCPD_NEEDS_UNSTARTED none that has no start. */
int rocpd_choice_make(rocpd_export *x, rocpd_source *source, rocpd_choice **out, rocpd_error *err);
void rocpd_choice_free(rocpd_choice *c);
/* keep[row] for each row of b, unless *all. Thread safe. */
int rocpd_choice_rows(const rocpd_choice *c, rocpd_batch *b, uint8_t *keep, bool *all, rocpd_error *err);
/* In a new array, which is to be freed also after a failure: those that have a process that the options choose, or say nothing of processes. */
int rocpd_choice_sources(rocpd_export *x, rocpd_source ***out, size_t *n, rocpd_error *err);

#endif
