/* A program that restricts itself once it has called HIP: a filter ends it at any system call except those that it lists and
** needs itself. `refuse` as first argument: the filter makes them fail instead. Prints how many calls it made. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int hipSetDevice(int device);
enum { THREADS = 4, ROUNDS = 3, CALLS = 60000 };

#define NAMED(name) {#name, SYS_##name}
static const struct { const char *name; int number;
} known[] = {
  NAMED(read),     NAMED(write),    NAMED(mmap),           NAMED(munmap),        NAMED(mremap),           NAMED(madvise),   NAMED(futex),
  NAMED(openat),   NAMED(close),    NAMED(fstat),          NAMED(newfstatat),    NAMED(fallocate),        NAMED(ftruncate), NAMED(gettid),
  NAMED(getpid),   NAMED(prctl),    NAMED(rt_sigprocmask), NAMED(rt_sigpending), NAMED(rt_sigtimedwait),  NAMED(nanosleep), NAMED(clock_gettime),
  NAMED(unlinkat), NAMED(renameat), NAMED(pread64),        NAMED(mprotect),      NAMED(process_vm_readv),
  /* with samples */
  NAMED(rt_tgsigqueueinfo), NAMED(rt_sigaction), NAMED(rt_sigreturn), NAMED(getdents64), NAMED(lseek), NAMED(prlimit64), NAMED(ppoll), NAMED(pselect6),
  NAMED(epoll_pwait),       NAMED(rt_sigsuspend), NAMED(perf_event_open), NAMED(sigaltstack),
};
/* System calls that it needs itself: for threads, its end, and sleeping. */
static const int own[] = {SYS_clone3, SYS_clone,  SYS_set_robust_list, SYS_rseq,  SYS_exit,  SYS_exit_group,     SYS_clock_nanosleep, SYS_mprotect,
                          SYS_mmap,   SYS_munmap, SYS_madvise,         SYS_futex, SYS_write, SYS_rt_sigprocmask, SYS_newfstatat,      SYS_fstat,
                          SYS_brk};

#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
static struct sock_filter filter[256];
static unsigned short used;
static void add(struct sock_filter f) { filter[used++] = f; }
static void allow(int number) {
  const struct sock_filter pair[] = {ALLOW(number)};
  add(pair[0]);
  add(pair[1]);
}

static void shut_in(unsigned otherwise, int names, char **name) {
  add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) allow(own[i]);
  for (int n = 0; n < names; n++) {
    size_t i = 0;
    while (i < sizeof known / sizeof *known && strcmp(known[i].name, name[n])) i++;
    if (i == sizeof known / sizeof *known) { fprintf(stderr, "%s?\n", name[n]); exit(2); }
    allow(known[i].number);
  }
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, otherwise));
  struct sock_fprog program = {used, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)) exit(77);
}

static void *calls(void *arg) {
  for (int i = 0; i < CALLS; i++) hipSetDevice(i);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t[THREADS];
  hipSetDevice(0);
  usleep(50000);
  int refuse = argc > 1 && !strcmp(argv[1], "refuse");
  shut_in(refuse ? SECCOMP_RET_ERRNO | 1 : SECCOMP_RET_KILL_PROCESS, argc - 1 - refuse, argv + 1 + refuse);
  for (int r = 0; r < ROUNDS; r++) {
    for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, calls, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
    usleep(700000);
  }
  char text[32];
  int n = snprintf(text, sizeof text, "%d\n", 1 + ROUNDS * THREADS * CALLS);
  return write(1, text, (size_t)n) == n ? 3 : 4;
}
