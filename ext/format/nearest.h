/* Finds the known name that was probably meant by an unknown one. The collector uses it for settings and domains, the command for options and tables. */
#ifndef ROCZ_NEAREST_H
#define ROCZ_NEAREST_H
#include <stdbool.h>

/* Longer names are not near to any name. */
#define ROCZ_NEAREST_BYTES 64

/* The nearest name so far, and its distance from the given name, 0 if they are equal: how many letters must be inserted, deleted, changed or swapped with
** the next (Damerau's distance). A name that begins with the given one is nearer than most others. Callers begin with {.least = ROCZ_NONE_IS_NEAR}. */
typedef struct rocz_nearest { const char *name; unsigned least; } rocz_nearest;
#define ROCZ_NONE_IS_NEAR 0xffffffffu
void rocz_nearer(rocz_nearest *nearest, const char *given, const char *known);
/* Is the name near enough to be suggested? At most a third of the letters differ. */
bool rocz_is_near(const rocz_nearest *nearest, const char *given);

#endif
