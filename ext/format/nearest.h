/* Finds the known name that was probably meant by an unknown one. The collector uses it for settings and domains, the command for options and tables. */
#ifndef ROCZ_NEAREST_H
#define ROCZ_NEAREST_H
#include <stdbool.h>

/* Longer names are near to none. */
#define ROCZ_NEAREST_BYTES 64

/* Begin with {.least = ROCZ_NONE_IS_NEAR}. The name that was nearest so far, and how many letters must be put in, left out, changed or exchanged with the
** next to make it of the given one (Damerau's distance). */
typedef struct rocz_nearest { const char *name; unsigned least; } rocz_nearest;
#define ROCZ_NONE_IS_NEAR 0xffffffffu
void rocz_nearer(rocz_nearest *nearest, const char *given, const char *known);
/* Is it so near that it may be what was meant? At most a third of the letters differ. */
bool rocz_is_near(const rocz_nearest *nearest, const char *given);

#endif
