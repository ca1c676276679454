/* Secrets are masked in what is recorded of a process: see mask.c. */
#ifndef COLLECT_MASK_H
#define COLLECT_MASK_H
#include <stddef.h>

/* A command line's arguments, each ended by NUL (n bytes, the last NUL included), joined by
** blanks. Returns the bytes of the text; what does not fit is cut. */
size_t collect_mask_command(const char *arguments, size_t n, char *text, size_t size);
/* The value of a variable. */
size_t collect_mask_variable(const char *name, size_t n, const char *value, char *text, size_t size);

#endif
