/* rocpd summary: prints the report, or with AMD's options the summaries of AMD's rocpd. */
#include "answer.h"
#include "usage.h"
#include "summary_amd.h"
#include <unistd.h>

static int take_domains(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((rocpd_summary_options *)command)->domains = true;
  return ROCPD_DONE;
}
static int take_by_rank(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((rocpd_summary_options *)command)->by_rank = true;
  return ROCPD_DONE;
}
/* Takes words up to the next option or path. */
static int take_categories(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  rocpd_summary_options *o = command;
  o->category = argv;
  for (o->categories = 1; argv[o->categories] && *argv[o->categories] != '-' && access(argv[o->categories], F_OK) != 0; o->categories++) { }
  *more = (int)o->categories - 1;
  return ROCPD_DONE;
}
static int take_mangled(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((rocpd_summary_options *)command)->kernel_names = "kernel_name";
  return ROCPD_DONE;
}
static int take_truncated(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  rocpd_summary_options *o = command;
  if (!o->kernel_names) o->kernel_names = "truncated_kernel_name";
  return ROCPD_DONE;
}

enum { GROUPS = ROCPD_REPORT_GROUPS | ROCPD_G_GPU | ROCPD_G_KERNEL | ROCPD_G_STREAM };
static const rocpd_command_option options[] = {
    {"-d --output-path", "FOLDER", rocpd_take_amd_folder, "AMD's summary: where files go (default: ./rocpd-output-data)"},
    {"-f --format --output-format", "FORMAT", rocpd_take_amd_format, "AMD's summary: console, csv, html, json or md"},
    {"--domain-summary", NULL, take_domains, "AMD's summary: also one of the kinds of rows"},
    {"--summary-by-rank", NULL, take_by_rank, "AMD's summary: also of each process"},
    {"--region-categories", "CATEGORY...", take_categories, "AMD's summary: these kinds of rows only (NONE: no calls)"},
    {"--mangled-kernels", NULL, take_mangled, "AMD's summary: kernels' names as the compiler has them"},
    {"--truncate-kernels", NULL, take_truncated, "AMD's summary: kernels' names without arguments"},
    {NULL, NULL, NULL, NULL},
};

static int run(int argc, char **argv) {
  rocpd_summary_options own = {0};
  rocpd_settings s;
  bool help;
  int code = rocpd_read_options(argc, argv, GROUPS, options, &own, &s, &help);
  bool amd = s.input || s.to || s.folder || own.domains || own.by_rank || own.categories || own.kernel_names;
  if (code == ROCPD_DONE && help) code = rocpd_help_of("summary");
  else if (code == ROCPD_DONE) code = amd ? rocpd_summary_amd(&s, &own) : rocpd_answer_trace("summary", &s);
  rocpd_settings_free(&s);
  return code;
}

static const rocpd_command summary = {.name = "summary", .run = run, .groups = GROUPS, .options = options};
ROCPD_COMMAND(summary);
