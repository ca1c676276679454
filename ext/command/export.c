/* rocpd export, also called rocpd-export: like rocpd convert, with one path and with options as JSON. */
#include "writing.h"
#include <ctype.h>
#include <stdio.h>
#include <sys/stat.h>

static const char *help(void) {
  return "usage: rocpd-export [-a ATTACH] FORMAT PATH OUT [OPTIONS]\n"
         "\n"
         "Writes the trace at PATH (a .rocz file, a database of rocprofv3, an RPD file, a text\n"
         "file of rtg_tracer, a folder of them, or a quoted glob) to the file OUT, or to the\n"
         "folder OUT for formats that write several files. FORMAT is one of\n"
         "  perfetto   for https://ui.perfetto.dev and trace_processor\n"
         "  json       for chrome://tracing and other readers of Chrome's format\n"
         "  db         a database of rocpd schema 3, for AMD's tools\n"
         "  rocz       a chunk file: to archive, trim or merge\n"
         "and the others that rocpd convert --formats lists; rocpd help rocpd_export_FORMAT tells more.\n"
         "OPTIONS is a JSON object: start, end (ns, \"10%\", or a marker's name), categories, names\n"
         "(GLOB patterns), agents (absolute indexes), overwrite (true: replace OUT), allow_empty\n"
         "(true: write OUT even if no event matches, else that is an error), and further options\n"
         "of the format. Prints a JSON object that says what was written.\n"
         "ATTACH is a JSON object too, the options of rocpd_attach: {\"damaged\":\"skip\"},\n"
         "{\"offset_ns\":N}, {\"rank\":\"rank%d/*.db\"}.\n"
         "\n"
         "  rocpd-export perfetto trace out.pftrace\n"
         "  rocpd-export json trace out.json '{\"start\":\"40%\",\"end\":\"60%\",\"names\":\"*gemm*\"}'\n"
         "  rocpd-export -a '{\"damaged\":\"skip\"}' db trace out.db\n";
}

/* If a glob is not quoted, one of its files must not be taken for OUT and overwritten. */
static int one_path(const char *why, const char *what_to_do) { return rocpd_wrong("only one PATH, and %s; quote the glob%s", why, what_to_do); }

static int check_words(int argc, char **argv) {
  char why[64];
  struct stat now;
  if (!rocpd_format_find(argv[0]) || strcmp(rocpd_format_name(rocpd_format_find(argv[0])), argv[0])) {
    char *names = rocpd_format_names("export", ", ");
    int code = names ? rocpd_wrong("%s is not a FORMAT (%s)", argv[0], names) : rocpd_say_no_memory();
    sqlite3_free(names);
    return code;
  }
  if (argc < 3) return rocpd_wrong("%s is missing: rocpd-export %s %s OUT", argc < 2 ? "PATH" : "OUT", argv[0], argc < 2 ? "PATH" : argv[1]);
  if (argc > 4) {
    snprintf(why, sizeof why, "there are %d of them with OUT", argc - 1);
    return one_path(why, "");
  }
  const char *options = argc > 3 ? argv[3] : "";
  if (*options && !isspace((unsigned char)*options) && *options != '{') {
    char *text = sqlite3_mprintf("%s is not a JSON object of OPTIONS", options);
    int code = text ? one_path(text, "") : rocpd_say_no_memory();
    sqlite3_free(text);
    return code;
  }
  if (*options || stat(argv[2], &now) || !S_ISREG(now.st_mode) || !now.st_size) return ROCPD_DONE;
  char *text = sqlite3_mprintf("OUT, %s, is there", argv[2]);
  int code = text ? one_path(text, "; to replace it: '{\"overwrite\":true}'") : rocpd_say_no_memory();
  sqlite3_free(text);
  return code;
}

static int run(int argc, char **argv) {
  rocpd_said_by = "rocpd-export";
  const char *attach = NULL;
  if (argc && (!strcmp(argv[0], "-h") || !strcmp(argv[0], "-help") || !strcmp(argv[0], "--help"))) return fputs(help(), stdout), ROCPD_DONE;
  if (argc && !strcmp(argv[0], "-a")) {
    if (argc < 2) return rocpd_wrong("-a expects a JSON object");
    attach = argv[1], argv += 2, argc -= 2;
  } else if (argc && argv[0][0] == '-' && argv[0][1]) return rocpd_wrong("%s is not an option; known: -a -h", argv[0]);
  if (!argc) return fputs(help(), stderr), ROCPD_WRONG_USE;
  int code = check_words(argc, argv);
  if (code != ROCPD_DONE) return code;
  rocpd_writing w = {.command = "convert", .as_function = true, .to = sqlite3_mprintf("%s", argv[0])};
  const char *options = argc > 3 ? argv[3] + strspn(argv[3], " \t\r\n") : "";
  w.s = (rocpd_settings){.writes = true, .attach = attach, .out = argv[2]};
  w.object = *options ? argv[3] : NULL;
  code = w.to ? rocpd_settings_add_path(&w.s, argv[1]) : rocpd_say_no_memory();
  if (code == ROCPD_DONE) code = rocpd_write_all(&w);
  rocpd_writing_free(&w);
  return code;
}

static const rocpd_command export = {"export", "FORMAT PATH OUT [OPTIONS]: the same as convert, with its options as JSON", run, help, 0, NULL};
ROCPD_COMMAND(export);
