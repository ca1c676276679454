/* rocpd-record: runs a program and records it. */
#include "command.h"
#include "launcher.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
  "usage: rocpd-record [OPTION...] [--] PROGRAM [ARGUMENT...]\n"
  "       rocpd-record -p PID [--duration TIME] [-q]\n"
  "\n"
  "Runs PROGRAM and records its HIP and HSA calls, kernels and copies as\n"
  "FOLDER/*.rocz. A line at the end says on stderr what was recorded and where, or\n"
  "why nothing was.\n"
  "\n"
  "  -o, --output FOLDER    where to write (COLLECT_OUTPUT; default: trace).\n"
  "                         Earlier runs are kept apart: if FOLDER is not empty,\n"
  "                         FOLDER.2 is used, and so on. The name may contain %h\n"
  "                         (host), %p (process), %r (rank), %t (time), %n (number\n"
  "                         of the run) and %e{NAME} (variable), which are\n"
  "                         replaced.\n"
  "  --append               add to FOLDER instead. Ranks of a launcher's job\n"
  "                         (Slurm, MPI, torchrun) share one folder: FOLDER if it\n"
  "                         is given, else trace.1, trace.2, ...\n"
  "  -d, --domains DOMAINS  what to record: only these\n"
  "                         (hip,hsa,kernels,copies,...), or changes to the\n"
  "                         standard set or the preset's (+hsa,-copies)\n"
  "                         (COLLECT_DOMAINS)\n"
  "  --sample               record call stacks of all threads, too, 99 times a\n"
  "                         second (adds samples to the domains). Then: rocpd\n"
  "                         hotspots\n"
  "  --metrics              record memory, CPU time, I/O, power, clocks and more\n"
  "                         over time, too (adds metrics to the domains). Then:\n"
  "                         rocpd metrics\n"
  "  --profile              record only sums by call path, some 20 kB however long\n"
  "                         PROGRAM runs (COLLECT_MODE=profile). Then: rocpd calls\n"
  "  --preset NAME          kernels, api, all, hpc or torch: several settings at\n"
  "                         once (COLLECT_PRESET)\n"
  "  --counters NAMES       record these GPU counters for each kernel:\n"
  "                         SQ_WAVES,TCC_HIT (COLLECT_COUNTERS)\n"
  "  -a, --args             record the calls' arguments too (COLLECT_ARGS=1)\n"
  "  --ranks LIST           record only these ranks of a launcher's job: 0,8-11\n"
  "                         (COLLECT_RANKS)\n"
  "  --delay TIME           start recording after this time: 10, 1.5s, 500ms, 2m\n"
  "                         (COLLECT_START); off: not before rocpd ctl PID start\n"
  "  --duration TIME        record for this time (COLLECT_PERIODS); with -p, stop\n"
  "                         after it\n"
  "  -p, --pid PID          start recording a running process that has the\n"
  "                         collector but is stopped (--delay off, rocpd ctl PID\n"
  "                         stop), and stop it again at Ctrl-C\n"
  "  --exec                 run PROGRAM in place of this process, with its process\n"
  "                         number (always so in a launcher's job). A line at the\n"
  "                         start says where it records. For debuggers, and for\n"
  "                         programs that must be a direct child of their starter\n"
  "  -q, --quiet            print nothing\n"
  "  -h, --help             this text\n"
  "\n"
  "PROGRAM is a child of rocpd-record, in the same process group, with the same\n"
  "terminal, descriptors and limits. Signals that are sent to rocpd-record reach\n"
  "it; rocpd-record stops when it stops, and ends with its exit code or signal.\n"
  "SIGKILL to rocpd-record kills it, too. SIGSTOP, which no process can pass on,\n"
  "stops rocpd-record alone: send SIGTSTP, or SIGSTOP to PROGRAM. rocpd-record's\n"
  "own exit codes: 2 for wrong options, an unknown domain, preset or counter, or a\n"
  "folder that cannot be written (PROGRAM was not run); 126 if PROGRAM cannot be\n"
  "run, 127 if it does not exist.\n"
  "\n"
  "Files in FOLDER that dead processes left and nobody needs (.rocz.next, and\n"
  ".rocz.live without rows of its own) are removed first.\n"
  "\n"
  "  rocpd record ./app       then: rocpd trace\n"
  "  rocpd record --preset kernels -o fast ./app\n"
  "                           with least overhead, to the folder fast\n"
  "  rocpd record --sample ./app\n"
  "                           call stacks, too. Then: rocpd hotspots\n"
  "  rocpd record --profile --sample ./app\n"
  "                           sums of calls, kernels and call stacks\n"
  "  rocpd record --delay 30s --duration 5s python3 train.py\n"
  "\n"
  "rocpd doctor PROGRAM finds out what prevents a recording. COLLECT_HELP=1\n"
  "rocpd-record true prints all settings of the collector.\n";

/* ---- options ---- */

typedef struct collect_options {
  bool append, quiet, in_place;
  const char *delay;
  int64_t duration_ns;
  pid_t pid;
  collect_text_buffer domains; /* "+a,+b": what options add to COLLECT_DOMAINS */
} collect_options;

static const struct option {
  char letter;          /* 0: none */
  const char *name;
  bool wants_value;
  const char *variable; /* variable that it sets; NULL: none */
  const char *fixed;    /* what the variable is set to, for an option without a value */
  const char *domain;   /* domain that it adds to COLLECT_DOMAINS; NULL: none */
} options[] = {
  {.letter = 'o', .name = "output", .wants_value = true, .variable = "COLLECT_OUTPUT"},
  {.name = "append"},
  {.letter = 'd', .name = "domains", .wants_value = true, .variable = "COLLECT_DOMAINS"},
  {.name = "sample", .domain = "samples"},
  {.name = "metrics", .domain = "metrics"},
  {.name = "profile", .variable = "COLLECT_MODE", .fixed = "profile"},
  {.name = "preset", .wants_value = true, .variable = "COLLECT_PRESET"},
  {.name = "counters", .wants_value = true, .variable = "COLLECT_COUNTERS"},
  {.letter = 'a', .name = "args", .variable = "COLLECT_ARGS", .fixed = "1"},
  {.name = "ranks", .wants_value = true, .variable = "COLLECT_RANKS"},
  {.name = "delay", .wants_value = true},
  {.name = "duration", .wants_value = true},
  {.letter = 'p', .name = "pid", .wants_value = true},
  {.name = "exec"},
  {.letter = 'q', .name = "quiet"},
  {.letter = 'h', .name = "help"},
};
#define OPTIONS (sizeof options / sizeof *options)

static int unknown_option(const char *word) {
  const char *names[OPTIONS + 1];
  size_t n = strcspn(word, "=");
  char *given = collect_printed("%.*s", (int)n, word);
  for (size_t i = 0; i < OPTIONS; i++)
    names[i] = collect_printed("--%s", options[i].name);
  names[OPTIONS] = NULL;
  const char *meant = collect_meant(given, names);
  if (meant && !strcmp(meant, given))
    return collect_fail(COLLECT_WRONG_USE, "%s takes no value", given);
  if (meant)
    return collect_fail(COLLECT_WRONG_USE, "%s is not an option; did you mean %s?", given, meant);
  return collect_fail(COLLECT_WRONG_USE, "%s is not an option (rocpd record --help)", given);
}

/* The option of a word: -o, -oVALUE, --output or --output=VALUE. *value: the value in the same word, or NULL. */
static const struct option *option_find(const char *word, const char **value) {
  *value = NULL;
  for (const struct option *o = options; o < options + OPTIONS; o++) {
    size_t n = strlen(o->name);
    if (word[1] != '-' && o->letter == word[1] && (!word[2] || o->wants_value)) {
      *value = word[2] ? word + 2 : NULL;
      return o;
    }
    if (word[1] == '-' && !strncmp(word + 2, o->name, n) && (!word[2 + n] || (word[2 + n] == '=' && o->wants_value))) {
      *value = word[2 + n] ? word + 3 + n : NULL;
      return o;
    }
  }
  return NULL;
}

static int duration_take(const char *value, int64_t *ns) {
  if (!collect_duration(value, ns) || *ns <= 0)
    return collect_fail(COLLECT_WRONG_USE, "--duration expects a time (10, 1.5s, 500ms, 2m), not '%s'", value);
  return 0;
}

static int delay_take(const char *value, const char **delay) {
  int64_t ns;
  if (strcmp(value, "off") && !collect_duration(value, &ns))
    return collect_fail(COLLECT_WRONG_USE, "--delay expects a time (10, 1.5s, 500ms, 2m) or off, not '%s'", value);
  *delay = value;
  return 0;
}

static int pid_take(const char *value, pid_t *pid) {
  size_t digits = strspn(value, "0123456789");
  if (!digits || value[digits] || digits > 9 || !(*pid = (pid_t)atol(value)))
    return collect_fail(COLLECT_WRONG_USE, "-p expects a process number, not '%s'", value);
  return 0;
}

static int variable_set(const char *name, const char *value) {
  return setenv(name, value, 1) ? collect_fail(COLLECT_FAILED, "%s", strerror(errno)) : 0;
}

/* The collector applies the words of COLLECT_DOMAINS from left to right, so added ones go to its end. Returns 0, or an exit code. */
static int domains_set(const collect_options *chosen) {
  const char *given = getenv("COLLECT_DOMAINS");
  if (!chosen->domains.text)
    return 0;
  char *value = collect_printed("%s%s%s", given ? given : "", given && *given ? "," : "", chosen->domains.text);
  int code = variable_set("COLLECT_DOMAINS", value);
  free(value);
  return code;
}

/* Applies one option with its value. Returns 0, or an exit code. */
static int option_take(const struct option *o, const char *value, collect_options *chosen) {
  if (o->domain)
    collect_add(&chosen->domains, "%s+%s", chosen->domains.text ? "," : "", o->domain);
  if (o->variable)
    return variable_set(o->variable, o->wants_value ? value : o->fixed);
  if (!strcmp(o->name, "delay"))
    return delay_take(value, &chosen->delay);
  if (!strcmp(o->name, "duration"))
    return duration_take(value, &chosen->duration_ns);
  if (!strcmp(o->name, "pid"))
    return pid_take(value, &chosen->pid);
  chosen->append = chosen->append || !strcmp(o->name, "append");
  chosen->in_place = chosen->in_place || !strcmp(o->name, "exec");
  chosen->quiet = chosen->quiet || !strcmp(o->name, "quiet");
  return 0;
}

/* Takes the words up to the program. *rest: their number. Returns -1 to go on, or an exit code. */
static int options_take(int argc, char **argv, collect_options *chosen, int *rest) {
  for (*rest = 0; *rest < argc && argv[*rest][0] == '-' && argv[*rest][1]; ++*rest) {
    const char *word = argv[*rest], *value;
    if (!strcmp(word, "--")) {
      ++*rest;
      break;
    }
    const struct option *o = option_find(word, &value);
    if (!o)
      return unknown_option(word);
    if (o->letter == 'h')
      return fputs(usage, stdout) < 0 || fflush(stdout) ? COLLECT_FAILED : COLLECT_DONE;
    if (o->wants_value && !value && *rest + 1 >= argc)
      return collect_fail(COLLECT_WRONG_USE, "%s expects a value", word);
    value = o->wants_value && !value ? argv[++*rest] : value;
    int code = option_take(o, value, chosen);
    if (code)
      return code;
  }
  return -1;
}

/* Sets the collector's variables, which take seconds. */
static int times_set(const collect_options *chosen) {
  int64_t delay_ns = 0;
  bool off = chosen->delay && !strcmp(chosen->delay, "off");
  if (chosen->delay && !off)
    collect_duration(chosen->delay, &delay_ns);
  if (off && chosen->duration_ns)
    return collect_fail(COLLECT_WRONG_USE, "--duration does not work with --delay off; start it later by rocpd record -p PID --duration TIME");
  char *delay = collect_printed("%lld.%09lld", (long long)(delay_ns / 1000000000), (long long)(delay_ns % 1000000000));
  char *period = collect_printed("%s:%lld.%09lld:1", delay, (long long)(chosen->duration_ns / 1000000000), (long long)(chosen->duration_ns % 1000000000));
  if (chosen->duration_ns)
    setenv("COLLECT_PERIODS", period, 1);
  else if (chosen->delay)
    setenv("COLLECT_START", off ? "off" : delay, 1);
  free(period);
  free(delay);
  return 0;
}

/* ---- running ---- */

static char **environment_make(const char *library) {
  const char *others = getenv("LD_PRELOAD");
  char *changes[] = {collect_printed("LD_PRELOAD=%s%s%s", library, others && *others ? ":" : "", others ? others : ""), NULL};
  return collect_environment(changes);
}

/* The program replaces this process, so the line is printed before. */
static int run_in_place(const collect_recording *r, char **argv, char **environment, bool quiet) {
  char *trouble = quiet ? NULL : collect_program_trouble(r->program);
  if (trouble)
    fprintf(stderr, "rocpd record: nothing will be recorded, because %s\n", trouble);
  else if (!quiet)
    fprintf(stderr, "rocpd record: recording to %s; after its end: rocpd%s%s\n", r->folder->name, strchr(r->folder->name, '%') ? "" : " ",
            strchr(r->folder->name, '%') ? "" : r->folder->name);
  int why = collect_program_exec(r->program, argv, environment);
  return collect_fail(why == ENOENT ? COLLECT_NOT_FOUND : COLLECT_NOT_EXECUTABLE, "%s: %s", argv[0], strerror(why));
}

static int run_as_child(collect_recording *r, collect_folder *f, char **argv, char **environment, bool quiet) {
  int why, status = collect_run(r->program, argv, environment, &why);
  if (status < 0) {
    collect_folder_release(f);
    return collect_fail(why == ENOENT ? COLLECT_NOT_FOUND : COLLECT_NOT_EXECUTABLE, "%s: %s", argv[0], strerror(why));
  }
  collect_folder_release(f);
  if (!quiet && collect_stderr_is_open)
    collect_closing(r);
  collect_end_as(status);
}

/* Checks that the folder can be written. Returns 0, or an exit code after a message. */
static int folder_check(const collect_folder *f) {
  const char *bits = getenv("COLLECT_MODE_BITS");
  bool expected = f->shared || (bits && *bits); /* the collector makes the folder */
  char *trouble = f->reserved ? NULL : collect_folder_trouble(f->name);
  if (!trouble && !f->reserved && !expected)
    trouble = collect_printed("the folder cannot be created");
  return trouble ? collect_fail(COLLECT_WRONG_USE, "%s cannot be written (%s); name another folder with -o", f->name, trouble) : 0;
}

static int record(char **argv, collect_options *chosen) {
  int code;
  collect_folder folder;
  const char *rank = rocz_launcher_rank(), *help = getenv("COLLECT_HELP"), *library;
  if (!collect_settings_are_good())
    return COLLECT_WRONG_USE;
  char *program = collect_program_find(argv[0], &code);
  if (!program)
    return code;
  library = collect_library_path();
  if (strpbrk(library, ": "))
    return collect_fail(COLLECT_WRONG_USE, "%s: LD_PRELOAD cannot hold a path with a blank or colon; set ROCPD_LIBDIR to another folder", library);
  if ((code = collect_folder_choose(&folder, chosen->append, rank)) || (code = folder_check(&folder))) {
    collect_folder_release(&folder);
    return code;
  }
  bool quiet = chosen->quiet || (rank && strtol(rank, NULL, 10)) || (help && *help); /* with COLLECT_HELP the user wants the list of settings only */
  collect_recording r = {.program = program, .folder = &folder, .started_ns = collect_file_time_now()};
  char **environment = environment_make(library);
  if (rank || chosen->in_place)
    return run_in_place(&r, argv, environment, quiet);
  return run_as_child(&r, &folder, argv, environment, quiet);
}

int collect_record_main(int argc, char **argv) {
  collect_options chosen = {.append = false};
  int rest, code = options_take(argc, argv, &chosen, &rest);
  if (code >= 0)
    return code;
  if (chosen.pid)
    return rest < argc ? collect_fail(COLLECT_WRONG_USE, "give either -p %ld or a program, not both", (long)chosen.pid) :
                         collect_attach(chosen.pid, chosen.duration_ns, chosen.quiet);
  if (rest == argc) {
    fputs(usage, stderr);
    return COLLECT_WRONG_USE;
  }
  if (!(code = times_set(&chosen)))
    code = domains_set(&chosen);
  return code ? code : record(argv + rest, &chosen);
}
