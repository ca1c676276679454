/* fork_loading FORKS LIBRARY: forks while other threads load a library and look up functions. Each child does the same: it must
** not find a lock of a thread that does not exist there. Prints how many children failed. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *ask(void *library) {
  for (;;) {
    dlsym(library, "plugin");
    dlsym(RTLD_DEFAULT, "hipGetDevice");
  }
}

static void *load(void *path) {
  for (;;) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    dlsym(library, "plugin");
    dlclose(library);
  }
}

int main(int argc, char **argv) {
  int forks = atoi(argv[1]), bad = 0, status;
  pthread_t t;
  void *c = dlopen("libc.so.6", RTLD_NOW);
  for (int i = 0; i < 3; i++)
    pthread_create(&t, NULL, ask, c);
  if (argc > 2)
    pthread_create(&t, NULL, load, argv[2]);
  for (int i = 0; i < forks; i++) {
    pid_t p = fork();
    if (p == 0) {
      alarm(10);
      void *m = dlopen("libm.so.6", RTLD_NOW);
      _exit(m && dlsym(m, "sin") && dlsym(RTLD_DEFAULT, "hipGetDevice") ? 0 : 1);
    }
    waitpid(p, &status, 0);
    bad += status != 0;
    if (bad > 2)
      break;
  }
  printf("%d\n", bad);
  fflush(stdout);
  _exit(3);
}
