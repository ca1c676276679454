/* Choosing the transforms of a declared kind's columns: see DECLARED KINDS in rocz.h. */
#ifndef ROCZ_CHOOSE_H
#define ROCZ_CHOOSE_H
#include "encode.h"

/* Rows that a sample should have: enough to show what repeats. */
#define ROCZ_SAMPLE_ROWS 4000
/* With fewer rows than this it does not matter. */
#define ROCZ_SAMPLE_LEAST 256

/* Set transform and other of each column to what makes these rows smallest. `column`
** is sample->declared->column itself. out: room for a chunk of the sample. */
void rocz_choose(rocz_encoder *e, const rocz_rows *sample, rocz_column_def *column, uint8_t *out);

#endif
