/* Runs the command that the program is called by. */
#include "command.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct { const char *name; int (*run)(int argc, char **argv); } commands[] = {
  {"rocpd-record", collect_record_main},
  {"rocpd-ctl", collect_ctl_main},
  {"rocpd-doctor", collect_doctor_main},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* The command with this name, with or without "rocpd-". */
static int find(const char *name) {
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(name, commands[i].name) || !strcmp(name, commands[i].name + strlen("rocpd-")))
      return i;
  return -1;
}

static int run(int i, int argc, char **argv) {
  collect_said_by = commands[i].name;
  return commands[i].run(argc, argv);
}

/* Called as rocpd, where only the collector is installed. The extension installs the real program of this name. */
static int run_rocpd(int argc, char **argv) {
  collect_said_by = "rocpd";
  if (!argc || !strcmp(argv[0], "-h") || !strcmp(argv[0], "--help")) {
    fputs("usage: rocpd record|ctl|doctor|python ...\n\nSee rocpd record --help and so on. All other commands come with the extension (make install-ext).\n",
          argc ? stdout : stderr);
    return argc ? COLLECT_DONE : COLLECT_WRONG_USE;
  }
  if (!strcmp(argv[0], "--version") || !strcmp(argv[0], "version"))
    return puts("rocpd " ROCPD_VERSION), COLLECT_DONE;
  if (find(argv[0]) >= 0)
    return run(find(argv[0]), argc - 1, argv + 1);
  if (!strcmp(argv[0], "python")) {
    char *path = collect_printed("%s/rocpd-python", collect_here());
    argv[0] = path;
    execv(path, argv);
    return collect_fail(COLLECT_WRONG_USE, "rocpd-python is not installed");
  }
  return collect_fail(COLLECT_WRONG_USE, "%s comes with the extension, which is not installed (make install-ext)", argv[0]);
}

static int command_run(int argc, char **argv) {
  const char *called = argc ? argv[0] : "", *slash = strrchr(called, '/');
  called = slash ? slash + 1 : called;
  if (!strcmp(called, "rocpd-nothing")) /* settings.c runs us so, only to load the collector's library */
    return COLLECT_DONE;
  if (!strcmp(called, "rocpd"))
    return run_rocpd(argc - 1, argv + 1);
  int i = find(called);
  return run(i < 0 ? find("record") : i, argc - 1, argv + 1);
}

/* Commands do not free what they allocate: they need it until the process ends, which is here. */
int main(int argc, char **argv) {
  int code = command_run(argc, argv);
  fflush(NULL);
  _exit(code);
}
