/* Where the loader finds a library: DT_RPATH, LD_LIBRARY_PATH, DT_RUNPATH, the folders of the linker's configuration, the usual folders. */
#include "doctor.h"
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether this is a 64-bit library: the loader skips others. */
static bool is_library(const char *path) {
  collect_elf e;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool is = collect_elf_open(&e, fd) && e.bits == 64;
  collect_elf_close(&e);
  if (fd >= 0)
    close(fd);
  return is;
}

/* A folder of a list, with $ORIGIN replaced. */
static char *folder_of(const char *at, size_t n, const char *path) {
  static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
  for (size_t i = 0; path && i < 2; i++) {
    size_t m = strlen(origins[i]);
    const char *slash = strrchr(path, '/');
    if (n >= m && !memcmp(at, origins[i], m))
      return collect_printed("%.*s%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".", (int)(n - m), at + m);
  }
  return n ? collect_printed("%.*s", (int)n, at) : collect_printed(".");
}

/* Searches the folders of a list separated by colons. */
static char *list_search(const char *list, const char *name, const char *path) {
  while (list && *list) {
    size_t n = strcspn(list, ":");
    char *folder = folder_of(list, n, path), *file = collect_printed("%s/%s", folder, name);
    free(folder);
    if (is_library(file))
      return file;
    free(file);
    list += n + (list[n] != 0);
  }
  return NULL;
}

/* The linker's configuration as a list. Its "include" lines name the usual folder, which is read anyway. */
static const char *configured(void) {
  static char *list;
  collect_text_buffer b = {0};
  glob_t found;
  if (list)
    return list;
  int rc = glob("/etc/ld.so.conf.d/*.conf", GLOB_NOCHECK, NULL, &found);
  if (!rc)
    rc = glob("/etc/ld.so.conf", GLOB_NOCHECK | GLOB_APPEND, NULL, &found);
  for (size_t i = 0; !rc && i < found.gl_pathc; i++) {
    char *text = collect_file_read(found.gl_pathv[i], 65536);
    for (char *line = text ? strtok(text, " \t\n,:") : NULL; line; line = strtok(NULL, " \t\n,:"))
      if (*line == '/' && !strchr(line, '*'))
        collect_add(&b, "%s:", line);
    free(text);
  }
  if (!rc)
    globfree(&found);
  collect_add(&b, "/lib64:/usr/lib64:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib:/usr/lib:/usr/local/lib");
  return list = collect_taken(&b);
}

char *collect_library_find(const char *name, const char *path, const char *rpath, const char *runpath, const char **by) {
  *by = NULL;
  if (strchr(name, '/'))
    return is_library(name) ? collect_printed("%s", name) : NULL;
  const struct { const char *list, *path, *by; } ways[] = {
    {runpath ? NULL : rpath, path, "RPATH"}, {getenv("LD_LIBRARY_PATH"), NULL, "LD_LIBRARY_PATH"}, {runpath, path, "RUNPATH"}, {configured(), NULL, NULL},
  };
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    char *found = list_search(ways[i].list, name, ways[i].path);
    *by = ways[i].by;
    if (found)
      return found;
  }
  return NULL;
}
