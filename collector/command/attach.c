/* rocpd-record -p PID: records a process that runs with the collector and waits (COLLECT_START=off, rocpd ctl PID stop). The
** collector cannot be put into a process that was started without it. */
#include "command.h"
#include "rocz.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sigset_t interrupts;

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Waits for at most a tenth of a second, or until that time. True: a signal asks us to end. */
static bool interrupted(int64_t until_ns) {
  int64_t left = until_ns - now_ns();
  left = left < 0 ? 0 : left > 100000000 ? 100000000 : left;
  struct timespec pause = {.tv_nsec = (long)left};
  return sigtimedwait(&interrupts, NULL, &pause) > 0;
}

static bool is_stopped(const collect_process *p) {
  char *status = collect_process_status(p);
  bool stopped = status && !strncmp(status, "stopped", 7);
  free(status);
  return stopped;
}

/* Waits until the process has a live file. Returns 0, or an exit code. */
static int first_call_await(pid_t pid, collect_process *p, bool quiet) {
  char *why;
  bool said = quiet;
  enum collect_process_state state;
  while ((state = collect_process_find(pid, p, &why)) == COLLECT_WAITS) {
    if (!said)
      fprintf(stderr, "rocpd record: process %ld has made no traced call yet: waiting for its first\n", (long)p->pid);
    said = true;
    free(why);
    if (interrupted(INT64_MAX))
      return COLLECT_FAILED;
  }
  return state == COLLECT_RECORDS ? 0 : collect_fail(COLLECT_FAILED, "%s", why);
}

static void ended_say(const collect_process *p, int64_t ns, bool alive) {
  const char *slash = strrchr(p->file, '/');
  fprintf(stderr, "rocpd record: process %ld%s, recorded for %lld.%03lld s in %s; next: rocpd %.*s\n", (long)p->pid, alive ? "" : " has ended",
          (long long)(ns / 1000000000),
          (long long)(ns / 1000000 % 1000), p->file, (int)(slash - p->file), p->file);
}

int collect_attach(pid_t pid, int64_t duration_ns, bool quiet) {
  collect_process p;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  sigaddset(&interrupts, SIGTERM);
  sigaddset(&interrupts, SIGHUP);
  sigprocmask(SIG_BLOCK, &interrupts, NULL);
  int code = first_call_await(pid, &p, quiet);
  if (code)
    return code;
  if (!is_stopped(&p))
    return collect_fail(COLLECT_FAILED, "process %ld is recorded already, to %s (rocpd ctl %ld stop stops it)", (long)p.pid, p.file, (long)p.pid);
  char *why = collect_process_request(&p, ROCZ_ASK_START);
  if (why)
    return collect_fail(COLLECT_FAILED, "%s", why);
  if (is_stopped(&p))
    return collect_fail(COLLECT_FAILED, "process %ld is still %s", (long)p.pid, collect_process_status(&p));
  int64_t begin = now_ns(), until = duration_ns ? begin + duration_ns : INT64_MAX;
  if (!quiet)
    fprintf(stderr, "rocpd record: recording process %ld to %s%s\n", (long)p.pid, p.file, duration_ns ? "" : " until Ctrl-C");
  while (collect_process_is_alive(p.pid) && now_ns() < until && !interrupted(until))
    ;
  bool alive = collect_process_is_alive(p.pid);
  why = alive ? collect_process_request(&p, ROCZ_ASK_STOP) : NULL;
  int64_t recorded = now_ns() - begin;
  if (alive && !why)
    why = collect_process_request(&p, ROCZ_ASK_FLUSH);
  if (why && collect_process_is_alive(p.pid))
    return collect_fail(COLLECT_FAILED, "%s", why);
  if (!quiet)
    ended_say(&p, recorded, alive);
  return COLLECT_DONE;
}
