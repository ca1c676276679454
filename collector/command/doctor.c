/* rocpd-doctor: reports what is installed, and what prevents a recording. */
#include "doctor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
  "usage: rocpd-doctor [--json] [PROGRAM [ARGUMENT...]]\n"
  "\n"
  "Reports what is installed and in which version, which SQLite loads the\n"
  "extension, which ROCm, driver and GPUs there are and whether you may use them,\n"
  "what would be recorded with the present settings, and which counters these GPUs\n"
  "have. With PROGRAM it also reports whether that can be recorded, and how it\n"
  "reaches HIP. PROGRAM is not run, except that Python is asked where PyTorch is;\n"
  "its arguments are ignored. Works without a GPU and without ROCm.\n"
  "\n"
  "Each line begins with ok, note (worth knowing) or FAIL (prevents recording);\n"
  "what to do is below it.\n"
  "\n"
  "  --json       the same as JSON: {\"parts\":[{\"part\",\"found\":[{\"kind\",\"text\",\n"
  "               \"advice\"}]}],\"failures\"}\n"
  "  -h, --help   this text\n"
  "\n"
  "Exit codes: 0 no FAIL; 1 a FAIL; 2 wrong options; 127 PROGRAM does not exist.\n"
  "\n"
  "  rocpd doctor                 is everything installed?\n"
  "  rocpd doctor ./app           can this program be recorded?\n"
  "  rocpd doctor --json python3  for a script, or for a bug report\n";

static int unknown_option(const char *word) {
  static const char *const names[] = {"--json", "--help", NULL};
  const char *meant = collect_meant(word, names);
  return collect_fail(COLLECT_WRONG_USE, "%s is not an option%s%s%s (rocpd-doctor --help)", word, meant ? "; did you mean " : "", meant ? meant : "",
                      meant ? "?" : "");
}

int collect_doctor_main(int argc, char **argv) {
  collect_diagnosis d = {.lines = -1};
  int at = 0;
  for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
    if (!strcmp(argv[at], "--")) {
      at++;
      break;
    }
    if (!strcmp(argv[at], "-h") || !strcmp(argv[at], "--help"))
      return fputs(usage, stdout) < 0 || fflush(stdout) ? COLLECT_FAILED : COLLECT_DONE;
    if (strcmp(argv[at], "--json"))
      return unknown_option(argv[at]);
    d.json = true;
  }
  int code;
  char *program = at < argc ? collect_program_find(argv[at], &code) : NULL;
  if (at < argc && !program)
    return code;
  collect_doctor_installed(&d);
  collect_doctor_gpu(&d);
  collect_doctor_settings(&d);
  if (program)
    collect_doctor_program(&d, program);
  collect_diagnosis_end(&d);
  if (fflush(stdout) || ferror(stdout))
    return collect_fail(COLLECT_FAILED, "stdout cannot be written");
  return d.troubles ? COLLECT_FAILED : COLLECT_DONE;
}
