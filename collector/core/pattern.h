/* The pattern of a folder's name: see pattern.c. */
#ifndef COLLECT_PATTERN_H
#define COLLECT_PATTERN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is each percent sign in it followed by what we know? An empty one is none. */
bool collect_pattern_is_known(const char *pattern);
/* Filled in for a process that began at start_ns (BOOTTIME), with this run number. *numbered:
** the bytes up to the end of the first name with a number in it; 0: there is none. False with
** errno: it is too long. */
bool collect_pattern_fill_in(const char *pattern, int64_t start_ns, int number, char *text, size_t size, size_t *numbered);

#endif
