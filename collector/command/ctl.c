/* rocpd-ctl: starts and stops the recording of a running process. */
#include "command.h"
#include "rocz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
  "usage: rocpd-ctl PID start|stop|flush|status\n"
  "\n"
  "Controls the recording of process PID, which runs with the collector and has\n"
  "made a traced call:\n"
  "\n"
  "  start     record from now on (after --delay off, a signal or stop)\n"
  "  stop      record nothing more; calls in progress are recorded to their end\n"
  "  flush     write rows that are still in buffers to the .rocz file\n"
  "  status    say whether it records, why not, and to which file\n"
  "\n"
  "PID may also be the number of rocpd-record; the command is then for the program\n"
  "that it runs. start, stop and flush return once the process has done it, within\n"
  "a second. They need the right to write its .rocz.live file, which its user has.\n"
  "\n"
  "  rocpd record --delay off ./app &      a program that waits to be recorded\n"
  "  rocpd ctl $! start                    record from now on\n"
  "  rocpd ctl $! status                   does it record, and to which file?\n";

static const struct {
  const char *name;
  char request;
} commands[] = {{"start", ROCZ_ASK_START}, {"stop", ROCZ_ASK_STOP}, {"flush", ROCZ_ASK_FLUSH}, {"status", 0}};

static bool is_command(const char *word) {
  size_t i = 0;
  while (i < sizeof commands / sizeof *commands && strcmp(word, commands[i].name))
    i++;
  return i < sizeof commands / sizeof *commands;
}

static int unknown_command(const char *word) {
  static const char *const names[] = {"start", "stop", "flush", "status", NULL};
  const char *meant = collect_meant(word, names);
  if (meant)
    return collect_fail(COLLECT_WRONG_USE, "there is no command '%s'; did you mean %s?", word, meant);
  return collect_fail(COLLECT_WRONG_USE, "there is no command '%s'; there are start, stop, flush and status", word);
}

static int wrong_use(int argc, char **argv) {
  if (argc == 1 && *argv[0] != '-')
    return collect_fail(COLLECT_WRONG_USE, "say what process %s is to do: rocpd ctl %s start, stop, flush or status", argv[0], argv[0]);
  if (argc > 2)
    return collect_fail(COLLECT_WRONG_USE, "'%s' is one word too many (rocpd ctl PID %s)", argv[2], argv[1]);
  if (argc)
    return collect_fail(COLLECT_WRONG_USE, "%s is not an option (rocpd ctl --help)", argv[0]);
  fputs(usage, stderr);
  return COLLECT_WRONG_USE;
}

static int process_tell(pid_t pid, char request) {
  collect_process p;
  char *why;
  if (collect_process_find(pid, &p, &why) != COLLECT_RECORDS)
    return collect_fail(COLLECT_FAILED, "%s", why);
  why = request ? collect_process_request(&p, request) : NULL;
  if (why)
    return collect_fail(COLLECT_FAILED, "%s", why);
  char *status = collect_process_status(&p);
  if (!status)
    return collect_fail(COLLECT_FAILED, "process %ld has ended", (long)p.pid);
  puts(status);
  return fflush(stdout) ? collect_fail(COLLECT_FAILED, "stdout cannot be written") : COLLECT_DONE;
}

int collect_ctl_main(int argc, char **argv) {
  if (argc && (!strcmp(argv[0], "-h") || !strcmp(argv[0], "--help")))
    return fputs(usage, stdout) < 0 || fflush(stdout) ? COLLECT_FAILED : COLLECT_DONE;
  if (argc != 2)
    return wrong_use(argc, argv);
  size_t digits = strspn(argv[0], "0123456789");
  if (!digits || argv[0][digits] || digits > 9)
    return collect_fail(COLLECT_WRONG_USE, "%s is not a process number (rocpd ctl PID %s)", argv[0], is_command(argv[1]) ? argv[1] : "status");
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(argv[1], commands[i].name))
      return process_tell((pid_t)atol(argv[0]), commands[i].request);
  return unknown_command(argv[1]);
}
