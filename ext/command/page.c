/* rocpd report: exports an HTML page, chooses a name for it, and opens it in a browser if asked to. */
#include "writing.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

/* Starts the browser in its own process group, since it may outlive this program, and without output. Returns ENOENT if there is no such program. */
static int spawn_opener(const char *opener, const char *path) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  pid_t pid;
  char *const argv[] = {(char *)opener, (char *)path, NULL};
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  for (int fd = 0; fd <= 2; fd++) posix_spawn_file_actions_addopen(&files, fd, "/dev/null", fd ? O_WRONLY : O_RDONLY, 0);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
  int rc = posix_spawnp(&pid, opener, &files, &how, argv, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  return rc;
}

/* Opens the page by its absolute path: a relative name could be taken for an option, or its '#', '%' and '?' for parts of a URL. */
static int open_page(const char *page) {
  static const char *const opener[] = {"xdg-open", "open"};
  char *folder = *page == '/' ? NULL : realpath(".", NULL), *path = folder ? sqlite3_mprintf("%s/%s", folder, page) : sqlite3_mprintf("%s", page);
  int rc = path ? ENOENT : ENOMEM;
  for (size_t i = 0; rc == ENOENT && i < sizeof opener / sizeof *opener; i++) rc = spawn_opener(opener[i], path);
  free(folder);
  sqlite3_free(path);
  if (!rc) return ROCPD_DONE;
  if (rc == ENOENT) return rocpd_say_failure(ROCPD_NO_ANSWER, "%s is written; no program to open it with (xdg-open) is installed: open it in a browser", page);
  return rocpd_say_failure(ROCPD_NO_ANSWER, "%s is written; it could not be opened: %s", page, strerror(rc));
}

static int run(int argc, char **argv) {
  rocpd_writing w;
  int code = rocpd_write_command("report", rocpd_page_options, "html", argc, argv, &w);
  if (code == ROCPD_DONE && w.open && w.targets) code = open_page(w.target[0].path);
  rocpd_writing_free(&w);
  return code;
}

static const char *help(void) {
  return "rocpd report [OPTION...] PATH... [-o FILE]: writes a report, one HTML file with the time line and tables of answers\n"
         "\n"
         "Without -o the file is report.html, or report.2.html, report.3.html, ... if that exists. The page needs no network and opens in any browser.\n"
         "A line on stderr says what was written.\n"
         "\n"
         "   rocpd report trace --open\n"
         "   rocpd report trace --range step/3 -o step.html\n"
         "   rocpd report before --compare after -o both.html\n";
}

static const rocpd_command report = {"report",
  "PATH... [-o FILE] [--open] [--compare OTHER]: a page for any browser: the time line and tables of answers (report.html)", run, help,
                                     ROCPD_WRITE_GROUPS, rocpd_page_options};
ROCPD_COMMAND(report);
