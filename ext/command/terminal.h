/* The terminal: how wide it is, what it can show, the pager. */
#ifndef ROCPD_TERMINAL_H
#define ROCPD_TERMINAL_H
#include <stdbool.h>

/* Is stdout a terminal? */
bool rocpd_is_terminal(void);
/* Columns of stdout's terminal; where it does not say, of COLUMNS, else 80. */
int rocpd_terminal_width(void);
/* Is stdout a terminal that shows colours, and does the user want them (NO_COLOR, TERM)? */
bool rocpd_terminal_colour(void);
/* Columns that a text of UTF-8 takes there: combining marks none, wide characters two. */
int rocpd_text_columns(const char *text, long bytes);
/* On a terminal: what is printed from here on is read with PAGER, as git does. rocpd_pager_end() waits for its end. */
void rocpd_pager_begin(void);
void rocpd_pager_end(void);

#endif
