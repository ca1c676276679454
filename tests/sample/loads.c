/* loads LIBRARY MS: loads a library that was not there when the program began, and computes in it for so much CPU time.
** With -DLIBRARY: that library. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef LIBRARY
void computes(long ms) {
  struct timespec t;
  volatile long n = 0;
  do {
    for (int i = 0; i < 100000; i++) n += i;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  } while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < ms);
}
#else
int main(int n, char **argument) {
  struct timespec t;
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* until the sampler has seen what is loaded */
  while (t.tv_nsec < 30000000);
  void *library = dlopen(argument[1], RTLD_NOW);
  void (*computes)(long) = library ? (void (*)(long))dlsym(library, "computes") : NULL;
  if (!computes) return puts(dlerror()), 1;
  computes(atol(argument[2]));
  return 0;
}
#endif
