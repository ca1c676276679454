/* Checks whether bytes are valid UTF-8. */
#ifndef ROCPD_UTF8_H
#define ROCPD_UTF8_H
#include <stddef.h>
#include <stdint.h>

/* Returns the length of the UTF-8 sequence at s, which has n >= 1 bytes; 0 if it is not valid:
** overlong forms, surrogates, and values above U+10FFFF are not. */
size_t rocpd_utf8_size(const uint8_t *s, size_t n);

#endif
