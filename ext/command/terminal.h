/* The terminal: how wide it is, what it can show, the pager. */
#ifndef ROCPD_TERMINAL_H
#define ROCPD_TERMINAL_H
#include <stdbool.h>

/* True if stdout is a terminal. */
bool rocpd_is_terminal(void);
/* Width of stdout's terminal in columns; if unknown, the value of COLUMNS, else 80. */
int rocpd_terminal_width(void);
/* True if stdout is a terminal that shows colours and the user wants them (NO_COLOR, TERM). */
bool rocpd_terminal_colour(void);
/* Number of terminal columns that a UTF-8 text takes: none for combining marks, two for wide characters. */
int rocpd_text_columns(const char *text, long bytes);
/* On a terminal, pipes everything printed from here on through PAGER, as git does. rocpd_pager_end() waits until the user leaves it. */
void rocpd_pager_begin(void);
void rocpd_pager_end(void);

#endif
