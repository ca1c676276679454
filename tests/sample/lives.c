/* lives WAY: processes of a program that only computes. Prints the number of each that is to be sampled, and the CPU time of its work in ns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;
static long cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}
static __attribute__((noinline)) void burn(long ms) {
  for (long end = cpu() + ms * 1000000; cpu() < end;)
    for (int i = 0; i < 20000; i++) sink++;
}
static void tell(void) {
  printf("cpu %d %ld\n", getpid(), cpu());
  fflush(stdout);
}
/* Forks a child that does this, and waits for it. */
static void child(void (*does)(void)) {
  int status, p = fork();
  if (!p) does();
  if (waitpid(p, &status, 0) != p || status) printf("not ok a child ended with %x\n", status), fflush(stdout);
}
static void computes(void) { burn(400), tell(), exit(0); }
static void ends(void) { _exit(0); }
static void executes(void) { execl("/bin/true", "true", NULL); }
static void forks_on(void) { burn(100), child(computes), tell(), exit(0); }
static void fails(void) {
  execl("/etc/passwd", "passwd", NULL);
  burn(300), tell(), exit(0);
}
static void late_exec(void) {
  burn(300), tell();
  execl("/bin/true", "true", NULL);
}

int main(int n, char **argument) {
  void (*const does[])(void) = {computes, ends, executes, forks_on, fails, late_exec};
  for (const char *c = argument[1]; *c; c++) child(does[*c - '0']);
  return 0;
}
