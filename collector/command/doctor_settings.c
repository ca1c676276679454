/* What would be recorded with the present settings, and where. */
#include "doctor.h"
#include "launcher.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

/* A line of the collector's list is a setting, or a domain behind four blanks. Name, value and help are in columns separated by blanks. */
static void domains_look(collect_diagnosis *d, const char *list) {
  collect_text_buffer on = {0}, off = {0};
  for (const char *line = list; *line; line += strcspn(line, "\n"), line += *line != 0) {
    if (strncmp(line, "    ", 4) || line[4] == ' ')
      continue;
    const char *value = line + 4 + strcspn(line + 4, " ");
    int name = (int)(value - line - 4);
    value += strspn(value, " ");
    collect_add(strncmp(value, "on", 2) ? &off : &on, " %.*s", name, line + 4);
  }
  if (on.text)
    collect_found(d, COLLECT_GOOD, NULL, "recorded:%s", on.text);
  else
    collect_found(d, COLLECT_TROUBLE, "enable some with --domains (rocpd record --help)", "nothing would be recorded: no domain is enabled");
  if (off.text)
    collect_found(d, COLLECT_GOOD, NULL, "not recorded (--domains +NAME adds one):%s", off.text);
  free(on.text);
  free(off.text);
}

/* Reports settings that differ from their default, which the list says itself. */
static void changes_look(collect_diagnosis *d, const char *list) {
  for (const char *line = list; *line; line += strcspn(line, "\n"), line += *line != 0) {
    size_t n = strcspn(line, "\n"), name = strcspn(line, " ");
    char *text = collect_printed("%.*s", (int)n, line), *fallback = strstr(text, " (default: ");
    if (!strncmp(line, "COLLECT_", 8) && strncmp(line, "COLLECT_HELP ", 13) && fallback) {
      const char *value = text + name + strspn(text + name, " ");
      const char *given = getenv(collect_printed("%.*s", (int)name, line));
      int size = (int)strcspn(given ? given : value, given ? "" : " ");
      collect_found(d, COLLECT_GOOD, NULL, "%.*s=%.*s%s", (int)name, text, size, given ? given : value, fallback);
    }
    free(text);
  }
}

static void complaints_look(collect_diagnosis *d, const char *list) {
  for (const char *line = list; *line; line += strcspn(line, "\n"), line += *line != 0) {
    if (strncmp(line, "libcollect: ", 12))
      continue;
    char *text = collect_printed("%.*s", (int)strcspn(line + 12, "\n"), line + 12);
    bool wrong = strstr(text, "; using '");
    collect_found(d, wrong ? COLLECT_TROUBLE : COLLECT_NOTE, wrong ? "set it to a value that it takes, or unset it" : NULL, "%s", text);
    free(text);
  }
}

#define LITTLE_MB 1024

/* Looks at the folder's disk, or at the current folder's if the folder does not exist yet. */
static void space_look(collect_diagnosis *d, const char *name) {
  struct statvfs disk;
  if (statvfs(name, &disk) && statvfs(".", &disk))
    return;
  unsigned long long free_mb = (unsigned long long)disk.f_bavail * disk.f_frsize >> 20;
  if (free_mb < LITTLE_MB)
    collect_found(d, COLLECT_NOTE, "name a folder on another disk: rocpd record -o FOLDER",
                  "the disk of %s has only %llu MB free: what does not fit is not recorded", name, free_mb);
}

static void folder_look(collect_diagnosis *d) {
  const char *output = getenv("COLLECT_OUTPUT"), *name = output && *output ? output : "trace";
  char *trouble = collect_folder_trouble(name);
  if (trouble)
    collect_found(d, COLLECT_TROUBLE, "name another folder: rocpd record -o FOLDER", "%s cannot be written: %s", name, trouble);
  else
    collect_found(d, COLLECT_GOOD, NULL, "traces are written to %s, or to %s.2, %s.3, ... if that is not empty", name, name, name);
  if (!trouble)
    space_look(d, name);
  free(trouble);
}

static void surroundings_look(collect_diagnosis *d) {
  const char *preload = getenv("LD_PRELOAD"), *tools = getenv("HSA_TOOLS_LIB"), *rank = rocz_launcher_rank();
  if (preload && strstr(preload, "libcollect.so"))
    collect_found(d, COLLECT_NOTE, "every program that is started here is recorded; unset LD_PRELOAD to change that", "LD_PRELOAD=%s", preload);
  else if (preload && *preload)
    collect_found(d, COLLECT_NOTE, NULL, "other libraries are preloaded, too: LD_PRELOAD=%s", preload);
  if (tools && *tools)
    collect_found(d, COLLECT_NOTE, "another tool uses HSA's tool interface; both work, and each adds overhead", "HSA_TOOLS_LIB=%s", tools);
  if (rank)
    collect_found(d, COLLECT_NOTE, NULL, "this is rank %s of a launcher's job: all ranks share a folder, and the program takes the place of rocpd record",
                  rank);
}

void collect_doctor_settings(collect_diagnosis *d) {
  const char *list = collect_settings_list();
  collect_part_begin(d, "Settings");
  if (*list) {
    domains_look(d, list);
    changes_look(d, list);
    complaints_look(d, list);
  } else {
    collect_found(d, COLLECT_NOTE, NULL, "the collector cannot be asked for its settings");
  }
  folder_look(d);
  surroundings_look(d);
}
