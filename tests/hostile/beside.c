/* beside CALLS: threads that allocate, make calls, fork and end, as any program may. It is for tests beside other tools'
** libraries, and prints a line that must be the same without the collector. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int), hipMemcpy(void *, const void *, size_t, int);

static void *worker(void *arg) {
  for (int i = 0; i < *(int *)arg; i++) {
    char *p = malloc((size_t)(i % 999) + 1);
    hipMemcpy(p, p, 1, 1);
    free(p);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int calls = atoi(argv[1]), status;
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, worker, &calls);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  pid_t p = fork();
  if (p == 0) {
    hipSetDevice(1);
    _exit(5);
  }
  waitpid(p, &status, 0);
  void *m = dlopen("libm.so.6", RTLD_NOW);
  dlclose(m);
  hipSetDevice(0);
  printf("child %d\n", WEXITSTATUS(status));
  return 3;
}
