/* rocpd package: makes one package of the files of a trace, like AMD's rocpd: an index, index.yaml, and with --consolidate a folder with all the files.
** Paths in the index are relative to its folder. */
#include "usage.h"
#include "package.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct package {
  bool consolidate, copy;
  rocpd_settings s;
  rocpd_packing packing;
  char **file; /* [files] absolute paths of the trace's files */
  size_t files, file_capacity;
} package;

/* ---- options */

static int take_consolidate(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  return ((package *)command)->consolidate = true, ROCPD_DONE;
}
static int take_copy(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  return ((package *)command)->copy = true, ROCPD_DONE;
}
static int take_folder(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) { return s->folder = argv[0], ROCPD_DONE; }
static int take_overwrite(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) { return s->overwrite = true, ROCPD_DONE; }

enum { GROUPS = ROCPD_G_TRACE };
static const rocpd_command_option options[] = {
  {"-d --output-path", "FOLDER", take_folder, "where: FOLDER.rpdb (default: the index is ./index.yaml; with -c the folder is ./rocpd-DATE-TIME.rpdb)"},
  {"-c --consolidate", NULL, take_consolidate,
   "move the files into the folder, all or none; one whose name is there already is called NAME.2.db, NAME.3.db, ..."},
  {"--copy", NULL, take_copy, "with -c: copy them"},
  {"--overwrite", NULL, take_overwrite, "replace an index that is there (files stay as they are)"},
  {0}};

static const char *help(void) {
  return "rocpd package [-i] PATH... [-d FOLDER] [-c [--copy]]: an index of the files of a trace, as AMD's rocpd package makes it\n"
         "\n"
         "The folder and its index.yaml can be given as PATH to every command of rocpd. Files that are no databases of rocprofv3 are taken, too,\n"
         "but AMD's rocpd does not read them.\n"
         "\n"
         "   rocpd package trace\n"
         "   rocpd package rank0 rank1 -d job -c --copy\n"
         "   rocpd package -i *_results.db -d job -c\n";
}

/* ---- the files of the trace */

static int add_file(package *k, const char *path) {
  char *copy = sqlite3_mprintf("%s", path);
  if (!copy || rocpd_array_reserve(&k->file, &k->file_capacity, k->files + 1, sizeof *k->file)) {
    sqlite3_free(copy);
    return rocpd_say_no_memory();
  }
  k->file[k->files++] = copy;
  return ROCPD_DONE;
}

/* Lists the files of the trace. The index has one file per line, so a path with a line break is refused. */
static int find_files(package *k, rocpd_run *r) {
  sqlite3_stmt *q = NULL;
  int code = ROCPD_DONE, rc = sqlite3_prepare_v2(r->db, "SELECT DISTINCT source FROM sources", -1, &q, NULL);
  while (!rc && code == ROCPD_DONE && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    const char *path = (const char *)sqlite3_column_text(q, 0);
    if (path && strchr(path, '\n')) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s: a file with a line feed in its name: rename it", path);
    else code = path ? add_file(k, path) : rocpd_say_no_memory();
    rc = SQLITE_OK;
  }
  int ended = sqlite3_finalize(q);
  if (code != ROCPD_DONE) return code;
  return (rc == SQLITE_OK || rc == SQLITE_DONE) && !ended ? ROCPD_DONE : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

/* Fails if a file beside the database shows that it is being written. */
static int check_beside(const char *file) {
  static const char *const beside[] = {"-wal", "-journal"};
  int code = ROCPD_DONE;
  for (size_t i = 0; code == ROCPD_DONE && i < sizeof beside / sizeof *beside; i++) {
    struct stat now;
    char *path = sqlite3_mprintf("%s%s", file, beside[i]);
    if (!path) code = rocpd_say_no_memory();
    else if (!stat(path, &now) && now.st_size) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s is being written (%s is there)", file, path);
    sqlite3_free(path);
  }
  return code;
}

/* Is there a process of this id that records? */
static bool is_recording(int64_t pid) {
  static const char ending[] = ".rocz.live\n";
  char path[64], *line = NULL;
  size_t room = 0;
  bool yes = false;
  snprintf(path, sizeof path, "/proc/%lld/maps", (long long)pid);
  FILE *f = fopen(path, "re");
  for (ssize_t n; f && !yes && (n = getline(&line, &room, f)) > 0;) yes = n >= (ssize_t)sizeof ending - 1 && !strcmp(line + n - (sizeof ending - 1), ending);
  if (f) fclose(f);
  free(line);
  return yes;
}

static int check_running(rocpd_run *r) {
  char host[HOST_NAME_MAX + 1] = "";
  sqlite3_stmt *q = NULL;
  int code = ROCPD_DONE, rc = sqlite3_prepare_v2(r->db, "SELECT DISTINCT pid, source FROM sources WHERE NOT complete AND host = ?", -1, &q, NULL);
  gethostname(host, sizeof host - 1);
  if (!rc) rc = sqlite3_bind_text(q, 1, host, -1, SQLITE_STATIC);
  while (!rc && code == ROCPD_DONE && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    int64_t pid = sqlite3_column_int64(q, 0);
    if (is_recording(pid))
      code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s is being written: its process, %lld, runs", (const char *)sqlite3_column_text(q, 1), (long long)pid);
    rc = SQLITE_OK;
  }
  int ended = sqlite3_finalize(q);
  if (code != ROCPD_DONE) return code;
  return (rc == SQLITE_OK || rc == SQLITE_DONE) && !ended ? ROCPD_DONE : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

/* Fails if a file is still being written. */
static int check_written(package *k, rocpd_run *r) {
  int code = ROCPD_DONE;
  for (size_t i = 0; code == ROCPD_DONE && i < k->files; i++) code = check_beside(k->file[i]);
  return code == ROCPD_DONE ? check_running(r) : code;
}

/* ---- the folder */

static char *folder_name(const package *k) {
  if (k->s.folder) {
    size_t n = strlen(k->s.folder);
    while (n > 1 && k->s.folder[n - 1] == '/') n--;
    if (n > 5 && !strncmp(k->s.folder + n - 5, ".rpdb", 5)) n -= 5;
    return sqlite3_mprintf("%.*s.rpdb", (int)n, k->s.folder);
  }
  if (!k->consolidate) return sqlite3_mprintf(".");
  char date[32];
  time_t now = time(NULL);
  struct tm local;
  strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
  return sqlite3_mprintf("rocpd-%s.rpdb", date);
}

static int find_folder(package *k) {
  char *name = folder_name(k), *here = realpath(".", NULL), *index = NULL;
  int code = ROCPD_DONE;
  if (name && (here || *name == '/'))
    k->packing.folder = *name == '/' ? sqlite3_mprintf("%s", name) : !strcmp(name, ".") ? sqlite3_mprintf("%s", here) : sqlite3_mprintf("%s/%s", here, name);
  if (name && !here && *name != '/') code = rocpd_say_failure(ROCPD_NO_ANSWER, "the current folder: %s", strerror(errno));
  else if (!k->packing.folder || !(index = sqlite3_mprintf("%s/index.yaml", k->packing.folder))) code = rocpd_say_no_memory();
  else if (!k->s.overwrite && !access(index, F_OK))
    code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s exists and would be replaced: give another folder (-d), or --overwrite", index);
  sqlite3_free(name), sqlite3_free(index);
  free(here);
  return code;
}

/* ---- the index */

/* Returns the path of a file relative to a folder; both are absolute. The caller frees it. NULL: no memory. */
static char *relative(const char *folder, const char *file) {
  char *real = realpath(file, NULL);
  const char *to = real ? real : file;
  size_t same = 0;
  for (size_t i = 0;; i++) {
    bool ends_folder = !folder[i] || folder[i] == '/', ends_file = !to[i] || to[i] == '/';
    if (ends_folder && ends_file) same = i;
    if (folder[i] != to[i] || !folder[i]) break;
  }
  sqlite3_str *out = sqlite3_str_new(NULL);
  for (const char *p = folder + same; *p; p++)
    if (*p == '/' && p[1]) sqlite3_str_appendall(out, "../");
  sqlite3_str_appendall(out, to[same] == '/' ? to + same + 1 : to + same);
  free(real);
  return sqlite3_str_finish(out);
}

static void print_yaml(FILE *f, const char *text) {
  fputs("    - \"", f);
  for (; *text; text++) fprintf(f, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  fputs("\"\n", f);
}

/* Writes the index under a temporary name; pack() renames it at the end. */
static int write_index(package *k, const char *path) {
  int code = ROCPD_DONE;
  FILE *f = fopen(path, "we");
  if (f) fputs("rocprofiler-sdk:\n  rocpd:\n    rocpd_package_version: \"1.0\"\n    path: .\n    files:\n", f);
  for (size_t i = 0; f && code == ROCPD_DONE && i < k->files; i++) {
    char *name = NULL, *at = NULL;
    if (k->consolidate) code = rocpd_package_put(&k->packing, k->file[i], &name);
    if (code == ROCPD_DONE && !(at = relative(k->packing.folder, name ? name : k->file[i]))) code = rocpd_say_no_memory();
    if (at) print_yaml(f, at);
    sqlite3_free(name), sqlite3_free(at);
  }
  bool failed = !f || ferror(f) || fflush(f);
  int why = errno;
  if (f && fclose(f) && !failed) failed = true, why = errno;
  return code == ROCPD_DONE && failed ? rocpd_say_failure(ROCPD_NO_ANSWER, "%s/index.yaml: not written: %s", k->packing.folder, strerror(why)) : code;
}

static int give_name(const package *k, const char *from, const char *to) {
  int caught = rocpd_caught();
  if (caught) return rocpd_say_failure(128 + caught, "interrupted");
  return rename(from, to) ? rocpd_say_failure(ROCPD_NO_ANSWER, "%s: not written: %s", to, strerror(errno)) : ROCPD_DONE;
}

/* Makes the package; after an error, undoes everything. */
static int pack(package *k) {
  int code = rocpd_package_make_folder(&k->packing);
  char *begun = code == ROCPD_DONE ? sqlite3_mprintf("%s/.index.yaml.%d", k->packing.folder, (int)getpid()) : NULL;
  char *index = code == ROCPD_DONE ? sqlite3_mprintf("%s/index.yaml", k->packing.folder) : NULL;
  if (code == ROCPD_DONE && (!begun || !index)) code = rocpd_say_no_memory();
  if (code == ROCPD_DONE) code = write_index(k, begun);
  if (code == ROCPD_DONE) code = rocpd_package_leave_places(&k->packing);
  if (code == ROCPD_DONE) code = give_name(k, begun, index);
  if (code == ROCPD_DONE) printf("%s: %zu file%s\n", index, k->files, k->files == 1 ? "" : "s");
  else {
    if (begun) unlink(begun);
    rocpd_package_undo(&k->packing);
  }
  sqlite3_free(begun), sqlite3_free(index);
  return code;
}

static int run_package(package *k) {
  rocpd_run r;
  if (k->copy && !k->consolidate) return rocpd_wrong("--copy needs --consolidate");
  rocpd_doing_begin("reading the trace");
  int code = rocpd_run_open(&r, &k->s, true);
  if (code == ROCPD_DONE) code = find_files(k, &r);
  if (code == ROCPD_DONE) code = find_folder(k);
  if (code == ROCPD_DONE && k->consolidate) code = check_written(k, &r);
  rocpd_run_close(&r); /* closes the files before they are moved */
  return code == ROCPD_DONE ? pack(k) : code;
}

static int run(int argc, char **argv) {
  package k = {.packing.copy = false};
  bool wants_help;
  int code = rocpd_read_options(argc, argv, GROUPS, options, &k, &k.s, &wants_help);
  k.packing.copy = k.copy, k.s.writes = true;
  if (code == ROCPD_DONE) code = wants_help ? rocpd_help_of("package") : run_package(&k);
  for (size_t i = 0; i < k.files; i++) sqlite3_free(k.file[i]);
  sqlite3_free(k.file);
  rocpd_package_free(&k.packing);
  rocpd_settings_free(&k.s);
  return code;
}

static const rocpd_command command = {"package", "PATH... [-d FOLDER] [-c]: an index of the files of a trace, and a folder with all of them", run, help, GROUPS,
                                      options};
ROCPD_COMMAND(command);
