/* small_stack KB [below]: exits on a thread whose stack has KB kilobytes. With `below` the stack lies in memory of its own, with
** no guard page under it. The memory there must not change: the parent checks it at the end. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int), hipGetDevice(int *), hipModuleLoad(void **, const char *);
enum { BELOW = 64 << 10 };
static void *leave(void *arg) {
  hipSetDevice(1);
  exit(3);
}

static int child(size_t size, char *below) {
  pthread_attr_t attr;
  pthread_t t;
  char text[32];
  void *module;
  int device;
  for (int i = 0; i < 30000; i++) {
    hipSetDevice(i);
    hipGetDevice(&device);
    snprintf(text, sizeof text, "module-%d", i);
    hipModuleLoad(&module, text);
  }
  pthread_attr_init(&attr);
  if (below)
    pthread_attr_setstack(&attr, below + BELOW, size);
  else
    pthread_attr_setstacksize(&attr, size);
  printf("expect hipSetDevice 30001\nexpect hipGetDevice 30000\nexpect hipModuleLoad 30000\n");
  fflush(stdout);
  if (pthread_create(&t, &attr, leave, NULL))
    return 9;
  pthread_join(t, NULL);
  return 8;
}

int main(int argc, char **argv) {
  size_t size = (size_t)atoi(argv[1]) << 10, touched = 0;
  if (argc < 3)
    return child(size, NULL);
  char *below = mmap(NULL, BELOW + size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memset(below, 0x5a, BELOW);
  if (!fork())
    return child(size, below);
  int status;
  wait(&status);
  for (size_t i = 0; i < BELOW; i++)
    touched += below[i] != 0x5a;
  if (touched)
    printf("%zu bytes below the stack are not what they were\n", touched);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
