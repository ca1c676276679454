/* Help pages, filled to the terminal's width. */
#ifndef ROCPD_FILL_H
#define ROCPD_FILL_H
#include "command.h"

/* Appends a page. Paragraphs, items ("- ...") and lists (" NAME what it is") are filled to `width`. Text that is indented further, or between ``` lines, is
** not changed. With width 0 nothing is. */
void rocpd_fill(sqlite3_str *out, const char *page, int width);

#endif
