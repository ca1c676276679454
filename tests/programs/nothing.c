/* A program that never uses HIP or HSA: threads, a fork, some work. The collector must leave no file. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *sum(void *out) {
  long s = 0;
  for (long i = 0; i < 1000; i++)
    s += i;
  *(long *)out = s;
  return NULL;
}

int main(void) {
  pthread_t t;
  long s = 0;
  if (pthread_create(&t, NULL, sum, &s) || pthread_join(t, NULL))
    return 1;
  pid_t child = fork();
  if (!child)
    exit(5);
  int status = 0;
  if (waitpid(child, &status, 0) != child)
    return 1;
  printf("%ld %d\n", s, WEXITSTATUS(status));
  return 0;
}
