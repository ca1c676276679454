/* Reads /proc/self/task: see task.h. */
#include "task.h"
#include "core.h"
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>

static int folder = -1, memory = -1; /* /proc/self/task, and /proc/self/mem where process_vm_readv is forbidden */
static int most_files; /* descriptors beyond this number are closed after use */

bool sample_tasks_open(void) {
  struct rlimit limit;
  most_files = getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > INT_MAX / 2 ? INT_MAX / 2 : (int)limit.rlim_cur;
  most_files -= 16;
  memory = -1;
  folder = collect_sys_open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  return folder >= 0;
}

uint32_t sample_tasks_count(void) {
  struct stat st;
  return fstat(folder, &st) || st.st_nlink < 3 ? 0 : (uint32_t)st.st_nlink - 2;
}

/* As the kernel writes it. */
typedef struct folder_entry { uint64_t inode; int64_t next; uint16_t size; uint8_t type; char name[]; } folder_entry;

void sample_tasks_each(void (*fn)(pid_t tid, void *arg), void *arg) {
  static char text[16384];
  lseek(folder, 0, SEEK_SET);
  for (long n; (n = syscall(SYS_getdents64, folder, text, sizeof text)) > 0;)
    for (long at = 0; at < n; at += ((const folder_entry *)(const void *)(text + at))->size) {
      pid_t tid = atoi(((const folder_entry *)(const void *)(text + at))->name);
      if (tid > 0)
        fn(tid, arg);
    }
}

/* ---- files of a thread ---- */

static int file_open(pid_t tid, const char *name) {
  char path[48];
  snprintf(path, sizeof path, "%d/%s", (int)tid, name);
  return collect_sys_openat(folder, path, O_RDONLY | O_CLOEXEC, 0);
}

/* Reads the file from its start, as text. -1: the thread has ended. */
static ssize_t file_read(pid_t tid, const char *name, int *kept, char *text, size_t size) {
  int fd = *kept >= 0 ? *kept : file_open(tid, name);
  ssize_t n = fd < 0 ? -1 : collect_sys_pread(fd, text, size - 1, 0);
  if (fd >= most_files)
    collect_sys_close(fd);
  else
    *kept = fd;
  text[n > 0 ? n : 0] = 0;
  return n;
}

/* Reads a file that is not kept. */
static ssize_t file_read_once(pid_t tid, const char *name, char *text, size_t size) {
  int fd = -1;
  ssize_t n = file_read(tid, name, &fd, text, size);
  if (fd >= 0)
    collect_sys_close(fd);
  return n;
}

void sample_files_close(sample_files *f) {
  const int files[] = {f->syscall, f->schedstat, f->stat};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i] >= 0)
      collect_sys_close(files[i]);
  *f = (sample_files)SAMPLE_FILES_NONE;
}

/* strtoull looks at the locale; this is called twice for each thread and tick. */
static uint64_t number_read(const char **at, unsigned base) {
  uint64_t v = 0;
  while (**at == ' ' || **at == '\t')
    (*at)++;
  if (base == 16 && (*at)[0] == '0' && (*at)[1] == 'x')
    *at += 2;
  for (;; (*at)++) {
    unsigned c = (unsigned char)**at, digit = c - '0' < 10 ? c - '0' : (c | 32) - 'a' < 6 ? (c | 32) - 'a' + 10 : 99;
    if (digit >= base)
      return v;
    v = v * base + digit;
  }
}

bool sample_sched_read(pid_t tid, sample_files *f, sample_sched *out) {
  char text[96];
  if (file_read(tid, "schedstat", &f->schedstat, text, sizeof text) <= 0)
    return false;
  const char *at = text;
  out->cpu_ns = number_read(&at, 10);
  out->wait_ns = number_read(&at, 10);
  out->slices = number_read(&at, 10);
  return true;
}

void sample_cpu_read(pid_t tid, uint64_t *cpu_ns) {
  struct timespec t;
  clockid_t clock = (clockid_t)(~(unsigned)tid << 3 | 6); /* its clock of CPU time */
  if (!syscall(SYS_clock_gettime, clock, &t))
    *cpu_ns = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The state alone, by a file that every user may open. */
static int state_read(pid_t tid, sample_files *f) {
  char text[256];
  if (file_read(tid, "stat", &f->stat, text, sizeof text) <= 0)
    return TASK_GONE;
  const char *name_end = strrchr(text, ')'), *state = name_end && name_end[1] == ' ' ? name_end + 2 : "X";
  return *state == 'R' ? TASK_RUNS : *state == 'Z' || *state == 'X' ? TASK_GONE : TASK_BLOCKED;
}

int sample_place_read(pid_t tid, sample_files *f, sample_place *out) {
  char text[256];
  if (file_read(tid, "syscall", &f->syscall, text, sizeof text) <= 0) {
    *out = (sample_place){.call = -1};
    return errno == EACCES || errno == EPERM ? state_read(tid, f) : TASK_GONE;
  }
  if (*text == 'r') /* "running" */
    return TASK_RUNS;
  const char *at = text;
  bool in_call = *at != '-';
  out->call = in_call ? (int64_t)number_read(&at, 10) : (at += strcspn(at, " "), -1);
  for (int i = 0; in_call && i < 6; i++) /* its arguments */
    number_read(&at, 16);
  out->sp = number_read(&at, 16);
  out->pc = number_read(&at, 16);
  return out->sp ? TASK_BLOCKED : TASK_GONE; /* a main thread that has left stays in the list, without a stack */
}

bool sample_signal_blocked(pid_t tid, int sig, bool *all) {
  char text[4096];
  file_read_once(tid, "status", text, sizeof text);
  const char *at = strstr(text, "SigBlk:");
  at += at ? strlen("SigBlk:") : 0;
  uint64_t mask = at ? number_read(&at, 16) : 0;
  *all = __builtin_popcountll(mask) > 48;
  return mask >> (sig - 1) & 1;
}

void sample_name_read(pid_t tid, char name[16]) {
  char text[32];
  ssize_t n = file_read_once(tid, "comm", text, sizeof text);
  snprintf(name, 16, "%.*s", n > 1 && n <= 16 ? (int)n - 1 : 0, text);
}

/* ---- memory ---- */

bool sample_mapping_find(uintptr_t at, const char *named, uintptr_t *below, uintptr_t *low, uintptr_t *high) {
  static char text[65536];
  int fd = collect_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  size_t kept = 0;
  bool found = false;
  *high = 0;
  for (ssize_t n; fd >= 0 && !found && (n = collect_sys_read(fd, text + kept, sizeof text - 1 - kept)) > 0;) {
    size_t size = kept + (size_t)n;
    text[size] = 0;
    const char *line = text, *end;
    for (; !found && (end = strchr(line, '\n')); line = end + 1) {
      const char *p = line;
      *below = *high;
      *low = number_read(&p, 16);
      p++;
      *high = number_read(&p, 16);
      size_t length = named ? strlen(named) : 0; /* files' names begin with a slash */
      found = named ? (size_t)(end - line) > length && end[-(ptrdiff_t)length - 1] == ' ' && !memcmp(end - length, named, length) && !memchr(line, '/', (size_t)(end - line))
                    : at >= *low && at < *high;
    }
    kept = size - (size_t)(line - text);
    memmove(text, line, kept);
  }
  if (fd >= 0)
    collect_sys_close(fd);
  return found;
}

size_t sample_memory_copy(uintptr_t from, void *to, size_t size) {
  enum { PARTS = 65 }; /* page by page: a part that is not there ends the copy, and what precedes it is copied */
  struct iovec local = {to, size}, remote[PARTS];
  size_t parts = 0;
  for (uintptr_t at = from, end = from + size; at < end && parts < PARTS; parts++) {
    uintptr_t next = (at | 4095) + 1 < end ? (at | 4095) + 1 : end;
    remote[parts] = (struct iovec){(void *)at, next - at};
    at = next;
  }
  ssize_t n = memory < 0 ? syscall(SYS_process_vm_readv, getpid(), &local, 1, remote, parts, 0) : -1;
  if (n < 0 && memory < 0 && (errno == EPERM || errno == ENOSYS)) /* a filter of system calls */
    memory = collect_sys_open("/proc/self/mem", O_RDONLY | O_CLOEXEC, 0);
  if (n < 0 && memory >= 0)
    n = collect_sys_pread(memory, to, size, (off_t)from);
  return n > 0 ? (size_t)n : 0;
}
