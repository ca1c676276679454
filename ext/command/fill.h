/* Help pages, filled to the terminal's width. */
#ifndef ROCPD_FILL_H
#define ROCPD_FILL_H
#include "command.h"

/* Appends a page: paragraphs, items ("- ...") and lists ("  NAME   what it is") are filled to `width`, what is indented further or stands in a fence stays as
** it is. 0: all of it stays as it is. */
void rocpd_fill(sqlite3_str *out, const char *page, int width);

#endif
