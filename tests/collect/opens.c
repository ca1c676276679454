/* A preloaded library that makes it slow to make a folder: it makes the file OPENING, too, and waits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int mkdir(const char *path, mode_t mode) {
  int (*next)(const char *, mode_t) = (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
  const char *opening = getenv("OPENING");
  int made = next(path, mode);
  if (made == 0 && opening) {
    close(open(opening, O_CREAT | O_WRONLY, 0600));
    usleep(300000);
  }
  return made;
}
