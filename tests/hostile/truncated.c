/* truncated CASE: the program itself cuts its live file to nothing at a bad moment. CASE: plain; longer (then makes it longer
** again, with zeros); handler (the program set a handler for SIGBUS before); later (it sets one after the first call); dies (a
** fault of its own afterwards kills it); async (it gets a SIGBUS by kill). */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int hipSetDevice(int), hipMemcpy(void *, const void *, size_t, int), hipModuleLoad(void **, const char *);
static volatile sig_atomic_t handled;
static void *fault_at;
static sigjmp_buf out;

static void on_bus(int sig, siginfo_t *info, void *context) {
  handled++;
  fault_at = info->si_addr;
  if (info->si_code > 0)
    siglongjmp(out, 1);
}

static void on_plain(int sig) { handled += 100; }

static void cut(off_t size) {
  char path[600];
  DIR *d = opendir(getenv("COLLECT_OUTPUT"));
  for (struct dirent *e; d && (e = readdir(d));) {
    snprintf(path, sizeof path, "%s/%s", getenv("COLLECT_OUTPUT"), e->d_name);
    if (strstr(e->d_name, ".live") && truncate(path, 0))
      perror(path);
    if (strstr(e->d_name, ".live") && size && truncate(path, size))
      perror(path);
  }
  if (d)
    closedir(d);
}

static void *caller(void *stop) {
  char text[32], byte[8];
  void *module;
  for (int i = 0; !*(volatile int *)stop; i++) {
    hipMemcpy(byte, byte, 1, 1);
    snprintf(text, sizeof text, "module-%d", i);
    hipModuleLoad(&module, text);
    hipSetDevice(i);
    if (i % 64 == 63 && !getenv("SOAK"))
      usleep(200); /* the other threads and the writer have the processor as well */
  }
  return NULL;
}

/* Memory of a file of the program's own, which is cut, too. */
static volatile char *own_mapping(void) {
  char path[600];
  snprintf(path, sizeof path, "%s/own", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  int fd = open(path, O_RDWR | O_CREAT, 0600);
  unlink(path);
  if (ftruncate(fd, 4096))
    return NULL;
  char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  p[0] = 1;
  if (ftruncate(fd, 0))
    return NULL;
  close(fd);
  return p;
}

static void handler_set(void) {
  struct sigaction a = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO}, now;
  sigaction(SIGBUS, &a, NULL);
  sigaction(SIGBUS, NULL, &now);
  if (now.sa_sigaction != on_bus || (now.sa_flags & ~0x04000000) != SA_SIGINFO)
    printf("not the handler that was set\n");
}

int main(int argc, char **argv) {
  const char *name = argv[1];
  int stop = 0;
  pthread_t t[4];
  alarm(30);
  if (!strcmp(name, "handler"))
    handler_set();
  hipSetDevice(0);
  if (!strcmp(name, "later"))
    handler_set();
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, caller, &stop);
  usleep(30000);
  cut(strcmp(name, "longer") ? 0 : 256 << 20);
  for (int i = 0; i < 100000; i++)
    hipSetDevice(i);
  usleep(150000); /* lets the writer run as well */
  stop = 1;
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  printf("handled %d\n", (int)handled);
  if (!strcmp(name, "handler") || !strcmp(name, "later")) {
    volatile char *own = own_mapping();
    if (!sigsetjmp(out, 1))
      own[8] = 1;
    printf("own fault %d at %d\n", (int)handled, (int)((volatile char *)fault_at - own));
    kill(getpid(), SIGBUS);
    printf("sent %d\n", (int)handled);
    if (signal(SIGBUS, on_plain) != (void (*)(int))on_bus)
      printf("another handler\n");
    kill(getpid(), SIGBUS);
    printf("sent %d\n", (int)handled);
    signal(SIGBUS, SIG_DFL);
  }
  fflush(stdout);
  if (!strcmp(name, "dies"))
    own_mapping()[0] = 1;
  if (!strcmp(name, "async"))
    kill(getpid(), SIGBUS);
  return 3;
}
