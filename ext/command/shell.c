/* rocpd shell, also called rocpd-query: runs the sqlite3 shell with the extension loaded and a trace attached. */
#include "shell.h"
#include "usage.h"
#include "run.h"
#include "terminal.h"
#include <errno.h>
#include <glob.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Options that are passed to the sqlite3 shell. */
static const char *const how[] = {"-ascii", "-batch", "-box", "-column", "-csv", "-echo", "-header", "-html", "-interactive", "-json", "-line", "-list",
  "-markdown",
                                  "-noheader", "-quote", "-stats", "-table", "-tabs", NULL};
#define HOW "-ascii -batch -box -column -csv -echo -header -html -interactive -json -line -list -markdown -noheader -quote -stats -table -tabs"

static const char *help(void) {
  static char text[2048];
  const char *as = rocpd_said_by;
  snprintf(text, sizeof text, "usage: %s [-OPTION...] [-a ATTACH] PATH [SQL...]\n"
    "\n"
    "Queries the trace at PATH with SQL, or opens a prompt. PATH is a .rocz file, a\n"
    "database of rocprofv3, an RPD file, a text file of rtg_tracer, a folder of\n"
    "them, a quoted glob, or an index.yaml. NAME.db that is empty or absent stands\n"
    "for the folder NAME.\n"
    "\n"
    "  -a ATTACH   JSON object, the options of rocpd_attach: {\"damaged\":\"skip\"},\n"
    "              {\"offset_ns\":N}, {\"rank\":\"rank%%d/*.db\"}\n"
    "  -OPTION     how the sqlite3 shell prints and reads:\n"
    "              -ascii -batch -box -column -csv -echo -header -html -interactive\n"
    "              -json -line -list -markdown -noheader -quote -stats -table -tabs\n"
    "\n"
    "  %s trace 'SELECT * FROM top LIMIT 10'\n"
    "  %s -csv -header trace 'SELECT * FROM kernels' > kernels.csv\n"
    "  %s -a '{\"damaged\":\"skip\"}' 'dbs/*.db' 'SELECT * FROM health'\n"
    "  %s trace\n", as, as, as, as, as);
  return text;
}

/* ---- the library ---- */

/* Returns the library's path in the folder that the installation recorded, if it is not a usual one; NULL: none. The caller frees it. */
static char *installed_folder(const char *programs) {
  char *path = sqlite3_mprintf("%s/../share/rocpd/libdir", programs), folder[4096] = "";
  FILE *f = path ? fopen(path, "re") : NULL;
  if (f && fgets(folder, sizeof folder, f)) folder[strcspn(folder, "\n")] = 0;
  if (f) fclose(f);
  sqlite3_free(path);
  return *folder ? sqlite3_mprintf("%s/librocpd.so", folder) : NULL;
}

/* Returns the path of the library beside the command, installed or built; otherwise a name that the loader searches. The caller frees it. */
static char *library(void) {
  char *program, *found = NULL;
  const char *said = getenv("ROCPD_LIBDIR");
  rocpd_beside("", &program);
  char *folder = program ? sqlite3_mprintf("%.*s", (int)(strrchr(program, '/') - program), program) : NULL;
  char *candidate[] = {said && *said ? sqlite3_mprintf("%s/librocpd.so", said) : NULL, sqlite3_mprintf("%s/../lib/librocpd.so", folder),
                       installed_folder(folder ? folder : "."), sqlite3_mprintf("%s/rocpd.so", folder)};
  for (size_t i = 0; i < sizeof candidate / sizeof *candidate; i++) {
    glob_t g;
    if (!found && candidate[i] && glob(candidate[i], 0, NULL, &g) == 0) {
      char *real = realpath(g.gl_pathv[0], NULL);
      found = real ? sqlite3_mprintf("%s", real) : NULL;
      free(real);
      globfree(&g);
    }
    sqlite3_free(candidate[i]);
  }
  sqlite3_free(folder);
  sqlite3_free(program);
  return found ? found : sqlite3_mprintf("rocpd");
}

/* ---- the shell's command line ---- */

typedef struct words {
  char **word; /* sqlite3_malloc'd */
  size_t count;
  bool failed;
} words;

static void add(words *w, const char *format, const char *value, const char *more) {
  char *text = value ? sqlite3_mprintf(format, value, more) : sqlite3_mprintf("%s", format);
  if (!text || rocpd_array_push_reserve(&w->word, w->count, sizeof *w->word)) {
    sqlite3_free(text);
    w->failed = true;
  } else w->word[w->count++] = text;
}

extern char **environ;

/* Can the sqlite3 shell print boxes? It can since 3.33; on a terminal they are easier to read. */
static bool has_box(void) {
  char *const argv[] = {"sqlite3", "-box", "-version", NULL};
  posix_spawn_file_actions_t quiet;
  pid_t pid;
  int status = 1;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
  posix_spawn_file_actions_adddup2(&quiet, STDOUT_FILENO, STDERR_FILENO);
  bool ran = !posix_spawnp(&pid, "sqlite3", &quiet, NULL, argv, environ) && waitpid(pid, &status, 0) == pid;
  posix_spawn_file_actions_destroy(&quiet);
  return ran && WIFEXITED(status) && !WEXITSTATUS(status);
}

static int read_words(int argc, char **argv, words *w, const char **attach, int *taken) {
  int i = 0;
  for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
    if (strcmp(argv[i], "--") == 0) { i++; break; }
    if (strcmp(argv[i], "-a") == 0) {
      if (i + 1 == argc) return rocpd_wrong("-a expects a JSON object");
      *attach = argv[++i];
      continue;
    }
    const char *option = argv[i][1] == '-' ? argv[i] + 1 : argv[i]; /* sqlite3 accepts both -x and --x */
    size_t k = 0;
    while (how[k] && strcmp(how[k], option) != 0) k++;
    if (!how[k]) return rocpd_wrong("%s is not an option; known: -a " HOW "%s", argv[i], rocpd_suggestion(option, how));
    add(w, option, NULL, NULL);
  }
  *taken = i;
  return ROCPD_DONE;
}

static int add_trace(words *w, const char *path, const char *attach) {
  char **found = NULL, *file = library();
  size_t n = 0;
  int code = file ? rocpd_paths_find(path, &found, &n) : rocpd_say_no_memory();
  if (code == ROCPD_DONE && strchr(file, '\'')) code = rocpd_say_failure(ROCPD_NO_ANSWER, "a quote in the path of %s", file);
  if (code == ROCPD_DONE) {
    add(w, "-cmd", NULL, NULL), add(w, ".load '%s'", file, NULL);
    add(w, "-cmd", NULL, NULL), add(w, ".output /dev/null", NULL, NULL);
    for (size_t i = 0; i < n; i++) add(w, "-cmd", NULL, NULL), add(w, attach ? "SELECT rocpd_attach(%Q, %Q);" : "SELECT rocpd_attach(%Q);", found[i], attach);
    add(w, "-cmd", NULL, NULL), add(w, ".output", NULL, NULL);
    add(w, ":memory:", NULL, NULL);
  }
  rocpd_paths_free(found, n);
  sqlite3_free(file);
  return code;
}

/* Adds the general options. The user's .sqliterc is read only for an interactive prompt. */
static void add_manner(words *w, words *said, bool prompt) {
  add(w, "sqlite3", NULL, NULL);
  if (!prompt) add(w, "-init", NULL, NULL), add(w, "/dev/null", NULL, NULL);
  add(w, "-bail", NULL, NULL);
  for (size_t i = 0; i < said->count; i++) add(w, said->word[i], NULL, NULL);
  if (said->count) return;
  if (!isatty(STDOUT_FILENO)) add(w, "-header", NULL, NULL);
  else if (has_box()) add(w, "-box", NULL, NULL);
  else add(w, "-header", NULL, NULL), add(w, "-column", NULL, NULL);
}

static int become_shell(const char *path, const char *attach, words *said, char *const *sql) {
  words w = {NULL, 0, false};
  add_manner(&w, said, !*sql && isatty(STDIN_FILENO));
  int code = add_trace(&w, path, attach);
  for (; *sql; sql++) add(&w, *sql, NULL, NULL);
  if (code == ROCPD_DONE && (w.failed || said->failed || rocpd_array_push_reserve(&w.word, w.count, sizeof *w.word))) code = rocpd_say_no_memory();
  if (code == ROCPD_DONE) {
    w.word[w.count] = NULL;
    execvp("sqlite3", w.word);
    code = errno == ENOENT ?
             rocpd_say_failure(ROCPD_NO_ANSWER, "the sqlite3 shell is not installed (apt-get install sqlite3); rocpd query PATH SQL works without it") :
             rocpd_say_failure(ROCPD_NO_ANSWER, "sqlite3: %s", strerror(errno));
  }
  rocpd_paths_free(w.word, w.count);
  return code;
}

int rocpd_shell(int argc, char **argv) {
  words said = {NULL, 0, false};
  const char *attach = NULL;
  int at = 0, code = ROCPD_DONE;
  for (int i = 0; i < argc && argv[i][0] == '-' && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "-help") == 0 || strcmp(argv[i], "--help") == 0) return fputs(help(), stdout), ROCPD_DONE;
  code = read_words(argc, argv, &said, &attach, &at);
  if (code == ROCPD_DONE && at == argc) fputs(help(), stderr), code = ROCPD_WRONG_USE;
  for (int i = at + 1; code == ROCPD_DONE && i < argc; i++)
    if (access(argv[i], F_OK) == 0) code = rocpd_wrong("only one PATH, and %s is a second one; quote the glob", argv[i]);
  if (code == ROCPD_DONE && !*argv[at]) code = rocpd_wrong("an empty path");
  if (code == ROCPD_DONE) code = become_shell(argv[at], attach, &said, argv + at + 1);
  rocpd_paths_free(said.word, said.count);
  return code;
}

static const rocpd_command shell_command = {"shell", "PATH [SQL...]: the sqlite3 shell on the trace", rocpd_shell, help, 0, NULL};
ROCPD_COMMAND(shell_command);
