/* Prints and reads real numbers with a decimal point, whatever locale the program has set. */
#ifndef ROCPD_REAL_H
#define ROCPD_REAL_H
#include <stddef.h>

/* Like snprintf() and strtod() in the locale "C". Thread safe. */
int rocpd_print_real(char *out, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
double rocpd_read_real(const char *text, char **end);

#endif
