/* Masks secrets in what is recorded of a process: see mask.c. */
#ifndef COLLECT_MASK_H
#define COLLECT_MASK_H
#include <stddef.h>

/* Joins a command line's arguments by blanks, with secrets masked. Each argument ends in NUL; n counts all bytes, the last NUL
** included. Returns the bytes of the text; what does not fit is cut. */
size_t collect_mask_command(const char *arguments, size_t n, char *text, size_t size);
/* The same for the value of an environment variable. */
size_t collect_mask_variable(const char *name, size_t n, const char *value, char *text, size_t size);

#endif
