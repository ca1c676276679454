/* Which bytes are UTF-8. */
#ifndef ROCPD_UTF8_H
#define ROCPD_UTF8_H
#include <stddef.h>
#include <stdint.h>

/* Length of the valid UTF-8 sequence at s (n bytes are there, at least one), 0 if it is none:
** no overlong forms, surrogates, or values beyond U+10FFFF. */
size_t rocpd_utf8_size(const uint8_t *s, size_t n);

#endif
