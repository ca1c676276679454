/* What is installed, in which version, and which SQLite loads the extension. */
#include "doctor.h"
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_SECONDS = 10 };

/* ---- the collector ---- */

static char *library_version(const char *path) {
  collect_elf e;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  char *version = collect_elf_open(&e, fd) ? collect_elf_note(&e, "rocpd", 1) : NULL;
  collect_elf_close(&e);
  if (fd >= 0)
    close(fd);
  return version;
}

/* Whether the loader finds the library by its name alone, as in LD_PRELOAD=libcollect.so. */
static bool found_by_name(void) {
  char *changes[] = {"LD_PRELOAD=libcollect.so", "COLLECT_HELP=0", "COLLECT_DOMAINS=none", NULL}, *argv[] = {"rocpd-nothing", NULL};
  char **environment = collect_environment(changes);
  collect_text_buffer said = {0};
  collect_ask("/proc/self/exe", argv, environment, true, ANSWER_SECONDS, &said);
  bool found = !said.text || !strstr(said.text, "cannot be preloaded");
  free(said.text);
  free(environment);
  return found;
}

static void collector_look(collect_diagnosis *d) {
  const char *path = collect_library_path();
  if (*path != '/') {
    if (found_by_name())
      collect_found(d, COLLECT_NOTE, NULL, "libcollect.so is not beside this program; the loader finds one");
    else
      collect_found(d, COLLECT_TROUBLE, "install it again (make install), or set ROCPD_LIBDIR to the folder that it is in",
                    "libcollect.so, which does the recording, is not found");
    return;
  }
  char *version = library_version(path);
  if (strpbrk(path, ": "))
    collect_found(d, COLLECT_TROUBLE, "set ROCPD_LIBDIR to another folder", "%s: LD_PRELOAD cannot hold a path with a blank or colon", path);
  else if (!*collect_settings_list())
    collect_found(d, COLLECT_TROUBLE, "install it again (make install)", "%s cannot be loaded", path);
  else if (!version || strcmp(version, ROCPD_VERSION))
    collect_found(d, COLLECT_NOTE, "install both again (make install)", "%s is version %s, but this program is version %s", path, version ? version : "unknown",
                  ROCPD_VERSION);
  else
    collect_found(d, COLLECT_GOOD, NULL, "libcollect.so %s: %s", version, path);
  free(version);
  if (!found_by_name())
    collect_found(d, COLLECT_NOTE, "use rocpd record PROGRAM, or the full path in LD_PRELOAD, or add the folder to LD_LIBRARY_PATH",
                  "LD_PRELOAD=libcollect.so does not work without a path: the loader does not search that folder");
}

/* ---- the extension ---- */

/* Looks in ROCPD_LIBDIR, in this installation, and in the tree that this was built in. */
static char *extension_path(void) {
  const char *named = getenv("ROCPD_LIBDIR"), *library = collect_library_path(), *slash = strrchr(library, '/');
  char *candidate[] = {
    collect_printed("%s/librocpd.so", named && *named ? named : "/nowhere"), collect_printed("%.*s/librocpd.so", slash ? (int)(slash - library) : 0, library),
    collect_printed("%s/../lib/librocpd.so", collect_here()), collect_printed("%s/rocpd.so", collect_here()),
  }, *found = NULL;
  for (size_t i = 0; i < sizeof candidate / sizeof *candidate; i++) {
    if (!found && !access(candidate[i], R_OK))
      found = realpath(candidate[i], NULL);
    free(candidate[i]);
  }
  return found;
}

static char *in_path(const char *name) {
  const char *folder = getenv("PATH");
  while (folder && *folder) {
    size_t n = strcspn(folder, ":");
    char *path = collect_printed("%.*s/%s", (int)n, folder, name);
    if (!access(path, X_OK))
      return path;
    free(path);
    folder += n + (folder[n] != 0);
  }
  return NULL;
}

/* The first line that a program prints. NULL: it failed. The caller frees it. */
static char *answer_of(const char *path, char *const *argv) {
  collect_text_buffer answer = {0};
  bool good = collect_ask(path, argv, NULL, false, ANSWER_SECONDS, &answer) == 0;
  char *text = collect_taken(&answer);
  text[strcspn(text, "\n")] = 0;
  if (good && *text)
    return text;
  free(text);
  return NULL;
}

static void shell_look(collect_diagnosis *d, const char *extension) {
  char *path = in_path("sqlite3");
  if (!path) {
    collect_found(d, COLLECT_NOTE, "only rocpd shell and .load rocpd need it (apt-get install sqlite3)", "the sqlite3 shell is not installed");
    return;
  }
  char *load = collect_printed("SELECT sqlite_version() || ', rocpd ' || rocpd_version() FROM (SELECT load_extension('%s') IS NULL)", extension);
  char *plain[] = {"sqlite3", "-init", "/dev/null", "-batch", ":memory:", "SELECT sqlite_version()", NULL};
  char *command = collect_printed(".load '%s'", extension),
       *loading[] = {"sqlite3", "-init", "/dev/null", "-batch", "-cmd", command, ":memory:", "SELECT sqlite_version() || ', rocpd ' || rocpd_version()", NULL};
  char *loaded = answer_of(path, loading), *version = loaded ? NULL : answer_of(path, plain);
  if (loaded)
    collect_found(d, COLLECT_GOOD, NULL, "the sqlite3 shell loads the extension: SQLite %s: %s", loaded, path);
  else
    collect_found(d, COLLECT_NOTE, "SQLite must be 3.26 or later, and built to load extensions; the command rocpd works without it",
                  "the sqlite3 shell does not load the extension: SQLite %s: %s",
                  version ? version : "of an unknown version", path);
  free(version);
  free(loaded);
  free(command);
  free(load);
  free(path);
}

static void python_look(collect_diagnosis *d, const char *extension) {
  static char loads[] = "import sqlite3, sys\nc = sqlite3.connect(':memory:')\nc.enable_load_extension(True)\nc.load_extension(sys.argv[1])\n"
                        "print(sqlite3.sqlite_version + ', rocpd ' + c.execute('SELECT rocpd_version()').fetchone()[0])";
  static char reason[] = "import sqlite3\nprint(hasattr(sqlite3.connect(':memory:'), 'enable_load_extension'), sqlite3.sqlite_version)";
  char *path = in_path("python3");
  if (!path) {
    collect_found(d, COLLECT_NOTE, NULL, "python3 is not installed");
    return;
  }
  char *loading[] = {"python3", "-I", "-c", loads, (char *)extension, NULL}, *asking[] = {"python3", "-I", "-c", reason, NULL};
  char *loaded = answer_of(path, loading), *why = loaded ? NULL : answer_of(path, asking);
  if (loaded)
    collect_found(d, COLLECT_GOOD, NULL, "Python's sqlite3 loads the extension: SQLite %s: %s", loaded, path);
  else if (why && !strncmp(why, "False", 5))
    collect_found(d, COLLECT_NOTE, "use the distribution's Python, which loads extensions, or rocpd query --json",
                  "Python's sqlite3 was built without loadable extensions: %s", path);
  else
    collect_found(d, COLLECT_NOTE, "rocpd query --json gives Python the rows without it", "Python's sqlite3 does not load the extension: SQLite %s: %s",
                  why ? strchr(why, ' ') + 1 : "is missing", path);
  free(why);
  free(loaded);
  free(path);
}

void collect_doctor_installed(collect_diagnosis *d) {
  collect_part_begin(d, "Installed");
  collector_look(d);
  char *rocpd = collect_rocpd(), *extension = extension_path(), *argv[] = {"rocpd", "--version", NULL}, *version = rocpd ? answer_of(rocpd, argv) : NULL;
  if (version)
    collect_found(d, COLLECT_GOOD, NULL, "%s: %s", version, rocpd);
  else
    collect_found(d, COLLECT_NOTE, "recording works without it; to read traces here, install it (make install)",
                  rocpd ? "the command rocpd does not run: %s" : "the command rocpd, which reads traces, is not in %s",
                  rocpd ? rocpd : collect_here());
  if (extension) {
    collect_found(d, COLLECT_GOOD, NULL, "the SQLite extension: %s", extension);
    shell_look(d, extension);
    python_look(d, extension);
  } else {
    collect_found(d, COLLECT_NOTE, "recording works without it; to read traces with SQLite, install it (make install)",
                  "the SQLite extension rocpd.so is not installed");
  }
  free(version);
  free(extension);
  free(rocpd);
}
