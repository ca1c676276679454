/* The pattern of a folder's name: see pattern.c. */
#ifndef COLLECT_PATTERN_H
#define COLLECT_PATTERN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether each percent sign is followed by something that we know. False for an empty pattern. */
bool collect_pattern_is_known(const char *pattern);
/* Fills the pattern in, for a process that began at start_ns (BOOTTIME) and this run number. *numbered: bytes up to the end of
** the first name that contains the number; 0: none does. False: the text is too long (errno). */
bool collect_pattern_fill_in(const char *pattern, int64_t start_ns, int number, char *text, size_t size, size_t *numbered);

#endif
