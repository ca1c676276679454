/* prctl: a thread that forbids itself to read the TSC, as seccomp's strict mode does, too. The kernel would end it in our handler, which reads the TSC. Threads
** that it makes inherit that. So once a thread has, no thread of the process is signalled any more. */
#include "core.h"
#include "sample.h"
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>

typedef int prctl_fn(int option, ...);

static bool forbids(int option, unsigned long value) {
  return (option == PR_SET_SECCOMP && value == SECCOMP_MODE_STRICT) || (option == PR_SET_TSC && value == PR_TSC_SIGSEGV);
}

COLLECT_EXPORT prctl_fn prctl;
COLLECT_EXPORT int prctl(int option, ...) {
  unsigned long value[4];
  va_list list;
  va_start(list, option);
  for (int i = 0; i < 4; i++)
    value[i] = va_arg(list, unsigned long);
  va_end(list);
  bool holds = forbids(option, value[0]) && collect_wanted(&collect_domain_samples);
  if (holds) {
    collect_sample_hold();
    syscall(SYS_getppid); /* a signal that was sent before that is handled when this returns */
  }
  int rc = (int)syscall(SYS_prctl, option, value[0], value[1], value[2], value[3]);
  if (holds && rc < 0)
    collect_sample_release();
  return rc;
}
