/* The line at the end: what was recorded, or why nothing was. A process of its own prints it. So whatever happens to that process
** (an interrupt, a trace that takes long to read), the program's exit status is passed on. */
#include "command.h"
#include "elf_file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FILES_MOST 1000
#define SECONDS_TO_COUNT 10

/* Uses the coarse clock, with which file systems stamp files. */
int64_t collect_file_time_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- the files of this run ---- */

typedef struct collect_written {
  char **folder;           /* folders with files of this run, each once */
  size_t folders, room;
  size_t files;            /* number of .rocz files */
  int64_t since_ns;        /* older files belong to other runs; INT64_MIN: there are none */
} collect_written;

static void folder_note(collect_written *w, const char *folder) {
  for (size_t i = 0; i < w->folders; i++)
    if (!strcmp(w->folder[i], folder))
      return;
  if (w->folders == w->room) {
    w->room = w->room ? 2 * w->room : 16;
    w->folder = realloc(w->folder, w->room * sizeof *w->folder);
    if (!w->folder)
      exit(collect_fail(COLLECT_FAILED, "out of memory"));
  }
  w->folder[w->folders++] = collect_printed("%s", folder);
}

static bool is_new(const collect_written *w, const struct stat *st) {
  return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec >= w->since_ns;
}

static void folder_search(collect_written *w, const char *folder, int depth) {
  DIR *d = opendir(folder);
  for (struct dirent *e; d && w->files < FILES_MOST && (e = readdir(d));) {
    struct stat st;
    size_t n = strlen(e->d_name);
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW))
      continue;
    if (S_ISDIR(st.st_mode) && depth) {
      char *inner = collect_printed("%s/%s", folder, e->d_name);
      folder_search(w, inner, depth - 1);
      free(inner);
    } else if (S_ISREG(st.st_mode) && n > 5 && !strcmp(e->d_name + n - 5, ".rocz") && is_new(w, &st)) {
      folder_note(w, folder);
      w->files++;
    }
  }
  if (d)
    closedir(d);
}

/* Turns a pattern with %h and similar letters into a glob pattern. */
static char *globbed(const char *name) {
  collect_text_buffer b = {0};
  for (const char *c = name; *c; c++) {
    const char *close = *c == '%' && c[1] == 'e' && c[2] == '{' ? strchr(c, '}') : NULL;
    if (*c == '%' && c[1] == '%') {
      collect_add_bytes(&b, "%", 1);
      c++;
    } else if (*c == '%' && c[1]) {
      collect_add_bytes(&b, "*", 1);
      c = close ? close : c + 1;
    } else {
      if (strchr("*?[\\", *c))
        collect_add_bytes(&b, "\\", 1);
      collect_add_bytes(&b, c, 1);
    }
  }
  return collect_taken(&b);
}

static void written_find(collect_written *w, const collect_recording *r) {
  char *pattern = globbed(r->folder->name);
  glob_t found;
  w->since_ns = r->folder->shared ? r->started_ns : INT64_MIN;
  if (!glob(pattern, 0, NULL, &found)) {
    for (size_t i = 0; i < found.gl_pathc; i++) {
      char *path = collect_printed("%s%s", *found.gl_pathv[i] == '-' ? "./" : "", found.gl_pathv[i]);
      folder_search(w, path, 16);
      free(path);
    }
    globfree(&found);
  }
  free(pattern);
}

/* ---- why nothing was recorded ---- */

char *collect_program_trouble(const char *path) {
  collect_elf e;
  struct stat st;
  char *trouble = NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  bool elf = collect_elf_open(&e, fd);
  if ((!stat(path, &st) && st.st_mode & (S_ISUID | S_ISGID)) || collect_elf_has_capabilities(path))
    trouble = collect_printed("%s runs with rights that its caller lacks (setuid, setgid or capabilities): such programs ignore LD_PRELOAD", path);
  else if (elf && e.bits == 32)
    trouble = collect_printed("%s is a 32-bit program", path);
  else if (elf && collect_elf_is_static(&e))
    trouble = collect_printed("%s is linked statically: it loads no libraries, so none can be preloaded", path);
  collect_elf_close(&e);
  if (fd >= 0)
    close(fd);
  return trouble;
}

/* Asks the loader, which may find a library that we would not find. */
static bool library_is_refused(void) {
  char *preload = collect_printed("LD_PRELOAD=%s", collect_library_path()), *changes[] = {preload, NULL}, *argv[] = {"rocpd-nothing", NULL};
  char **environment = collect_environment(changes);
  collect_text_buffer said = {0};
  collect_ask("/proc/self/exe", argv, environment, true, 10, &said);
  bool refused = said.text && strstr(said.text, "cannot be preloaded");
  free(said.text);
  free(environment);
  free(preload);
  return refused;
}

static char *why_nothing(const collect_recording *r) {
  char *why = collect_program_trouble(r->program);
  if (why)
    return why;
  const char *ranks = getenv("COLLECT_RANKS");
  if (library_is_refused())
    return collect_printed("%s cannot be loaded (set ROCPD_LIBDIR to its folder)", collect_library_path());
  char *trouble = collect_folder_trouble(r->folder->name);
  if (trouble) {
    free(trouble);
    return collect_printed("%s cannot be written", r->folder->name);
  }
  if (ranks && *ranks)
    return collect_printed("no process of COLLECT_RANKS=%s made a traced call", ranks);
  return collect_printed("no call of HIP or of another traced library was made (rocpd doctor %s may say why)", r->program);
}

/* ---- the line ---- */

/* Events that are known as sums only (COLLECT_MODE=profile). */
#define SUMMED(table) SUMMED_AS("calls", table)
#define SUMMED_AS(column, table) " + ifnull((SELECT sum(" column ") FROM aggregated WHERE rows_of = '" table "' AND ifnull(has_rows, 0) = 0), 0)"

/* "N kernels, N copies, N calls[, N samples][, N metric values] of " or, of a program that was sampled or measured and did nothing else that is recorded,
** without the first three; asked from the command rocpd beside us. "" if it is not there, or takes too long. The caller frees it. */
static char *counts_ask(const char *folder) {
  char *rocpd = collect_rocpd();
  collect_text_buffer answer = {0}, counts = {0};
  unsigned long long kernels, copies, calls, samples, sampler, values;
  char *sql = "SELECT (SELECT count(*) FROM kernels)" SUMMED("kernels") " AS kernels, (SELECT count(*) FROM memory_copies)" SUMMED("memory_copies")
              " AS copies, (SELECT count(*) FROM regions)" SUMMED("regions") " AS calls, "
              "(SELECT ifnull(sum(weight), 0) FROM stacks)" SUMMED_AS("weight", "stacks") " AS samples, EXISTS (SELECT 1 FROM health WHERE name = 'samples') AS sampler, "
              "(SELECT count(*) FROM metrics) AS metrics";
  char *argv[] = {"rocpd", "query", "--csv", (char *)folder, sql, NULL};
  bool asked = rocpd && collect_ask(rocpd, argv, NULL, false, SECONDS_TO_COUNT, &answer) == 0 && answer.text;
  const char *line = asked ? strchr(answer.text, '\n') : NULL;
  bool good = line && sscanf(line, " %llu,%llu,%llu,%llu,%llu,%llu", &kernels, &copies, &calls, &samples, &sampler, &values) == 6;
  free(answer.text);
  free(rocpd);
  if (!good)
    return collect_printed("%s", "");
  bool others = samples || sampler || values, any = kernels || copies || calls || !others;
  if (any)
    collect_add(&counts, "%llu kernels, %llu copies, %llu calls", kernels, copies, calls);
  if (samples || (sampler && !any))
    collect_add(&counts, "%s%llu samples", counts.size ? ", " : "", samples);
  if (values)
    collect_add(&counts, "%s%llu metric values", counts.size ? ", " : "", values);
  collect_add(&counts, " of ");
  return counts.text;
}

static void line_make(collect_text_buffer *line, const collect_recording *r) {
  collect_written w = {0};
  written_find(&w, r);
  if (!w.files) {
    collect_add(line, "nothing was recorded, because %s", why_nothing(r));
    return;
  }
  const char *start = getenv("COLLECT_START"), *threads = getenv("COLLECT_SAMPLE_THREADS");
  char *counts = w.folders == 1 ? counts_ask(w.folder[0]) : collect_printed("%s", "");
  collect_add(line, "%s%zu process%s", counts, w.files, w.files == 1 ? "" : "es");
  bool no_samples = !strncmp(counts, "0 samples ", 10), nothing = no_samples || !strncmp(counts, "0 kernels, 0 copies, 0 calls of", 31);
  if (nothing && start && *start && strcmp(start, "on"))
    collect_add(line, " (COLLECT_START=%s)", start);
  if (no_samples && threads && *threads)
    collect_add(line, " (COLLECT_SAMPLE_THREADS=%s)", threads);
  if (r->folder->shared && !strchr(r->folder->name, '%'))
    collect_add(line, " (everything in the folder)");
  collect_add(line, " in");
  for (size_t i = 0; i < w.folders; i++)
    collect_add(line, " %s", w.folder[i]);
  collect_add(line, "; next: rocpd %s", w.folder[0]);
}

void collect_closing(const collect_recording *r) {
  pid_t pid = fork();
  if (!pid) {
    sigset_t none;
    collect_text_buffer line = {0};
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_IGN); /* a reader that closed stderr does not end us */
    signal(SIGTTOU, SIG_IGN); /* nor does a line in the background stop us */
    collect_add(&line, "rocpd record: ");
    line_make(&line, r);
    collect_add(&line, "\n");
    collect_write(2, line.text, line.size);
    _exit(COLLECT_DONE);
  }
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
    ;
}
