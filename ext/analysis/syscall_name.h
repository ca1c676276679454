/* Names of Linux's system calls, by the numbers of the machine for which this library was built. */
#ifndef ROCPD_SYSCALL_NAME_H
#define ROCPD_SYSCALL_NAME_H
#include <stdint.h>

/* "futex"; NULL: there is no call of this number. */
const char *rocpd_syscall_name(int64_t number);

#endif
