/* The whole terminal: the alternate screen, keys, its size, and what Ctrl-Z does. One at a time. */
#ifndef ROCPD_SCREEN_H
#define ROCPD_SCREEN_H
#include "command.h"

enum {
  SCREEN_TIMEOUT = 0, /* nothing came */
  SCREEN_RESIZED = 256,
  SCREEN_UP, SCREEN_DOWN, SCREEN_LEFT, SCREEN_RIGHT, SCREEN_BACKTAB,
  SCREEN_ENDED, /* a signal that ends the program, or the terminal is gone */
};

/* False: stdin and stdout are no terminal that can do it. */
bool rocpd_screen_begin(void);
void rocpd_screen_end(void);
void rocpd_screen_size(int *lines, int *columns);
/* A key, or one of the above; waits for ms milliseconds at most. */
int rocpd_screen_key(int ms);
/* Shows these lines, of which the first `lines` fit, in the place of what was there. Texts may have colours, and are no wider than the screen. */
void rocpd_screen_show(const char *text);

#endif
