/* COLLECT_TOGGLE_SIGNAL: a signal that stops the recording, and starts it again.
**
** The handler is placed before the program begins, even in processes that make no traced call: whoever sends the signal to a
** whole process group ends none of them. The program's own handling of the signal stays in force (front.c). */
#include "toggle.h"
#include "control.h"
#include "core.h"
#include "front.h"
#include <stdlib.h>
#include <string.h>

static const struct { const char *name; int sig; } names[] = {
  {"HUP", SIGHUP}, {"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"ALRM", SIGALRM}, {"CONT", SIGCONT}, {"URG", SIGURG},
  {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"WINCH", SIGWINCH}, {"IO", SIGIO}, {"PWR", SIGPWR},
};

/* The number of a signal. 0: it is unknown, or has another use: faults, ends, children, the C library's own. */
static int number_of(const char *value) {
  if (!strncmp(value, "SIG", 3))
    value += 3;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(value, names[i].name))
      return names[i].sig;
  char *end;
  long number = strtol(value, &end, 10);
  bool is_number = *value >= '0' && *value <= '9' && !*end;
  for (size_t i = 0; is_number && i < sizeof names / sizeof *names; i++)
    if (number == names[i].sig)
      return names[i].sig;
  return is_number && number >= SIGRTMIN && number <= SIGRTMAX ? (int)number : 0;
}

static bool toggle_parse(const char *value) { return number_of(value) != 0; }

COLLECT_SETTING(toggle_signal) = {.name = "COLLECT_TOGGLE_SIGNAL", .fallback = "", .order = 43, .parse = toggle_parse,
                                  .expected = "a signal that may be used, like USR2 or 12",
                                  .help = "stop recording at this signal, and start it at the next, like USR2"};

static enum collect_taken take(const siginfo_t *info, void *context) {
  (void)context;
  (void)info;
  collect_toggle(ROCZ_STOPPED_USER);
  return COLLECT_SHARED;
}

static collect_front front = {.take = take, .follows = true};

void collect_toggle_place(void) {
  front.sig = number_of(collect_text(&collect_toggle_signal_setting));
  if (front.sig)
    collect_front_place(&front);
}

static void toggle_forked(void) {
  if (atomic_load(&front.placed))
    collect_front_place(&front);
}
COLLECT_MODULE(toggle) = {.name = "toggle", .forked = toggle_forked};
