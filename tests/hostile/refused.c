/* refused full|without CALLS: there is room for the live file's first page only; or the file system has no fallocate. Prints how
** often room was requested. */
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int hipSetDevice(int);
static atomic_int asked;
static int without;

/* The collector calls this one. */
long syscall(long n, ...) {
  va_list args;
  va_start(args, n);
  long a = va_arg(args, long), b = va_arg(args, long), c = va_arg(args, long), d = va_arg(args, long), e = va_arg(args, long), f = va_arg(args, long);
  va_end(args);
  if (n == SYS_fallocate && (asked++, without || c)) {
    errno = without ? EOPNOTSUPP : ENOSPC;
    return -1;
  }
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  return result;
}

int main(int argc, char **argv) {
  int calls = argc > 2 ? atoi(argv[2]) : 0;
  without = argc > 1 && !strcmp(argv[1], "without");
  for (int i = 0; i < calls; i++)
    hipSetDevice(i);
  printf("%d\n", asked);
  return 3;
}
