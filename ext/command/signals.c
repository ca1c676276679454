/* Signals that end the program; see run.h. */
#include "signals.h"
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static sqlite3 *volatile running;

/* Interrupts again each second, since a statement that begins just after sqlite3_interrupt() is not interrupted. */
static void interrupt_again(int number) {
  if (running) sqlite3_interrupt(running);
  alarm(1);
}

static void interrupt(int number) {
  caught = number;
  interrupt_again(number);
}

int rocpd_caught(void) { return caught; }
void rocpd_interruptible(sqlite3 *db) { running = db; }

void rocpd_catch_signals(void) {
  static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  struct sigaction action = {.sa_handler = interrupt}, before;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) /* signals that are ignored, by nohup or in a background job, stay ignored */
    if (!sigaction(ending[i], NULL, &before) && before.sa_handler != SIG_IGN) sigaction(ending[i], &action, NULL);
  action.sa_handler = interrupt_again;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, NULL);
}
