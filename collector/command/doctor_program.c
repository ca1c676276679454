/* Whether a program can be recorded, and how it reaches HIP. Reads the program's file and the libraries that it is linked to;
** does not run it. */
#include "doctor.h"
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIBRARIES_MOST = 512, SCRIPTS_MOST = 4, ANSWER_SECONDS = 20 };

/* Libraries whose calls are recorded, by the beginning of their names. */
static const struct { const char *prefix, *what; } traced[] = {
  {"libamdhip64.so", "HIP"}, {"libhsa-runtime64.so", "HSA"}, {"librccl.so", "RCCL"}, {"libroctx64.so", "ROCTx"}, {"librocprofiler-sdk-roctx.so", "ROCTx"},
  {"librocdecode.so", "rocDecode"}, {"librocjpeg.so", "rocJPEG"},
};

/* ---- libraries ---- */

typedef struct collect_linked {
  char *name, *path; /* path NULL: it is not found */
  const char *by;    /* what led there; NULL: the linker's folders */
  size_t of;         /* index of the library that names it; LIBRARIES_MOST: the program does */
} collect_linked;

typedef struct collect_links {
  collect_linked library[LIBRARIES_MOST];
  size_t count, of;
  const char *path;  /* path of the file that is being read */
  char *rpath, *runpath;
} collect_links;

static void needed_take(const char *name, void *arg) {
  collect_links *l = arg;
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp(l->library[i].name, name))
      return;
  if (l->count < LIBRARIES_MOST) {
    collect_linked *new = &l->library[l->count++];
    *new = (collect_linked){.name = collect_printed("%s", name), .of = l->of};
    new->path = collect_library_find(name, l->path, l->rpath, l->runpath, &new->by);
  }
}

/* Notes the libraries that one file names. The program's RPATH also holds for its libraries, unless they have a RUNPATH. */
static void file_read(collect_links *l, const char *path, size_t of, const char *inherited) {
  collect_elf e;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (collect_elf_open(&e, fd)) {
    l->path = path;
    l->of = of;
    l->rpath = collect_elf_text(&e, DT_RPATH);
    l->runpath = collect_elf_text(&e, DT_RUNPATH);
    if (!l->rpath && inherited)
      l->rpath = collect_printed("%s", inherited);
    collect_elf_each(&e, DT_NEEDED, needed_take, l);
    free(l->rpath);
    free(l->runpath);
  }
  collect_elf_close(&e);
  if (fd >= 0)
    close(fd);
}

/* " through libfoo.so of libbar.so": the libraries that lead to this one, back to the program. The caller frees it. */
static char *way_to(const collect_links *l, size_t i) {
  collect_text_buffer b = {0};
  for (size_t of = l->library[i].of, steps = 0; of < l->count && steps < LIBRARIES_MOST; of = l->library[of].of, steps++)
    collect_add(&b, "%s%s", steps ? " of " : " through ", l->library[of].name);
  return collect_taken(&b);
}

/* The API of the library with this name, if its calls are recorded; else NULL. */
static const char *traced_by(const char *name) {
  for (size_t k = 0; k < sizeof traced / sizeof *traced; k++)
    if (!strncmp(name, traced[k].prefix, strlen(traced[k].prefix)))
      return traced[k].what;
  return NULL;
}

static bool is_missing(const collect_links *l, size_t i) { return !l->library[i].path && l->library[i].of >= l->count; }

static void library_report(collect_diagnosis *d, const collect_links *l, size_t i) {
  const collect_linked *linked = &l->library[i];
  const char *what = traced_by(linked->name);
  if (is_missing(l, i)) {
    collect_found(d, COLLECT_TROUBLE, "the program cannot start: install the library, or add its folder to LD_LIBRARY_PATH", "it needs %s, which is not found",
                  linked->name);
  } else if (what && linked->path) {
    char *way = way_to(l, i);
    collect_found(d, COLLECT_GOOD, NULL, "it is linked to %s%s: %s%s%s", what, way, linked->path, linked->by ? ", found by " : "",
                  linked->by ? linked->by : "");
    free(way);
  }
}

static void links_report(collect_diagnosis *d, const collect_links *l, const char *path) {
  bool whole = true, any = false;
  for (size_t i = 0; i < l->count; i++) {
    whole = whole && !is_missing(l, i);
    any = any || traced_by(l->library[i].name);
  }
  if (whole)
    collect_found(d, COLLECT_GOOD, NULL, "%s can be recorded", path);
  for (size_t i = 0; i < l->count; i++)
    library_report(d, l, i);
  if (!any)
    collect_found(d, COLLECT_NOTE, "calls are recorded in any case, also when it loads HIP with dlopen",
                  "it is not linked to HIP or another traced library; it may load one while it runs, as Python does");
}

static void links_look(collect_diagnosis *d, const char *path) {
  static collect_links l;
  collect_elf e;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  char *inherited = collect_elf_open(&e, fd) && !collect_elf_text(&e, DT_RUNPATH) ? collect_elf_text(&e, DT_RPATH) : NULL;
  collect_elf_close(&e);
  if (fd >= 0)
    close(fd);
  file_read(&l, path, LIBRARIES_MOST, NULL);
  for (size_t i = 0; i < l.count; i++)
    if (l.library[i].path)
      file_read(&l, l.library[i].path, i, inherited);
  free(inherited);
  links_report(d, &l, path);
}

/* ---- Python ---- */

static void python_look(collect_diagnosis *d, const char *path) {
  static char where[] = "import importlib.util as u\ns = u.find_spec('torch')\nprint(s.submodule_search_locations[0] if s else '')";
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  if (strncmp(name, "python", 6))
    return;
  char *argv[] = {(char *)name, "-c", where, NULL};
  collect_text_buffer answer = {0};
  bool asked = collect_ask(path, argv, NULL, false, ANSWER_SECONDS, &answer) == 0;
  char *folder = collect_taken(&answer);
  folder[strcspn(folder, "\n")] = 0;
  char *hip = collect_printed("%s/lib/libamdhip64.so", folder);
  if (!asked || !*folder)
    collect_found(d, COLLECT_NOTE, NULL, "this Python has no PyTorch");
  else if (!access(hip, R_OK))
    collect_found(d, COLLECT_GOOD, NULL, "PyTorch brings its own ROCm, which is recorded too: %s", hip);
  else
    collect_found(d, COLLECT_NOTE, "PyTorch for ROCm is at https://pytorch.org; PyTorch for CUDA makes no HIP calls", "PyTorch brings no ROCm: %s", folder);
  free(hip);
  free(folder);
  collect_found(d, COLLECT_GOOD, NULL, "rocpd python SCRIPT also records Python functions");
}

/* ---- the file ---- */

/* The interpreter in a script's first line; for env, the program that env runs. NULL: it is not a script. The caller frees it. */
static char *interpreter_of(const char *path) {
  char *text = collect_file_read(path, 256), *found = NULL;
  if (text && !strncmp(text, "#!", 2)) {
    text[strcspn(text, "\n")] = 0;
    char *word = strtok(text + 2, " \t"), *argument = strtok(NULL, " \t");
    const char *slash = word ? strrchr(word, '/') : NULL;
    bool env = slash && !strcmp(slash, "/env");
    while (env && argument && (*argument == '-' || strchr(argument, '='))) /* skips options and NAME=VALUE, as in env -S NAME=VALUE python3 */
      argument = strtok(NULL, " \t");
    int code = 0;
    found = env && argument ? collect_program_find(argument, &code) : word ? collect_printed("%s", word) : NULL;
  }
  free(text);
  return found;
}

/* True: nothing in the file itself prevents a recording. */
static bool elf_look(collect_diagnosis *d, const char *path) {
  collect_elf e;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool good = false, elf = collect_elf_open(&e, fd);
  char *trouble = collect_program_trouble(path), *loader = elf ? collect_elf_interpreter(&e) : NULL;
  if (trouble && elf && e.bits == 64 && collect_elf_is_static(&e))
    collect_found(d, COLLECT_TROUBLE, "link it dynamically (without -static)", "%s", trouble);
  else if (trouble && elf && e.bits == 32)
    collect_found(d, COLLECT_TROUBLE, "build it for 64 bits; ROCm has no 32-bit libraries", "%s", trouble);
  else if (trouble)
    collect_found(d, COLLECT_TROUBLE, "record a copy of the file without these rights, as a user who has them", "%s", trouble);
  else if (!elf)
    collect_found(d, COLLECT_NOTE, NULL, "%s is neither an ELF file nor a script: a shell will run it", path);
  else if (e.machine != EM_X86_64 || e.foreign_order)
    collect_found(d, COLLECT_TROUBLE, "record it on a machine with such a processor", "%s is for another kind of processor (ELF machine %d)", path, e.machine);
  else if (loader && strstr(loader, "ld-musl"))
    collect_found(d, COLLECT_TROUBLE, "use a build for glibc, which ROCm needs too", "%s uses the C library musl (%s): libcollect.so is for glibc", path,
                  loader);
  else if (loader && access(loader, X_OK))
    collect_found(d, COLLECT_TROUBLE, "the program cannot run on this machine", "%s needs the loader %s, which is not installed", path, loader);
  else
    good = true;
  free(loader);
  free(trouble);
  collect_elf_close(&e);
  if (fd >= 0)
    close(fd);
  return good;
}

void collect_doctor_program(collect_diagnosis *d, const char *path) {
  char *at = collect_printed("%s", path);
  collect_part_begin(d, "Program");
  for (int i = 0; i < SCRIPTS_MOST; i++) {
    char *interpreter = interpreter_of(at);
    if (!interpreter)
      break;
    collect_found(d, COLLECT_GOOD, NULL, "%s is a script: %s runs it", at, interpreter);
    free(at);
    at = interpreter;
  }
  if (access(at, X_OK))
    collect_found(d, COLLECT_TROUBLE, "install it, or change the script's first line", "%s cannot be run", at);
  else if (elf_look(d, at)) {
    links_look(d, at);
    python_look(d, at);
  }
  free(at);
}
