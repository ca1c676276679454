/* See command.h: the list of commands, and messages. All of ext/command may use this file, so it uses nothing but doing.c. */
#include "command.h"
#include "run.h"
#include <stdarg.h>
#include <stdio.h>

extern const rocpd_command *const __start_rocpd_commands[], *const __stop_rocpd_commands[];

const char *rocpd_said_by = "rocpd";

const rocpd_command *rocpd_command_at(size_t i) { return i < (size_t)(__stop_rocpd_commands - __start_rocpd_commands) ? __start_rocpd_commands[i] : NULL; }

const rocpd_command *rocpd_command_find(const char *name) {
  const rocpd_command *c;
  for (size_t i = 0; (c = rocpd_command_at(i)) && strcmp(c->name, name) != 0;) i++;
  return c;
}

/* ---- messages */

/* Replaces control characters (C0, and C1 in UTF-8) by '?'. */
static void hide_controls(char *text) {
  for (unsigned char *p = (unsigned char *)text; *p; p++) {
    if (*p < ' ' || *p == 0x7f) *p = '?';
    else if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) *p = '?', memmove(p + 1, p + 2, strlen((char *)p + 2) + 1);
  }
}

int rocpd_say_failure(int code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  char *text = sqlite3_vmprintf(format, values);
  va_end(values);
  if (text) hide_controls(text);
  rocpd_doing_end();
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", rocpd_said_by, text ? text : "out of memory");
  sqlite3_free(text);
  return code;
}

int rocpd_say_no_memory(void) { return rocpd_say_failure(ROCPD_NO_ANSWER, "out of memory"); }
