/* Chooses the transforms of a declared kind's columns; see DECLARED KINDS in rocz.h. */
#ifndef ROCZ_CHOOSE_H
#define ROCZ_CHOOSE_H
#include "encode.h"

/* Recommended number of rows in a sample; enough to show what repeats. */
#define ROCZ_SAMPLE_ROWS 4000
/* With fewer rows than this, the choice does not matter. */
#define ROCZ_SAMPLE_LEAST 256

/* Sets `transform` and `other` of each column so that these rows become as small as possible. `column` is sample->declared->column. `out` is scratch memory
** for a chunk of the sample. */
void rocz_choose(rocz_encoder *e, const rocz_rows *sample, rocz_column_def *column, uint8_t *out);

#endif
