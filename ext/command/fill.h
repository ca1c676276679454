/* Help pages, filled to the terminal's width. */
#ifndef ROCPD_FILL_H
#define ROCPD_FILL_H
#include "command.h"

/* Appends a page. Paragraphs, items ("- ...") and lists (" NAME what it is") are filled to `width`. Text that is indented further is
** not changed, unless it is a command and what it does ("   COMMAND    it does this"), and nor is text between ``` lines. With width 0 nothing is. */
void rocpd_fill(sqlite3_str *out, const char *page, int width);

#endif
