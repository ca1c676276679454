/* Lines on stderr: one write each, from a buffer on the stack. If nobody reads stderr, or it is a file at its size limit, the
** write raises a signal; that signal never reaches the program. */
#include "core.h"
#include <stdarg.h>
#include <stdio.h>

void collect_say(const char *format, ...) {
  char line[768] = "libcollect: ";
  int saved = errno;
  va_list args;
  va_start(args, format);
  int n = vsnprintf(line + 12, sizeof line - 13, format, args);
  va_end(args);
  size_t size = 12 + (n < 0 ? 0 : (size_t)n < sizeof line - 13 ? (size_t)n : sizeof line - 14);
  line[size++] = '\n';
  collect_signals signals;
  collect_signals_hold(&signals);
  if (collect_sys_write(2, line, size) < 0 && errno == EPIPE)
    collect_sys_signal_take(SIGPIPE);
  collect_signals_restore(&signals);
  errno = saved;
}
