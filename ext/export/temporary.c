/* Temporary files that a signal handler can remove. What the handler reads has a fixed size and is never freed. A forked child has a copy, but the files are
** not its own.
**
** Files that no handler removed, because the process could not run any more, are recognized by their lock: whoever writes one holds it. */
#include "temporary.h"
#include "fork_lock.h"
#include <dirent.h>
#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PLACES = 16 };
static struct place {
  char path[PATH_MAX];
  pid_t pid; /* process id of the owner; 0: free. Atomic, written last */
} place[PLACES];
ROCPD_FORK_LOCK(place_mutex);

static const int endings[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGXCPU};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* ---- removing */

enum { DEEPEST = 4 }; /* levels of folders within a folder: parts, the part being written, its folder if the format writes one, and a folder in that */

static void remove_entries(int folder, int depth) {
  struct { /* as in getdents64(2): readdir() would allocate memory */
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

/* If a signal ends the process, other threads go on and create files in the folder. Sooner or later it is empty between two of them, and then they cannot
** create more. */
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

/* ---- owners */

#define BEGIN ".rocpd-export-"
#define END ".tmp"

char *rocpd_temporary_name(const char *path) {
  static int counter;
  int folder = (int)(strrchr(path, '/') - path), n = __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED);
  return sqlite3_mprintf("%.*s/" BEGIN "%d-%d" END, folder, path, (int)getpid(), n);
}

/* "BEGIN1234-5END" */
static bool is_name(const char *name) {
  static const char digits[] = "0123456789";
  if (strncmp(name, BEGIN, sizeof BEGIN - 1)) return false;
  size_t pid = strspn(name += sizeof BEGIN - 1, digits), n = pid && name[pid] == '-' ? strspn(name + pid + 1, digits) : 0;
  return n && !strcmp(name + pid + 1 + n, END);
}

/* Whether all programs that can see the file also see its locks. */
static bool shows_locks(int fd) {
  static const uint32_t local[] = {0xef53 /* ext2 to ext4 */, 0x58465342 /* xfs */, 0x9123683e /* btrfs */, 0x01021994 /* tmpfs */, 0x794c7630 /* overlay */,
    0x2fc12fc1 /* zfs */, 0xf2f52010 /* f2fs */};
  struct statfs fs;
  if (fstatfs(fd, &fs)) return false;
  for (size_t i = 0; i < sizeof local / sizeof *local; i++)
    if ((uint32_t)fs.f_type == local[i]) return true;
  return false;
}

bool rocpd_temporary_hold(int fd, int *lock) {
  struct stat now;
  *lock = -1;
  if (!shows_locks(fd)) return true;
  if (flock(fd, LOCK_EX | LOCK_NB)) return errno != EWOULDBLOCK;
  if (fstat(fd, &now) || !now.st_nlink) return false;
  *lock = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  return true;
}

static void sweep_one(int folder, const char *name) {
  struct stat now, named;
  int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return;
  bool ours = !fstat(fd, &now) && now.st_uid == geteuid() && (S_ISDIR(now.st_mode) || (S_ISREG(now.st_mode) && now.st_nlink == 1)) && shows_locks(fd) &&
              !flock(fd, LOCK_EX | LOCK_NB) && !fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) && named.st_dev == now.st_dev && named.st_ino == now.st_ino;
  if (ours && S_ISDIR(now.st_mode)) remove_entries(fd, 0), unlinkat(folder, name, AT_REMOVEDIR);
  else if (ours) unlinkat(folder, name, 0);
  close(fd);
}

void rocpd_temporary_sweep(const char *path) {
  char *folder = sqlite3_mprintf("%.*s", (int)(strrchr(path, '/') - path) + 1, path);
  DIR *d = folder ? opendir(folder) : NULL;
  for (const struct dirent *e; d && (e = readdir(d));)
    if (is_name(e->d_name)) sweep_one(dirfd(d), e->d_name);
  if (d) closedir(d);
  sqlite3_free(folder);
}

/* ---- signals */

/* The disposition is already the default (SA_RESETHAND): the signal ends the process once it is unblocked. */
static void end_process(int signal_number) {
  int before = errno;
  for (int i = 0; i < PLACES; i++)
    if (__atomic_load_n(&place[i].pid, __ATOMIC_ACQUIRE) == getpid()) rocpd_temporary_remove(place[i].path);
  errno = before;
  raise(signal_number);
}

/* Signals that nothing else handles. */
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
