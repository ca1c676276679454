/* To be preloaded: a file system without locks, as parallel ones may be mounted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

static int call(const char *name, int fd, int command, void *argument) {
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) return errno = NO_LOCKS, -1;
  int (*next)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
  return next(fd, command, argument);
}

#define CALL(name) \
  int name(int fd, int command, ...) { \
    va_list args; \
    va_start(args, command); \
    void *argument = va_arg(args, void *); \
    va_end(args); \
    return call(#name, fd, command, argument); \
  }
CALL(fcntl)
CALL(fcntl64)
