/* Text of foreign origin made valid: UTF-8, and the inside of JSON strings. Any thread. */
#ifndef ROCPD_ESCAPE_H
#define ROCPD_ESCAPE_H
#include <stddef.h>

/* Append text to *out (room for 3 * size bytes) with each invalid UTF-8 sequence
** replaced by U+FFFD. Returns the new end. */
char *rocpd_utf8_clean(char *out, const char *text, size_t size);
/* The same, escaped for the inside of a JSON string. Needs room for 6 * size bytes. */
char *rocpd_json_escape(char *out, const char *text, size_t size);

#endif
