/* A full-screen terminal program: the alternate screen, keys, size, and Ctrl-Z. There is one at a time, on the main thread. */
#ifndef ROCPD_SCREEN_H
#define ROCPD_SCREEN_H
#include "command.h"

enum {
  SCREEN_TIMEOUT = 0, /* nothing came */
  SCREEN_RESIZED = 256,
  SCREEN_UP, SCREEN_DOWN, SCREEN_LEFT, SCREEN_RIGHT, SCREEN_BACKTAB,
  SCREEN_ENDED, /* a signal ends the program, or the terminal was closed */
};

/* Begins; false: stdin and stdout are not a terminal that can do this. */
bool rocpd_screen_begin(void);
void rocpd_screen_end(void);
void rocpd_screen_size(int *lines, int *columns);
/* Waits at most ms milliseconds for a key; returns its character, or one of the above. */
int rocpd_screen_key(int ms);
/* Replaces the screen by these lines; lines beyond the screen's height are not shown. Texts may contain colours and must not be wider than the screen. */
void rocpd_screen_show(const char *text);

#endif
