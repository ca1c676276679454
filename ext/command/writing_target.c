/* Decides which formats are written, and where: to the file OUT, or under the names that AMD's rocpd uses. */
#include "writing.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ---- formats */

/* Can the command write this format? merge writes only formats that can be read as traces again. */
static bool writes(const char *command, const rocpd_export_format *f) {
  const char *name = rocpd_format_name(f);
  return strcmp(command, "merge") != 0 || strcmp(name, "db") == 0 || strcmp(name, "rocz") == 0;
}

char *rocpd_format_names(const char *command, const char *between) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  const rocpd_export_format *f;
  for (size_t i = 0; (f = rocpd_format_at(i)); i++)
    if (writes(command, f)) sqlite3_str_appendf(out, "%s%s", sqlite3_str_length(out) ? between : "", rocpd_format_name(f));
  return sqlite3_str_finish(out);
}

static int refuse_written(const char *command, const rocpd_export_format *f) {
  char *list = rocpd_format_names(command, " and ");
  int code = list ? rocpd_wrong("%s does not write %s, only %s (rocpd convert does)", command, rocpd_format_name(f), list) : rocpd_say_no_memory();
  sqlite3_free(list);
  return code;
}

static int refuse_format(const char *command, const char *word) {
  enum { MOST = 64 };
  const char *name[MOST + 1];
  size_t n = 0;
  const rocpd_export_format *f;
  for (size_t i = 0; n < MOST && (f = rocpd_format_at(i)); i++)
    if (writes(command, f)) name[n++] = rocpd_format_name(f);
  name[n] = NULL;
  char *list = rocpd_format_names(command, ", ");
  int code = list ? rocpd_wrong("%s is not a format that %s writes: %s%s", word, command, list, rocpd_suggestion(word, name)) : rocpd_say_no_memory();
  sqlite3_free(list);
  return code;
}

static int add_format(rocpd_writing *w, const char *word) {
  const rocpd_export_format *f = rocpd_format_find(word);
  if (!f) return refuse_format(w->command, word);
  if (!writes(w->command, f)) return refuse_written(w->command, f);
  for (size_t i = 0; i < w->targets; i++)
    if (w->target[i].format == f) return ROCPD_DONE;
  if (ROCPD_APPEND(w->target, w->targets, w->target_capacity, (rocpd_target){.format = f}) != SQLITE_OK) return rocpd_say_no_memory();
  return ROCPD_DONE;
}

static int add_formats(rocpd_writing *w) {
  int code = ROCPD_DONE;
  for (const char *p = w->to; code == ROCPD_DONE && *p;) {
    size_t n = strcspn(p, ", \t\n");
    char *word = sqlite3_mprintf("%.*s", (int)n, p);
    if (n) code = word ? add_format(w, word) : rocpd_say_no_memory();
    sqlite3_free(word);
    p += n + (p[n] != 0);
  }
  return code != ROCPD_DONE || w->targets ? code : rocpd_wrong("no format; give -f FORMAT (rocpd convert --formats lists them)");
}

/* Takes the format from the suffix of OUT: json for "x.json.gz", perfetto for "x.perfetto-trace". */
static int format_of_out(rocpd_writing *w) {
  static const char trace[] = "-trace";
  char *name = sqlite3_mprintf("%s", strrchr(w->out, '/') ? strrchr(w->out, '/') + 1 : w->out);
  if (!name) return rocpd_say_no_memory();
  size_t n = strlen(name);
  if (n >= 3 && !strcmp(name + n - 3, ".gz")) name[n -= 3] = 0;
  char *dot = strrchr(name, '.');
  size_t word = dot ? strlen(dot + 1) : 0;
  if (word > sizeof trace - 1 && !strcmp(name + n - (sizeof trace - 1), trace)) name[n - (sizeof trace - 1)] = 0;
  bool is = word && !dot[1 + strspn(dot + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")];
  int code = is ? ROCPD_DONE : rocpd_wrong("%s: no format; give -f FORMAT (rocpd convert --formats lists them)", w->out);
  if (is && !(w->to = sqlite3_mprintf("%s", dot + 1))) code = rocpd_say_no_memory();
  sqlite3_free(name);
  return code;
}

/* ---- OUT */

static bool ends_in(const char *text, const char *dot, const char *suffix) {
  size_t n = strlen(text), all = strlen(dot) + strlen(suffix);
  return n > all && !strcmp(text + n - strlen(suffix), suffix) && !strncmp(text + n - all, dot, strlen(dot));
}

/* Replaces OUT, and takes ownership of `out`. */
static int set_out(rocpd_writing *w, char *out) {
  sqlite3_free(w->out);
  w->out = out;
  return out ? ROCPD_DONE : rocpd_say_no_memory();
}

static int usual_out(rocpd_writing *w, const char *usual) {
  const char *said = getenv("ROCPD_OUTPUT_NAME");
  return w->out ? ROCPD_DONE : set_out(w, sqlite3_mprintf("%s", said && *said ? said : usual));
}

/* Names files as AMD's rocpd does: the given name is a prefix of file names in a folder. */
static int name_as_amd(rocpd_writing *w) {
  int code = ROCPD_DONE;
  char *folder = NULL;
  if (!strcmp(w->command, "merge")) {
    code = usual_out(w, "merged");
    if (code == ROCPD_DONE && !w->to && !ends_in(w->out, ".", "db") && !ends_in(w->out, ".", "rocz")) code = set_out(w, sqlite3_mprintf("%s.db", w->out));
  } else if (!strcmp(w->command, "convert")) {
    code = usual_out(w, "out");
    w->named = true;
  }
  if (code != ROCPD_DONE || !w->out) return code;
  if (w->s.input) {
    code = set_out(w, rocpd_filled_name(w->out));
    if (code == ROCPD_DONE && !(folder = rocpd_output_folder(&w->s))) code = rocpd_say_no_memory();
  } else if (w->s.folder && !(folder = sqlite3_mprintf("%s", w->s.folder))) code = rocpd_say_no_memory();
  if (code == ROCPD_DONE && folder && *w->out && *w->out != '/') code = set_out(w, sqlite3_mprintf("%s/%s", folder, w->out));
  sqlite3_free(folder);
  return code;
}

static int use_stdout(rocpd_writing *w) {
  if (!w->to) return rocpd_wrong("%s: no format; give -f FORMAT (rocpd convert --formats lists them)", w->s.out);
  if (strchr(w->to, ',') || w->split || w->most_bytes) return rocpd_wrong("%s is one file of one format", w->s.out);
  return set_out(w, sqlite3_mprintf("/dev/stdout"));
}

/* Chooses the first of report.html, report.2.html, ... that does not exist. */
static int number_page(rocpd_writing *w) {
  char *name = NULL;
  for (int n = 1; n < 100000; n++) {
    sqlite3_free(name);
    char number[16] = "";
    if (n > 1) sqlite3_snprintf(sizeof number, number, ".%d", n);
    name = w->s.folder ? sqlite3_mprintf("%s/report%s.html", w->s.folder, number) : sqlite3_mprintf("report%s.html", number);
    struct stat now;
    if (!name || (lstat(name, &now) && errno == ENOENT)) break;
  }
  char *base = name ? sqlite3_mprintf("%s", strrchr(name, '/') ? strrchr(name, '/') + 1 : name) : NULL;
  sqlite3_free(name);
  return set_out(w, base);
}

static int find_out(rocpd_writing *w) {
  static const char *const std[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  bool page = !strcmp(w->command, "report");
  for (size_t i = 0; w->s.out && i < sizeof std / sizeof *std; i++) w->to_stdout |= !strcmp(w->s.out, std[i]);
  if (w->open && (w->to_stdout || w->split || w->most_bytes)) return rocpd_wrong("--open takes one file");
  if (w->to_stdout) return use_stdout(w);
  int code = w->s.out ? set_out(w, sqlite3_mprintf("%s", w->s.out)) : ROCPD_DONE;
  if (page && !w->s.out) code = w->s.input || w->s.overwrite ? set_out(w, sqlite3_mprintf("report.html")) : number_page(w);
  w->named = w->to && strchr(w->to, ',');
  if (code == ROCPD_DONE && (w->s.input || w->s.folder || w->named)) code = name_as_amd(w);
  if (code == ROCPD_DONE && (!w->out || !*w->out)) code = rocpd_wrong("-o OUT is missing (rocpd %s --help)", w->command);
  return code;
}

/* ---- files */

static int place(const rocpd_writing *w, rocpd_target *t) {
  const char *suffix = rocpd_format_suffix(t->format), *slash = strrchr(w->out, '/');
  if (!w->named) t->path = sqlite3_mprintf("%s", w->out);
  else if (rocpd_format_has(t->format, "name")) {
    t->path = slash ? sqlite3_mprintf("%.*s", (int)(slash - w->out) + 1, w->out) : sqlite3_mprintf(".");
    t->name = sqlite3_mprintf("%s", slash ? slash + 1 : w->out);
    if (!t->name) return rocpd_say_no_memory();
  } else t->path = ends_in(w->out, ".", suffix) ? sqlite3_mprintf("%s", w->out) : sqlite3_mprintf("%s_results.%s", w->out, suffix);
  return t->path ? ROCPD_DONE : rocpd_say_no_memory();
}

int rocpd_write_targets(rocpd_writing *w) {
  int code = find_out(w);
  if (code == ROCPD_DONE && !w->to) code = format_of_out(w);
  if (code == ROCPD_DONE) code = add_formats(w);
  for (size_t i = 0; code == ROCPD_DONE && i < w->targets; i++) code = place(w, &w->target[i]);
  return code;
}

int rocpd_write_make_folders(const rocpd_writing *w) {
  const char *slash = strrchr(w->out, '/');
  if (w->to_stdout || !slash || slash == w->out || !(w->s.input || w->s.folder || w->named)) return ROCPD_DONE;
  char *folder = sqlite3_mprintf("%.*s", (int)(slash - w->out), w->out);
  int code = folder ? ROCPD_DONE : rocpd_say_no_memory();
  if (folder && !rocpd_make_folders(folder)) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s: cannot make the folder: %s", folder, strerror(errno));
  sqlite3_free(folder);
  return code;
}

int rocpd_write_is_free(const rocpd_writing *w, const rocpd_target *t) {
  struct stat now;
  if (w->s.input || w->s.overwrite || w->object || w->split || w->as_function || w->to_stdout) return ROCPD_DONE;
  if (stat(t->path, &now) || !S_ISREG(now.st_mode) || !now.st_size) return ROCPD_DONE;
  return rocpd_say_failure(ROCPD_NO_ANSWER, "%s exists and would be replaced: give another name, or --overwrite", t->path);
}
