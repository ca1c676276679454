/* rocpd summary with AMD's options. */
#ifndef ROCPD_SUMMARY_AMD_H
#define ROCPD_SUMMARY_AMD_H
#include "option.h"

typedef struct rocpd_summary_options {
  bool domains, by_rank;        /* --domain-summary, --summary-by-rank */
  const char *kernel_names;     /* the column of kernel_symbols to name kernels by (--mangled-kernels, --truncate-kernels); NULL: the name in kernels */
  char *const *category;        /* --region-categories; NONE: no calls */
  size_t categories;
} rocpd_summary_options;

/* Prints the summaries, or writes them to files. Returns the exit code. */
int rocpd_summary_amd(const rocpd_settings *settings, const rocpd_summary_options *options);

#endif
