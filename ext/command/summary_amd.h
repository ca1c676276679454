/* rocpd summary with AMD's options. */
#ifndef ROCPD_SUMMARY_AMD_H
#define ROCPD_SUMMARY_AMD_H
#include "option.h"

typedef struct rocpd_summary_options {
  bool domains, by_rank;        /* --domain-summary, --summary-by-rank */
  const char *kernel_names;     /* a column of kernel_symbols: --mangled-kernels, --truncate-kernels; NULL: as kernels has them */
  char *const *category;        /* --region-categories; NONE: no calls */
  size_t categories;
} rocpd_summary_options;

/* Prints or writes the summaries. The exit code. */
int rocpd_summary_amd(const rocpd_settings *settings, const rocpd_summary_options *options);

#endif
