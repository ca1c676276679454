/* What the handler reads is never freed: places of fixed size. A forked child has them too, but they are not its own. */
#include "temporary.h"
#include "fork_lock.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PLACES = 16 };
static struct place {
  char path[PATH_MAX];
  pid_t pid; /* whose; 0: none. Atomic, written last */
} place[PLACES];
ROCPD_FORK_LOCK(place_mutex);

static const int endings[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGXCPU};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* ---- removing */

enum { DEEPEST = 4 }; /* of folders within one: parts, one that is written, of a format that is a folder, which has one */

static void remove_entries(int folder, int depth) {
  struct { /* as getdents64(2) has it: readdir() takes memory */
    uint64_t inode;
    int64_t next;
    unsigned short size;
    unsigned char type;
    char name[];
  } const *e;
  char block[1024] __attribute__((aligned(8))); /* a handler's stack may be small */
  long n;
  while ((n = syscall(SYS_getdents64, folder, block, sizeof block)) > 0) {
    for (long at = 0; at < n; at += e->size) {
      e = (const void *)(block + at);
      if (!strcmp(e->name, ".") || !strcmp(e->name, "..")) continue;
      if (!unlinkat(folder, e->name, 0) || depth == DEEPEST) continue;
      int inner = openat(folder, e->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      remove_entries(inner, depth + 1);
      close(inner);
      unlinkat(folder, e->name, AT_REMOVEDIR);
    }
  }
}

/* Where a signal asks for it other threads go on to make files in it: sooner or later it is empty between two of them, and then they can make no more. */
void rocpd_temporary_remove(const char *path) {
  enum { TURNS = 1000 };
  if (!unlink(path)) return;
  for (int turn = 0; turn < TURNS; turn++) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    remove_entries(folder, 0);
    close(folder);
    if (!rmdir(path) || (errno != ENOTEMPTY && errno != EEXIST)) return;
  }
}

/* ---- signals */

/* The disposition is the default one by now (SA_RESETHAND): the signal ends the process when it is let through. */
static void end_process(int signal_number) {
  int before = errno;
  for (int i = 0; i < PLACES; i++)
    if (__atomic_load_n(&place[i].pid, __ATOMIC_ACQUIRE) == getpid()) rocpd_temporary_remove(place[i].path);
  errno = before;
  raise(signal_number);
}

/* Signals of which nothing is made of otherwise. */
static void handle(bool on) {
  for (int i = 0; i < ENDINGS; i++) {
    struct sigaction now, new = {.sa_handler = on ? end_process : SIG_DFL, .sa_flags = on ? (int)SA_RESETHAND : 0};
    sigemptyset(&new.sa_mask);
    if (sigaction(endings[i], NULL, &now) || (now.sa_flags & SA_SIGINFO) || now.sa_handler != (on ? SIG_DFL : end_process)) continue;
    sigaction(endings[i], &new, NULL);
  }
}

/* ---- places */

static int used(void) {
  int n = 0;
  for (int i = 0; i < PLACES; i++) n += place[i].pid == getpid();
  return n;
}

void rocpd_temporary_add(const char *path) {
  pthread_mutex_lock(&place_mutex);
  int i = 0;
  while (i < PLACES && place[i].pid == getpid()) i++;
  if (i < PLACES && strlen(path) < sizeof place[i].path) {
    strcpy(place[i].path, path);
    if (!used()) handle(true);
    __atomic_store_n(&place[i].pid, getpid(), __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&place_mutex);
}

void rocpd_temporary_forget(const char *path) {
  pthread_mutex_lock(&place_mutex);
  for (int i = 0; i < PLACES; i++)
    if (place[i].pid == getpid() && !strcmp(place[i].path, path)) __atomic_store_n(&place[i].pid, 0, __ATOMIC_RELEASE);
  if (!used()) handle(false);
  pthread_mutex_unlock(&place_mutex);
}
